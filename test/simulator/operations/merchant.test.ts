import { describe, expect, it } from 'vitest';
import { openWorld, type SimWorld } from '../sim-fixture.ts';

const businessStatus = async (world: SimWorld) =>
  ((await world.desk.data('user/baseDetail', {})) as { businessStatus: number }).businessStatus;
const search = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 20 };
const isFound = async (world: SimWorld, advNo: string) =>
  JSON.stringify(await world.rival.data('ads/search', search)).includes(advNo);

describe('the business of a merchant (wire-facts sections 10 and 13)', () => {
  it('EP-22 closes it: ads are hidden and answer 83229; EP-27 opens it again', async () => {
    const world = await openWorld();
    const advNo = world.addAd();
    expect(await world.desk.data('merchant/closeBusiness', {})).toBe(true);
    expect(await businessStatus(world)).toBe(2);
    expect(await isFound(world, advNo)).toBe(false);
    expect(await world.desk.code('ads/update', { advNo, price: '10.30' })).toBe(83229);
    expect(await world.desk.code('merchant/startRest', {})).toBe(83229);
    expect(await world.desk.data('merchant/endRest', {})).toBe(false);
    expect(await world.desk.data('merchant/startBusiness', {})).toBe(true);
    expect([await businessStatus(world), await isFound(world, advNo)]).toEqual([1, true]);
  });

  it('EP-28 begins a break that ends by itself; EP-23 ends it sooner', async () => {
    const world = await openWorld({ restMs: 60_000 });
    const advNo = world.addAd();
    const { suspendEndTime } = (await world.desk.data('merchant/startRest', {})) as { suspendEndTime: number };
    expect(suspendEndTime).toBe(world.clock.now() + 60_000);
    expect([await businessStatus(world), await isFound(world, advNo)]).toEqual([3, false]);
    expect(await world.desk.code('ads/updateStatus', { advNos: [advNo], advStatus: 3 })).toBe(83230);
    world.clock.advance(1_000);
    expect(await world.desk.data('merchant/startRest', {})).toEqual({ suspendEndTime });
    expect(await world.desk.data('merchant/endRest', {})).toBe(true);
    expect(await businessStatus(world)).toBe(1);
    await world.desk.data('merchant/startRest', {});
    world.clock.advance(60_000);
    world.simulator.tick();
    expect([await businessStatus(world), await isFound(world, advNo)]).toEqual([1, true]);
  });

  it('leaves running orders alone', async () => {
    const world = await openWorld();
    const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd() });
    await world.desk.data('merchant/closeBusiness', {});
    world.simulator.counterparties.pay(orderNumber);
    expect(await world.desk.code('orderMatch/releaseCoin', { orderNumber })).toBe('000000');
  });

  it('EP-25 and EP-26 switch the "online" dot and nothing else', async () => {
    const world = await openWorld();
    const advNo = world.addAd();
    const onlineStatus = async () => {
      const answer = await world.desk.get('merchant/getAdDetails');
      return (answer.json['data'] as { merchant: { onlineStatus: string } }).merchant.onlineStatus;
    };
    expect(await onlineStatus()).toBe('1');
    expect((await world.desk.call('merchant/getOffline', { body: {} })).json).toEqual({
      code: '000000',
      message: 'success',
      success: true,
    });
    expect([await onlineStatus(), await isFound(world, advNo), await businessStatus(world)]).toEqual(['0', true, 1]);
    await world.desk.data('merchant/getOnline', {});
    expect(await onlineStatus()).toBe('1');
  });
});

describe('EP-24 getAdDetails', () => {
  it('shows anyone the running ads of a merchant under names of its own, signed or by key alone', async () => {
    const world = await openWorld();
    const words = { remarks: 'Own account only.', autoReply: 'Hi', terms: { buyerKycLimit: 1 } };
    const sell = world.addAd({ ...words, initAmount: '1000', minFiat: '100', maxFiat: '5000' });
    const buy = world.addAd({ side: 'BUY', price: '9.50' });
    world.addAd({ price: '10.60', status: 3 });
    const own = (await world.desk.get('merchant/getAdDetails', { sign: false })).json['data'] as {
      merchant: { merchantNo: string };
      sellList: unknown[];
    };
    expect(own).toMatchObject({
      merchant: { nickName: 'acme', userType: 'merchant' },
      buyList: [{ advNo: buy, tradeType: 'BUY' }],
      sellList: [
        {
          advNo: sell,
          price: '10.20',
          minOrderPrice: '100.00',
          maxOrderPrice: '5000.00',
          minOrderAmount: '9.80',
          isConformed: true,
          remark: 'Own account only.',
          autoReply: 'Hi',
          kycLimit: 1,
        },
      ],
    });
    expect(own.sellList).toHaveLength(1);
    const query = { merchantNo: own.merchant.merchantNo };
    expect((await world.rival.get('merchant/getAdDetails', { query })).json['data']).toEqual(own);
  });

  it('finds competitors by their number and refuses an unknown one', async () => {
    const world = await openWorld();
    const rows = (await world.desk.data('ads/search', search)) as {
      advertiser: { userNo: string; nickName: string };
    }[];
    const { userNo = '', nickName } = rows[0]?.advertiser ?? {};
    const found = await world.desk.get('merchant/getAdDetails', { query: { merchantNo: userNo } });
    expect(found.json['data']).toMatchObject({ merchant: { nickName, userNo } });
    const unknown = await world.desk.get('merchant/getAdDetails', { query: { merchantNo: 's00' } });
    expect(unknown.json['code']).toBe(-1102);
  });
});
