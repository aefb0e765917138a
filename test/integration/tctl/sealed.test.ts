/** What tctl can do at a desk whose payloads are sealed, as its page says. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { startAd, type AdView } from '../../../src/client/index.ts';
import { tableLine } from '../../project/tctl-lines.ts';
import { startPeerdesk } from '../../setup/run-peerdesk.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { readFile } from 'node:fs/promises';
import { shareSealedWorld } from '../attacks/sealed-world.ts';
import { account, quickSettings, until } from '../desk-harness.ts';
import { send, typed, withTctl } from './typed-lines.ts';

const the = shareSealedWorld();
const rules = { strategy: { kind: 'undercut', ticks: 1 }, limits: { floor: '9.00', ceiling: '11.00' } } as const;

withTctl('a signal is refused and counted, a start fails, and a codec server opens what is shown', async () => {
  const world = the();
  const ownAd = () => world.simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.30' });
  const input = { account, adNumber: ownAd(), mode: 'sim', rules, settings: quickSettings } as const;
  const ad = await startAd(world.client, input);
  await until(
    'it is looked at',
    () => ad.state(),
    ({ rank }) => rank !== null,
  );
  const ID = ad.workflowId;
  const sealed = /sealed/;
  await send<AdView>(world, {
    program: 'tctl',
    workflowId: ID,
    wanted: { pause: sealed, offline: sealed, setRules: sealed, stop: sealed },
  });
  expect(await ad.state()).toMatchObject({ state: { kind: 'running' } });

  const adNumber = ownAd();
  const JSON_ = JSON.stringify({ ...input, adNumber });
  const start = { TYPE: 'adMaintenance', QUEUE: `peerdesk:${account}`, ID: `ad:${account}:${adNumber}`, JSON: JSON_ };
  expect(await typed(world, tableLine('tctl', 'workflow start'), start)).toMatchObject({ exitCode: 0 });
  const handle = world.client.workflow.getHandle(start.ID);
  await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'MALFORMED_INPUT' } });

  const query = tableLine('tctl', 'workflow query');
  expect((await typed(world, query, { ID })).text).not.toContain(input.adNumber);
  expect((await typed(world, tableLine('tctl', 'workflow describe'), { ID })).text).toContain('adMaintenance');
  const tokenFile = join(await temporaryDirectory(), 'token');
  const keys = { PEERDESK_CODEC_KEYS_FILE: world.env['PEERDESK_CODEC_KEYS_FILE'] ?? '' };
  const { child, firstLine, ended } = await startPeerdesk(
    ['codec', 'serve', '--port', '0', '--token-file', tokenFile],
    keys,
  );
  const [endpoint = ''] = /http:\/\/[\d.:]+/.exec(await firstLine) ?? [];
  const auth = `Bearer ${(await readFile(tokenFile, 'utf8')).trim()}`;
  const opening = query.replace('tctl', `tctl --codec_endpoint ${endpoint} --codec_auth "${auth}"`);
  expect((await typed(world, opening, { ID })).text).toContain(input.adNumber);
  child.kill('SIGTERM');
  await ended;
});
