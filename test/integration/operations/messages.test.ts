/** Starts and messages that Peerdesk itself never sends, against a live worker; the ledger is the judge. */
import { describe, expect, it } from 'vitest';
import { deskControl, egressControl, guardControl, startAd } from '../../../src/client/index.ts';
import { adCommands } from '../../../src/workflows/contract/ad-contract.ts';
import * as egressMessages from '../../../src/workflows/contract/egress-contract.ts';
import { deskCommands, intakeReportFact } from '../../../src/workflows/contract/desk-contract.ts';
import { catchUpUpdate, guardCommands, permitUpdate } from '../../../src/workflows/contract/guard-contract.ts';
import * as orders from '../../../src/workflows/contract/order-messages.ts';
import { placementCommands } from '../../../src/workflows/contract/placement-contract.ts';
import { account, askAdNumber, until } from '../desk-harness.ts';
import {
  effects,
  liftSwitch,
  paidOrder,
  releaseRules,
  shareOperationsWorld,
  type OperationsWorld,
} from '../operations-world.ts';

const the = shareOperationsWorld();
const accountQueue = `peerdesk:${account}`;

interface Odd {
  name: string;
  part: object;
  reason: RegExp;
}

const oddPolicies: Odd[] = ['Paid', ['paid'], '', null, undefined].map((policy) => ({
  name: `policy ${JSON.stringify(policy)}`,
  part: { release: { ...releaseRules('paid'), policy } },
  reason: /release\.policy/,
}));
const oddModes: Odd[] = ['Sim', ['sim'], '', null, undefined].map((mode) => ({
  name: `mode ${JSON.stringify(mode)}`,
  part: { mode },
  reason: /mode/,
}));
const oddSettings: Odd[] = [{ moneySettleMs: -1 }, { moneyStepBoundMs: '10000' }, { nothingSuch: 1 }].map(
  (settings) => ({
    name: `settings ${JSON.stringify(settings)}`,
    part: { settings },
    reason: /settings/,
  }),
);

/** What would release an order at once, if it were believed. */
const forgedMemory: Odd = {
  name: 'a memory of its own',
  part: { memory: { approvals: [{ by: 'ana' }], doneSteps: [], progress: { status: 'PAID', since: 0 } } },
  reason: /memory/,
};
const more: Odd = { name: 'a field more', part: { force: true }, reason: /force/ };

interface Start {
  type: string;
  id: string;
  queue: string;
  input: object;
  odd: Odd[];
}

const adRules = { strategy: { kind: 'undercut', ticks: 1 }, limits: { floor: '9.00', ceiling: '11.00' } } as const;

/** Each workflow type with a valid input. */
function starts(orderNumber: string): Start[] {
  const trade = { asset: 'USDT', fiat: 'BOB', side: 'BUY', totalAmount: '500.00', matchPrice: '10.05' };
  const common = { account, mode: 'sim', release: releaseRules('paid') };
  const placement = { ...common, ...trade, requestId: 'odd', adNumber: askAdNumber };
  return [
    {
      type: 'orderLifecycle',
      id: `order:${account}:${orderNumber}`,
      queue: accountQueue,
      input: { ...common, orderNumber },
      odd: [forgedMemory, more, ...oddModes, ...oddPolicies, ...oddSettings],
    },
    {
      type: 'orderPlacement',
      id: `place:${account}:odd`,
      queue: accountQueue,
      input: placement,
      odd: [forgedMemory, more, ...oddModes, ...oddPolicies, ...oddSettings],
    },
    {
      type: 'adMaintenance',
      id: `ad:${account}:odd`,
      queue: accountQueue,
      input: { account, adNumber: 'odd', mode: 'sim', rules: adRules },
      odd: [forgedMemory, more, ...oddModes, ...oddSettings],
    },
    {
      type: 'accountDesk',
      id: 'desk:other',
      queue: accountQueue,
      input: { account: 'other', egress: 'default', mode: 'sim', adoptAds: null },
      odd: [forgedMemory, more, ...oddModes, ...oddSettings],
    },
    ...(['guard', 'lead', 'notices'] as const).map((kind) => ({
      type: kind === 'notices' ? 'accountNotices' : kind,
      id: `${kind}:other`,
      queue: accountQueue,
      input: { account: 'other' },
      odd: [forgedMemory, more],
    })),
    {
      type: 'egress',
      id: 'egress:other',
      queue: 'peerdesk:egress:default',
      input: { egress: 'other' },
      odd: [forgedMemory, more],
    },
  ];
}

