import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { agreedPlan } from '../../../src/cli/reload/agreed-plan.ts';
import { readWorkerPlan } from '../../../src/cli/reload/worker-plan.ts';
import { env, live, openFile, quiet, refusedInClear, startInClear } from './followed-world.ts';

it('ADR 0030: a watchdog obeys no more than its workers were agreed to obey, and agrees to nothing itself', async () => {
  const temporal = (rest: string): string => `[temporal]\ncodec_keys_file = "keys"\n${rest}${live}`;
  const { state, path, write, start } = await openFile(temporal(''));
  const surroundings = { ...env, PEERDESK_STATE_DIR: state };
  const read = () => agreedPlan(readWorkerPlan({ config: path }, { ...quiet, env: surroundings }), surroundings);
  expect(read()).toMatchObject({ held: [], plan: { config: { obeysUnsealed: false } } });
  expect(existsSync(state)).toBe(false);
  start();
  write(temporal('codec = "migrate"\nallow_plain = true\n').replace('900', '9000'));
  const { plan, held } = read();
  expect(held.map((line) => line.split(':')[0])).toEqual([
    'HELD a connection in clear controls live writes',
    'HELD what is not sealed is obeyed',
    'HELD main',
  ]);
  expect(plan.env).toMatchObject({ PEERDESK_CODEC: 'strict', PEERDESK_ALLOW_PLAIN_TEMPORAL: 'no' });
  expect(plan.config).toMatchObject({ obeysUnsealed: false, allowPlainTemporal: false });
  expect(read().held).toHaveLength(3);
});

it('ADR 0030: a watchdog has ways to the merchant of its own, and no other service than its workers', async () => {
  const { state, path, write, start } = await openFile(live);
  const surroundings = { ...env, PEERDESK_STATE_DIR: state };
  start();
  write(`${live.replace('main.example.com', 'elsewhere.example.net')}notify = { url_env = "HOOK" }\n`);
  const { plan, held } = agreedPlan(readWorkerPlan({ config: path }, { ...quiet, env: surroundings }), surroundings);
  expect(held).toEqual([expect.stringContaining('instead of https://main.example.com')]);
  expect(plan.config.accounts[0]).toMatchObject({ baseUrl: 'https://main.example.com', allowLive: true });
  expect(plan.config.accounts[0].notices?.url?.href).toBe(env.HOOK);
});

it('ADR 0030: a live watchdog does not start over a connection in clear that a later file allows', async () => {
  expect(await startInClear(['watchdog', '--once'])).toMatchObject(refusedInClear);
});
