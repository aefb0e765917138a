import { describe, expect, it } from 'vitest';
import { openWorld, type SimWorld } from '../sim-fixture.ts';

const update = (world: SimWorld, advNo: string, terms: string | { price: string; surplusAmount: string }) =>
  world.desk.call('ads/update', { body: { advNo, ...(typeof terms === 'string' ? { price: terms } : terms) } });

type Ad = Record<string, unknown>;

const readAd = async (world: SimWorld, advNo: string): Promise<Ad> =>
  (await world.desk.data('ads/getDetailByNo', undefined, { query: { adsNo: advNo } })) as Ad;

describe('reading ads', () => {
  it('EP-2 returns an own ad with the decimals of the wire', async () => {
    const world = await openWorld();
    const ad = await readAd(world, world.addAd({ initAmount: '1000', floatingRatio: null }));
    expect(ad).toMatchObject({
      tradeType: 'SELL',
      advStatus: 1,
      priceType: 1,
      price: '10.20',
      initAmount: '1000.00000000',
      surplusAmount: '1000.00',
      tradableQuantity: '999.00',
      minSingleTransAmount: '100.00',
      minSingleTransQuantity: '9.80',
      dynamicMaxSingleTransAmount: '5000.00',
      priceFloatingRatio: '100.00000000',
      priceScale: 2,
      advVisibleRet: { surplusAmountVisible: 1 },
    });
  });

  it('EP-2 answers 404 for an unknown ad and for someone else’s', async () => {
    const world = await openWorld();
    const advNo = world.addAd({ account: 'rival' });
    for (const adsNo of ['1', advNo]) {
      expect((await world.desk.call('ads/getDetailByNo', { query: { adsNo } })).status).toBe(404);
    }
  });

  it('EP-4 lists own ads only, filtered and paged, closed ones when asked for', async () => {
    const world = await openWorld();
    const sell = world.addAd();
    const buy = world.addAd({ side: 'BUY', price: '9.50' });
    world.addAd({ account: 'rival' });
    const numbers = async (body: object): Promise<unknown[]> =>
      ((await world.desk.data('ads/listWithPagination', { page: 1, rows: 20, ...body })) as Ad[]).map(
        (ad) => ad['advNo'],
      );
    expect(await numbers({})).toEqual([buy, sell]);
    expect(await numbers({ tradeType: 'BUY' })).toEqual([buy]);
    expect(await numbers({ tradeType: 1 })).toEqual([sell]);
    expect(await numbers({ rows: 1, page: 2 })).toEqual([sell]);
    await world.admin(`ads/${sell}`, { status: 'closed' });
    expect(await numbers({})).toEqual([buy]);
    expect(await numbers({ advStatus: 4 })).toEqual([sell]);
  });

  it('EP-6 takes the searcher’s side, sorts best first and has own ads among the others', async () => {
    const world = await openWorld();
    const advNo = world.addAd({ price: '10.07' });
    const search = async (tradeType: string, more = {}) => {
      const body = { asset: 'USDT', fiat: 'BOB', tradeType, page: 1, rows: 20, ...more };
      return (await world.desk.data('ads/search', body, { sign: false })) as { adv: Ad; advertiser: Ad }[];
    };
    const sellers = await search('BUY');
    expect(sellers.map((row) => row.adv['price'])).toEqual(['10.05', '10.07', '10.10']);
    expect(sellers[1]).toMatchObject({ adv: { advNo, tradeType: 'SELL' }, advertiser: { nickName: 'acme' } });
    expect((await search('SELL')).map((row) => row.adv['price'])).toEqual(['9.95', '9.90']);
    expect(await search('BUY', { transAmount: 50 })).toEqual([]);
    expect(await search('BUY', { rows: 1 })).toHaveLength(1);
  });

  it('hides an own ad from the search when its merchant is closed or nothing is left', async () => {
    const world = await openWorld();
    const advNo = world.addAd();
    await world.admin(`ads/${advNo}`, { surplusAmount: '1' });
    expect(await readAd(world, advNo)).toMatchObject({ isTradable: false, advVisibleRet: { surplusAmountVisible: 0 } });
    await world.admin(`ads/${advNo}`, { surplusAmount: '500' });
    world.simulator.setMerchant('acme', 'closed');
    expect(await readAd(world, advNo)).toMatchObject({ isTradable: false });
  });
});

