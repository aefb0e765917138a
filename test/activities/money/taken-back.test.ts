/** Whatever changes between the look of a money call and its arming stops it, with its turn and a connection taken. */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { MoneyAttempt } from '../../../src/activities/activity-contract.ts';
import { blockEntry, rulesEntry, switchEntry, type Restriction } from '../../../src/domain/guard/restriction.ts';
import { takenBack } from '../../../src/domain/register/taken-back.ts';
import { RegisterSilent } from '../../../src/register/register.ts';
import { accountRegister } from '../../register/memory-register.ts';
import { eventually, openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { publishInput } from '../publication/publication-fixture.ts';
import {
  beforeArming,
  beforePermit,
  duePurchase,
  markPaid,
  markPaidInput,
  moneyCalls,
  paidSale,
  payment,
  placeInput,
  readInput,
  release,
  releaseInput,
  rulesOf,
} from './money-fixture.ts';

type Happens = (world: ActivityWorld, orderNumber: string) => unknown;

const thrown = { by: 'ana', reason: 'a doubt', atMs: 1 };
const restrict = ({ deps }: ActivityWorld, entry: Restriction) =>
  deps.register.restrict({ entries: [entry], by: 'ana' });
const minted = { generation: 'another-mint', how: 'restored', nowMs: 1 } as const;

const changes: [string, Happens, string][] = [
  ...takenBack.map((what): [string, Happens, string] => [
    `taken back: ${what}`,
    ({ deps }, orderNumber) => deps.register.takeBack({ orderNumber, what, by: 'ana', note: '' }),
    what === 'hold' || what === 'stop' ? 'HELD' : 'TAKEN_BACK',
  ]),
  [
    'the first sight of a reset',
    (world, orderNumber) =>
      world.scheduled().run(world.acting.readOrder, readInput(orderNumber, { resetId: 'run-after-reset' })),
    'TAKEN_BACK',
  ],
  ['the switch of everything', (world) => restrict(world, switchEntry('all', thrown)), 'SWITCHED_OFF'],
  ['the switch of releases', (world) => restrict(world, switchEntry('releases', thrown)), 'SWITCHED_OFF'],
  ['rules', (world) => restrict(world, rulesEntry(rulesOf('approve'))), 'TAKEN_BACK'],
  [
    'someone who is blocked',
    (world) =>
      restrict(world, blockEntry({ kind: 'nickname', key: 'eve', shown: 'Eve', by: 'ana', note: null, atMs: 1 })),
    'TAKEN_BACK',
  ],
  ['a register that was put back from a copy', ({ memory }) => memory.register.mint(minted), 'TAKEN_BACK'],
  [
    'another process that leads',
    ({ memory, clock }) => accountRegister(memory, { account: 'acme', clock }),
    'NOT_SENT',
  ],
];

describe('P6: what is taken back while a release waits to leave', () => {
  it.each(changes)('%s: nothing leaves, its claim is withdrawn, and its payment is free', async (...row) => {
    const [, happens, category] = row;
    const world = await openActivityWorld();
    const first = paidSale(world);
    const gate = { rules: rulesOf('match'), match: payment(world) };
    beforeArming(world, () => happens(world, first));
    const end = await release(world, releaseInput(first, gate));
    expect(end).toMatchObject({ kind: 'rejected', category, code: null });
    expect(moneyCalls(world)).toBe(0);
    expect(await world.rows('release')).toMatchObject([{ subject: first, state: 'not-left', armedAtMs: null }]);
    expect(await world.memory.register.paymentOwners({ keys: ['BANK1'] })).toEqual([]);
  });

  it('a switch that is engaged while the call waits for its turn in a full window: nothing leaves', async () => {
    const world = await openActivityWorld({ settings: { accountRequestsPerSecond: 2 } });
    const orderNumber = paidSale(world);
    const ending = release(world, releaseInput(orderNumber));
    const { exchange } = world;
    const isWaiting = (): boolean => world.fakeGuard.asked.length === 1 && exchange.budgetUse().waiting === 1;
    await eventually('permitted, it waits for its turn', isWaiting);
    await restrict(world, switchEntry('releases', thrown));
    expect(await ending).toMatchObject({ kind: 'rejected', category: 'SWITCHED_OFF' });
    expect(moneyCalls(world)).toBe(0);
    expect(await world.rows('release')).toMatchObject([{ state: 'not-left' }]);
  });

  it('a cancel that comes while it waits for its turn is seen at the door', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    const env = world.asOrder(orderNumber);
    beforePermit(world, () => env.cancel());
    expect(await release(world, releaseInput(orderNumber), env)).toMatchObject({ category: 'NOT_SENT' });
    expect(moneyCalls(world)).toBe(0);
    expect(await world.rows('release')).toMatchObject([{ state: 'not-left' }]);
  });
});

