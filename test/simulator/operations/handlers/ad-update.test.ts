import { describe, expect, it } from 'vitest';
import { openWorld, type SimWorld } from '../../sim-fixture.ts';

const update = (world: SimWorld, body: Record<string, unknown>) => world.desk.call('ads/update', { body });
const detail = (world: SimWorld, adsNo: string) =>
  world.desk.data('ads/getDetailByNo', undefined, { query: { adsNo } });

describe('EP-7 update, beyond the price', () => {
  it('makes the price float, moves the ratio, and fixes the price again', async () => {
    const world = await openWorld();
    const advNo = world.addAd();
    expect((await update(world, { advNo, priceType: 2, priceFloatingRatio: '103.5' })).json['code']).toBe('000000');
    expect(await detail(world, advNo)).toMatchObject({
      priceType: 2,
      price: '10.35',
      priceFloatingRatio: '103.50000000',
    });
    await update(world, { advNo, priceFloatingRatio: 101.239 });
    expect(await detail(world, advNo)).toMatchObject({ price: '10.12' });
    await update(world, { advNo, price: '10.40', priceType: 1 });
    expect(await detail(world, advNo)).toMatchObject({
      priceType: 1,
      price: '10.40',
      priceFloatingRatio: '100.00000000',
    });
    expect((await update(world, { advNo, priceType: 2 })).json['code']).toBe(-1102);
    expect(world.simulator.ledger().reprices).toBe(3);
  });

  it('counts a floating price outside the limits of the merchant like a fixed one', async () => {
    const world = await openWorld();
    const advNo = world.addAd({ limits: { floor: '10.10', ceiling: '10.50' } });
    await update(world, { advNo, priceType: 2, priceFloatingRatio: 100.5 });
    await update(world, { advNo, priceType: 2, priceFloatingRatio: 102 });
    expect(world.simulator.ledger()).toMatchObject({ pricesOutsideLimits: 1, reprices: 2 });
  });

  it('keeps what is absent, and forgets it in the mode "full"', async () => {
    const world = await openWorld();
    const advNo = world.addAd();
    await update(world, { advNo, buyerRegDaysLimit: 60, userTradeVolumeAsset: 'BTC' });
    await update(world, { advNo, buyerKycLimit: 1 });
    const terms = { buyerRegDaysLimit: 60, userTradeVolumeAsset: 'BTC', buyerKycLimit: 1 };
    expect(await detail(world, advNo)).toMatchObject(terms);
    await update(world, { advNo, updateMode: 'full', buyerKycLimit: 1 });
    expect(await detail(world, advNo)).toMatchObject({ buyerRegDaysLimit: -1, buyerKycLimit: 1 });
    expect(await detail(world, advNo)).not.toHaveProperty('userTradeVolumeAsset');
  });

  it('makes every optional field null that is absent in the mode "full" (wire-facts section 3), and only those', async () => {
    const world = await openWorld({ paymentWindowMs: 20 * 60_000 });
    const words = { remarks: 'Own account only.', autoReply: 'Hi', payTimeLimitMinutes: 30, additionalKyc: true };
    const advNo = world.addAd(words);
    const shown = { remarks: 'Own account only.', autoReplyMsg: 'Hi', payTimeLimit: 30, takerAdditionalKycRequired: 1 };
    await update(world, { advNo, price: '10.30' });
    expect(await detail(world, advNo)).toMatchObject(shown);
    await update(world, { advNo, updateMode: 'full', payTimeLimit: 60 });
    const rest = { price: '10.30', minSingleTransAmount: '100.00', tradeMethods: [{ identifier: 'BANK' }] };
    const nothing = { remarks: '', autoReplyMsg: '', takerAdditionalKycRequired: 0 };
    expect(await detail(world, advNo)).toMatchObject({ ...rest, ...nothing, payTimeLimit: 60 });
    await update(world, { advNo, updateMode: 'full' });
    expect(await detail(world, advNo)).toMatchObject({ payTimeLimit: 20 });
    expect((await update(world, { advNo, payTimeLimit: 999_999_999 })).json['code']).toBe(-1102);
  });

  it('judges the least quantity by the price that comes with it: 187040', async () => {
    const world = await openWorld();
    const advNo = world.addAd({ price: '10.00', initAmount: '100', minFiat: '900', maxFiat: '1000' });
    const change = { advNo, minSingleTransAmount: '950' };
    expect((await update(world, { ...change, price: '9.49' })).json).toEqual({ code: -9000, msg: '187040' });
    expect(await detail(world, advNo)).toMatchObject({ price: '10.00', minSingleTransAmount: '900.00' });
    const raised = { advNo, minSingleTransAmount: '1050', maxSingleTransAmount: '1060' };
    expect((await update(world, raised)).json).toEqual({ code: -9000, msg: '187040' });
    expect((await update(world, { ...raised, price: '10.60' })).json['code']).toBe('000000');
  });

  it('refuses too many decimals with -1111 and changes nothing by halves', async () => {
    const world = await openWorld();
    const advNo = world.addAd();
    const before = await detail(world, advNo);
    for (const change of [{ initAmount: '1000.001' }, { maxSingleTransAmount: '4000.005' }, { price: '10.301' }]) {
      expect((await update(world, { advNo, remarks: 'changed', ...change })).json['code']).toBe(-1111);
    }
    expect((await update(world, { advNo, price: '10.30', minSingleTransAmount: '9000' })).json['code']).toBe(-1102);
    expect((await update(world, { advNo, price: '10.30', advStatus: 9 })).json['code']).toBe(-1102);
    expect(await detail(world, advNo)).toEqual(before);
  });

  it('takes an ad offline and online with its status, never into the exclusion zone', async () => {
    const world = await openWorld();
    const advNo = world.addAd();
    await update(world, { advNo, advStatus: 3 });
    expect(await detail(world, advNo)).toMatchObject({ advStatus: 3, isTradable: false });
    world.addAd({ price: '10.22' });
    expect((await update(world, { advNo, advStatus: 1 })).json).toEqual(
      (await update(world, { advNo, price: '10.21' })).json,
    );
    expect((await update(world, { advNo, advStatus: 1 })).json['code']).toBe(187055);
    await update(world, { advNo, advStatus: 1, price: '10.50' });
    expect(await detail(world, advNo)).toMatchObject({ advStatus: 1, price: '10.50' });
  });

  it('keeps the market, the side and the kind of price of an ad unless the update says what a change needs', async () => {
    const world = await openWorld();
    const advNo = world.addAd();
    expect((await update(world, { advNo, asset: 'USDT', fiatUnit: 'BOB', remarks: 'x' })).json['code']).toBe('000000');
    for (const change of [{ fiatUnit: 'EUR' }, { asset: 'BTC' }, { tradeType: 'BUY' }, { priceType: 3 }]) {
      expect((await update(world, { advNo, ...change })).json['code']).toBe(-1102);
    }
    expect((await update(world, { advNo, tradeType: 'SELL', priceType: 1 })).json['code']).toBe('000000');
  });

  it('takes the whole form of the web page, read and sent back, without surplusAmount (wire-facts EP-7)', async () => {
    const world = await openWorld();
    const advNo = world.addAd();
    const { surplusAmount, ...form } = (await detail(world, advNo)) as Record<string, unknown>;
    expect((await update(world, { ...form, visible: 1, adTags: [] })).json['code']).toBe('000000');
    expect((await update(world, { ...form, surplusAmount })).json).toEqual({ code: -9000, msg: '187049' });
  });
});

describe('EP-4 listWithPagination', () => {
  it('filters by class, side, tradability and time, in text and in milliseconds', async () => {
    const world = await openWorld();
    const first = world.addAd();
    world.clock.advance(60_000);
    const second = world.addAd({ side: 'BUY', price: '9.50', classify: 'profession', status: 3 });
    const list = async (filter: Record<string, unknown>) => {
      const rows = (await world.desk.data('ads/listWithPagination', { page: 1, rows: 20, ...filter })) as {
        advNo: string;
      }[];
      return rows.map(({ advNo }) => advNo);
    };
    expect(await list({})).toEqual([second, first]);
    expect(await list({ classify: 'profession' })).toEqual([second]);
    expect(await list({ tradeType: '1' })).toEqual([first]);
    expect(await list({ inDeal: 1 })).toEqual([first]);
    expect(await list({ startDate: world.clock.now() - 1 })).toEqual([second]);
    expect(await list({ endDate: new Date(world.clock.now() - 1).toISOString() })).toEqual([first]);
  });
});
