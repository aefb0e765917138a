/** A desk whose payloads are sealed, before a stranger who reaches Temporal and has no keys. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { connectTemporal, type PeerdeskConnection } from '../../../src/client/index.ts';
import { readCodec } from '../../../src/codec/codec-environment.ts';
import { newKeyLine } from '../../../src/codec/key-ring.ts';
import { shareOperationsWorld, type OperationsWorld } from '../operations-world.ts';

/** One world for the tests of a file, with a worker; the people of the desk have its keys. */
export function shareSealedWorld(): () => OperationsWorld {
  let people: PeerdeskConnection | null = null;
  const the = shareOperationsWorld(async (world) => {
    const keysFile = join(dirname(world.env['PEERDESK_STATE_DIR'] ?? ''), 'keys');
    await writeFile(keysFile, newKeyLine(0), { mode: 0o600 });
    world.env['PEERDESK_CODEC_KEYS_FILE'] = keysFile;
    const { address, namespace } = world;
    people = await connectTemporal({ address, namespace, codec: readCodec(world.env) });
    world.client = people.client;
    world.startWorker();
  });
  afterAll(() => people?.close());
  return the;
}
