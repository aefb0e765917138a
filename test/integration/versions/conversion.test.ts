import { readFileSync } from 'node:fs';
import { expect, inject, it, onTestFinished } from 'vitest';
import { adWorkflowId, leadControl, orderControl, orderWorkflowId, startAd } from '../../../src/client/index.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import {
  account,
  noRules,
  openDeskWorld,
  quickSettings,
  sharedEgress,
  until,
  type DeskWorld,
} from '../desk-harness.ts';
import { nextVersionOf } from './next-version.ts';
import { cacheWith, deploy, ownServer, said, startVersion, take, versionOf, waitsFor } from './version-world.ts';

const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.00', ceiling: '11.00' },
});

/** The version of the deployment that a workflow is on, in the server's words; null: none. */
async function pinnedTo({ client }: DeskWorld, workflowId: string): Promise<string | null> {
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  return raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ?? null;
}

/**
 * temporal.api.enums.v1.WorkflowTaskFailedCause: code that fails (14) or does not take the history (24). A task that a message
 * overtook is tried again, and is no trouble.
 */
const ofCode: readonly unknown[] = [14, 24];

/** How many tasks of a workflow have failed: on code that does not take its history each does. */
async function failedTasks({ client }: DeskWorld, workflowId: string): Promise<number> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const failures = (events ?? []).flatMap(({ workflowTaskFailedEventAttributes: failed }) => failed ?? []);
  return failures.filter(({ cause }) => ofCode.includes(cause)).length;
}

async function paidOrder(world: DeskWorld, adNumber: string): Promise<string> {
  const order = take(world, adNumber);
  await waitsFor(world, order, 'awaiting-payment');
  world.simulator.counterparties.pay(order);
  await waitsFor(world, order, 'release-gate');
  return order;
}

async function approve(world: DeskWorld, orderNumber: string): Promise<void> {
  const control = orderControl(world.client, account, orderNumber);
  await control.approve({ by: 'ana' });
  await waitsFor(world, orderNumber, 'nothing');
}

async function leads(world: DeskWorld, pid: number): Promise<void> {
  await until(
    `${pid} leads`,
    () => leadControl(world.client, account).holder(),
    (holder) => holder?.startsWith(`${pid}@`) === true,
  );
}

const figure = (what: string, sinceMs: number): void =>
  void process.stdout.write(`${what}: ${Math.round(performance.now() - sinceMs)} ms\n`);

it('ADR 0025: what waits while a desk gets versions ends on the first, and the lead goes with each promotion', async () => {
  const world = await openDeskWorld({ egress: sharedEgress, server: await ownServer() });
  const { client, simulator } = world;
  const code = readFileSync(inject('workflowBundle'), 'utf8');
  const unversioned = world.startWorker({ PEERDESK_CACHE_DIR: await cacheWith(code) });
  await world.startDesk({ release: { policy: 'approve', amountCap: null, counterparty: noRules } });
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  await startAd(client, { account, adNumber, mode: 'sim', rules, settings: quickSettings });
  const [early, late] = [await paidOrder(world, adNumber), await paidOrder(world, adNumber)];
  const [earlyId, lateId] = [orderWorkflowId(account, early), orderWorkflowId(account, late)];
  await leads(world, unversioned.pid);

  const first = await startVersion(world, { buildId: 'first', code });
  await said(world, 'takes no new work until `peerdesk deploy promote first`');
  // As Temporal's own command converts: no one wakes the orders, which wait for a person.
  const { namespace } = client.options;
  await client.workflowService.setWorkerDeploymentCurrentVersion({
    namespace,
    deploymentName: 'desk',
    buildId: 'first',
  });
  process.kill(unversioned.pid, 'SIGTERM');
  await leads(world, first.pid);
  expect([await pinnedTo(world, earlyId), await pinnedTo(world, lateId)]).toEqual([null, null]);
  expect((await deploy(world, 'status')).stdout).toMatch(/have no version yet .*`peerdesk deploy promote first`/);

  // The next one cannot take what waits: it does not even begin to serve.
  const version = { buildId: 'next', code: nextVersionOf(code) };
  await startVersion(world, version);
  await said(world, '`peerdesk deploy promote` of the one that is current keeps them there');
  const next = await startVersion(world, version, '--accept-broken-histories');
  await said(world, 'takes no new work until `peerdesk deploy promote next`');
  // The worker of the first one does not answer, so that what waits would go on with the next one.
  process.kill(first.pid, 'SIGSTOP');
  onTestFinished(() => void process.kill(first.pid, 'SIGCONT'));
  const refused = await deploy(world, 'promote', 'next', '--yes', '--timeout', '3s');
  expect(refused.stderr).toMatch(/have no version yet .*no worker of first has answered their tasks/);
  expect(refused.exitCode).toBe(6);
  process.kill(first.pid, 'SIGCONT');

  const promotedMs = performance.now();
  expect(await deploy(world, 'promote', 'next', '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
  figure('converted', promotedMs);
  expect([await pinnedTo(world, earlyId), await pinnedTo(world, lateId)]).toEqual(['first', 'first']);
  await leads(world, next.pid);
  figure('converted, and the next one leads', promotedMs);
  await approve(world, early);

  const drained = await deploy(world, 'drain', 'first');
  expect(drained).toMatchObject({ exitCode: 1 });
  expect(drained.stdout).toContain(lateId);

  // And back.
  const backMs = performance.now();
  expect(await deploy(world, 'promote', 'first', '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
  await leads(world, first.pid);
  figure('rolled back, and the first one leads', backMs);
  await approve(world, late);
  expect(await versionOf(world, lateId)).toBe('first');
  const lead = await client.workflow.getHandle(`lead:${account}`).describe();
  expect(lead.historyLength).toBeLessThan(40);
  expect(simulator.ledger()).toMatchObject({ releases: 2 });
  for (const workflowId of [earlyId, lateId, adWorkflowId(account, adNumber)]) {
    expect(await failedTasks(world, workflowId), workflowId).toBe(0);
  }
});
