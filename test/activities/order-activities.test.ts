import { describe, expect, it, vi } from 'vitest';
import type { OrderFacts } from '../../src/domain/orders/order-facts.ts';
import type {
  FindPlacedOrderInput,
  MoneyAttempt,
  MoneyOrderInput,
  PlacementCheck,
  ReleaseFacts,
} from '../../src/activities/activity-contract.ts';
import { askAdNo } from '../simulator/sim-fixture.ts';
import { openActivityWorld } from './activity-fixture.ts';
import type { ActivityWorld } from './activity-fixture.ts';

function sale(world: ActivityWorld): string {
  const adNumber = world.addAd();
  return world.simulator.counterparties.take({
    adNumber,
    totalPrice: '510.00',
    realName: 'ANA CONDORI',
    nickname: 'Ana',
  });
}

function read(world: ActivityWorld, orderNumber: string): Promise<OrderFacts> {
  return world.scheduled().run(world.acting.readOrder, { orderNumber }) as Promise<OrderFacts>;
}

function facts(
  world: ActivityWorld,
  orderNumber: string,
  part: { proofId?: string; needsCounterparty?: boolean } = {},
) {
  const { proofId = null, needsCounterparty = false } = part;
  const input = { orderNumber, proofId, needsCounterparty };
  return world.scheduled().run(world.acting.readReleaseFacts, input) as Promise<ReleaseFacts>;
}

describe('EP-13: reading an order', () => {
  it('S1: the facts come without the names of people, which are nobody’s business in a history', async () => {
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
    const { orders } = world.deps.exchange;
    const swapped = await orders.getUserOrderDetail(other);
    vi.spyOn(orders, 'getUserOrderDetail').mockResolvedValue(swapped);
    await expect(read(world, asked)).rejects.toMatchObject({ type: 'WRONG_ORDER' });
    await expect(facts(world, asked)).rejects.toMatchObject({ type: 'WRONG_ORDER' });
  });

  it('EP-21: the identity check of the buyer', async () => {
    const world = await openActivityWorld();
    const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd(), additionalKyc: true });
    expect((await read(world, orderNumber)).additionalKyc).toBe(1);
    const input: MoneyOrderInput = { mode: 'sim', orderNumber };
    expect(await world.scheduled().run(world.acting.verifyAdditionalKyc, input)).toBe('told');
    expect((await read(world, orderNumber)).additionalKyc).toBe(2);
  });
});

describe('I6: what a release decision needs, read fresh', () => {
  it('an order that is not paid: nothing else is asked, and nothing is allowed', async () => {
    const world = await openActivityWorld();
    const found = await facts(world, sale(world), { proofId: 'p1', needsCounterparty: true });
    expect(found).toMatchObject({ serviceAllows: false, killSwitch: 'unknown', counterparty: null, usedProofIds: [] });
    expect(world.calls).toEqual(['orderMatch/getUserOrderDetail']);
    expect(world.fakeDesk.proofs.size).toBe(0);
  });

  it('EP-12: a paid one: the service’s word and the kill switch; no names, no record of the counterparty', async () => {
    const world = await openActivityWorld();
    const orderNumber = sale(world);
    world.simulator.counterparties.pay(orderNumber);
    const found = await facts(world, orderNumber);
    expect(found).toMatchObject({ serviceAllows: true, killSwitch: 'open', counterparty: null, usedProofIds: [] });
    expect(found.order).toMatchObject({ status: 'PAID', buyerName: null });
    expect(found.readAtMs).toBe(world.clock.now());
    expect(world.callsOf('orderMatch/queryCounterPartyOrderStatistic')).toBe(0);
  });

  it.each(['closed', 'unknown'] as const)('kill switch %s is told as it is', async (state) => {
    const world = await openActivityWorld();
    world.fakeDesk.switches.releases = state;
    const orderNumber = sale(world);
    world.simulator.counterparties.pay(orderNumber);
    expect(await facts(world, orderNumber)).toMatchObject({ killSwitch: state });
  });

  it('EP-19: the record of the counterparty when the rules look at it', async () => {
    const world = await openActivityWorld();
    const orderNumber = sale(world);
    world.simulator.counterparties.pay(orderNumber);
    const found = await facts(world, orderNumber, { needsCounterparty: true });
    expect(found.counterparty).toEqual({ completedOrders: 240, finishRate: 0.98, registerDays: 400 });
  });

  it('a payment to be matched: the payer’s name is read, and the proof is claimed for this order alone', async () => {
    const world = await openActivityWorld();
    const [first, second] = [sale(world), sale(world)];
    for (const orderNumber of [first, second]) world.simulator.counterparties.pay(orderNumber);
    const found = await facts(world, first, { proofId: 'bank-1' });
    expect(found).toMatchObject({ usedProofIds: [], order: { buyerName: 'ANA CONDORI' } });
    expect(await facts(world, first, { proofId: 'bank-1' })).toMatchObject({ usedProofIds: [] });
    expect(await facts(world, second, { proofId: 'bank-1' })).toMatchObject({ usedProofIds: ['bank-1'] });
  });

  it('a proof that cannot be claimed counts as used: the gate fails closed', async () => {
    const world = await openActivityWorld();
    const orderNumber = sale(world);
    world.simulator.counterparties.pay(orderNumber);
    vi.spyOn(world.fakeDesk, 'claimProof').mockResolvedValue(null);
    expect(await facts(world, orderNumber, { proofId: 'bank-1' })).toMatchObject({ usedProofIds: ['bank-1'] });
  });
});

