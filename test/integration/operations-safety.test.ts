/** Temporal's own buttons and commands against a live worker; the ledger of the marketplace is the judge. */
import { describe, expect, it } from 'vitest';
import { guardControl, placementControl, startOrder } from '../../src/client/index.ts';
import { account, quickSettings, until } from './desk-harness.ts';
import { completedTasks, effects, execute, forgedRelease, paidOrder, releaseRules } from './operations-world.ts';
import { runningActivity, shareOperationsWorld, startsOf } from './operations-world.ts';
import type { CarriedOrder, OperationsWorld } from './operations-world.ts';

const the = shareOperationsWorld();
const queue = `peerdesk:${account}`;

const releasesOf = ({ simulator }: OperationsWorld, { orderNumber }: Pick<CarriedOrder, 'orderNumber'>): number =>
  effects(simulator.ledger(), 'release', orderNumber);

describe('temporal activity execute: an activity on its own moves nothing', () => {
  it('releaseCoin, with the input of a stranger and with a well-formed one', async () => {
    const world = the();
    const orderNumber = paidOrder(world);
    const stranger = { mode: 'x', orderNumber, payId: null, policy: 'x' };
    expect((await execute(world, 'releaseCoin', { input: stranger })).text).toContain('INVARIANT');
    expect((await execute(world, 'releaseCoin', { input: forgedRelease(orderNumber) })).text).toContain(
      'CALLER_NOT_ALLOWED',
    );
    expect((await execute(world, 'releaseCoin', { input: stranger, queue })).exitCode).not.toBe(0);
    expect(releasesOf(world, { orderNumber })).toBe(0);
    expect(await world.log()).toContain('CALLER_NOT_ALLOWED');
  });

  it('markOrderAsPaid and placeOrder', async () => {
    const world = the();
    const { simulator } = world;
    const before = simulator.ledger();
    const adNumber = simulator.ads.add({ account, side: 'BUY', asset: 'USDT', fiat: 'BOB', price: '9.90' });
    const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
    const { fence, mode, payId } = forgedRelease(orderNumber);
    const paid = await execute(world, 'markOrderAsPaid', { input: { mode, orderNumber, payId, fence } });
    expect(paid.text).toContain('CALLER_NOT_ALLOWED');
    const trade = { asset: 'USDT', fiat: 'BOB', side: 'BUY', totalAmount: '500.00', matchPrice: '10.05' };
    const place = { mode, requestId: 'forged', adNumber: '13000000000000000001', ...trade, payId, fence };
    expect((await execute(world, 'placeOrder', { input: place })).text).toContain('CALLER_NOT_ALLOWED');
    expect(simulator.ledger()).toMatchObject({ payments: before.payments, placements: before.placements });
  });

  it.each(['x', 'Shadow', null])('updateAdPrice in mode %o', async (mode) => {
    const world = the();
    const adNumber = world.simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.50' });
    const input = { mode, adNumber, price: '10.40', limits: { floor: '9.00', ceiling: '11.00' } };
    expect((await execute(world, 'updateAdPrice', { input, queue })).exitCode).not.toBe(0);
    expect(world.simulator.ledger().reprices).toBe(0);
  });
});

type Act = (world: OperationsWorld, where: string[]) => Promise<unknown>;

/** Does something to a release that the service has done and not answered; the order must complete, released once. */
async function inFlight(act: Act, answer: 'comes' | 'is lost' = 'comes'): Promise<void> {
  const world = the();
  const held = world.hold('releaseCoin');
  const order = await world.sale('paid');
  await held.done;
  const id = await runningActivity(world, order.workflowId, 'releaseCoin');
  await act(world, ['--activity-id', id, '--workflow-id', order.workflowId]);
  if (answer === 'comes') held.letGo();
  await completesOnce(world, order);
  held.letGo();
}

async function completesOnce(world: OperationsWorld, order: CarriedOrder): Promise<void> {
  await order.waitsFor('nothing');
  expect(await order.control.state()).toMatchObject({ status: 'COMPLETED' });
  expect(releasesOf(world, order)).toBe(1);
  expect(world.simulator.ledger()).toMatchObject({ doubleReleases: 0, repeatedAttempts: 0 });
}

/** Lets an activity be dispatched again, which no workflow of Peerdesk allows a money step. */
const manyAttempts = [
  '--retry-maximum-attempts=5',
  '--schedule-to-close-timeout=90s',
  '--schedule-to-start-timeout=90s',
  '--start-to-close-timeout=1s',
];

