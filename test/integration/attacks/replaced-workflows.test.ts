/** A stranger starts another workflow of the desk in the place of the one that runs; the ledger of the service is the judge. */
import { describe, expect, it } from 'vitest';
import { guardControl, orderControl } from '../../../src/client/index.ts';
import { account, until } from '../desk-harness.ts';
import { completesOnce, effects, paidOrder, releaseRules, shareOperationsWorld } from '../operations-world.ts';

const the = shareOperationsWorld();
const ana = { by: 'ana' };
const own = `peerdesk:${account}`;

/** Every word of Temporal for what becomes of the run that is there; two of them leave it alone. */
const policies = [
  ['--id-conflict-policy', 'UseExisting'],
  ['--id-conflict-policy', 'Fail'],
  ['--id-conflict-policy', 'TerminateExisting'],
  ['--id-reuse-policy', 'TerminateIfRunning'],
] as const;
const named = policies.map((policy) => [policy[1], policy] as const);

interface Start {
  type: string;
  id: string;
  input: object;
  queue?: string;
}

async function startAnew({ type, id, input, queue = own }: Start, policy: readonly string[]): Promise<void> {
  const handle = the().client.workflow.getHandle(id);
  const { runId } = await handle.describe();
  const what = ['--type', type, '--workflow-id', id, '--task-queue', queue, '--input', JSON.stringify(input)];
  await the().temporal('workflow', 'start', ...what, ...policy);
  const isReplaced = (await handle.describe()).runId !== runId;
  expect(isReplaced, id).toBe(policy.some((word) => word.startsWith('Terminate')));
}

const orderStart = (orderNumber: string): Start => ({
  type: 'orderLifecycle',
  id: `order:${account}:${orderNumber}`,
  input: { account, orderNumber, mode: 'sim', release: releaseRules('paid') },
});

const guardStart: Start = { type: 'guard', id: `guard:${account}`, input: { account } };
const deskStart: Start = {
  type: 'accountDesk',
  id: `desk:${account}`,
  input: { account, egress: 'default', mode: 'sim', adoptAds: null },
};

describe('S22, P6: a workflow of the desk that a stranger starts again', () => {
  it.each(named)('an order on hold, %s: it is held, and released once when a person lifts that', async (_, policy) => {
    const world = the();
    const orderNumber = paidOrder(world);
    world.simulator.setFaults([
      { operation: 'checkIfCanReleaseCoin', when: { orderNumber }, fault: { kind: 'error', code: -1000 } },
    ]);
    const order = await world.carry(orderNumber, 'paid');
    await order.control.hold(ana);
    world.simulator.setFaults([]);
    await startAnew(orderStart(orderNumber), policy);
    await order.waitsFor('held');
    expect(await order.control.state()).toMatchObject({ held: ana });
    expect(effects(world.simulator.ledger(), 'release', orderNumber)).toBe(0);
    await order.control.unhold(ana);
    await completesOnce(world, order);
  });

  it.each(named)('lead and egress with a release on its way, %s: it is released once', async (_, policy) => {
    const world = the();
    const held = world.hold('releaseCoin');
    const order = await world.sale('paid');
    await held.done;
    await startAnew({ type: 'lead', id: `lead:${account}`, input: { group: account } }, policy);
    const egress = { type: 'egress', id: 'egress:default', input: { egress: 'default' } };
    await startAnew({ ...egress, queue: 'peerdesk:egress:default' }, policy);
    held.letGo();
    await completesOnce(world, order);
  });

  it.each(named)(
    'desk and guard with release rules, and an order by looser ones, %s: the rules hold',
    async (_, policy) => {
      const world = the();
      const guard = guardControl(world.client, account);
      await world.startDesk({ release: releaseRules('match') });
      await guard.setReleaseRules(releaseRules('match'));
      await until(
        'the rules are kept',
        () => guard.state(),
        ({ isKept }) => isKept,
      );
      const orderNumber = paidOrder(world);
      const control = orderControl(world.client, account, orderNumber);
      await until(
        'the desk carries the order',
        () => control.state(),
        ({ waitingFor }) => waitingFor.code === 'release-gate',
      );
      for (const start of [guardStart, deskStart, orderStart(orderNumber)]) await startAnew(start, policy);
      await control.report([{ status: null, atMs: Date.now(), source: 'test' }]);
      const isLooking = ({ checks }: { checks: { name: string }[] }): boolean =>
        checks.some(({ name }) => name === 'payment-match');
      await until('it lacks a payment', () => control.state(), isLooking);
      expect(effects(world.simulator.ledger(), 'release', orderNumber)).toBe(0);
    },
  );
});
