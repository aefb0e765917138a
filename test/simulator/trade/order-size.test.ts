import { describe, expect, it } from 'vitest';
import { askAdNo, bidAdNo, openWorld, ownPayId, type SimWorld } from '../sim-fixture.ts';

type Fields = Record<string, unknown>;

const detail = async (world: SimWorld, adOrderNo: string): Promise<Fields> =>
  (await world.desk.data('orderMatch/getUserOrderDetail', { adOrderNo })) as Fields;

const place = async (world: SimWorld, body: Fields): Promise<Fields> => {
  const { json } = await world.desk.call('orderMatch/placeOrder', { body });
  return (json['data'] as { orderMatch: Fields } | undefined)?.orderMatch ?? json;
};

const codeOf = (world: SimWorld, body: Fields) => world.desk.code('orderMatch/placeOrder', body);

const found = async (world: SimWorld, tradeType: string): Promise<Map<string, Fields>> => {
  const search = { asset: 'USDT', fiat: 'BOB', tradeType, page: 1, rows: 20 };
  const rows = (await world.desk.data('ads/search', search)) as { adv: Fields }[];
  return new Map(rows.map(({ adv }) => [String(adv['advNo']), adv]));
};

describe('wire-facts 2.4: the time to pay is the ad’s own', () => {
  it('notifyPayEndTime = createTime + payTimeLimit minutes, for an ad that says how long', async () => {
    const world = await openWorld();
    const adNumber = world.addAd({ payTimeLimitMinutes: 30 });
    const orderNumber = world.simulator.counterparties.take({ adNumber });
    const { createTime, notifyPayEndTime, notifyPayedExpireMinute } = await detail(world, orderNumber);
    expect(Number(notifyPayEndTime) - Number(createTime)).toBe(30 * 60_000);
    expect(notifyPayedExpireMinute).toBe(30);
    world.clock.advance(30 * 60_000 - 1);
    expect(await detail(world, orderNumber)).toMatchObject({ orderStatus: 1 });
    world.clock.advance(1);
    expect(await detail(world, orderNumber)).toMatchObject({ orderStatus: 7 });
  });

  it('is the simulator’s setting for an ad and for a competitor that say nothing', async () => {
    const world = await openWorld({ paymentWindowMs: 90_000 });
    const advNo = world.addAd();
    const orderNumber = world.simulator.counterparties.take({ adNumber: advNo });
    expect(await detail(world, orderNumber)).toMatchObject({ notifyPayEndTime: world.clock.now() + 90_000 });
    const rows = await found(world, 'BUY');
    expect([rows.get(advNo)?.['payTimeLimit'], rows.get(askAdNo)?.['payTimeLimit']]).toEqual([2, 2]);
    expect(await place(world, { advOrderNumber: askAdNo, totalAmount: 201 })).toMatchObject({
      notifyPayEndTime: world.clock.now() + 90_000,
    });
  });
});

