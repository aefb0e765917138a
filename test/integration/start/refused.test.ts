import { readFileSync } from 'node:fs';
import { expect, inject, it } from 'vitest';
import { connectTemporal, guardWorkflowId } from '../../../src/client/index.ts';
import { isAlive } from '../../../src/server/left-processes.ts';
import { until } from '../desk-harness.ts';
import { nextVersionOf } from '../versions/next-version.ts';
import { cacheWith } from '../versions/version-world.ts';
import { startWorld } from './start-world.ts';

/** A workflow whose first task was answered. */
const answeredEvents = 4;

it('ADR 0025: open workflows that do not replay on this code end all that `start` has begun, with exit code 6, and the log says why', async () => {
  const { start, env, file, claim } = await startWorld();
  const [address = ''] = /127[\d.:]+/.exec(readFileSync(file, 'utf8')) ?? [];
  const code = readFileSync(inject('workflowBundle'), 'utf8');
  env['PEERDESK_CACHE_DIR'] = await cacheWith(code);
  const first = await start('--without-watchdog');
  await first.firstLine;
  const peerdesk = await connectTemporal({ address });
  const guard = peerdesk.client.workflow.getHandle(guardWorkflowId('main'));
  await until(
    'the guard has begun',
    () => guard.describe(),
    ({ historyLength }) => historyLength >= answeredEvents,
  );
  await peerdesk.close();
  first.child.kill('SIGTERM');
  expect(await first.ended).toMatchObject({ exitCode: 0 });

  env['PEERDESK_CACHE_DIR'] = await cacheWith(nextVersionOf(code));
  const next = await start('--without-watchdog');
  const children = await until('it has begun', claim, ({ children: pids }) => pids.length === 2);
  const { exitCode, stdout, stderr } = await next.ended;
  expect([exitCode, stdout]).toEqual([6, '']);
  expect(stderr).toMatch(/do not replay on this code: .*guard:main.*"process":"worker"/);
  expect(stderr).toMatch(/worker ended \(exit code 6\): its lines above say why; all is ended/);
  expect(children.children.filter(isAlive)).toEqual([]);
});
