import { describe, expect, it } from 'vitest';
import { askAdNo, bidAdNo, openWorld, ownPayId, type SimWorld } from '../sim-fixture.ts';

type Fields = Record<string, unknown>;

const detail = async (world: SimWorld, adOrderNo: string): Promise<Fields> =>
  (await world.desk.data('orderMatch/getUserOrderDetail', { adOrderNo })) as Fields;
const statusOf = async (world: SimWorld, adOrderNo: string) => (await detail(world, adOrderNo))['orderStatus'];
const missing = (name: string) => ({
  code: -1102,
  msg: `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`,
});

/** An order in which the desk buys, on an ad of its own. */
const purchase = (world: SimWorld, additionalKyc = false): string =>
  world.simulator.counterparties.take({ adNumber: world.addAd({ side: 'BUY', price: '9.80', additionalKyc }) });

const sale = (world: SimWorld): string => world.simulator.counterparties.take({ adNumber: world.addAd() });

describe('a check says what its step does', () => {
  it('EP-11 and EP-18: a merchant that is closed or takes a break takes no ad (wire-facts section 10)', async () => {
    const world = await openWorld();
    const may = () => world.desk.data('orderMatch/checkIfCanPlaceOrder', { adOrderNo: askAdNo });
    const place = () => world.desk.code('orderMatch/placeOrder', { advOrderNumber: askAdNo, totalAmount: 201 });
    world.simulator.setMerchant('acme', 'closed');
    expect([await may(), await place()]).toEqual([false, 83229]);
    world.simulator.setMerchant('acme', 'break', world.clock.now() + 1_000);
    expect([await may(), await place()]).toEqual([false, 83230]);
    world.clock.advance(1_000);
    expect([await may(), await place()]).toEqual([true, '000000']);
  });

  it('EP-12 and EP-20: an order in appeal is not released by its seller (wire-facts section 13)', async () => {
    const world = await openWorld();
    const orderNumber = sale(world);
    const may = () => world.desk.data('orderMatch/checkIfCanReleaseCoin', { orderNumber });
    const release = () => world.desk.code('orderMatch/releaseCoin', { orderNumber });
    world.simulator.counterparties.pay(orderNumber);
    world.simulator.counterparties.dispute(orderNumber);
    expect([await may(), await release()]).toEqual([false, 83021]);
    world.simulator.counterparties.resolve(orderNumber, 'paid');
    expect([await may(), await release(), await may()]).toEqual([true, '000000', false]);
  });

  it.each([
    ['a used code', 200001035, { googleVerifyCode: '111111', code: '111111' }],
    ['codes that differ', 200001034, { googleVerifyCode: '222222', code: '333333' }],
  ])('EP-12 and EP-20: %s, where one-time codes are asked for', async (_what, refusal, wrong) => {
    const world = await openWorld({ requireReleaseCode: true });
    const [one, two] = [sale(world), sale(world)];
    for (const orderNumber of [one, two]) world.simulator.counterparties.pay(orderNumber);
    const may = (codes: Fields) => world.desk.data('orderMatch/checkIfCanReleaseCoin', { orderNumber: two, ...codes });
    const release = (orderNumber: string, codes: Fields) =>
      world.desk.code('orderMatch/releaseCoin', { orderNumber, ...codes });
    expect(await release(one, { code: '111111' })).toBe('000000');
    expect([await may(wrong), await release(two, wrong)]).toEqual([false, refusal]);
    expect([await may({}), await release(two, {})]).toEqual([true, 200001034]);
    const good = { code: '444444' };
    expect([await may(good), await may(good), await release(two, good)]).toEqual([true, true, '000000']);
  });
});

describe('EP-18 refuses facts that are not the ad’s', () => {
  const placement = { advOrderNumber: askAdNo, totalAmount: 201 };
  const refusal = async (world: SimWorld, change: Fields) =>
    (await world.desk.call('orderMatch/placeOrder', { body: { ...placement, ...change } })).json;

  it.each([
    ['asset', 'BTC'],
    ['fiatUnit', 'EUR'],
    ['tradeType', 'SELL'],
    ['matchPrice', '10.06'],
  ])('%s %s', async (name, value) => {
    const world = await openWorld();
    expect(await refusal(world, { [name]: value })).toMatchObject({ code: -1102, msg: expect.stringContaining(name) });
    expect(world.simulator.ledger().placements).toBe(0);
  });

  it('payId: who sells says where to be paid, by a method of its own', async () => {
    const world = await openWorld();
    const selling = { advOrderNumber: bidAdNo };
    expect(await refusal(world, selling)).toEqual(missing('payId'));
    expect(await refusal(world, { ...selling, payId: 1 })).toEqual(missing('payId'));
    expect(await refusal(world, { ...selling, payId: await ownPayId(world) })).toMatchObject({ code: '000000' });
  });
});

