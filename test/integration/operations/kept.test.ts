/** Temporal's own buttons on ads, the desk, the guard and the egress, all of one live worker; the ledger is the judge. */
import { beforeAll, describe, expect, it } from 'vitest';
import { adControl, deskControl, egressControl, startAd, type EgressView } from '../../../src/client/index.ts';
import { account, quickSettings, until } from '../desk-harness.ts';
import {
  carriedOrder,
  effects,
  paidOrder,
  releaseRules,
  resetToStart,
  runningActivity,
  shareOperationsWorld,
  type OperationsWorld,
} from '../operations-world.ts';

const the = shareOperationsWorld();
// Without the wait before an answer to a competitor: it doubles with each one, and the market here steps often.
const rules = {
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.00', ceiling: '11.00' },
  answerHoldMs: 0,
} as const;
const hourMs = 3_600_000;

type Act = (world: OperationsWorld, workflowId: string) => Promise<unknown>;

/** An operation on a workflow or its watch, and what makes it continue when it does not do so by itself. */
interface Button {
  name: string;
  press: Act;
  goOn?: Act;
}

const run =
  (...args: string[]): Act =>
  (world, workflowId) =>
    world.mustTemporal(...args, '--workflow-id', workflowId);

const onWatch =
  (watch: string, ...args: string[]): Act =>
  async (world, workflowId) => {
    const id = await runningActivity(world, workflowId, watch);
    return world.mustTemporal('activity', ...args, '--activity-id', id, '--workflow-id', workflowId);
  };

/** A watch that was paused has no running attempt: its id is kept from before. */
function pausedAndGoOn(watch: string): Pick<Button, 'press' | 'goOn'> {
  let where: string[] = [];
  return {
    press: async (world, workflowId) => {
      const id = await runningActivity(world, workflowId, watch);
      where = ['--activity-id', id, '--workflow-id', workflowId];
      await world.mustTemporal('activity', 'pause', ...where);
      const handle = world.client.workflow.getHandle(workflowId);
      await until(
        'the watch stands still',
        async () => (await handle.describe()).raw.pendingActivities?.[0]?.state,
        (state) => state === paused,
      );
    },
    goOn: (world) => world.mustTemporal('activity', 'unpause', ...where),
  };
}

/** PENDING_ACTIVITY_STATE_PAUSED in the server's answer. */
const paused = 4;

const watchButtons = (watch: string): Button[] => [
  { name: 'activity reset of its watch', press: onWatch(watch, 'reset') },
  { name: 'activity pause of its watch, until unpause', ...pausedAndGoOn(watch) },
  {
    name: 'activity update-options of its watch, a short timeout',
    press: onWatch(watch, 'update-options', '--start-to-close-timeout=2s', '--retry-maximum-attempts=100'),
  },
];

let adNumber = '';

beforeAll(async () => {
  const world = the();
  adNumber = world.simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.50' });
  await startKeeping(world);
  await world.startDesk({ release: releaseRules('approve') });
});

const startKeeping = ({ client }: OperationsWorld) =>
  startAd(client, { account, adNumber, mode: 'sim', rules, settings: quickSettings });

const control = ({ client }: OperationsWorld) => adControl(client, account, adNumber);

async function standsAt({ simulator }: OperationsWorld, price: string): Promise<void> {
  await until(
    `the ad stands at ${price}`,
    () => simulator.marketplace.ads.get(adNumber)?.price,
    (found) => found === price,
  );
}

const adButtons: Button[] = [
  {
    name: 'workflow cancel: it asks a human, and stays priced',
    press: async (world, workflowId) => {
      await run('workflow', 'cancel')(world, workflowId);
      const view = await until(
        'it asks',
        () => control(world).state(),
        ({ isCancelAsked }) => isCancelAsked,
      );
      expect(view).toMatchObject({ needsHuman: true, state: { kind: 'running' } });
    },
  },
  { name: 'workflow terminate, until it is started again', press: run('workflow', 'terminate'), goOn: startKeeping },
  { name: 'workflow reset', press: resetToStart },
  ...watchButtons('watchMarket'),
];

describe('an ad keeps its price, and follows the market once it goes on', () => {
  it.each(adButtons)('$name', async ({ press, goOn }) => {
    const world = the();
    const { market, simulator } = world;
    market.move('10.00', '10.05', '9.95');
    await standsAt(world, '10.04');
    const { reprices } = simulator.ledger();
    await press(world, control(world).workflowId);
    market.move('10.00', '10.03', '9.95');
    if (goOn !== undefined) {
      expect(simulator.ledger().reprices).toBe(reprices);
      await goOn(world, control(world).workflowId);
    }
    await standsAt(world, '10.02');
    expect(simulator.ledger().reprices).toBe(reprices + 1);
  });
});