describe('temporal activity reset | pause | unpause | update-options on a release in flight', () => {
  it('reset: the first dispatch ends as it would have', async () => {
    await inFlight((world, where) => world.mustTemporal('activity', 'reset', ...where));
  });

  it('pause and unpause', async () => {
    await inFlight(async (world, where) => {
      await world.mustTemporal('activity', 'pause', ...where);
      await world.mustTemporal('activity', 'unpause', ...where);
    });
  });

  it('update-options, more attempts and a short timeout: the second dispatch sends nothing', async () => {
    await inFlight(
      (world, where) => world.mustTemporal('activity', 'update-options', ...where, ...manyAttempts),
      'is lost',
    );
    expect(await the().log()).toContain('dispatched again');
  });

  it('update-options and reset, the answer of the first lost: reading tells that it was done', async () => {
    await inFlight(async (world, where) => {
      await world.mustTemporal('activity', 'update-options', ...where, ...manyAttempts);
      await world.mustTemporal('activity', 'reset', ...where);
    }, 'is lost');
  });

  it('cancel of the workflow: the release ends as it would have, and the order completes', async () => {
    await inFlight((world, where) => world.mustTemporal('workflow', 'cancel', ...where.slice(2)));
  });
});

const resetTo = (world: OperationsWorld, workflowId: string, eventId: string): Promise<string> =>
  world.mustTemporal('workflow', 'reset', '-w', workflowId, '--event-id', eventId, '--reason', 'a test');

describe('temporal workflow reset', () => {
  it('of an order at its gate: it reads anew, and releases once when it is approved', async () => {
    const world = the();
    const order = await world.sale('approve');
    await order.waitsFor('release-gate');
    const [first = ''] = await completedTasks(world, order.workflowId);
    await resetTo(world, order.workflowId, first);
    await order.waitsFor('release-gate');
    await order.control.approve({ by: 'ana' });
    await order.waitsFor('nothing');
    expect(releasesOf(world, order)).toBe(1);
  });

  it('of an order that was released, to before its release: it reads that it is done', async () => {
    const world = the();
    const order = await world.sale('paid');
    await order.waitsFor('nothing');
    const [first = ''] = await completedTasks(world, order.workflowId);
    await resetTo(world, order.workflowId, first);
    await order.waitsFor('nothing');
    expect(await order.control.state()).toMatchObject({ status: 'COMPLETED', attempts: { release: 0 } });
    expect(releasesOf(world, order)).toBe(1);
  });

  it('of a placement that has ended: its request owns its order, and places no other', async () => {
    const world = the();
    const before = world.simulator.ledger().placements;
    const placement = await world.placement('reset-1', '300.00');
    const { orderNumber } = await placement.result();
    const [first = ''] = await completedTasks(world, placement.workflowId);
    await resetTo(world, placement.workflowId, first);
    expect(await placementControl(world.client, account, 'reset-1').result()).toMatchObject({ orderNumber });
    expect(world.simulator.ledger()).toMatchObject({ placements: before + 1, doublePlacements: 0 });
  });
});

describe('temporal workflow terminate', () => {
  it('of an order: it may be taken up again, reads first, and asks for its approval anew', async () => {
    const world = the();
    const order = await world.sale('approve');
    await order.waitsFor('release-gate');
    await world.mustTemporal('workflow', 'terminate', '-w', order.workflowId);
    const { orderNumber } = order;
    const again = { account, orderNumber, mode: 'sim', release: releaseRules('approve') } as const;
    expect(await startOrder(world.client, { ...again, settings: quickSettings })).toBe(true);
    await order.waitsFor('release-gate');
    expect(await order.control.state()).toMatchObject({ approvals: [], needsHuman: true });
    expect(releasesOf(world, order)).toBe(0);
    await order.control.approve({ by: 'ana' });
    await order.waitsFor('nothing');
    expect(releasesOf(world, order)).toBe(1);
  });

  it('of an order with a release in flight: taken up again, it reads what became of it', async () => {
    const world = the();
    const held = world.hold('releaseCoin');
    const order = await world.sale('paid');
    await held.done;
    await world.mustTemporal('workflow', 'terminate', '-w', order.workflowId);
    const { orderNumber } = order;
    const again = { account, orderNumber, mode: 'sim', release: releaseRules('paid') } as const;
    expect(await startOrder(world.client, { ...again, settings: quickSettings })).toBe(true);
    await completesOnce(world, order);
    held.letGo();
  });

  it('of the guard: its switches, sums and claims survive, and nothing is released meanwhile', async () => {
    const world = the();
    const guard = guardControl(world.client, account);
    const { releasedToday } = await guard.killSwitch({ name: 'releases', thrown: true, by: 'ana' });
    const order = await world.sale('paid');
    await order.waitsFor('release-gate');
    await world.mustTemporal('workflow', 'terminate', '-w', guard.workflowId);
    await order.control.tell([{ status: null, atMs: Date.now(), source: 'test' }]);
    await guard.killSwitch({ name: 'repricing', thrown: true, by: 'ana' });
    const after = await until(
      'the guard has taken over',
      () => guard.state(),
      ({ state }) => state === 'guarding',
    );
    expect(after.switches).toMatchObject({ releases: { by: 'ana' }, repricing: { by: 'ana' } });
    expect(after.releasedToday).toEqual(releasedToday);
    expect(Number(releasedToday['BOB'])).toBeGreaterThan(0);
    expect(releasesOf(world, order)).toBe(0);
    for (const name of ['releases', 'repricing'] as const) await guard.killSwitch({ name, thrown: false, by: 'ana' });
    // Woken by the guard: it would look by itself within the hour only.
    await order.waitsFor('nothing');
    expect(releasesOf(world, order)).toBe(1);
  });
});

