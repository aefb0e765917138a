import { describe, expect, it } from 'vitest';
import { createGeneratedMarket } from '../../../src/simulator/market/generated-market.ts';
import { askAdNo, openWorld, seed, type SimWorld } from '../sim-fixture.ts';

describe('what is sent is checked (wire-facts 2.2, 2.3)', () => {
  it('names all that is missing in one refusal, in the order of the live service', async () => {
    const { desk } = await openWorld();
    const { json } = await desk.call('ads/search', { body: { page: 1, rows: 10 }, sign: false });
    expect(json['msg']).toBe("Mandatory parameter 'tradeType|fiat|asset' was not sent, was empty/null, or malformed.");
  });

  it('refuses malformed values by their name', async () => {
    const { desk } = await openWorld();
    const wrong: [string, Record<string, unknown>, string][] = [
      ['ads/listWithPagination', { page: 0, rows: 20 }, 'page'],
      ['ads/listWithPagination', { page: 1, rows: 'many' }, 'rows'],
      ['orderMatch/listOrders', { page: 1, rows: 20, orderStatusList: ['paid'] }, 'orderStatusList'],
      ['ads/updateStatus', { advNos: [], advStatus: 1 }, 'advNos'],
      ['ads/getReferencePrice', { fiatCurrency: 'BOB', tradeType: 'BUY', assets: ['A', 'B', 'C', 'D'] }, 'assets'],
      ['chat/getRiskWarningTips', { scene: 'Street' }, 'scene'],
      ['orderMatch/placeOrder', { advOrderNumber: askAdNo, totalAmount: '1e3' }, 'totalAmount'],
      ['ads/update', { advNo: askAdNo, remarks: 'x'.repeat(1_001) }, 'remarks'],
    ];
    for (const [path, body, name] of wrong) {
      const { json } = await desk.call(path, { body });
      expect([path, json['code'], json['msg']]).toEqual([path, -1102, expect.stringContaining(`'${name}'`)]);
    }
  });

  it('does not look for a parameter of the query in the body, except for the history', async () => {
    const { desk, addAd } = await openWorld();
    expect(await desk.code('ads/getDetailByNo', { adsNo: addAd() })).toBe(-1102);
    const path = 'orderMatch/listUserOrderHistory';
    const answer = await desk.call(path, { method: 'GET', query: { tradeType: 'HOLD' } });
    expect(answer.json['code']).toBe(-1102);
    expect((await desk.call(path, { method: 'GET', query: { surprise: '1' } })).json).toMatchObject({
      code: -1104,
      msg: expect.stringContaining("read '2' parameter(s) but was sent '3'") as string,
    });
  });

  it('refuses more decimals than the market has in an order: -1111', async () => {
    const { desk } = await openWorld();
    const place = (totalAmount: string, buyType: string) =>
      desk.code('orderMatch/placeOrder', { advOrderNumber: askAdNo, totalAmount, buyType });
    expect(await place('200.005', 'BY_MONEY')).toBe(-1111);
    expect(await place('20.005', 'BY_AMOUNT')).toBe(-1111);
    expect(await place('20.50', 'BY_AMOUNT')).toBe('000000');
  });

  it('EP-16 looks back thirty days at a time and six months at most', async () => {
    const world = await openWorld();
    world.simulator.counterparties.take({ adNumber: world.addAd() });
    const day = 86_400_000;
    const nowMs = world.clock.now();
    const ask = async (query: Record<string, string>) =>
      (await world.desk.get('orderMatch/listUserOrderHistory', { query })).json;
    expect(await ask({})).toMatchObject({ total: 1 });
    expect(await ask({ startTimestamp: String(nowMs - 31 * day), endTimestamp: String(nowMs) })).toMatchObject({
      code: -1102,
    });
    expect(await ask({ startTimestamp: String(nowMs - 200 * day) })).toMatchObject({ code: -1102 });
    expect(await ask({ startTimestamp: String(nowMs - 60 * day) })).toMatchObject({ total: 0 });
    world.clock.advance(31 * day);
    expect(await ask({})).toMatchObject({ total: 0 });
    expect(await ask({ startTimestamp: String(nowMs) })).toMatchObject({ total: 1 });
  });
});