const deskButtons: Button[] = [
  {
    name: 'workflow cancel: it goes on, and asks a human',
    press: async (world, workflowId) => {
      await run('workflow', 'cancel')(world, workflowId);
      const desk = deskControl(world.client, account);
      await until(
        'it asks',
        () => desk.state(),
        ({ needsHuman }) => needsHuman,
      );
      expect(await desk.changeMode('sim', { by: 'ana' })).toMatchObject({ needsHuman: false });
    },
  },
  {
    name: 'workflow terminate, until it is started again',
    press: run('workflow', 'terminate'),
    goOn: (world) => world.startDesk({ release: null }),
  },
  { name: 'workflow reset', press: resetToStart },
  ...watchButtons('watchOrders'),
];

describe('a desk carries what arrives meanwhile, once', () => {
  it.each(deskButtons)('$name', async ({ press, goOn }) => {
    const world = the();
    await press(world, `desk:${account}`);
    const order = carriedOrder(world, paidOrder(world));
    await goOn?.(world, `desk:${account}`);
    await order.waitsFor('release-gate');
    await order.control.approve({ by: 'ana' });
    await order.waitsFor('nothing');
    expect(effects(world.simulator.ledger(), 'release', order.orderNumber)).toBe(1);
  });

  it('terminate of an order: the intake takes it up again, and it asks for its approval again', async () => {
    const world = the();
    const order = carriedOrder(world, paidOrder(world));
    await order.waitsFor('release-gate');
    const handle = world.client.workflow.getHandle(order.workflowId);
    const { runId } = await handle.describe();
    await world.mustTemporal('workflow', 'terminate', '-w', order.workflowId);
    await until(
      'it is carried again',
      () => handle.describe(),
      (found) => found.runId !== runId,
    );
    await order.waitsFor('release-gate');
    expect(await order.control.state()).toMatchObject({ approvals: [], needsHuman: true });
    expect(effects(world.simulator.ledger(), 'release', order.orderNumber)).toBe(0);
  });

  it('terminate of a placement whose call has left: its order is carried, and the request places no other', async () => {
    const world = the();
    const { placements } = world.simulator.ledger();
    // The price that the placement has seen.
    world.market.move('10.00', '10.05', '9.95');
    const held = world.hold('placeOrder');
    const placement = await world.placement('ended', '350.00');
    await held.done;
    await world.mustTemporal('workflow', 'terminate', '-w', placement.workflowId);
    held.letGo();
    await expect((await world.placement('ended', '350.00')).result()).rejects.toThrow(/./);
    const placed = world.simulator.ledger().entries.findLast(({ kind }) => kind === 'place');
    const order = carriedOrder(world, placed?.orderNumber ?? '');
    await order.waitsFor('our-payment');
    expect(world.simulator.ledger()).toMatchObject({ placements: placements + 1, doublePlacements: 0 });
  });
});

describe('a ban outlives what is done to its egress', () => {
  const buttons: Button[] = [
    { name: 'workflow terminate', press: run('workflow', 'terminate') },
    { name: 'workflow reset', press: resetToStart },
    { name: 'workflow cancel', press: run('workflow', 'cancel') },
  ];

  /** A query is answered by a run that has ended, too. */
  const stateOfRunning = async ({ client }: OperationsWorld, workflowId: string): Promise<EgressView> => {
    const { runId, status } = await client.workflow.getHandle(workflowId).describe();
    if (status.name !== 'RUNNING') throw new Error(`the egress is ${status.name}`);
    return client.workflow.getHandle(workflowId, runId).query<EgressView>('state');
  };

  it.each(buttons)('$name', async ({ press }) => {
    const world = the();
    const egress = egressControl(world.client, 'default');
    const calls: string[] = [];
    await egress.reportBan({ untilMs: Date.now() + hourMs, reason: 'a test' });
    await until(
      'the ad stands still',
      () => control(world).state(),
      ({ state }) => state.kind === 'blocked',
    );
    const end = world.simulator.on((event) => event.type === 'request' && calls.push(event.operation));
    await press(world, egress.workflowId);
    const { ban } = await until(
      'an egress that runs knows of it',
      () => stateOfRunning(world, egress.workflowId),
      ({ state }) => state === 'banned',
    );
    expect(ban?.untilMs).toBeGreaterThan(Date.now() + hourMs / 2);
    expect(calls).toEqual([]);
    end();
    await egress.clearBan({ by: 'ana' });
    await until(
      'the ad goes on',
      () => control(world).repriceNow({ by: 'ana' }),
      ({ state }) => state.kind === 'running',
    );
  });
});
