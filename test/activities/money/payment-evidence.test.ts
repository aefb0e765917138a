/** ADR 0057: a payment that the door has signed, and that no other order can mean, carries a release by policy match. */
import { describe, expect, it } from 'vitest';
import { lookAtGate } from '../../../src/activities/money/release-gate.ts';
import type { ActivityDependencies } from '../../../src/activities/dependencies.ts';
import type { Sighting } from '../../../src/domain/payments/sighting.ts';
import { doorOf } from '../../door/door-key.ts';
import { sightingOf } from '../../domain/payments/payment-fixture.ts';
import { memoryRegister } from '../../register/memory-register.ts';
import type { ListedOrders, ReleaseList } from '../../../src/marketplace/marketplace.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { approvalOf, buyerName, payment, paidSale, release, releaseInput, rulesOf } from './money-fixture.ts';

const door = doorOf();
type Gate = Parameters<typeof releaseInput>[1];
const byMatch = { rules: rulesOf('match') };

async function openDesk(parts: Partial<ActivityDependencies> = {}) {
  const memory = memoryRegister();
  // Only what is signed counts, and no approval is: what releases here rests on the payment alone.
  const world = await openActivityWorld({
    memory,
    parts: { evidenceKeys: door.evidenceKeys, verifyApproval: () => false, ...parts },
  });
  const { account } = world.deps;
  const paid = (part: Partial<Sighting> = {}): Sighting =>
    sightingOf({
      account,
      amount: '510.00',
      payer: buyerName,
      bookedAtMs: world.clock.now(),
      seenAtMs: world.clock.now(),
      ...part,
    });
  const see = (part: Partial<Sighting> = {}) => memory.register.seePayment({ sighting: door.sign(paid(part)) });
  const go = (orderNumber: string, gate: Gate = byMatch) => release(world, releaseInput(orderNumber, gate));
  return { world, memory, paid, see, go };
}

const missing = async ({ deps, asOrder }: ActivityWorld, orderNumber: string, gate: Gate = byMatch) => {
  const look = () => lookAtGate(deps, releaseInput(orderNumber, gate).gate, 'money');
  return ((await asOrder(orderNumber).run(look)) as Awaited<ReturnType<typeof lookAtGate>>).missing;
};

const releasesOf = (world: ActivityWorld) => world.simulator.ledger().releases;

describe('a payment that is matched', () => {
  it('releases its order, once, and is used: without an approval, and with nothing attached', async () => {
    const { world, memory, see, go } = await openDesk();
    const orderNumber = paidSale(world);
    expect(await missing(world, orderNumber)).toEqual([{ name: 'payment-match', near: null, bringer: 'bank' }]);
    expect(await go(orderNumber)).toMatchObject({ kind: 'rejected' });
    await see({ reference: 'TRX 77' });
    expect(await go(orderNumber)).toMatchObject({ kind: 'executed' });
    expect(releasesOf(world)).toBe(1);
    const [kept] = await memory.register.paymentsSeen({});
    expect(kept?.owner).toMatchObject({ orderNumber });
  });

  it('of one buyer with two orders releases neither, and after the first was released on it not the second', async () => {
    const { world, see, go } = await openDesk();
    const [first, second] = [paidSale(world), paidSale(world)];
    await see();
    for (const orderNumber of [first, second]) {
      expect(await missing(world, orderNumber)).toMatchObject([{ near: { verdict: 'ambiguous' } }]);
    }
    await see({ memo: `orden ${first}` });
    expect(await go(first)).toMatchObject({ kind: 'executed' });
    // The other payment could have been the first one's as well as this one's: it is the only one that is left.
    expect(await go(second)).toMatchObject({ kind: 'executed' });
    expect(await go(paidSale(world))).toMatchObject({ kind: 'rejected' });
    expect(releasesOf(world)).toBe(2);
  });

  it('is claimed by a release that a person approved, too: it carries no other order', async () => {
    const { world, memory, see, go } = await openDesk({ verifyApproval: null });
    const orderNumber = paidSale(world);
    await see();
    const approvals = [await approvalOf(world, orderNumber)];
    expect(await go(orderNumber, { rules: rulesOf('approve'), approvals })).toMatchObject({ kind: 'executed' });
    expect((await memory.register.paymentsSeen({}))[0]?.owner).toMatchObject({ orderNumber });
  });
});