describe('EP-7 update', () => {
  it('sets a price that travels alone and counts the reprice', async () => {
    const world = await openWorld();
    const advNo = world.addAd();
    expect((await update(world, advNo, '10.15')).json).toMatchObject({ code: '000000', data: true });
    expect(await readAd(world, advNo)).toMatchObject({ price: '10.15' });
    expect(world.simulator.ledger()).toMatchObject({ reprices: 1, pricesInZone: 0, pricesOutsideLimits: 0 });
  });

  it('answers -9000 with "187049" when surplusAmount stands beside the price (section 7.6)', async () => {
    const world = await openWorld();
    const refused = await update(world, world.addAd(), { price: '10.15', surplusAmount: '5' });
    expect(refused.json).toEqual({ code: -9000, msg: '187049' });
  });

  it('answers 187055 within four ticks of an own ad of the pair, either side, and counts the attempt', async () => {
    const world = await openWorld();
    const sell = world.addAd({ price: '10.20' });
    world.addAd({ side: 'BUY', price: '9.90' });
    expect((await update(world, sell, '9.94')).json['code']).toBe(187055);
    expect((await update(world, sell, '9.86')).json['code']).toBe(187055);
    expect((await update(world, sell, '9.95')).json['code']).toBe('000000');
    expect(world.simulator.ledger()).toMatchObject({ pricesInZone: 2, reprices: 1, rejected: { 187055: 2 } });
  });

  it('leaves ads of others, of other pairs and offline ones out of the zone', async () => {
    const world = await openWorld();
    const sell = world.addAd({ price: '10.20' });
    world.addAd({ account: 'rival', price: '10.15' });
    world.addAd({ fiat: 'EUR', price: '10.15' });
    await world.admin(`ads/${world.addAd({ price: '10.16' })}`, { status: 'offline' });
    expect((await update(world, sell, '10.15')).json['code']).toBe('000000');
  });

  it('answers a price out of ±10 % with the range in its message, plain or wrapped', async () => {
    const world = await openWorld({ rateLimit: { requests: 1000, windowMs: 10_000 } });
    const advNo = world.addAd();
    const refusals = [];
    for (let attempt = 0; attempt < 40; attempt += 1) refusals.push((await update(world, advNo, '11.01')).json);
    expect(refusals.every(({ msg }) => /9[.,]00.*11[.,]00/.test(String(msg)))).toBe(true);
    expect(refusals.every(({ msg }) => /rango limitado|limited range|price range/.test(String(msg)))).toBe(true);
    expect(new Set(refusals.map(({ code }) => code === -9000))).toEqual(new Set([true, false]));
    expect((await update(world, advNo, '11.00')).json['code']).toBe('000000');
  });

  it('answers -1111 to too many decimals, -1102 to what is no price', async () => {
    const world = await openWorld();
    const advNo = world.addAd();
    expect((await update(world, advNo, '10.151')).json['code']).toBe(-1111);
    expect((await update(world, advNo, 'ten')).json['code']).toBe(-1102);
  });

  it('answers 83229 to a closed business and 83230 to one that rests, until the break ends', async () => {
    const world = await openWorld();
    const advNo = world.addAd();
    world.simulator.setMerchant('acme', 'closed');
    expect((await update(world, advNo, '10.15')).json['code']).toBe(83229);
    expect(await world.desk.data('user/baseDetail', {})).toMatchObject({ businessStatus: 2 });
    world.simulator.setMerchant('acme', 'break', world.clock.now() + 1000);
    expect(await world.desk.code('ads/updateStatus', { advNos: [advNo], advStatus: 3 })).toBe(83230);
    world.clock.advance(1000);
    world.simulator.tick();
    expect((await update(world, advNo, '10.15')).json['code']).toBe('000000');
  });

  it('counts attempts outside the limits of the merchant, executed or not', async () => {
    const world = await openWorld();
    const advNo = world.addAd({ limits: { floor: '10.00', ceiling: '10.50' } });
    await update(world, advNo, '10.51');
    await update(world, advNo, '12.00');
    world.simulator.setFaults([{ operation: 'update', fault: { kind: 'error', code: -1000 } }]);
    await update(world, advNo, '9.99');
    await update(world, advNo, '10.00');
    expect(world.simulator.ledger()).toMatchObject({ pricesOutsideLimits: 3, reprices: 1 });
  });

  it('answers "187022" for an ad that is not there or not one’s own', async () => {
    const world = await openWorld();
    expect((await update(world, '1', '10.15')).json).toEqual({ code: -9000, msg: '187022' });
    expect((await update(world, world.addAd({ account: 'rival' }), '10.15')).json['msg']).toBe('187022');
  });

  it('races an arriving order when asked to: "187049" for a moment', async () => {
    const world = await openWorld({ updateRaceMs: 2_000 });
    const advNo = world.addAd();
    world.simulator.counterparties.take({ adNumber: advNo });
    expect((await update(world, advNo, '10.15')).json['msg']).toBe('187049');
    world.clock.advance(2_000);
    expect((await update(world, advNo, '10.15')).json['code']).toBe('000000');
  });

  it('moves the remainder with the total and keeps what was sold', async () => {
    const world = await openWorld();
    const advNo = world.addAd({ initAmount: '1000' });
    world.simulator.counterparties.take({ adNumber: advNo, amount: '100' });
    await world.desk.data('ads/update', { advNo, initAmount: '1500', minSingleTransAmount: '200', remarks: 'new' });
    const detail = await readAd(world, advNo);
    expect(detail).toMatchObject({
      surplusAmount: '1399.90',
      minSingleTransAmount: '200.00',
      remarks: 'new',
      price: '10.20',
    });
    expect(await world.desk.code('ads/update', { advNo, initAmount: '50' })).toBe(-9000);
  });
});

describe('EP-8 updateStatus', () => {
  it('changes each ad for itself and lists those that failed', async () => {
    const world = await openWorld();
    const advNo = world.addAd();
    const data = await world.desk.data('ads/updateStatus', { advNos: [advNo, '1'], advStatus: 3 });
    expect(data).toMatchObject({ status: false, failList: [{ advNo: '1', errorCode: '187022' }] });
    expect(await readAd(world, advNo)).toMatchObject({ advStatus: 3 });
    expect(await world.desk.code('ads/updateStatus', { advNos: [advNo], advStatus: 2 })).toBe(-1102);
  });

  it('never brings a closed ad back, and none online into the exclusion zone', async () => {
    const world = await openWorld();
    const [one, two] = [world.addAd({ price: '10.20' }), world.addAd({ price: '10.22', status: 3 })];
    const failing = await world.desk.data('ads/updateStatus', { advNos: [two], advStatus: 1 });
    expect(failing).toMatchObject({ failList: [{ errorCode: '187055' }] });
    await world.desk.data('ads/updateStatus', { advNos: [one], advStatus: 4 });
    expect(await world.desk.data('ads/updateStatus', { advNos: [one], advStatus: 1 })).toMatchObject({ status: false });
  });
});
