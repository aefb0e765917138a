/** To whom nothing is released, asked of a real service over HTTP: by user number and by nickname, in any writing. */
import { describe, expect, it, vi } from 'vitest';
import { createOrderActivities } from '../../../src/activities/order/order-activities.ts';
import { RegisterSilent } from '../../../src/register/register.ts';
import type { MoneyAttempt, ReleaseLook } from '../../../src/activities/activity-contract.ts';
import type { ReadOrder } from '../../../src/activities/read-contract.ts';
import { block } from '../../../src/domain/guard/block-list.ts';
import { throwSwitch } from '../../../src/domain/guard/guard-memory.ts';
import { restrictionsOfGuard } from '../../../src/domain/guard/restriction.ts';
import type { BlockReason } from '../../../src/domain/orders/release-check.ts';
import type { OrderRole } from '../../../src/domain/orders/order-facts.ts';
import { userNoFor } from '../../../src/simulator/trade/order-party.ts';
import { blockedText } from '../../../src/words/check-words.ts';
import { deskAccount } from '../../simulator/sim-fixture.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { beforePermit, readInput, release, releaseInput } from './money-fixture.ts';

const ownNumber = userNoFor(deskAccount.name);

async function openWorld(...blocked: string[]): Promise<ActivityWorld> {
  const world = await openActivityWorld();
  for (const counterparty of blocked) blockNow(world, counterparty);
  return world;
}

function blockNow({ fakeGuard }: ActivityWorld, counterparty: string): void {
  const word = { counterparty, by: 'ana', note: 'chargeback', atMs: 1 };
  fakeGuard.memory = { ...fakeGuard.memory, blocked: block(fakeGuard.memory.blocked, word) };
}

function saleTo(world: ActivityWorld, nickname: string): string {
  const orderNumber = world.simulator.counterparties.take({
    adNumber: world.addAd(),
    totalPrice: '510.00',
    realName: 'MALLORY ROJAS',
    nickname,
  });
  world.simulator.counterparties.pay(orderNumber);
  return orderNumber;
}

/** From now on the service leaves these out of an order. */
function hide(world: ActivityWorld, orderNumber: string, fields: Record<string, unknown>): void {
  const when = { orderNumber };
  world.simulator.setFaults([{ operation: 'getUserOrderDetail', when, fault: { kind: 'answer', fields } }]);
}

const look = (world: ActivityWorld, orderNumber: string) =>
  world.scheduled().run(world.money.checkRelease, releaseInput(orderNumber).gate) as Promise<ReleaseLook>;

const read = (world: ActivityWorld, orderNumber: string, role: OrderRole = 'maker') =>
  world.scheduled().run(world.acting.readOrder, readInput(orderNumber, { role })) as Promise<ReadOrder>;

async function isHeld(world: ActivityWorld, orderNumber: string, reason: BlockReason): Promise<void> {
  const found = await look(world, orderNumber);
  expect(found.missing).toEqual([{ name: 'block-list', reason, bringer: 'human' }]);
  expect(JSON.stringify(found)).not.toMatch(/mallory|rojas/i);
  const end: MoneyAttempt = await release(world, releaseInput(orderNumber));
  expect(end).toMatchObject({ kind: 'rejected', category: 'BLOCKED_COUNTERPARTY', message: blockedText(reason) });
  expect(world.fakeGuard.asked).toEqual([]);
  expect(world.callsOf('orderMatch/releaseCoin')).toBe(0);
}

const blocked: BlockReason = { kind: 'blocked', by: 'ana', note: 'chargeback' };
const unknown: BlockReason = { kind: 'unknown' };

