import { describe, expect, it } from 'vitest';
import { askAdNo, bidAdNo, openWorld, ownPayId, type SimWorld } from '../sim-fixture.ts';

type Order = Record<string, unknown>;

const detail = async (world: SimWorld, adOrderNo: string): Promise<Order> =>
  (await world.desk.data('orderMatch/getUserOrderDetail', { adOrderNo })) as Order;

const place = (world: SimWorld, more = {}) =>
  world.desk.call('orderMatch/placeOrder', {
    body: {
      advOrderNumber: askAdNo,
      asset: 'USDT',
      fiatUnit: 'BOB',
      tradeType: 'BUY',
      buyType: 'BY_MONEY',
      totalAmount: '1005',
      matchPrice: '10.05',
      origin: 'MAKE_TAKE',
      ...more,
    },
  });

const placedNumber = (answer: { json: Order }): string =>
  String((answer.json['data'] as { orderMatch: Order }).orderMatch['orderNumber']);

describe('an order on an ad of the desk that sells', () => {
  it('goes from payment to release, each read says so, and the ledger counts one release', async () => {
    const world = await openWorld();
    const orderNumber = world.simulator.counterparties.take({
      adNumber: world.addAd(),
      amount: '50',
      nickname: 'Maria',
      realName: 'Maria Lopez',
    });
    expect(await detail(world, orderNumber)).toMatchObject({
      orderStatus: 1,
      tradeType: 'SELL',
      amount: '50.00000000',
      price: '10.20000000',
      totalPrice: '510.00000000',
      commission: '0.05',
      buyerNickname: 'Maria',
      buyerName: 'Maria Lopez',
      sellerNickname: 'acme',
      notifyPayEndTime: world.clock.now() + 900_000,
    });
    expect(await world.desk.data('orderMatch/checkIfCanReleaseCoin', { orderNumber })).toBe(false);
    world.simulator.counterparties.pay(orderNumber);
    expect(await detail(world, orderNumber)).toMatchObject({
      orderStatus: 2,
      confirmPayEndTime: world.clock.now() + 900_000,
    });
    expect(await world.desk.data('orderMatch/checkIfCanReleaseCoin', { orderNumber })).toBe(true);
    expect((await world.desk.call('orderMatch/releaseCoin', { body: { orderNumber } })).json).toEqual({
      code: '000000',
      message: 'success',
      success: true,
    });
    expect(await detail(world, orderNumber)).toMatchObject({ orderStatus: 4, confirmPayTime: world.clock.now() });
    expect(world.simulator.ledger()).toMatchObject({
      releases: 1,
      doubleReleases: 0,
      orders: { arrived: 1, completed: 1, open: 0 },
    });
  });

  it('refuses release before payment, after the end (-3026), and of another account’s order (83998)', async () => {
    const world = await openWorld();
    const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd() });
    const release = () => world.desk.code('orderMatch/releaseCoin', { orderNumber });
    expect(await release()).toBe(83021);
    world.simulator.counterparties.pay(orderNumber);
    expect(await world.rival.code('orderMatch/releaseCoin', { orderNumber })).toBe(83998);
    expect(await release()).toBe('000000');
    expect(await release()).toBe(-3026);
    expect(world.simulator.ledger()).toMatchObject({ releases: 1, repeatedAttempts: 1, doubleReleases: 0 });
  });

  it('burns one-time codes: a used one is 200001035, none is refused when codes are required', async () => {
    const world = await openWorld({ requireReleaseCode: true });
    const [one = '', two = ''] = [1, 2].map(() =>
      world.simulator.counterparties.take({ adNumber: world.addAd(), plan: [] }),
    );
    world.simulator.counterparties.pay(one);
    world.simulator.counterparties.pay(two);
    const release = (orderNumber: string, googleVerifyCode?: string) =>
      world.desk.code('orderMatch/releaseCoin', { orderNumber, authType: 'GOOGLE', googleVerifyCode });
    expect(await release(one)).toBe(200001034);
    expect(await release(one, '123456')).toBe('000000');
    expect(await release(two, '123456')).toBe(200001035);
    expect(await release(two, '654321')).toBe('000000');
  });

  it('is cancelled by the system when it is not paid in time, and the amount comes back', async () => {
    const world = await openWorld({ paymentWindowMs: 60_000 });
    const advNo = world.addAd({ initAmount: '1000' });
    const orderNumber = world.simulator.counterparties.take({ adNumber: advNo, amount: '100' });
    expect(world.simulator.marketplace.ads.get(advNo)?.surplusAmount).toBe('899.9');
    world.clock.advance(59_999);
    world.simulator.tick();
    expect(await detail(world, orderNumber)).toMatchObject({ orderStatus: 1 });
    world.clock.advance(1);
    world.simulator.tick();
    expect(await detail(world, orderNumber)).toMatchObject({ orderStatus: 7, cancelTime: world.clock.now() });
    expect(world.simulator.marketplace.ads.get(advNo)?.surplusAmount).toBe('1000');
  });

  it('waits for the identity check: payment follows only once it is confirmed (EP-21)', async () => {
    const world = await openWorld();
    const plan = [{ atMs: world.clock.now() + 1000, step: 'pay' as const }];
    const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd(), additionalKyc: true, plan });
    world.clock.advance(5000);
    world.simulator.tick();
    expect(await detail(world, orderNumber)).toMatchObject({ orderStatus: 1, additionalKycVerify: 1 });
    expect(await world.desk.data('orderMatch/verifiedAdditionalKyc', { orderNumber })).toEqual({
      kycVerified: true,
      orderNumber,
    });
    world.simulator.tick();
    expect(await detail(world, orderNumber)).toMatchObject({ orderStatus: 2, additionalKycVerify: 2 });
  });

  it('is disputed after payment and resolved by customer service', async () => {
    const world = await openWorld();
    const { counterparties } = world.simulator;
    for (const [outcome, status] of [
      ['completed', 4],
      ['cancelled', 6],
      ['paid', 2],
    ] as const) {
      const orderNumber = counterparties.take({ adNumber: world.addAd() });
      expect(() => counterparties.dispute(orderNumber)).toThrow();
      counterparties.pay(orderNumber);
      counterparties.dispute(orderNumber);
      expect(await detail(world, orderNumber)).toMatchObject({ orderStatus: 5, complaintStatus: 0 });
      counterparties.resolve(orderNumber, outcome);
      expect(await detail(world, orderNumber)).toMatchObject({ orderStatus: status });
    }
  });

  it('EP-19 returns numbers, not texts', async () => {
    const world = await openWorld();
    const statistic = { finishRate: 0.5, registerDays: 3 };
    const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd(), statistic });
    const data = await world.desk.data('orderMatch/queryCounterPartyOrderStatistic', { orderNumber });
    expect(data).toMatchObject({ finishRate: 0.5, registerDays: 3, completedOrderNum: 240 });
  });
});