describe('what carries no release', () => {
  it.each<[string, Partial<Sighting>, string]>([
    ['a hint', { class: 'hint' }, 'candidate'],
    ['a payment of a third party, with the order in its memo', { payer: 'Bruno Diaz' }, 'third-party'],
    ['more than the total', { amount: '510.01' }, 'over'],
    ['one that is not booked', { state: 'pending' }, 'pending'],
    ['one that can be taken back', { isReversible: true }, 'reversible'],
    ['one without a name', { payer: null }, 'candidate'],
    ['one of another door', { source: 'wise' }, 'candidate'],
  ])('%s: the page says which payment, and what it is', async (_, part, verdict) => {
    const { world, see, go } = await openDesk();
    const orderNumber = paidSale(world);
    await see({ memo: orderNumber, ...part });
    expect(await missing(world, orderNumber)).toEqual([
      { name: 'payment-match', near: { payment: 1, verdict }, bringer: 'bank' },
    ]);
    expect(await go(orderNumber)).toMatchObject({ kind: 'rejected' });
  });

  it('one that was written into the register without the door', async () => {
    const { world, memory, paid, go } = await openDesk();
    const orderNumber = paidSale(world);
    await memory.register.seePayment({ sighting: paid() });
    await memory.register.seePayment({ sighting: { ...paid(), signature: door.sign(paid()).signature ?? null } });
    expect(await go(orderNumber)).toMatchObject({ kind: 'rejected' });
  });

  it('one that was typed, where approvals are signed; typed approvals let it pass', async () => {
    const { world, go } = await openDesk();
    const orderNumber = paidSale(world);
    const gate = { ...byMatch, match: payment(world) };
    expect(await go(orderNumber, gate)).toMatchObject({ kind: 'rejected' });
    world.deps.verifyApproval = null;
    expect(await go(orderNumber, gate)).toMatchObject({ kind: 'executed' });
  });

  it('one that may be of a sale that a person released by hand', async () => {
    const { world, see, go } = await openDesk();
    const [first, second] = [paidSale(world), paidSale(world)];
    await see({ memo: second });
    world.simulator.counterparties.dispute(first);
    world.simulator.counterparties.resolve(first, 'completed');
    await world.asOrder(first).run(world.acting.readOrder, releaseInput(first).gate);
    expect(await missing(world, second)).toMatchObject([{ near: { verdict: 'ambiguous' } }]);
    expect(await go(second)).toMatchObject({ kind: 'rejected' });
  });

  it('one that may be of a sale that was released in the app just now, before its workflow has seen that', async () => {
    const { world, see, go } = await openDesk();
    const [first, second] = [paidSale(world), paidSale(world)];
    await see({ memo: second });
    world.simulator.counterparties.dispute(first);
    world.simulator.counterparties.resolve(first, 'completed');
    expect(await missing(world, second)).toMatchObject([{ near: { verdict: 'ambiguous' } }]);
    expect(await go(second)).toMatchObject({ kind: 'rejected' });
  });

  it.each<[string, Partial<ListedOrders>]>([
    ['is cut', { cutAfter: 9 }],
    ['has a row that cannot be read', { odd: [{ index: 0, subject: '1', why: 'no total' }] }],
  ])('any, while the list of open orders %s', async (_, part) => {
    const { world, see } = await openDesk();
    const orderNumber = paidSale(world);
    await see();
    const { orders } = world.deps.marketplace;
    const list = orders.listRunning.bind(orders);
    orders.listRunning = async (turn) => ({ ...(await list(turn)), ...part });
    expect(await missing(world, orderNumber)).toMatchObject([{ name: 'payment-match', near: null, bringer: 'time' }]);
  });

  it.each<[string, Partial<ReleaseList>]>([
    ['counts more than it shows', { told: 9 }],
    ['has a row without a number', { odd: [{ index: 0, subject: null, why: 'no number' }] }],
    ['has rows that were not shown', { rest: { index: 0, subject: null, why: 'not shown' } }],
  ])('any, while the list of releases %s', async (_, part) => {
    const { world, see } = await openDesk();
    const orderNumber = paidSale(world);
    await see();
    const whole = { items: [], odd: [], rest: null, seen: 0, told: 0 };
    world.deps.marketplace.orders.listReleased = async () => ({ ...whole, ...part });
    expect(await missing(world, orderNumber)).toMatchObject([{ name: 'payment-match', near: null, bringer: 'time' }]);
  });

  it('one that comes in while the others are read: no other order was looked at for it', async () => {
    const { world, see } = await openDesk();
    const [first] = [paidSale(world), paidSale(world)];
    await see({ amount: '7.00' });
    const { register } = world.deps;
    let comes: Promise<unknown> | null = null;
    const seen = register.paymentsSeen.bind(register);
    register.paymentsSeen = async (wish) => {
      const payments = await seen(wish);
      comes ??= see();
      await comes;
      return payments;
    };
    expect(await missing(world, first)).toMatchObject([{ name: 'payment-match' }]);
  });

  it('one that may be of a sale that was released while no worker ran, which a person has explained', async () => {
    const { world, memory, see } = await openDesk();
    const [first, second] = [paidSale(world), paidSale(world)];
    await see({ memo: second });
    world.simulator.counterparties.dispute(first);
    world.simulator.counterparties.resolve(first, 'completed');
    await world.deps.register.compareReleases([first]);
    const { account } = world.deps;
    await memory.register.explainReleases({ account, orderNumbers: [first], by: 'ana', nowMs: world.clock.now() });
    // The list goes back a day, and it was made before that.
    const { orders } = world.deps.marketplace;
    orders.listReleased = async () => ({ items: [], odd: [], rest: null, seen: 0, told: 0 });
    expect(await missing(world, second)).toMatchObject([{ near: { verdict: 'ambiguous' } }]);
  });

  it('any, where the account has no source of evidence: nothing is read for it', async () => {
    const { world, see } = await openDesk({ evidenceKeys: new Map() });
    const orderNumber = paidSale(world);
    await see();
    expect(await missing(world, orderNumber)).toEqual([{ name: 'payment-match', near: null, bringer: 'bank' }]);
    expect(world.calls.filter((path) => path.includes('listOrders'))).toEqual([]);
  });

  it('one that was seen ten days before may be the same money, and the list of releases goes back a day', async () => {
    const { world, see } = await openDesk();
    const orderNumber = paidSale(world);
    await see();
    const { createdAtMs } = (await world.deps.marketplace.orders.readInFull(orderNumber, { priority: 'order' })).order;
    const since: number[] = [];
    const { register } = world.deps;
    const { orders } = world.deps.marketplace;
    const [payments, bare, list] = [
      register.paymentsSeen.bind(register),
      register.bareReleases.bind(register),
      orders.listReleased.bind(orders),
    ];
    register.paymentsSeen = (wish) => {
      since.push(wish.sinceMs);
      return payments(wish);
    };
    register.bareReleases = (wish) => {
      since.push(wish.sinceMs);
      return bare(wish);
    };
    orders.listReleased = (wish) => {
      since.push(wish.sinceMs);
      return list(wish);
    };
    expect(await missing(world, orderNumber)).toEqual([]);
    const days = since.map((atMs) => (createdAtMs - atMs) / 86_400_000);
    expect([...new Set(days)].toSorted((left, right) => left - right)).toEqual([1, 10]);
  });

  it.each([
    [5, 'bank'],
    [6, 'time'],
  ])('any, beside %i other open sales of its total: more than five are not read', async (others, bringer) => {
    const { world, see } = await openDesk();
    const orderNumber = paidSale(world);
    for (let number = 0; number < others; number += 1) paidSale(world);
    await see();
    expect(await missing(world, orderNumber)).toMatchObject([{ name: 'payment-match', bringer }]);
  });

  it('one of an order of which something was taken back: a person says it again', async () => {
    const { world, see, go } = await openDesk();
    const orderNumber = paidSale(world);
    await see();
    // An older copy of the register may have forgotten what its workflow knows.
    expect(await missing(world, orderNumber, { ...byMatch, knownEpoch: 1 })).toEqual([
      { name: 'taken-back', bringer: 'human' },
    ]);
    await world.deps.register.takeBack({ orderNumber, what: 'unmatch', by: 'ana', note: '' });
    expect(await missing(world, orderNumber)).toEqual([{ name: 'taken-back', bringer: 'human' }]);
    expect(await go(orderNumber)).toMatchObject({ kind: 'rejected' });
  });

  it('any, while the other open orders cannot be read: it is looked at again', async () => {
    const { world, see } = await openDesk();
    const orderNumber = paidSale(world);
    await see();
    world.deps.marketplace.orders.listRunning = async () => await Promise.reject(new TypeError('no list'));
    expect(await missing(world, orderNumber)).toEqual([{ name: 'payment-match', near: null, bringer: 'time' }]);
  });

  it('any, while the register is silent', async () => {
    const { world, memory, see } = await openDesk();
    const orderNumber = paidSale(world);
    await see();
    memory.silent = true;
    expect(await missing(world, orderNumber)).toMatchObject([{ name: 'register' }]);
  });
});