describe('S13: a blocked counterparty is never released to', () => {
  it.each([
    ['by user number', userNoFor('Mallory'), 'Mallory'],
    ['by user number in capitals', userNoFor('Mallory').toUpperCase(), 'Mallory'],
    ['by the exact nickname', 'Mallory', 'Mallory'],
    ['whose nickname is in another case', 'mallory', 'MALLORY'],
    ['whose nickname has a character that no one sees', 'Mallory', 'Mal\u200blory'],
    ['whose nickname is in full width letters', 'Mallory', 'Ｍａｌｌｏｒｙ'],
  ])('%s', async (_how, listed, nickname) => {
    const world = await openWorld(listed);
    await isHeld(world, saleTo(world, nickname), blocked);
  });

  it('whose ad the desk took, and also where a person took it in the app, of which nothing is known here', async () => {
    const world = await openWorld(userNoFor('Mallory'));
    const orderNumber = saleTo(world, 'Bob');
    hide(world, orderNumber, { merchantNo: userNoFor('Mallory'), takerUserNo: ownNumber });
    await isHeld(world, orderNumber, blocked);
    expect((await read(world, orderNumber, 'taker')).counterpartyNumber).toBe(userNoFor('Mallory'));
  });

  it('another person is released to, and the register has the user number', async () => {
    const world = await openWorld(userNoFor('Mallory'), 'Trudy');
    expect(await release(world, releaseInput(saleTo(world, 'Bob')))).toMatchObject({ kind: 'executed' });
    const [asked] = (await world.journal()).filter(({ kind }) => kind === 'asked');
    expect(asked?.body).toMatchObject({ step: 'release', counterparty: userNoFor('Bob') });
  });
});

describe('S13: who is not known is not released to while the list is not empty', () => {
  it.each([
    ['neither number nor nickname, with a number on the list', userNoFor('Mallory'), ['takerUserNo', 'buyerNickname']],
    ['neither number nor nickname, with a nickname on the list', 'Mallory', ['takerUserNo', 'buyerNickname']],
    ['no number of the buyer', userNoFor('Mallory'), ['takerUserNo']],
    ['no number of the maker: the other may be the desk’s own', userNoFor('Mallory'), ['merchantNo']],
    ['no nickname', 'Mallory', ['buyerNickname']],
  ])('%s', async (_how, listed, hidden) => {
    const world = await openWorld(listed);
    const orderNumber = saleTo(world, 'Bob');
    hide(world, orderNumber, Object.fromEntries(hidden.map((name) => [name, null])));
    await isHeld(world, orderNumber, unknown);
  });

  it('a masked nickname is none, and a number of another form is none', async () => {
    const world = await openWorld('Mallory', userNoFor('Mallory'));
    const [masked, odd] = [saleTo(world, 'Bob'), saleTo(world, 'Bob')];
    hide(world, masked, { buyerNickname: 'Mal***' });
    await isHeld(world, masked, unknown);
    hide(world, odd, { takerUserNo: `${userNoFor('Mallory')} ` });
    await isHeld(world, odd, unknown);
  });

  it('with an empty list nothing has to be known', async () => {
    const world = await openWorld();
    const orderNumber = saleTo(world, 'Bob');
    hide(world, orderNumber, { takerUserNo: null, merchantNo: null, buyerNickname: null });
    expect(await release(world, releaseInput(orderNumber))).toMatchObject({ kind: 'executed' });
  });
});

describe('design 6: the guard’s own rule', () => {
  it('blocked after the look at the gate: nothing leaves before the register has that word, and nothing after it', async () => {
    const world = await openWorld();
    const orderNumber = saleTo(world, 'Mallory');
    const { memory } = world.fakeGuard;
    world.fakeGuard.look = async () => {
      blockNow(world, userNoFor('Mallory'));
      world.fakeGuard.memory = { ...world.fakeGuard.memory, words: 1 };
      return memory;
    };
    expect(await release(world, releaseInput(orderNumber))).toMatchObject({ category: 'GUARD_BEHIND' });
    expect(world.fakeGuard.asked).toHaveLength(1);
    beforePermit(world, async () => {
      const entries = restrictionsOfGuard(world.fakeGuard.memory);
      await world.deps.register.restrict({ entries, by: 'guard' });
      world.fakeGuard.memory = { ...world.fakeGuard.memory, keptWords: 1 };
    });
    expect(await release(world, releaseInput(orderNumber))).toMatchObject({ category: 'TAKEN_BACK' });
    expect(await release(world, releaseInput(orderNumber))).toMatchObject({ category: 'BLOCKED_COUNTERPARTY' });
    expect(world.callsOf('orderMatch/releaseCoin')).toBe(0);
  });
});

