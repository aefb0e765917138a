/** The guard of a desk whose payloads are sealed, replaced by a stranger without the keys; the ledger is the judge. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { connectTemporal, type PeerdeskConnection } from '../../../src/client/index.ts';
import { readCodec } from '../../../src/codec/codec-environment.ts';
import { newKeyLine } from '../../../src/codec/key-ring.ts';
import { sealedWith } from '../../../src/codec/sealed-payload.ts';
import { account } from '../desk-harness.ts';
import { shareOperationsWorld } from '../operations-world.ts';
import { guardId, replaceGuard } from './replaced-guard.ts';

let people: PeerdeskConnection | null = null;

/** The people of the desk have its keys. */
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

const terminateExisting = 3;

it('S2, S22, S23, P6: the sealed start of the guard, sent again as it was', async () => {
  const world = the();
  const { client, namespace } = world;
  const sendAgain = async (): Promise<void> => {
    const { workflowService } = client;
    const execution = { workflowId: guardId };
    const { history } = await workflowService.getWorkflowExecutionHistory({ namespace, execution, maximumPageSize: 1 });
    const input = history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input;
    expect(input?.payloads?.map((payload) => sealedWith(payload as never))).toEqual([expect.any(String)]);
    await workflowService.startWorkflowExecution({
      namespace,
      workflowId: guardId,
      workflowType: { name: 'guard' },
      taskQueue: { name: `peerdesk:${account}` },
      ...(input === null || input === undefined ? {} : { input }),
      requestId: randomUUID(),
      identity: 'a stranger',
      workflowIdConflictPolicy: terminateExisting,
    });
  };
  await replaceGuard(world, sendAgain, { name: 'sealed', atEnd: onTestFinished });
});