describe('an order on an ad of the desk that buys', () => {
  it('is paid by the desk once (83023 after that) and released by the seller', async () => {
    const world = await openWorld();
    const adNumber = world.addAd({ side: 'BUY', price: '9.80' });
    const orderNumber = world.simulator.counterparties.take({
      adNumber,
      afterPayment: { delayMs: 2000, step: 'release' },
    });
    const order = await detail(world, orderNumber);
    expect(order).toMatchObject({ tradeType: 'BUY', orderStatus: 1 });
    const payId = (order['payMethods'] as { id: number }[])[0]?.id;
    const paid = await world.desk.data('orderMatch/markOrderAsPaid', { orderNumber, payId });
    expect(paid).toMatchObject({ orderNumber, orderStatus: 2, selectedPayId: payId, notifyPayTime: world.clock.now() });
    expect(await world.desk.code('orderMatch/markOrderAsPaid', { orderNumber })).toBe(83023);
    expect(await world.desk.code('orderMatch/releaseCoin', { orderNumber })).toBe(83998);
    world.clock.advance(2000);
    world.simulator.tick();
    expect(await detail(world, orderNumber)).toMatchObject({ orderStatus: 4 });
    expect(world.simulator.ledger()).toMatchObject({
      payments: 1,
      doublePayments: 0,
      releases: 0,
      repeatedAttempts: 1,
    });
  });

  it('is cancelled by the desk, with a reason, as long as it is allowed (EP-9, EP-10)', async () => {
    const world = await openWorld();
    const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd({ side: 'BUY', price: '9.80' }) });
    const may = () => world.desk.data('orderMatch/checkIfAllowedCancelOrder', { orderNumber });
    expect(await may()).toBe(true);
    expect(await world.desk.code('orderMatch/cancelOrder', { orderNumber })).toBe(-1102);
    expect(await world.desk.code('orderMatch/cancelOrder', { orderNumber, orderCancelReasonCode: 9 })).toBe(-1102);
    expect(await world.desk.code('orderMatch/cancelOrder', { orderNumber, orderCancelReasonCode: 4 })).toBe('000000');
    expect(await may()).toBe(false);
    expect(await world.desk.code('orderMatch/cancelOrder', { orderNumber, orderCancelReasonCode: 4 })).toBe(83024);
  });
});