describe('design 6: the other steps rest on the same marks', () => {
  const steps: [string, (world: ActivityWorld) => Promise<MoneyAttempt>][] = [
    ['mark-paid', (world) => markPaid(world, markPaidInput(duePurchase(world)))],
    ['place', (world) => world.asPlacement('r1').run(world.money.placeOrder, placeInput()) as Promise<MoneyAttempt>],
    [
      'publish',
      (world) =>
        world.asPublication('usdt-bob').run(world.money.publishAd, publishInput(world)) as Promise<MoneyAttempt>,
    ],
  ];
  const others: [string, Happens, string][] = [
    ['the switch of everything', (world) => restrict(world, switchEntry('all', thrown)), 'SWITCHED_OFF'],
    ['rules', (world) => restrict(world, rulesEntry(rulesOf('approve'))), 'TAKEN_BACK'],
    ['a register that was put back from a copy', ({ memory }) => memory.register.mint(minted), 'TAKEN_BACK'],
  ];

  it.each(steps.flatMap(([step, run]) => others.map((other) => [step, ...other, run] as const)))(
    '%s, and %s comes before its arming: nothing leaves',
    async (...row) => {
      const [step, , happens, category, run] = row;
      const world = await openActivityWorld();
      beforeArming(world, () => happens(world, ''));
      expect(await run(world)).toMatchObject({ kind: 'rejected', category });
      expect([moneyCalls(world), world.callsOf('ads/post')]).toEqual([0, 0]);
      expect(await world.rows(step as 'place')).toMatchObject([{ state: 'not-left' }]);
    },
  );

  it.each(['ads', 'repricing'] as const)('the switch %s stops what is published', async (name) => {
    const world = await openActivityWorld();
    beforeArming(world, () => restrict(world, switchEntry(name, thrown)));
    const end = await world.asPublication('usdt-bob').run(world.money.publishAd, publishInput(world));
    expect(end).toMatchObject({ kind: 'rejected', category: 'SWITCHED_OFF' });
    expect(world.callsOf('ads/post')).toBe(0);
  });

  it('a payment that was confirmed before something was taken back: its notice is not even claimed', async () => {
    const world = await openActivityWorld();
    const orderNumber = duePurchase(world);
    const { register } = world.deps;
    const taken = (what: 'hold' | 'revoke') => register.takeBack({ orderNumber, what, by: 'ana', note: '' });
    const { generation, epoch } = await taken('revoke').then(() => register.marksOf(orderNumber));
    const refused = { kind: 'rejected', category: 'TAKEN_BACK' };
    expect(await markPaid(world, markPaidInput(orderNumber))).toMatchObject(refused);
    const otherMint = { generation: 'another-mint', epoch };
    expect(await markPaid(world, markPaidInput(orderNumber, { seen: otherMint }))).toMatchObject(refused);
    await taken('hold');
    const held = markPaidInput(orderNumber, { seen: { generation, epoch: epoch + 1 } });
    expect(await markPaid(world, held)).toMatchObject({ kind: 'rejected', category: 'HELD' });
    expect(await world.rows('mark-paid')).toEqual([]);
    await register.unhold({ orderNumber, by: 'ana', generation, epoch: epoch + 1, signed: null });
    expect(await markPaid(world, held)).toMatchObject({ kind: 'executed' });
  });
});