describe('a start that is malformed or forged fails with the reason, and moves nothing', () => {
  it.each(starts('').map(({ type }) => type))('%s: fails with the reason, and moves nothing', async (type) => {
    const { client, simulator } = the();
    const orderNumber = paidOrder({ simulator });
    const start = starts(orderNumber).find((known) => known.type === type);
    if (start === undefined) throw new Error(`no start of ${type}`);
    const { id: workflowId, queue: taskQueue, input, odd } = start;
    const inputs: [string, unknown[], RegExp][] = [
      ['no input', [], /is missing/],
      ['null', [null], /must be an object/],
      ['{}', [{}], /./],
      ['a text', ['x'], /must be an object/],
      ...odd.map(({ name, part, reason }): [string, unknown[], RegExp] => [name, [{ ...input, ...part }], reason]),
    ];
    for (const [name, args, reason] of inputs) {
      const handle = await client.workflow.start(type, { workflowId, taskQueue, args });
      const error: unknown = await handle.result().then(
        () => 'ended well',
        (failure: unknown) => failure,
      );
      expect(error, name).toMatchObject({
        cause: { type: expect.stringMatching(/^(MALFORMED_INPUT|FORGED_MEMORY)$/) },
      });
      expect(String((error as Error).cause), name).toMatch(reason);
    }
    expect(effects(simulator.ledger(), 'release', orderNumber)).toBe(0);
    expect(simulator.ledger()).toMatchObject({ releases: 0, payments: 0, placements: 0, reprices: 0 });
  });
});

/** A running workflow, and every message that it accepts. */
interface Kept {
  workflowId: string;
  signals: string[];
  updates: string[];
  /** What no message of these may change; default: the whole page. */
  lasting?: (view: object) => unknown;
}

const named = (messages: Record<string, { name: string }>): string[] => Object.values(messages).map(({ name }) => name);
const garbage: unknown[][] = [[], [null], [{}], [[]], ['text'], [7], [{ by: 7 }], [{ by: '' }]];
/** A request id is a text; rules that change nothing are rules. */
const wellFormed: Readonly<Record<string, string>> = { claimPlacement: '["text"]', setRules: '[{}]' };
const garbageFor = (name: string): unknown[][] => garbage.filter((args) => JSON.stringify(args) !== wellFormed[name]);

/** Payloads that the default converter cannot read, as `--input-meta` makes them. */
const oddEncodings = ['encoding=foo/bar', 'encoding=binary/null'];

interface View {
  refused: { count: number; last: { message: string } | null };
}

const misformed = { cause: { type: 'REFUSED', details: [{ code: 'malformed' }] } };
const withoutRefused = (view: object): unknown => ({ ...view, refused: null });

/** Sends every message with every garbage; only the refusals on the page may change. */
async function sendGarbage(world: OperationsWorld, kept: Kept): Promise<void> {
  const { workflowId, signals, updates, lasting = withoutRefused } = kept;
  const handle = world.client.workflow.getHandle(workflowId);
  const view = async (): Promise<View> => handle.query<View>('state');
  const before = await view();
  const wanted = [...signals, 'nothingSuch'].flatMap((name) => garbageFor(name).map((args) => ({ name, args })));
  for (const { name, args } of wanted) await handle.signal(name, ...args);
  for (const meta of oddEncodings) {
    for (const name of signals) {
      const sent = ['--name', name, '--input', '{', '--input-meta', meta];
      await world.mustTemporal('workflow', 'signal', '-w', workflowId, ...sent);
    }
  }
  const count = before.refused.count + wanted.length + oddEncodings.length * signals.length;
  const after = await until('every signal was refused', view, ({ refused }) => refused.count === count);
  expect(lasting(after)).toEqual(lasting(before));
  for (const name of updates) {
    for (const args of garbageFor(name)) {
      const answer = handle.executeUpdate(name, { args: args as [] });
      await expect(answer, `${name} ${JSON.stringify(args)}`).rejects.toMatchObject(misformed);
    }
  }
  expect(lasting(await view())).toEqual(lasting(before));
}