describe('EP-11, EP-15: around a placement', () => {
  const wish = {
    mode: 'sim',
    adNumber: askAdNo,
    asset: 'USDT',
    fiat: 'BOB',
    side: 'BUY',
    totalAmount: '500.00',
  } as const;

  async function place(world: ActivityWorld, totalAmount = '500.00'): Promise<string> {
    const input = { ...wish, totalAmount, matchPrice: '10.05', payId: null };
    const end = (await world.scheduled().run(world.acting.placeOrder, input)) as MoneyAttempt;
    return 'orderNumber' in end ? (end.orderNumber ?? '') : '';
  }

  async function find(world: ActivityWorld, part: Partial<FindPlacedOrderInput> = {}): Promise<string | null> {
    const { adNumber, side, totalAmount } = wish;
    const sinceMs = world.clock.now();
    const input = { adNumber, side, totalAmount, sinceMs, known: [], requestId: 'r1', ...part };
    const end = (await world.scheduled().run(world.acting.findPlacedOrder, input)) as { orderNumber: string | null };
    return end.orderNumber;
  }

  it('the check says whether, what the service warns of, and which orders are on the ad already', async () => {
    const world = await openActivityWorld();
    const known = await place(world);
    const input = { adNumber: askAdNo, fiat: 'BOB' };
    const check = (await world.scheduled().run(world.acting.checkPlacement, input)) as PlacementCheck;
    expect(check).toMatchObject({ mayPlace: true, known: [known], readAtMs: world.clock.now() });
    expect(check.riskTips.every((tip) => typeof tip === 'string')).toBe(true);
    const own = { adNumber: world.addAd(), fiat: 'BOB' };
    expect(await world.scheduled().run(world.acting.checkPlacement, own)).toMatchObject({ mayPlace: false, known: [] });
  });

  it('I3: an order of this ad, side, amount and time is found and claimed', async () => {
    const world = await openActivityWorld();
    expect(await find(world)).toBeNull();
    const orderNumber = await place(world);
    expect(await find(world)).toBe(orderNumber);
    expect(world.fakeDesk.placements.get(orderNumber)).toBe('r1');
  });

  it('I3: the fiat total may differ by the rounding of the asset amount, not by more', async () => {
    const world = await openActivityWorld();
    const orderNumber = await place(world, '498.00');
    expect(await find(world)).toBe(orderNumber);
    expect(await find(world, { totalAmount: '495.00' })).toBeNull();
  });

  it('I3: orders that were there before, of the other side, or older are not ours', async () => {
    const world = await openActivityWorld();
    const orderNumber = await place(world);
    expect(await find(world, { known: [orderNumber] })).toBeNull();
    expect(await find(world, { side: 'SELL' })).toBeNull();
    expect(await find(world, { sinceMs: world.clock.now() + 5_001 })).toBeNull();
    expect(await find(world, { sinceMs: world.clock.now() + 5_000 })).toBe(orderNumber);
  });

  it('I3: of two placements alike each finds its own order: a claim is for ever', async () => {
    const world = await openActivityWorld();
    const orders = [await place(world), await place(world)];
    const found = [await find(world, { requestId: 'r1' }), await find(world, { requestId: 'r2' })];
    expect(new Set(found)).toEqual(new Set(orders));
    expect(await find(world, { requestId: 'r3' })).toBeNull();
    expect(await find(world, { requestId: 'r1' })).toBe(found[0]);
  });
});