describe('temporal workflow cancel', () => {
  it('of an order: it is held and asks a human, and goes on when he says so', async () => {
    const world = the();
    const order = await world.sale('approve');
    await order.waitsFor('release-gate');
    await world.mustTemporal('workflow', 'cancel', '-w', order.workflowId);
    await order.waitsFor('held');
    expect(await order.control.state()).toMatchObject({ needsHuman: true, held: { by: 'Temporal' } });
    await order.control.unhold({ by: 'ana' });
    await order.control.approve({ by: 'ana' });
    await order.waitsFor('nothing');
    expect(releasesOf(world, order)).toBe(1);
  });

  it('of a placement: it goes on, and says that it was asked to', async () => {
    const world = the();
    const before = world.simulator.ledger().placements;
    const held = world.hold('placeOrder');
    const placement = await world.placement('cancel-1', '400.00');
    await held.done;
    await world.mustTemporal('workflow', 'cancel', '-w', placement.workflowId);
    await until(
      'its page says so',
      () => placement.state(),
      ({ needsHuman }) => needsHuman,
    );
    held.letGo();
    expect(await placement.result()).toMatchObject({ state: 'placed' });
    expect(world.simulator.ledger()).toMatchObject({ placements: before + 1, doublePlacements: 0 });
  });

  it('of the guard and of the egress: they go on', async () => {
    const { client, mustTemporal } = the();
    const egress = {
      workflowId: 'egress:default',
      taskQueue: 'peerdesk:egress:default',
      args: [{ egress: 'default' }],
    };
    await client.workflow.start('egress', { ...egress, workflowIdConflictPolicy: 'USE_EXISTING' });
    for (const id of [`guard:${account}`, 'egress:default']) {
      await mustTemporal('workflow', 'cancel', '-w', id);
      const handle = client.workflow.getHandle(id);
      expect(await handle.query('state')).toMatchObject({ refused: { count: 0 } });
      expect((await handle.describe()).status.name).toBe('RUNNING');
    }
  });
});

describe('a worker that is lost, and its release reset meanwhile', () => {
  it('attempt 1 again, from another worker: it sends nothing; proven not done, it is released once', async () => {
    const world = the();
    const { mustTemporal, simulator } = world;
    const arrived: string[] = [];
    simulator.on((event) => {
      if (event.type === 'request' && event.operation.endsWith('/releaseCoin')) arrived.push(event.operation);
    });
    simulator.setFaults([{ operation: 'releaseCoin', when: { nth: 1 }, fault: { kind: 'hang', when: 'before' } }]);
    const order = await world.sale('paid', { moneyStepBoundMs: 4_000 });
    const id = await runningActivity(world, order.workflowId, 'releaseCoin');
    const where = ['--activity-id', id, '--workflow-id', order.workflowId];
    await until(
      'the release has arrived',
      () => arrived.length,
      (calls) => calls > 0,
    );
    await mustTemporal('activity', 'update-options', ...where, ...manyAttempts);
    await world.worker.kill();
    const handle = world.client.workflow.getHandle(order.workflowId);
    await until(
      'the first dispatch has timed out',
      () => handle.describe(),
      ({ raw }) => (raw.pendingActivities?.[0]?.attempt ?? 1) > 1,
    );
    await mustTemporal('activity', 'reset', ...where);
    world.startWorker();
    await completesOnce(world, order);
    expect(await startsOf(world, order.workflowId, 'releaseCoin')).toEqual(new Set([1]));
    const ofOrder = (await world.log()).split('\n').filter((line) => line.includes(order.orderNumber));
    expect(ofOrder.join('\n')).toContain('dispatched again');
  });
});