describe('an order as it arrives', () => {
  it('says at once that its counterparty is blocked, or not known, and names the user number', async () => {
    const world = await openWorld('Mallory');
    const [listed, clear] = [saleTo(world, 'MALLORY'), saleTo(world, 'Bob')];
    expect(await read(world, listed)).toMatchObject({ barredBy: blocked, counterpartyNickname: null });
    expect(await read(world, clear)).toMatchObject({
      barredBy: null,
      counterpartyNumber: userNoFor('Bob'),
      ownNumber,
    });
    hide(world, clear, { buyerNickname: null });
    expect(await read(world, clear)).toMatchObject({ barredBy: unknown });
  });

  it('a guard that does not answer says nothing of it, and the gate fails closed by itself', async () => {
    const world = await openWorld('Mallory');
    const orderNumber = saleTo(world, 'Mallory');
    world.fakeGuard.silent = true;
    expect(await read(world, orderNumber)).not.toHaveProperty('barredBy');
    expect((await look(world, orderNumber)).missing).toMatchObject([{ name: 'kill-switch' }]);
  });

  it('money-steps#taking-back: whom the register blocks is blocked, also while the guard does not answer', async () => {
    const world = await openWorld('Mallory');
    await world.deps.register.restrict({ entries: restrictionsOfGuard(world.fakeGuard.memory), by: 'ana' });
    world.fakeGuard.silent = true;
    const orderNumber = saleTo(world, 'Mallory');
    expect(await read(world, orderNumber)).toMatchObject({ barredBy: blocked });
    expect((await look(world, orderNumber)).missing.map(({ name }) => name)).toEqual(['kill-switch', 'block-list']);
  });

  it('ADR 0059: a read that is asked judges the arrival, and what it cannot read is no answer', async () => {
    const world = await openWorld('Mallory');
    const orders = { listed: saleTo(world, 'Mallory'), clear: saleTo(world, 'Bob') };
    const readOrder = (settings: Partial<typeof world.deps.settings> = {}) =>
      createOrderActivities({ ...world.deps, settings: { ...world.deps.settings, ...settings } }).readOrder;
    const arrival = async (orderNumber: string, settings?: Parameters<typeof readOrder>[0]) =>
      (await world.scheduled().run(readOrder(settings), readInput(orderNumber, { isArrival: true }))) as ReadOrder;
    expect(await read(world, orders.listed)).not.toHaveProperty('arrival');
    expect(await arrival(orders.listed)).toMatchObject({ arrival: blocked });
    expect(await arrival(orders.clear)).toMatchObject({ arrival: null });
    const capped = { firstOrderCap: '500 BOB' };
    expect(await arrival(orders.clear, capped)).toMatchObject({ arrival: { kind: 'first-order', fiat: 'BOB' } });
    const [before] = await world.deps.register.dealings(userNoFor('Bob'));
    expect(before).toMatchObject({ orderNumber: orders.clear, status: 'PAID' });
    world.fakeGuard.silent = true;
    expect(await arrival(orders.clear)).toMatchObject({ arrival: { kind: 'unknown' } });
    world.fakeGuard.silent = false;
    vi.spyOn(world.deps.register, 'dealings').mockRejectedValueOnce(new RegisterSilent({ code: 'too-slow' }));
    expect(await arrival(orders.clear)).toMatchObject({ arrival: { kind: 'unknown' } });
  });

  it('an order that has ended asks no one', async () => {
    const world = await openWorld('Mallory');
    const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd(), nickname: 'Mallory' });
    world.simulator.counterparties.cancel(orderNumber);
    expect(await read(world, orderNumber)).not.toHaveProperty('barredBy');
  });

  it('beside a switch that is engaged both are missing', async () => {
    const world = await openWorld('Mallory');
    world.fakeGuard.memory = throwSwitch(world.fakeGuard.memory, 'releases', { by: 'ana', reason: '', atMs: 1 });
    const { missing, order } = await look(world, saleTo(world, 'Mallory'));
    expect(missing.map(({ name }) => name)).toEqual(['kill-switch', 'block-list']);
    expect(order.barredBy).toEqual(blocked);
  });
});
