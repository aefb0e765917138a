/** Temporal's own buttons and commands against a live worker; the ledger of the marketplace is the judge. */
import { describe, expect, it } from 'vitest';
import { guardControl, placementControl } from '../../../src/client/index.ts';
import { account, until, type WorkerProcess } from '../desk-harness.ts';
import {
  completesOnce,
  dispatchAgain,
  effects,
  laggingReads,
  liftSwitch,
  manyAttempts,
  paidOrder,
  resetToStart,
  runningActivity,
  shareOperationsWorld,
  startsOf,
  takenUp,
  type CarriedOrder,
  type OperationsWorld,
} from '../operations-world.ts';
import { execute, queue, writes } from './standalone-activities.ts';

let worker: WorkerProcess | undefined;
const the = shareOperationsWorld((world) => {
  worker = world.startWorker();
});
const releasesOf = ({ simulator }: OperationsWorld, order: CarriedOrder): number =>
  effects(simulator.ledger(), 'release', order.orderNumber);

describe('temporal activity execute: an activity on its own moves nothing', () => {
  it('every activity of an account is refused before anything is read, sent or kept', async () => {
    const world = the();
    const { simulator } = world;
    const orderNumber = paidOrder(world);
    const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.50' });
    // The worker that leads compares the releases with its register by itself, and keeps its books.
    const ledger = () => ({ ...simulator.ledger(), requests: null });
    const before = ledger();
    const calls: string[] = [];
    const end = simulator.on((event) => {
      if (event.type === 'request') calls.push(event.operation);
    });
    for (const [type, input, taskQueue] of writes(orderNumber, adNumber)) {
      const { text } = await execute(world, type, { input, taskQueue });
      expect(text, `${type} ${JSON.stringify(input)}`).toMatch(/only the workflow .* may ask for this/);
    }
    end();
    expect(calls.filter((name) => !/\/list(User)?Order(s|History)$/.test(name))).toEqual([]);
    expect(ledger()).toEqual(before);
    expect(await world.log()).toContain('CALLER_NOT_ALLOWED');
  });

  it('releaseCoin, with the input of a stranger: refused by its caller, and on the wrong queue not known', async () => {
    const world = the();
    const orderNumber = paidOrder(world);
    const input = { mode: 'x', orderNumber, payId: null, policy: 'x' };
    expect((await execute(world, 'releaseCoin', { input })).text).toContain('CALLER_NOT_ALLOWED');
    expect((await execute(world, 'releaseCoin', { input, taskQueue: queue })).exitCode).not.toBe(0);
    expect(effects(world.simulator.ledger(), 'release', orderNumber)).toBe(0);
  });
});

type Act = (world: OperationsWorld, where: string[]) => Promise<unknown>;

/** Acts on a release that the service executed without answering; the order must complete, released once. */
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

  it('update-options and reset, the answer of the first lost: a read shows that it was done', async () => {
    await inFlight((world, where) => dispatchAgain(world, where.at(-1) ?? '', 'releaseCoin'), 'is lost');
  });

  it('update-options and reset of a placement in flight: its order is found, and it places no other', async () => {
    const world = the();
    const { placements } = world.simulator.ledger();
    const held = world.hold('placeOrder');
    const placement = await world.placement('again', '600.00');
    await held.done;
    await dispatchAgain(world, placement.workflowId, 'placeOrder');
    expect(await placement.result()).toMatchObject({ state: 'placed' });
    held.letGo();
    expect(world.simulator.ledger()).toMatchObject({ placements: placements + 1, doublePlacements: 0 });
  });

  it('update-options and reset of a payment notice in flight: it is read as done, and sent once', async () => {
    const world = the();
    const held = world.hold('markOrderAsPaid');
    const order = await world.purchase();
    await order.control.confirmPayment({ by: 'ana', payId: null, proof: 'REF' });
    await held.done;
    await dispatchAgain(world, order.workflowId, 'markOrderAsPaid');
    await order.waitsFor('awaiting-release');
    held.letGo();
    expect(effects(world.simulator.ledger(), 'pay', order.orderNumber)).toBe(1);
  });

  it('cancel of the workflow: the release ends as it would have, and the order completes', async () => {
    await inFlight((world, where) => world.mustTemporal('workflow', 'cancel', ...where.slice(2)));
  });
});