describe('wire-facts 15: an order takes no more than what is tradable', () => {
  const small = { account: 'rival', price: '9.50', initAmount: '100', minFiat: '100', maxFiat: '5000' };

  it('a seller’s remainder less the fee on top: what the ad shows, EP-18 sells, and no cent more', async () => {
    const world = await openWorld();
    const advNo = world.addAd(small);
    const shown = { tradableQuantity: '99.90', dynamicMaxSingleTransAmount: '949.05' };
    expect((await found(world, 'BUY')).get(advNo)).toMatchObject(shown);
    const byAmount = { advOrderNumber: advNo, buyType: 'BY_AMOUNT' };
    expect(await codeOf(world, { ...byAmount, totalAmount: '100' })).toBe(-1013);
    expect(await codeOf(world, { ...byAmount, totalAmount: '99.91' })).toBe(-1013);
    expect(await codeOf(world, { advOrderNumber: advNo, totalAmount: '949.06' })).toBe(-1013);
    expect(await place(world, { ...byAmount, totalAmount: '99.90' })).toMatchObject({ totalPrice: '949.05000000' });
  });

  it('the amount and the fee leave the remainder, and come back when the order is cancelled', async () => {
    const world = await openWorld();
    const advNo = world.addAd({ ...small, initAmount: '1000' });
    const order = await place(world, { advOrderNumber: advNo, buyType: 'BY_AMOUNT', totalAmount: '50' });
    expect(world.simulator.marketplace.ads.get(advNo)?.surplusAmount).toBe('949.95');
    const { orderNumber } = order;
    await world.desk.data('orderMatch/cancelOrder', { orderNumber, orderCancelReasonCode: 1 });
    expect(world.simulator.marketplace.ads.get(advNo)?.surplusAmount).toBe('1000');
  });

  it.each(['SELL', 'BUY'] as const)(
    'BY_AMOUNT goes from the least to the largest quantity that a %s shows',
    async (side) => {
      const world = await openWorld();
      const advNo = world.addAd({ ...small, side, initAmount: '1000' });
      const shown = (await found(world, side === 'SELL' ? 'BUY' : 'SELL')).get(advNo);
      // Cut to cents, they are worth 99.94 and 4999.94.
      expect(shown).toMatchObject({ minSingleTransQuantity: '10.52', maxSingleTransQuantity: '526.31' });
      const order = { advOrderNumber: advNo, buyType: 'BY_AMOUNT', payId: await ownPayId(world) };
      expect(await codeOf(world, { ...order, totalAmount: '10.51' })).toBe(-1013);
      expect(await codeOf(world, { ...order, totalAmount: '526.32' })).toBe(-1013);
      expect(await place(world, { ...order, totalAmount: '10.52' })).toMatchObject({ totalPrice: '99.94000000' });
      expect(await codeOf(world, { ...order, totalAmount: '526.31' })).toBe('000000');
      expect(await codeOf(world, { advOrderNumber: advNo, payId: order.payId, totalAmount: '99.99' })).toBe(-1013);
    },
  );

  it('a buyer’s remainder is tradable to the last unit', async () => {
    const world = await openWorld();
    const advNo = world.addAd({ ...small, side: 'BUY' });
    expect((await found(world, 'SELL')).get(advNo)).toMatchObject({ tradableQuantity: '100.00' });
    const sale = { advOrderNumber: advNo, buyType: 'BY_AMOUNT', payId: await ownPayId(world) };
    expect(await codeOf(world, { ...sale, totalAmount: '100.01' })).toBe(-1013);
    expect(await codeOf(world, { ...sale, totalAmount: '100' })).toBe('000000');
    expect(world.simulator.marketplace.ads.get(advNo)?.surplusAmount).toBe('0');
  });

  it('wire-facts 13: an ad with less than its smallest order left is online, but no search finds it', async () => {
    const world = await openWorld();
    // 100.10 are worth 950.95, but only 100 of them, 950.00, can be bought.
    const advNo = world.addAd({ ...small, account: 'acme', initAmount: '100.10', minFiat: '950.01' });
    const read = await world.desk.data('ads/getDetailByNo', undefined, { query: { adsNo: advNo } });
    expect(read).toMatchObject({ advStatus: 1, isTradable: false, advVisibleRet: { surplusAmountVisible: 0 } });
    expect((await found(world, 'BUY')).has(advNo)).toBe(false);
    expect(await world.rival.code('orderMatch/placeOrder', { advOrderNumber: advNo, totalAmount: 950 })).toBe(-9000);
    expect(await world.rival.data('orderMatch/checkIfCanPlaceOrder', { adOrderNo: advNo })).toBe(false);
  });
});

describe('wire-facts 12.1: the remainder of a competitor', () => {
  it('shrinks with each order, is gone at last, and comes back when an order is cancelled', async () => {
    const world = await openWorld();
    const left = async () => (await found(world, 'BUY')).get(askAdNo)?.['surplusAmount'];
    expect(await left()).toBe('500.00');
    const buy = (totalAmount: string) => place(world, { advOrderNumber: askAdNo, buyType: 'BY_AMOUNT', totalAmount });
    const first = await buy('200');
    expect(await left()).toBe('299.80');
    expect(await codeOf(world, { advOrderNumber: askAdNo, buyType: 'BY_AMOUNT', totalAmount: '300' })).toBe(-1013);
    await buy('295');
    // 4.51 are left, worth 45.32 where the least order is 100.
    expect(await left()).toBeUndefined();
    expect(await world.desk.data('orderMatch/checkIfCanPlaceOrder', { adOrderNo: askAdNo })).toBe(false);
    const { orderNumber } = first;
    await world.desk.data('orderMatch/cancelOrder', { orderNumber, orderCancelReasonCode: 1 });
    expect(await left()).toBe('204.71');
  });

  it('is remembered by the state, for buyers without a fee on top', async () => {
    const first = await openWorld();
    const sale = { advOrderNumber: bidAdNo, buyType: 'BY_AMOUNT', totalAmount: '20', payId: await ownPayId(first) };
    await place(first, sale);
    const second = await openWorld({ state: first.simulator.snapshot() });
    expect((await found(second, 'SELL')).get(bidAdNo)).toMatchObject({ surplusAmount: '480.00' });
  });
});

describe('EP-18: which quantity is fixed', () => {
  it('BY_MONEY keeps the fiat total and cuts the amount, BY_AMOUNT keeps the amount and cuts the total', async () => {
    const world = await openWorld();
    const advOrderNumber = world.addAd({ account: 'rival', price: '10.20' });
    expect(await place(world, { advOrderNumber, buyType: 'BY_MONEY', totalAmount: '100' })).toMatchObject({
      amount: '9.80000000',
      totalPrice: '100.00000000',
    });
    expect(await place(world, { advOrderNumber, buyType: 'BY_AMOUNT', totalAmount: '9.81' })).toMatchObject({
      amount: '9.81000000',
      totalPrice: '100.06000000',
    });
  });
});