describe('the decimals of each market (wire-facts section 15)', () => {
  interface Wire {
    price: string;
    tradableQuantity: string;
    minSingleTransQuantity: string;
    dynamicMaxSingleTransAmount: string;
    [name: string]: string;
  }
  const decimals = (text = ''): number => text.split('.')[1]?.length ?? 0;
  const markets = [
    { asset: 'USDT', fiat: 'BOB', priceScale: 2, assetScale: 2, fiatScale: 2 },
    { asset: 'USDT', fiat: 'VES', priceScale: 3, assetScale: 2, fiatScale: 2 },
    { asset: 'BTC', fiat: 'COP', priceScale: 0, assetScale: 8, fiatScale: 0 },
    { asset: 'USDT', fiat: 'EUR', priceScale: 8, assetScale: 2, fiatScale: 2 },
  ];
  const open = (): Promise<SimWorld> => openWorld({ market: createGeneratedMarket({ seed }) });

  it.each(markets)('$asset/$fiat: price $priceScale, asset $assetScale, fiat $fiatScale', async (market) => {
    const world = await open();
    const { asset, fiat, priceScale, assetScale, fiatScale } = market;
    const search = { asset, fiat, tradeType: 'BUY', page: 1, rows: 20 };
    const rows = (await world.desk.data('ads/search', search)) as { adv: Wire }[];
    expect(rows.length).toBeGreaterThan(5);
    for (const { adv } of rows) {
      expect([adv['priceScale'], adv['assetScale'], adv['fiatScale']]).toEqual([priceScale, assetScale, fiatScale]);
      expect(decimals(adv.price)).toBe(priceScale);
      expect(decimals(adv.tradableQuantity)).toBe(assetScale);
      expect(decimals(adv.minSingleTransQuantity)).toBe(assetScale);
      expect(decimals(adv.dynamicMaxSingleTransAmount)).toBe(fiatScale);
    }
    const reference = await world.desk.data('ads/getReferencePrice', {
      fiatCurrency: fiat,
      tradeType: 'SELL',
      assets: [asset],
    });
    expect(reference).toMatchObject([{ asset, priceScale, assetScale, currencyScale: fiatScale }]);
  });

  it.each(markets)(
    '$asset/$fiat: one decimal more than the price has is refused',
    async ({ asset, fiat, priceScale }) => {
      const world = await open();
      const reference = world.simulator.marketplace.book(asset, fiat)?.reference ?? '1';
      const advNo = world.addAd({ asset, fiat, price: reference });
      const finer = priceScale === 0 ? `${reference}.1` : `${reference}1`;
      expect(await world.desk.code('ads/update', { advNo, price: finer })).toBe(-1111);
      expect(await world.desk.code('ads/update', { advNo, price: reference })).toBe('000000');
    },
  );

  it('a seller’s fee comes on top, so less than the remainder can be bought; a buyer’s does not', async () => {
    const world = await openWorld();
    const amounts = { initAmount: '1000', minFiat: '100', maxFiat: '90000' };
    const sell = world.addAd({ ...amounts, price: '10.20' });
    const buy = world.addAd({ ...amounts, side: 'BUY', price: '9.50' });
    const detail = (adsNo: string) => world.desk.data('ads/getDetailByNo', undefined, { query: { adsNo } });
    expect(await detail(sell)).toMatchObject({
      tradableQuantity: '999.00',
      dynamicMaxSingleTransAmount: '10189.81',
      minSingleTransQuantity: '9.80',
      maxSingleTransQuantity: '8823.52',
      dynamicMaxSingleTransQuantity: '999.00',
    });
    expect(await detail(buy)).toMatchObject({ tradableQuantity: '1000.00', dynamicMaxSingleTransAmount: '9500.00' });
  });
});

describe('lists of the marketplace', () => {
  it('POST digitalCurrency/list and fiatCurrency/list: each currency once, with its decimals', async () => {
    const world = await openWorld({ market: createGeneratedMarket({ seed }) });
    expect(await world.desk.data('digitalCurrency/list', {})).toMatchObject([
      { asset: 'USDT', decimalScale: 2 },
      { asset: 'BTC', decimalScale: 8 },
    ]);
    const fiats = (await world.desk.data('fiatCurrency/list', {})) as Record<string, unknown>[];
    expect(fiats.map(({ currencyCode, currencyScale }) => [currencyCode, currencyScale])).toEqual([
      ['BOB', 2],
      ['VES', 2],
      ['COP', 0],
      ['EUR', 2],
    ]);
  });

  it('commission-rate/overview and taker: rates as text with eight decimals', async () => {
    const { desk } = await openWorld();
    expect(await desk.data('commission-rate/overview', { fiat: 'BOB' })).toMatchObject({
      assetRetList: [{ asset: 'USDT', items: [{ fiat: 'BOB', makerSellCommissionRate: '0.00100000' }] }],
    });
    expect(await desk.data('commission-rate/overview', { fiat: 'ZZZ' })).toMatchObject({ assetRetList: [] });
    const body = { tradeMethodIdentifier: ['BANK'], tradeType: 'sell' };
    expect(await desk.data('commission-rate/taker', body)).toEqual([
      {
        tradeMethodIdentifier: 'BANK',
        tradeType: 'SELL',
        baseCommissionRate: '0.00000000',
        commissionRate: '0.00000000',
      },
    ]);
  });

  it('EP-36 and EP-37: the own method by id and in both forms; EP-38: the catalogue', async () => {
    const { desk, rival, addAd } = await openWorld();
    addAd();
    const all = (await desk.data('user/getPayMethodByUserId', {})) as { id: number; advCount: number }[];
    expect((await desk.get('paymentMethod/getPayMethodByUserId')).json['data']).toEqual(all);
    expect(all).toMatchObject([{ payStatus: 'ACTIVE', advCount: 1 }]);
    const query = { id: String(all[0]?.id) };
    expect((await desk.get('paymentMethod/getPayMethodById', { query })).json['data']).toEqual(all[0]);
    expect((await rival.get('paymentMethod/getPayMethodById', { query })).json['code']).toBe(-1102);
    const catalogue = await desk.call('paymentMethod/listAll', { body: {} });
    expect(catalogue.json).toMatchObject({ total: 8, data: expect.arrayContaining([expect.anything()]) as unknown });
  });
});