describe('EP-17 markOrderAsPaid', () => {
  it('refuses a payId that the order does not have, and takes none (wire-facts section 5)', async () => {
    const world = await openWorld();
    const orderNumber = purchase(world);
    const pay = async (payId?: number) =>
      (await world.desk.call('orderMatch/markOrderAsPaid', { body: { orderNumber, payId } })).json;
    expect(await pay(1)).toEqual(missing('payId'));
    expect(await statusOf(world, orderNumber)).toBe(1);
    expect(await pay()).toMatchObject({ data: { orderStatus: 2 } });
    expect((await pay(1))['code']).toBe(83023);
  });

  it('wire-facts 13: waits for the identity check, which the maker confirms (EP-21)', async () => {
    const world = await openWorld();
    const orderNumber = purchase(world, true);
    const pay = () => world.desk.code('orderMatch/markOrderAsPaid', { orderNumber });
    expect(await pay()).toBe(83023);
    expect(await detail(world, orderNumber)).toMatchObject({ additionalKycVerify: 1, payMethods: [] });
    expect(await world.desk.code('orderMatch/verifiedAdditionalKyc', { orderNumber })).toBe('000000');
    expect(await pay()).toBe('000000');
    const bought = world.simulator.counterparties.take({ adNumber: world.addAd(), additionalKyc: true });
    expect(() => world.simulator.counterparties.pay(bought)).toThrow(/cannot be marked/);
  });

  it('comes too late at the deadline, whether or not a tick came before; the list and the counters agree', async () => {
    const world = await openWorld();
    const [late, inTime] = [purchase(world), purchase(world)];
    world.clock.advance(15 * 60_000 - 1);
    expect(await world.desk.code('orderMatch/markOrderAsPaid', { orderNumber: inTime })).toBe('000000');
    world.clock.advance(1);
    const summary = await world.desk.get('orderMatch/getUserOrderSummary');
    expect(summary.json['data']).toMatchObject({ tradingCount: 0, buyerPayedCount: 1 });
    expect(await world.desk.code('orderMatch/markOrderAsPaid', { orderNumber: late })).toBe(83023);
    expect(await world.desk.data('orderMatch/checkIfAllowedCancelOrder', { orderNumber: late })).toBe(false);
    expect(await statusOf(world, late)).toBe(7);
    expect(world.simulator.ledger()).toMatchObject({ payments: 1, orders: { cancelled: 1 } });
  });

  it('accepts a payment planned before the deadline, not one planned after it', async () => {
    const world = await openWorld();
    const adNumber = world.addAd();
    const payingAt = (atMs: number) =>
      world.simulator.counterparties.take({ adNumber, plan: [{ atMs: world.clock.now() + atMs, step: 'pay' }] });
    const [early, late] = [payingAt(899_000), payingAt(901_000)];
    world.clock.advance(902_000);
    expect(await statusOf(world, late)).toBe(7);
    world.simulator.tick();
    expect([await statusOf(world, early), await statusOf(world, late)]).toEqual([2, 7]);
  });
});

describe('a break ends at its minute, tick or not', () => {
  it('EP-28: calls that change ads are answered again', async () => {
    const world = await openWorld({ restMs: 60_000 });
    const advNo = world.addAd();
    await world.desk.data('merchant/startRest', {});
    world.clock.advance(59_999);
    expect(await world.desk.code('ads/update', { advNo, price: '10.30' })).toBe(83230);
    world.clock.advance(1);
    expect(await world.desk.code('ads/update', { advNo, price: '10.30' })).toBe('000000');
    expect(await world.desk.data('user/baseDetail', {})).toMatchObject({ businessStatus: 1 });
  });
});

