import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { agreedPlan } from '../../../src/cli/reload/agreed-plan.ts';
import { readWorkerPlan } from '../../../src/cli/reload/worker-plan.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { env, live, openFile, quiet } from './followed-world.ts';

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

it('ADR 0030: a live watchdog does not start over a connection in clear that a later file allows', async () => {
  const away = (allowed: boolean): string =>
    `[temporal]\naddress = "192.0.2.1:7233"\ntls = false\nallow_plain = ${allowed}\n${live}`;
  const { state, path, write, start } = await openFile(away(false));
  start();
  write(away(true));
  const watchdog = await runInProcess(['watchdog', '--config', path, '--once'], {
    ...env,
    PEERDESK_STATE_DIR: state,
  });
  expect(watchdog).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('no one has agreed yet that the connection to Temporal at 192.0.2.1:7233'),
  });
});
