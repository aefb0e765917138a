import { describe, expect, it, vi } from 'vitest';
import type { OrderRole } from '../../../src/domain/orders/order-facts.ts';
import { throwSwitch } from '../../../src/domain/guard/guard-memory.ts';
import type { MoneyOrderInput, ReleaseLook } from '../../../src/activities/activity-contract.ts';
import type { ReadOrder } from '../../../src/activities/read-contract.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { paidSale, payment, readInput, release, releaseInput, rulesOf } from '../money/money-fixture.ts';

function sale(world: ActivityWorld): string {
  const adNumber = world.addAd();
  return world.simulator.counterparties.take({
    adNumber,
    totalPrice: '510.00',
    realName: 'ANA CONDORI',
    nickname: 'Ana',
  });
}

function read(world: ActivityWorld, orderNumber: string, role: OrderRole = 'maker'): Promise<ReadOrder> {
  return world.scheduled().run(world.acting.readOrder, readInput(orderNumber, { role })) as Promise<ReadOrder>;
}

type GatePart = Parameters<typeof releaseInput>[1];

function look(world: ActivityWorld, orderNumber: string, part: GatePart = {}): Promise<ReleaseLook> {
  const { gate } = releaseInput(orderNumber, part);
  return world.scheduled().run(world.money.checkRelease, gate) as Promise<ReleaseLook>;
}

const missingNames = ({ missing }: ReleaseLook): string[] => missing.map(({ name }) => name);

describe('EP-13: reading an order', () => {
  it('S1: the facts come without the names of people, which do not belong in a history', async () => {
    const world = await openActivityWorld();
    const orderNumber = sale(world);
    const order = await read(world, orderNumber);
    expect(order).toMatchObject({ orderNumber, side: 'SELL', status: 'AWAITING_PAYMENT', asset: 'USDT', fiat: 'BOB' });
    expect(order).toMatchObject({ buyerName: null, sellerName: null, counterpartyNickname: null });
    expect(JSON.stringify(order)).not.toMatch(/ana|condori|owner/i);
  });

  it('an answer about another order is refused: acting on it could move the wrong coin', async () => {
    const world = await openActivityWorld();
    const [asked, other] = [sale(world), sale(world)];
    const { orders } = world.exchange;
    const swapped = await orders.getUserOrderDetail(other);
    vi.spyOn(orders, 'getUserOrderDetail').mockResolvedValue(swapped);
    await expect(read(world, asked)).rejects.toMatchObject({ type: 'WRONG_ORDER' });
    await expect(look(world, asked)).rejects.toMatchObject({ type: 'WRONG_ORDER' });
  });

  it('EP-21: the identity check of the buyer', async () => {
    const world = await openActivityWorld();
    const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd(), additionalKyc: true });
    expect((await read(world, orderNumber)).additionalKyc).toBe(1);
    const input: MoneyOrderInput = { mode: 'sim', orderNumber };
    const foreign = world.scheduled().run(world.acting.verifyAdditionalKyc, input);
    await expect(foreign).rejects.toMatchObject({ type: 'CALLER_NOT_ALLOWED' });
    expect(await world.asOrder(orderNumber).run(world.acting.verifyAdditionalKyc, input)).toBe('told');
    expect((await read(world, orderNumber)).additionalKyc).toBe(2);
  });
});

describe('I6: the release gate, read fresh', () => {
  it('an order that is not paid: nothing else is asked, and nothing is allowed', async () => {
    const world = await openActivityWorld();
    const found = await look(world, sale(world), { match: payment(world) });
    expect(missingNames(found)).toEqual(['status']);
    expect(world.calls).toEqual(['orderMatch/getUserOrderDetail']);
    expect(world.fakeGuard.asked).toEqual([]);
    expect(await world.rows('release')).toEqual([]);
  });

  it('EP-12: a paid one: nothing is missing; no names, no record of the counterparty', async () => {
    const world = await openActivityWorld();
    const found = await look(world, paidSale(world));
    expect(found).toMatchObject({ missing: [], order: { status: 'PAID', buyerName: null } });
    expect(found.readAtMs).toBe(world.clock.now());
    expect(world.callsOf('orderMatch/checkIfCanReleaseCoin')).toBe(1);
    expect(world.callsOf('orderMatch/queryCounterPartyOrderStatistic')).toBe(0);
  });

  it('EP-12: the service’s word counts', async () => {
    const world = await openActivityWorld();
    vi.spyOn(world.exchange.orders, 'checkIfCanReleaseCoin').mockResolvedValue(false);
    expect(missingNames(await look(world, paidSale(world)))).toEqual(['service']);
  });

  it.each(['all', 'releases'] as const)('a kill switch that is thrown is reported: %s', async (name) => {
    const world = await openActivityWorld();
    world.fakeGuard.memory = throwSwitch(world.fakeGuard.memory, name, { by: 'ana', reason: '', atMs: 1 });
    const { missing } = await look(world, paidSale(world));
    expect(missing).toMatchObject([
      { name: 'kill-switch', bringer: 'switch', engaged: { name, by: 'ana', reason: '', atMs: 1 } },
    ]);
  });

  it('a guard that does not answer is reported as unknown: the gate fails closed', async () => {
    const world = await openActivityWorld();
    world.fakeGuard.silent = true;
    const { missing } = await look(world, paidSale(world), { rules: rulesOf('match'), match: payment(world) });
    expect(missing).toMatchObject([{ name: 'kill-switch', bringer: 'time' }]);
  });

  it.each([
    [{ minCompletedOrders: 240 }, { minCompletedOrders: 241 }],
    [{ minFinishRate: 0.98 }, { minFinishRate: 0.981 }],
    [{ minRegisterDays: 400 }, { minRegisterDays: 401 }],
  ])('EP-19: the record of the counterparty when the rules look at it: %o', async (met, tooMuch) => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    const none = { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null };
    const rules = (part: object) => rulesOf('paid', { counterparty: { ...none, ...part } });
    expect(missingNames(await look(world, orderNumber, { rules: rules(met) }))).toEqual([]);
    expect(missingNames(await look(world, orderNumber, { rules: rules(tooMuch) }))).toEqual(['counterparty']);
  });

  it('a payment to be matched: a look burns nothing; the release claims the proof for its order alone', async () => {
    const world = await openActivityWorld();
    const [first, second] = [paidSale(world), paidSale(world)];
    const part = { rules: rulesOf('match'), match: payment(world) };
    for (const orderNumber of [first, second, first]) {
      expect(missingNames(await look(world, orderNumber, part))).toEqual([]);
    }
    expect(await world.deps.register.paymentOwners(['BANK1'])).toEqual([]);
    expect(await release(world, releaseInput(first, part))).toMatchObject({ kind: 'executed' });
    expect(missingNames(await look(world, second, part))).toEqual(['proof-unused']);
  });
});