describe('EP-20: one-time codes', () => {
  it('are the same and fresh in both fields; a used one spoils a fresh one beside it', async () => {
    const world = await openWorld({ requireReleaseCode: true });
    const [one, two] = [sale(world), sale(world)];
    for (const orderNumber of [one, two]) world.simulator.counterparties.pay(orderNumber);
    const release = (orderNumber: string, codes: Fields) =>
      world.desk.code('orderMatch/releaseCoin', { orderNumber, authType: 'GOOGLE', ...codes });
    expect(await release(one, { googleVerifyCode: '111111', code: '111111' })).toBe('000000');
    expect(await release(two, { googleVerifyCode: '222222', code: '111111' })).toBe(200001035);
    expect(await release(two, { googleVerifyCode: '222222', code: '333333' })).toBe(200001034);
    expect(await release(two, { googleVerifyCode: '222222', mobileVerifyCode: '444444' })).toBe('000000');
    expect(world.simulator.snapshot().usedCodes).toEqual(['acme:111111', 'acme:222222', 'acme:444444']);
  });
});

describe('EP-13: what the detail of an ended order holds', () => {
  it('keeps payment details of a completed order for ninety days; then only the name of the method', async () => {
    const world = await openWorld();
    const orderNumber = sale(world);
    world.simulator.counterparties.pay(orderNumber);
    await world.desk.data('orderMatch/releaseCoin', { orderNumber });
    world.clock.advance(90 * 86_400_000);
    const details = [{ identifier: 'BANK', fields: [{ fieldContentType: 'payee' }, {}, {}] }];
    expect(await detail(world, orderNumber)).toMatchObject({ payMethods: details });
    world.clock.advance(1);
    expect((await detail(world, orderNumber))['payMethods']).toEqual([{ tradeMethodName: 'Bank Transfer' }]);
  });

  it('drops payment details at once when an order is cancelled, and says why and when', async () => {
    const world = await openWorld();
    const orderNumber = purchase(world);
    world.clock.advance(1_000);
    const reason = { orderCancelReasonCode: 5, orderCancelAdditionalInfo: 'Wrong amount' };
    await world.desk.data('orderMatch/cancelOrder', { orderNumber, ...reason });
    const cancelled = await detail(world, orderNumber);
    expect(cancelled).toMatchObject({
      payMethods: [{ tradeMethodName: 'Bank Transfer' }],
      cancelReasonDesc: 'Other',
      cancelReasonAdditional: 'Wrong amount',
      cancelTime: world.clock.now(),
      updateTime: world.clock.now(),
    });
    expect(cancelled).not.toHaveProperty('sysCancelTime');
    const expired = sale(world);
    world.clock.advance(15 * 60_000);
    expect(await detail(world, expired)).toMatchObject({ orderStatus: 7, sysCancelTime: world.clock.now() });
    expect(await detail(world, expired)).not.toHaveProperty('cancelReasonDesc');
  });

  it('updateTime follows the order', async () => {
    const world = await openWorld();
    const orderNumber = sale(world);
    const createdAtMs = world.clock.now();
    world.clock.advance(5_000);
    expect(await detail(world, orderNumber)).toMatchObject({ updateTime: createdAtMs });
    world.simulator.counterparties.pay(orderNumber);
    expect(await detail(world, orderNumber)).toMatchObject({ updateTime: createdAtMs + 5_000 });
  });
});

describe('EP-19: trades with the counterparty', () => {
  it('counts what the two completed in the last thirty days', async () => {
    const world = await openWorld();
    const adNumber = world.addAd();
    const together = async (orderNumber: string) =>
      (await world.desk.data('orderMatch/queryCounterPartyOrderStatistic', { orderNumber })) as Fields;
    const take = (nickname: string): string => world.simulator.counterparties.take({ adNumber, nickname });
    const first = take('Maria');
    expect(await together(first)).toMatchObject({ numberOfTradesWithCounterpartyCompleted30day: 0 });
    world.simulator.counterparties.pay(first);
    await world.desk.data('orderMatch/releaseCoin', { orderNumber: first });
    expect(await together(take('Maria'))).toMatchObject({ numberOfTradesWithCounterpartyCompleted30day: 1 });
    expect(await together(take('Jorge'))).toMatchObject({ numberOfTradesWithCounterpartyCompleted30day: 0 });
    world.clock.advance(30 * 86_400_000 + 1);
    expect(await together(first)).toMatchObject({ numberOfTradesWithCounterpartyCompleted30day: 0 });
  });
});
