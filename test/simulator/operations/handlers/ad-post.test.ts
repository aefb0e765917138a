import { describe, expect, it } from 'vitest';
import { newAd } from '../../../contract/scenarios.ts';
import { openWorld, type SimWorld } from '../../sim-fixture.ts';

const post = (world: SimWorld, change: Record<string, unknown> = {}) =>
  world.desk.call('ads/post', { body: { ...newAd, ...change } });
const refused = async (world: SimWorld, change: Record<string, unknown>) => {
  const { json } = await post(world, change);
  return [json['code'], json['msg']];
};
const detail = (world: SimWorld, adsNo: unknown) =>
  world.desk.data('ads/getDetailByNo', undefined, { query: { adsNo: String(adsNo) } });
const missing = (name: string) => [-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`];

describe('EP-5 post', () => {
  it('publishes an ad that its owner reads in full and that takers find', async () => {
    const world = await openWorld();
    const advNo = (
      await post(world, { remarks: 'Own account only.', autoReplyMsg: 'Hi', userTradeCompleteRateMin: 0.9 })
    ).json['data'];
    expect(advNo).toMatch(/^\d{20}$/);
    expect(await detail(world, advNo)).toMatchObject({
      advNo,
      advStatus: 1,
      classify: 'mass',
      tradeType: 'BUY',
      price: '9.80',
      priceType: 1,
      priceFloatingRatio: '100.00000000',
      initAmount: '500.00000000',
      surplusAmount: '500.00',
      minSingleTransAmount: '100.00',
      maxSingleTransAmount: '2000.00',
      buyerRegDaysLimit: -1,
      remarks: 'Own account only.',
      autoReplyMsg: 'Hi',
      userTradeCompleteRateMin: '0.9',
      tradeMethods: [{ identifier: 'BANK' }],
      assetVo: { asset: 'USDT', decimalScale: 2 },
      fiatVo: { currencyCode: 'BOB', currencyScale: 2, priceScale: 2 },
    });
    const found = await world.rival.data('ads/search', {
      asset: 'USDT',
      fiat: 'BOB',
      tradeType: 'SELL',
      page: 1,
      rows: 9,
    });
    expect(JSON.stringify(found)).toContain(String(advNo));
  });

  it('goes online at once, not at all, or after the delay', async () => {
    const world = await openWorld();
    const later = (await post(world, { onlineDelayTime: 5 })).json['data'];
    const never = (await post(world, { price: '9.70', onlineNow: false })).json['data'];
    expect(await detail(world, later)).toMatchObject({ advStatus: 3, isTradable: false });
    world.clock.advance(5 * 60_000);
    world.simulator.tick();
    expect(await detail(world, later)).toMatchObject({ advStatus: 1, isTradable: true });
    expect(await detail(world, never)).toMatchObject({ advStatus: 3 });
  });

  it('stays offline after the delay when its price is within the exclusion zone by then (187055)', async () => {
    const world = await openWorld();
    const later = (await post(world, { onlineDelayTime: 5 })).json['data'];
    world.addAd({ side: 'BUY', price: '9.84' });
    world.clock.advance(5 * 60_000);
    world.simulator.tick();
    expect(await detail(world, later)).toMatchObject({ advStatus: 3, isTradable: false });
    world.clock.advance(60_000);
    world.simulator.tick();
    expect(await detail(world, later)).toMatchObject({ advStatus: 3 });
  });

  it('the time to pay is the one that the ad names, a day at most, or that of the simulator’s settings', async () => {
    const world = await openWorld({ paymentWindowMs: 45 * 60_000 });
    const posted = async (payTimeLimit: unknown, price: string) =>
      detail(world, (await post(world, { payTimeLimit, price })).json['data']);
    expect(await posted(90, '9.80')).toMatchObject({ payTimeLimit: 90 });
    expect(await posted(undefined, '9.70')).toMatchObject({ payTimeLimit: 45 });
    for (const payTimeLimit of [1_441, 999_999_999, 0]) {
      expect(await refused(world, { price: '9.60', payTimeLimit })).toEqual(missing('payTimeLimit'));
    }
  });

  it('floats with the reference at a ratio (wire-facts section 15)', async () => {
    const world = await openWorld();
    const advNo = (await post(world, { priceType: 2, price: undefined, priceFloatingRatio: 97.55 })).json['data'];
    expect(await detail(world, advNo)).toMatchObject({
      priceType: 2,
      price: '9.75',
      priceFloatingRatio: '97.55000000',
    });
    expect(await refused(world, { priceType: 2, price: undefined })).toEqual(missing('priceFloatingRatio'));
    expect(await refused(world, { priceType: 1, price: undefined })).toEqual(missing('price'));
    expect(String(await refused(world, { priceType: 2, priceFloatingRatio: 150 }))).toMatch(/range|rango/);
  });

  it('refuses more decimals than the price, the asset or the fiat money have: -1111', async () => {
    const world = await openWorld();
    for (const change of [{ price: '9.801' }, { initAmount: '500.001' }, { minSingleTransAmount: '100.001' }]) {
      expect((await refused(world, change))[0]).toBe(-1111);
    }
    expect((await post(world, { initAmount: '500.00000000' })).json['code']).toBe('000000');
  });

  it('refuses amounts that make no sense', async () => {
    const world = await openWorld();
    expect(await refused(world, { initAmount: '5' })).toEqual([-9000, '187040']);
    expect((await refused(world, { minSingleTransAmount: '3000' }))[0]).toBe(-1102);
    expect((await refused(world, { price: '0' }))[0]).toBe(-1102);
    expect(await refused(world, { initAmount: 'much' })).toEqual(missing('initAmount'));
  });

  it('refuses unknown markets, classes and payment methods', async () => {
    const world = await openWorld();
    expect(await refused(world, { fiatUnit: 'ZZZ' })).toEqual([-9000, 'FIAT_ASSET_ILLEGAL']);
    for (const change of [{ classify: 'f2f' }, { tradeMethods: [{ identifier: 'Shells' }] }, { priceType: 3 }]) {
      expect((await refused(world, change))[0]).toBe(-1102);
    }
    expect((await refused(world, { tradeType: 'SELL', price: '10.50', tradeMethods: [{ payId: 1 }] }))[0]).toBe(-1102);
    const [method] = (await world.desk.data('user/getPayMethodByUserId', {})) as { id: number }[];
    const own = { tradeType: 'SELL', price: '10.50', tradeMethods: [{ payId: method?.id }] };
    const advNo = (await post(world, own)).json['data'];
    expect(await detail(world, advNo)).toMatchObject({ tradeType: 'SELL', tradeMethods: [{ payId: method?.id }] });
  });

  it('keeps the rules of updates: range, exclusion zone, open business', async () => {
    const world = await openWorld();
    world.addAd({ side: 'BUY', price: '9.82' });
    expect((await refused(world, {}))[0]).toBe(187055);
    expect(String(await refused(world, { price: '8.99' }))).toMatch(/range|rango/);
    world.simulator.setMerchant('acme', 'closed');
    expect((await refused(world, { price: '9.50' }))[0]).toBe(83229);
    expect(world.simulator.ledger().entries.filter(({ kind }) => kind === 'ad-post')).toEqual([]);
  });
});

describe('EP-1 getAvailableAdsCategory', () => {
  it('names the classes that may be published', async () => {
    const { desk } = await openWorld();
    const answer = await desk.get('ads/getAvailableAdsCategory');
    expect(answer.json['data']).toEqual({ advClassifies: ['mass', 'profession', 'block'] });
  });
});
