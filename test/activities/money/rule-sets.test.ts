/** The rules of the order, of the guard and of the register: each set must be satisfied, and no looser one lifts another. */
import { describe, expect, it, vi } from 'vitest';
import type { MoneyAttempt, ReleaseLook } from '../../../src/activities/activity-contract.ts';
import { asShown } from '../../../src/domain/orders/attached-payments.ts';
import type { ReleaseRules } from '../../../src/domain/orders/release-rules.ts';
import { rulesEntry, switchEntry } from '../../../src/domain/guard/restriction.ts';
import { throwSwitch } from '../../../src/domain/guard/guard-memory.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import {
  approvalOf,
  moneyCalls,
  paidSale,
  payment,
  readInput,
  release,
  releaseInput,
  rulesOf,
} from './money-fixture.ts';

interface Sets {
  order: ReleaseRules;
  guard?: ReleaseRules;
  register?: ReleaseRules[];
}

async function openRuled({ guard, register = [] }: Sets): Promise<ActivityWorld> {
  const world = await openActivityWorld();
  if (guard !== undefined) world.fakeGuard.memory = { ...world.fakeGuard.memory, rules: guard };
  await world.deps.register.restrict({ entries: register.map(rulesEntry), by: 'ana' });
  return world;
}

const two = { approvers: { count: 2, countAbove: null } };
const capped = (sum: string) => rulesOf('paid', { amountCap: { BOB: sum } });

const lacking: [string, Sets, string][] = [
  ['the guard asks for an approval', { order: rulesOf('paid'), guard: rulesOf('approve') }, 'APPROVAL_MISSING'],
  ['the register asks for one', { order: rulesOf('paid'), register: [rulesOf('approve')] }, 'APPROVAL_MISSING'],
  [
    'the order asks for one',
    { order: rulesOf('approve'), guard: rulesOf('paid'), register: [rulesOf('paid')] },
    'APPROVAL_MISSING',
  ],
  ['the register asks for a payment', { order: rulesOf('paid'), register: [rulesOf('match')] }, 'ORDER_MISMATCH'],
  ['the guard has a smaller cap', { order: capped('1000'), guard: capped('509') }, 'OVER_CAP'],
  [
    'the register has a smaller cap, beside another set',
    { order: capped('1000'), register: [rulesOf('paid'), capped('509')] },
    'OVER_CAP',
  ],
];

