import { readFileSync } from 'node:fs';
import { expect, inject, it } from 'vitest';
import { watchdogControl } from '../../../src/client/watchdog/watchdog-client.ts';
import { watchdogWorkflowId } from '../../../src/workflows/contract/workflow-ids.ts';
import { runPeerdesk } from '../../setup/run-peerdesk.ts';
import { account, openDeskWorld, until } from '../desk-harness.ts';
import { environmentOf } from '../operator.ts';
import { compatibleVersionOf, nextVersionOf } from './next-version.ts';
import { cacheWith, said } from './version-world.ts';

it('ADR 0025: a watchdog of other code replays its open workflow before it polls, as a worker does', async () => {
  const world = await openDeskWorld();
  const code = readFileSync(inject('workflowBundle'), 'utf8');
  const [first, same, next] = await Promise.all(
    [code, compatibleVersionOf(code), nextVersionOf(code)].map((part) => cacheWith(part)),
  );
  const workflowId = watchdogWorkflowId(account);
  const events = async (): Promise<number> =>
    (await world.client.workflow.getHandle(workflowId).describe()).historyLength;
  const watchdog = world.startWatchdog({ PEERDESK_CACHE_DIR: first });
  // Its first task is answered.
  await until('it watches', events, (count) => count > 4);
  await watchdog.kill();
  const before = await events();

  const refused = await runPeerdesk(['watchdog'], { ...environmentOf(world), PEERDESK_CACHE_DIR: next ?? '' });
  expect(refused.stderr).toMatch(/peerdesk: 1 of 1 open workflows do not replay on this code: watchdog:acme /);
  expect(refused).toMatchObject({ exitCode: 6, stdout: '' });
  expect(await events()).toBe(before);

  const compatible = world.startWatchdog({ PEERDESK_CACHE_DIR: same });
  await said(world, 'all 1 replay on this code');
  await until(
    'it watches again',
    () => watchdogControl(world.client, { account, group: account }).processes(),
    (names) => names.some((name) => name.startsWith(`${compatible.pid}@`)),
  );
  await compatible.kill();

  world.startWatchdog({ PEERDESK_CACHE_DIR: next }, ['--accept-broken-histories']);
  await said(world, 'they stand still, which was accepted');
});