describe('every message with no input, null, {} and wrong types: refused, shown, and it goes on', () => {
  it('of an order at its gate', async () => {
    const world = the();
    const order = await world.sale('approve');
    await order.waitsFor('release-gate');
    const commands = named(orders.orderCommands);
    await sendGarbage(world, {
      workflowId: order.workflowId,
      signals: [...commands, orders.orderEventsFact.name, orders.placedFact.name],
      updates: [...commands, orders.claimPlacementUpdate.name],
    });
    expect(effects(world.simulator.ledger(), 'release', order.orderNumber)).toBe(0);
    await order.control.approve({ by: 'ana' });
    await order.waitsFor('nothing');
    expect(effects(world.simulator.ledger(), 'release', order.orderNumber)).toBe(1);
  });

  it('of a placement that checks', async () => {
    const world = the();
    const { placements } = world.simulator.ledger();
    world.simulator.setFaults([{ operation: 'checkIfCanPlaceOrder', fault: { kind: 'error', code: -1000 } }]);
    const placement = await world.placement('garbage', '300.00');
    await until(
      'it checks',
      () => placement.state(),
      ({ state }) => state === 'checking',
    );
    const signals = named(placementCommands);
    await sendGarbage(world, { workflowId: placement.workflowId, signals, updates: signals });
    expect(world.simulator.ledger()).toMatchObject({ placements });
    world.simulator.setFaults([]);
    expect(await placement.result()).toMatchObject({ state: 'placed' });
    expect(world.simulator.ledger()).toMatchObject({ placements: placements + 1, doublePlacements: 0 });
  });

  it('of the guard: its switches stay as they are, and it permits nothing by it', async () => {
    const world = the();
    const guard = guardControl(world.client, account);
    await guard.killSwitch({ name: 'all', thrown: true, by: 'ana' });
    const signals = named(guardCommands);
    const updates = [...signals, permitUpdate.name, catchUpUpdate.name];
    await sendGarbage(world, { workflowId: guard.workflowId, signals, updates });
    await liftSwitch(world, 'all');
    expect(await guard.state()).toMatchObject({ switches: { all: null } });
  });

  it('of an ad: its state, rules and price stay as they are', async () => {
    const world = the();
    const adNumber = world.simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.50' });
    const ad = await startAd(world.client, { account, adNumber, mode: 'shadow', rules: adRules });
    await until(
      'it watches',
      () => ad.state(),
      ({ state }) => state.kind === 'running',
    );
    const commands = named(adCommands);
    const { workflowId } = ad;
    const lasting = (view: object): unknown => {
      const { state, rules, override, mode } = view as Record<string, unknown>;
      return { state, rules, override, mode };
    };
    await sendGarbage(world, { workflowId, signals: commands, updates: commands, lasting });
    expect(world.simulator.ledger().reprices).toBe(0);
  });

  it('of the egress', async () => {
    const world = the();
    const egress = egressControl(world.client, 'default');
    await egress.reportBan({ untilMs: Date.now() + 1, reason: 'over at once' });
    await until(
      'the ban is over',
      () => egress.state(),
      ({ state }) => state === 'open',
    );
    const { egressCommands, banReportedFact, breakerReportedFact, awaitBanNewsUpdate } = egressMessages;
    const commands = named(egressCommands);
    const signals = [...commands, banReportedFact.name, breakerReportedFact.name];
    const updates = [...commands, awaitBanNewsUpdate.name];
    await sendGarbage(world, { workflowId: 'egress:default', signals, updates });
  });

  it('of a desk: its mode and its intake stay as they are', async () => {
    const world = the();
    await world.startDesk({ release: null });
    const desk = deskControl(world.client, account);
    const commands = named(deskCommands);
    const lasting = (view: object): unknown => {
      const { mode, state, settings, adopted } = view as Record<string, unknown>;
      return { mode, state, settings, adopted };
    };
    const signals = [...commands, intakeReportFact.name];
    await sendGarbage(world, { workflowId: desk.workflowId, signals, updates: commands, lasting });
    expect(await desk.stop({ by: 'ana' })).toMatchObject({ state: 'stopped' });
  });
});