describe('design 6: several sets of release rules', () => {
  it.each(lacking)('%s: nothing is claimed', async (...[, sets, category]) => {
    const world = await openRuled(sets);
    const end = await release(world, releaseInput(paidSale(world), { rules: sets.order }));
    expect(end).toMatchObject({ kind: 'rejected', category });
    expect([moneyCalls(world), await world.rows('release')]).toEqual([0, []]);
  });

  it('what each of them asks for together: released, and every payment is claimed', async () => {
    const sets = { order: rulesOf('paid'), guard: rulesOf('approve'), register: [rulesOf('match'), capped('510')] };
    const world = await openRuled(sets);
    const orderNumber = paidSale(world);
    const [match, part] = [payment(world), payment(world, { proofId: 'PART-1', amount: '1.00' })];
    const approvals = [await approvalOf(world, orderNumber, { payments: asShown({ match, earlier: [part] }) })];
    const gate = { rules: sets.order, match, earlierMatches: [part], approvals };
    expect(await release(world, releaseInput(orderNumber, gate))).toMatchObject({ kind: 'executed' });
    expect(await world.deps.register.paymentOwners(['BANK1', 'PART1'])).toHaveLength(2);
  });

  type Record = Partial<ReleaseRules['counterparty']>;
  const least = (part: Record): ReleaseRules =>
    rulesOf('paid', { counterparty: { ...rulesOf('paid').counterparty, ...part } });
  // What the simulator's counterparties have, and more than that.
  const records: [string, Record, Record][] = [
    ['orders', { minCompletedOrders: 240 }, { minCompletedOrders: 241 }],
    ['finish rate', { minFinishRate: 0.98 }, { minFinishRate: 0.99 }],
    ['days', { minRegisterDays: 400 }, { minRegisterDays: 401 }],
  ];
  const keepers: [string, (rules: ReleaseRules) => Sets][] = [
    ['the guard', (guard) => ({ order: rulesOf('paid'), guard })],
    ['the register', (rules) => ({ order: rulesOf('paid'), register: [rules] })],
  ];

  describe.each(keepers)(
    'money-steps#one-call: a record of the counterparty that %s alone asks for',
    (_name, setsOf) => {
      it.each(records)('%s: is read, and who has it is released to', async (_what, enough, more) => {
        const ends = [enough, more].map(async (part) => {
          const sets = setsOf(least(part));
          const world = await openRuled(sets);
          return release(world, releaseInput(paidSale(world), { rules: sets.order }));
        });
        const refused = { kind: 'rejected', category: 'ORDER_MISMATCH', lacks: [{ name: 'counterparty' }] };
        expect(await Promise.all(ends)).toMatchObject([{ kind: 'executed' }, refused]);
      });
    },
  );

  it('money-steps#one-call: the guard is asked afresh for them, whatever was heard of it before', async () => {
    const world = await openActivityWorld();
    const look = vi.spyOn(world.fakeGuard, 'look');
    expect(await release(world, releaseInput(paidSale(world)))).toMatchObject({ kind: 'executed' });
    expect(look.mock.calls).toEqual([[0]]);
  });

  it('the number of people is the largest that one of them wants', async () => {
    const sets = { order: rulesOf('approve'), guard: rulesOf('approve'), register: [rulesOf('approve', two)] };
    const world = await openRuled(sets);
    const orderNumber = paidSale(world);
    const ends: MoneyAttempt[] = [];
    const approvals = [];
    for (const by of ['ana', 'ben']) {
      approvals.push(await approvalOf(world, orderNumber, { by }));
      ends.push(await release(world, releaseInput(orderNumber, { rules: sets.order, approvals })));
    }
    expect(ends).toMatchObject([{ category: 'APPROVAL_MISSING' }, { kind: 'executed' }]);
  });

  it('what two of them lack in the same words is said once, and what was taken back beside it', async () => {
    const sets = { order: rulesOf('approve'), guard: rulesOf('approve', two), register: [rulesOf('approve')] };
    const world = await openRuled(sets);
    const orderNumber = paidSale(world);
    const approvals = [await approvalOf(world, orderNumber)];
    await world.deps.register.takeBack({ orderNumber, what: 'revoke', by: 'ana', note: '' });
    const { gate } = releaseInput(orderNumber, { rules: sets.order, approvals });
    const look = (await world.scheduled().run(world.money.checkRelease, gate)) as ReleaseLook;
    expect(look.missing).toMatchObject([
      { name: 'approval', by: [], wanted: 1 },
      { name: 'approval', by: [], wanted: 2 },
      { name: 'taken-back' },
    ]);
    expect(look.order.stand).toMatchObject({ epoch: 1 });
  });

  it('a word that counts no more is not named where nothing lacks it', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    const approvals = [await approvalOf(world, orderNumber)];
    await world.deps.register.takeBack({ orderNumber, what: 'revoke', by: 'ana', note: '' });
    const { gate } = releaseInput(orderNumber, { approvals });
    expect(await world.scheduled().run(world.money.checkRelease, gate)).toMatchObject({ missing: [] });
  });
});

describe('design 6: the switches of guard and register', () => {
  const thrown = { by: 'ana', reason: '', atMs: 1 };

  it.each(['all', 'releases'] as const)('%s, engaged in the register alone, stands at the gate', async (name) => {
    const world = await openActivityWorld();
    await world.deps.register.restrict({ entries: [switchEntry(name, thrown)], by: 'ana' });
    const { gate } = releaseInput(paidSale(world));
    const look = await world.scheduled().run(world.money.checkRelease, gate);
    expect(look).toMatchObject({ missing: [{ name: 'kill-switch', bringer: 'switch' }] });
    expect(await release(world, releaseInput(gate.orderNumber))).toMatchObject({ category: 'SWITCHED_OFF' });
    expect(await world.rows('release')).toEqual([]);
  });

  it('a guard that is silent hides no switch of the register, and opens none', async () => {
    const world = await openActivityWorld();
    world.fakeGuard.silent = true;
    const { gate } = releaseInput(paidSale(world));
    const look = () => world.scheduled().run(world.money.checkRelease, gate);
    expect(await look()).toMatchObject({ missing: [{ name: 'kill-switch', bringer: 'time' }] });
    await world.deps.register.restrict({ entries: [switchEntry('releases', thrown)], by: 'ana' });
    expect(await look()).toMatchObject({ missing: [{ name: 'kill-switch', bringer: 'switch' }] });
  });

  it('one that the guard alone lifts stays engaged', async () => {
    const world = await openActivityWorld();
    world.fakeGuard.memory = throwSwitch(world.fakeGuard.memory, 'ads', thrown);
    await world.deps.register.restrict({ entries: [switchEntry('all', thrown)], by: 'ana' });
    const orderNumber = paidSale(world);
    expect(await release(world, releaseInput(orderNumber))).toMatchObject({ category: 'SWITCHED_OFF' });
    await world.deps.register.takeBack({ orderNumber, what: 'hold', by: 'ana', note: 'why' });
    const read = await world.scheduled().run(world.acting.readOrder, readInput(orderNumber));
    expect(read).toMatchObject({ stand: { held: { by: 'ana', note: 'why' }, epoch: 1 } });
  });
});