describe('design 6: two dispatches of one step', () => {
  it('the later one takes the place of the former, which then cannot leave any more', async () => {
    const world = await openActivityWorld();
    const input = releaseInput(paidSale(world));
    const ends: MoneyAttempt[] = [];
    beforeArming(world, async () => ends.push(await release(world, input)));
    ends.push(await release(world, input));
    expect(ends).toMatchObject([{ kind: 'executed' }, { kind: 'rejected', category: 'NOT_SENT' }]);
    expect((await world.rows('release')).map(({ state }) => state)).toEqual(['not-left', 'leaving']);
    expect(world.simulator.ledger()).toMatchObject({ releases: 1, repeatedAttempts: 0 });
  });

  it('two orders at once ask the guard in the order of their claims: none looks like one of an older register', async () => {
    const world = await openActivityWorld();
    const orders = [paidSale(world), paidSale(world), paidSale(world)];
    beforePermit(world, async () => {
      // The first of them waits longest.
      const asked = (await world.rows('release')).length;
      await delay(100 / asked);
    });
    const ends = await Promise.all(orders.map((orderNumber) => release(world, releaseInput(orderNumber))));
    expect(ends).toMatchObject(orders.map(() => ({ kind: 'executed' })));
    expect(world.fakeGuard.asked.map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('one that fails keeps no other from its turn', async () => {
    const world = await openActivityWorld();
    const orders = [paidSale(world), paidSale(world)];
    const claim = vi
      .spyOn(world.deps.register, 'claim')
      .mockRejectedValueOnce(new RegisterSilent({ code: 'unopened', reason: 'no answer' }));
    const ends = await Promise.all(orders.map((orderNumber) => release(world, releaseInput(orderNumber))));
    expect(ends.map(({ kind }) => kind).toSorted()).toEqual(['executed', 'rejected']);
    expect(claim).toHaveBeenCalledTimes(2);
  });

  it('a payment that went to another order, once the service had ended the first: PROOF_USED', async () => {
    const world = await openActivityWorld();
    const [first, second] = [paidSale(world), paidSale(world)];
    const gate = { rules: rulesOf('match'), match: payment(world) };
    const ends: MoneyAttempt[] = [];
    beforeArming(world, async () => {
      world.simulator.counterparties.cancel(first);
      await world.scheduled().run(world.acting.readOrder, readInput(first));
      ends.push(await release(world, releaseInput(second, gate)));
    });
    ends.push(await release(world, releaseInput(first, gate)));
    expect(ends).toMatchObject([{ kind: 'executed' }, { kind: 'rejected', category: 'PROOF_USED' }]);
    expect(await world.memory.register.paymentOwners({ keys: ['BANK1'] })).toMatchObject([{ orderNumber: second }]);
    expect(moneyCalls(world)).toBe(1);
  });

  it('promise 2: one payment for two accounts of one register: one release', async () => {
    const acme = await openActivityWorld();
    const zeta = await openActivityWorld({ account: 'zeta', memory: acme.memory });
    const [first, second] = [paidSale(acme), paidSale(zeta)];
    const gate = { rules: rulesOf('match'), match: payment(acme) };
    const ends: MoneyAttempt[] = [];
    // Both have looked, and the other one claims first.
    const claim = zeta.deps.register.claim.bind(zeta.deps.register);
    zeta.deps.register.claim = async (wish) => {
      ends.push(await release(acme, releaseInput(first, gate)));
      return claim(wish);
    };
    ends.push(await release(zeta, releaseInput(second, gate)));
    const message = `the payment was used for order ${first} of account acme`;
    expect(ends).toMatchObject([{ kind: 'executed' }, { kind: 'rejected', category: 'PROOF_USED', message }]);
    expect([acme, zeta].map(({ simulator }) => simulator.ledger().releases)).toEqual([1, 0]);
  });
});