describe('EP-18: the desk takes someone’s ad', () => {
  it('buys from a simulated merchant, who releases a while after the payment', async () => {
    const world = await openWorld();
    expect(await world.desk.data('orderMatch/checkIfCanPlaceOrder', { adOrderNo: askAdNo })).toBe(true);
    const placed = await place(world);
    expect(placed.json['data']).toMatchObject({
      result: true,
      orderMatch: { tradeType: 'BUY', amount: '100.00000000', orderStatus: 1 },
    });
    const orderNumber = placedNumber(placed);
    await world.desk.data('orderMatch/markOrderAsPaid', { orderNumber });
    world.clock.advance(3000);
    world.simulator.tick();
    expect(await detail(world, orderNumber)).toMatchObject({ orderStatus: 4, advOrderNumber: askAdNo });
  });

  it('sells to a simulated merchant, who pays a while later', async () => {
    const world = await openWorld();
    const more = {
      advOrderNumber: bidAdNo,
      tradeType: 'SELL',
      buyType: 'BY_AMOUNT',
      totalAmount: 20,
      matchPrice: 9.95,
      payId: await ownPayId(world),
    };
    const orderNumber = placedNumber(await place(world, more));
    world.clock.advance(3000);
    world.simulator.tick();
    expect(await detail(world, orderNumber)).toMatchObject({
      orderStatus: 2,
      tradeType: 'SELL',
      totalPrice: '199.00000000',
    });
  });

  it('refuses an unknown ad, an own one, a price that moved, and amounts outside the limits', async () => {
    const world = await openWorld();
    expect((await place(world, { advOrderNumber: '1' })).json['msg']).toBe('187022');
    expect((await place(world, { advOrderNumber: world.addAd() })).json['code']).toBe(83998);
    expect((await place(world, { matchPrice: '10.04' })).json['code']).toBe(-1102);
    expect((await place(world, { tradeType: 'SELL' })).json['code']).toBe(-1102);
    expect((await place(world, { totalAmount: '99.99' })).json['code']).toBe(-1013);
    expect((await place(world, { totalAmount: '5000.01' })).json['code']).toBe(-1013);
    expect(await world.desk.data('orderMatch/checkIfCanPlaceOrder', { adOrderNo: world.addAd() })).toBe(false);
    expect(world.simulator.ledger().placements).toBe(0);
  });

  it('trades between two accounts: each sees its own side', async () => {
    const world = await openWorld();
    const advNo = world.addAd({ account: 'rival', price: '10.30' });
    const orderNumber = placedNumber(
      await place(world, { advOrderNumber: advNo, matchPrice: '10.30', totalAmount: '500' }),
    );
    expect(await detail(world, orderNumber)).toMatchObject({ tradeType: 'BUY' });
    expect(await world.rival.data('orderMatch/getUserOrderDetail', { adOrderNo: orderNumber })).toMatchObject({
      tradeType: 'SELL',
    });
  });
});

describe('lists', () => {
  it('EP-15 filters and pages, newest first; EP-16 has names for states; EP-14 counts', async () => {
    const world = await openWorld();
    const { counterparties } = world.simulator;
    const [sell, buy] = [world.addAd(), world.addAd({ side: 'BUY', price: '9.50' })];
    const first = counterparties.take({ adNumber: sell });
    world.clock.advance(1000);
    const second = counterparties.take({ adNumber: buy });
    counterparties.pay(first);
    const numbers = async (body: object): Promise<unknown[]> =>
      ((await world.desk.data('orderMatch/listOrders', { page: 1, rows: 20, ...body })) as Order[]).map(
        (row) => row['orderNumber'],
      );
    expect(await numbers({})).toEqual([second, first]);
    expect(await numbers({ orderStatusList: [2, 5] })).toEqual([first]);
    expect(await numbers({ orderStatus: 1 })).toEqual([second]);
    expect(await numbers({ tradeType: 'SELL' })).toEqual([first]);
    expect(await numbers({ advNo: buy })).toEqual([second]);
    expect(await numbers({ startDate: world.clock.now() })).toEqual([second]);
    expect(await numbers({ rows: 1, page: 2 })).toEqual([first]);
    const history = await world.desk.get('orderMatch/listUserOrderHistory', { query: { tradeType: 'SELL' } });
    expect(history.json['data']).toMatchObject([
      { orderNumber: first, orderStatus: 'BUYER_PAYED', advertisementRole: 'MAKER', unitPrice: '10.20000000' },
    ]);
    const summary = await world.desk.get('orderMatch/getUserOrderSummary');
    expect(summary.json['data']).toEqual({ tradingCount: 1, buyerPayedCount: 1, inAppealCount: 0, inProcessCount: 2 });
  });

  it('refuses a history of more than thirty days', async () => {
    const world = await openWorld();
    const query = { startTimestamp: '0', endTimestamp: String(31 * 86_400_000) };
    expect((await world.desk.get('orderMatch/listUserOrderHistory', { query })).json['code']).toBe(-1102);
  });

  it('EP-37 answers in both forms, and EP-29 returns its tips', async () => {
    const world = await openWorld();
    const preferred = await world.desk.data('user/getPayMethodByUserId', {});
    const other = await world.desk.get('paymentMethod/getPayMethodByUserId');
    expect(preferred).toEqual(other.json['data']);
    expect(preferred).toMatchObject([{ payStatus: 'ACTIVE', tradeMethodIdentifier: 'BANK' }]);
    expect(await world.desk.data('chat/getRiskWarningTips', { fiat: 'BOB', scene: 'Portal' })).toHaveProperty(
      'riskHints',
    );
  });
});