describe('temporal workflow reset', () => {
  it('of an order at its gate: it reads again, and releases once when it is approved', async () => {
    const world = the();
    const order = await world.sale('approve');
    await order.waitsFor('release-gate');
    await resetToStart(world, order.workflowId);
    await order.waitsFor('release-gate');
    await order.control.approve({ by: 'ana' });
    await completesOnce(world, order);
  });

  it('of an order that was released, to before its release: it reads that it is done', async () => {
    const world = the();
    const order = await world.sale('paid');
    await order.waitsFor('nothing');
    await resetToStart(world, order.workflowId);
    await order.waitsFor('nothing');
    expect(await order.control.state()).toMatchObject({ status: 'COMPLETED', attempts: { release: 0 } });
    expect(releasesOf(world, order)).toBe(1);
  });

  it('of an order that was just released, while its reads lag: the register lets no second release leave', async () => {
    const world = the();
    await laggingReads(world, async () => {
      const order = await world.sale('paid');
      await order.waitsFor('confirming');
      await resetToStart(world, order.workflowId);
      await completesOnce(world, order);
    });
  });

  it('of a placement that has ended: its request owns its order, and places no other', async () => {
    const world = the();
    const before = world.simulator.ledger().placements;
    const placement = await world.placement('reset-1', '300.00');
    const { orderNumber } = await placement.result();
    await resetToStart(world, placement.workflowId);
    expect(await placementControl(world.client, account, 'reset-1').result()).toMatchObject({ orderNumber });
    expect(world.simulator.ledger()).toMatchObject({ placements: before + 1, doublePlacements: 0 });
  });
});

describe('temporal workflow terminate', () => {
  it('of an order: it may be taken up again, reads first, and asks for its approval again', async () => {
    const world = the();
    const order = await world.sale('approve');
    await order.waitsFor('release-gate');
    await world.mustTemporal('workflow', 'terminate', '-w', order.workflowId);
    expect(await takenUp(world, order, 'approve')).toBe(true);
    await order.waitsFor('release-gate');
    expect(await order.control.state()).toMatchObject({ approvals: [], needsHuman: true });
    expect(releasesOf(world, order)).toBe(0);
    await order.control.approve({ by: 'ana' });
    await completesOnce(world, order);
  });

  it('of an order with a release in flight: taken up again, it reads what became of it', async () => {
    const world = the();
    const held = world.hold('releaseCoin');
    const order = await world.sale('paid');
    await held.done;
    await world.mustTemporal('workflow', 'terminate', '-w', order.workflowId);
    expect(await takenUp(world, order, 'paid')).toBe(true);
    await completesOnce(world, order);
    held.letGo();
  });

  it('of the guard: its switches survive, and nothing is released meanwhile', async () => {
    const world = the();
    const guard = guardControl(world.client, account);
    await guard.killSwitch({ name: 'releases', thrown: true, by: 'ana' });
    const order = await world.sale('paid');
    await order.waitsFor('release-gate');
    await world.mustTemporal('workflow', 'terminate', '-w', guard.workflowId);
    await order.control.report([{ status: null, atMs: Date.now(), source: 'test' }]);
    await guard.killSwitch({ name: 'repricing', thrown: true, by: 'ana' });
    const after = await until(
      'the guard has taken over',
      () => guard.state(),
      ({ state }) => state === 'guarding',
    );
    expect(after.switches).toMatchObject({ releases: { by: 'ana' }, repricing: { by: 'ana' } });
    expect(releasesOf(world, order)).toBe(0);
    for (const name of ['releases', 'repricing'] as const) await liftSwitch(world, name);
    // Woken by the guard: by itself it would look within the hour only.
    await completesOnce(world, order);
  });
});

describe('temporal workflow cancel', () => {
  const shownTrouble = <View extends { troubles: unknown[] }>(state: () => Promise<View>): Promise<View> =>
    until('its page says so', state, ({ troubles }) => troubles.length > 0);

  it('of an order: it asks a human, goes on, and is released as it was approved', async () => {
    const world = the();
    const order = await world.sale('approve');
    await order.waitsFor('release-gate');
    await world.mustTemporal('workflow', 'cancel', '-w', order.workflowId);
    const troubles = [{ what: { code: 'cancelled' }, urgent: true }];
    expect(await shownTrouble(() => order.control.state())).toMatchObject({ held: null, troubles });
    await order.control.approve({ by: 'ana' });
    await completesOnce(world, order);
  });

  it('of a placement whose call is on its way: it is placed once, and says that it was asked to end', async () => {
    const world = the();
    const before = world.simulator.ledger().placements;
    const held = world.hold('placeOrder');
    const placement = await world.placement('cancel-1', '400.00');
    await held.done;
    await world.mustTemporal('workflow', 'cancel', '-w', placement.workflowId);
    await shownTrouble(() => placement.state());
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
    // The command must come before the step's own time is over, however busy the machine is.
    const order = await world.sale('paid', { moneyStepBoundMs: 12_000 });
    const id = await runningActivity(world, order.workflowId, 'releaseCoin');
    const where = ['--activity-id', id, '--workflow-id', order.workflowId];
    await until(
      'the release has arrived',
      () => arrived.length,
      (calls) => calls > 0,
    );
    await mustTemporal('activity', 'update-options', ...where, ...manyAttempts);
    await worker?.kill();
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
