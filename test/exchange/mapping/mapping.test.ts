import { describe, expect, it } from 'vitest';
import {
  ExchangeError,
  toAdFacts,
  toCounterparty,
  toMakerFee,
  toMarketOffer,
  toMarketSearch,
  toOrderFacts,
  toPlaceOrder,
  toPriceUpdate,
  toStatusUpdate,
} from '../../../src/exchange/index.ts';
import { commissionOverviewSchema } from '../../../src/exchange/table/schemas/account-schema.ts';
import { adSchema, searchItemSchema } from '../../../src/exchange/table/schemas/ad-schema.ts';
import { orderDetailSchema } from '../../../src/exchange/table/schemas/order-detail-schema.ts';
import { counterpartySchema, orderRowSchema } from '../../../src/exchange/table/schemas/order-schema.ts';
import { sampleData, wireAd, wireOrderDetail, wireOrderRow, wireSearchItem } from '../fixtures.ts';

const ad = (changes: object = {}) => toAdFacts(adSchema.parse({ ...wireAd, ...changes }));
const detail = (changes: object = {}) => toOrderFacts(orderDetailSchema.parse({ ...wireOrderDetail, ...changes }));
const row = (changes: object = {}) => toOrderFacts(orderRowSchema.parse({ ...wireOrderRow, ...changes }));

describe('wire-facts 12.1: an own ad as the rules see it', () => {
  it('every field', () => {
    expect(ad()).toEqual({
      adNumber: '11629384756102938475',
      side: 'SELL',
      asset: 'USDT',
      fiat: 'BOB',
      price: '11.620',
      priceScale: 3,
      status: 'online',
      remaining: '320.50000000',
      minFiat: '100.00',
      maxFiat: '3000.00',
      priceType: 'fixed',
      floatingRatio: null,
      payMethods: null,
    });
  });

  it.each([
    [1, 'online'],
    [2, 'offline'],
    [3, 'offline'],
    [4, 'closed'],
    [9, 'offline'],
    [null, 'offline'],
  ])('advStatus %s is %s', (advStatus, status) => {
    expect(ad({ advStatus }).status).toBe(status);
  });

  it('wire-facts 15: the scale comes from the ad, else its fiat, else the price; never a fixed two', () => {
    expect(ad({ priceScale: 8 }).priceScale).toBe(8);
    expect(ad({ priceScale: 0 }).priceScale).toBe(0);
    expect(ad({ priceScale: null, fiatVo: { priceScale: 5 } }).priceScale).toBe(5);
    expect(ad({ priceScale: undefined, price: '920.199' }).priceScale).toBe(3);
    expect(ad({ priceScale: undefined, price: '920' }).priceScale).toBe(0);
  });

  it('floating ads have their own price type', () => {
    expect(ad({ priceType: 2 })).toMatchObject({ priceType: 'floating', floatingRatio: '100.00000000' });
    expect(ad({ priceType: 2, priceFloatingRatio: null }).floatingRatio).toBeNull();
  });
});

describe('wire-facts 11 and 12.7: an offer of the market', () => {
  it('what is left is what a taker can get', () => {
    expect(toMarketOffer(searchItemSchema.parse(wireSearchItem))).toEqual({
      adNumber: wireAd.advNo,
      price: '11.620',
      nickname: 'rival',
      userNo: 's0',
      userType: 'merchant',
      payMethods: null,
      additionalKyc: null,
      remaining: '320.18',
      minFiat: '100.00',
      maxFiat: '2900.00',
      orderCount: 120,
      finishRate: 0.98,
      tradable: null,
    });
  });

  it('wire-facts 12.5 and 12.7: who offers, how it is paid, and what a taker must show', () => {
    const rich = (changes: object, advertiser: object = {}) => {
      const row = { ...wireSearchItem, adv: { ...wireAd, ...changes }, advertiser };
      return toMarketOffer(searchItemSchema.parse(row));
    };
    const tradeMethods = [{ identifier: 'BANK', payType: 'x' }, { identifier: '', payType: 'Yape' }, {}];
    const merchant = { userNo: 's01', userType: 'merchant' };
    expect(rich({ tradeMethods, takerAdditionalKycRequired: 0 }, merchant)).toMatchObject({
      userNo: 's01',
      userType: 'merchant',
      payMethods: ['BANK', 'Yape'],
      additionalKyc: false,
    });
    expect(rich({ tradeMethods: [], takerAdditionalKycRequired: 1 }, { userType: 'user' })).toMatchObject({
      userNo: null,
      userType: 'user',
      payMethods: [],
      additionalKyc: true,
    });
    const odd = rich({ tradeMethods: null, takerAdditionalKycRequired: 2 }, { userNo: '', userType: 'robot' });
    expect(odd).toMatchObject({ userNo: null, userType: null, payMethods: null, additionalKyc: null });
  });

  it('a public row without publisher and limits still is an offer', () => {
    const bare = { adv: { advNo: '1', tradeType: 'BUY', asset: 'USDT', fiatUnit: 'BOB', price: 9 }, advertiser: null };
    expect(toMarketOffer(searchItemSchema.parse(bare))).toMatchObject({
      price: '9',
      nickname: '',
      remaining: null,
      maxFiat: null,
    });
  });

  it('wire-facts 3: competitors of a SELL ad are what a buyer searches', () => {
    expect(toMarketSearch({ side: 'SELL', asset: 'USDT', fiat: 'BOB' })).toEqual({
      asset: 'USDT',
      fiat: 'BOB',
      tradeType: 'BUY',
      page: 1,
      rows: 20,
    });
    expect(toMarketSearch({ side: 'BUY', asset: 'USDT', fiat: 'BOB', page: 2 }).tradeType).toBe('SELL');
  });
});

describe('wire-facts 9: the fee of a maker', () => {
  const fee = (items: object[], side: 'BUY' | 'SELL' = 'SELL') =>
    toMakerFee(commissionOverviewSchema.parse({ assetRetList: [{ asset: 'BTC' }, { asset: 'USDT', items }] }), {
      asset: 'USDT',
      fiat: 'BOB',
      side,
    });
  const rates = { makerSellCommissionRate: '0.00100000', makerBuyCommissionRate: '0.00200000' };

  it('is that of the side, in the area of ads and the channel of people', () => {
    const own = { area: 'p2pZone', channel: 'c2c', fiat: 'BOB', ...rates };
    const others = [
      { ...own, area: 'express' },
      { ...own, channel: 'pay' },
      { ...own, fiat: 'USD' },
    ];
    const far = others.map((item) => ({ ...item, makerSellCommissionRate: '0.5' }));
    expect(fee([...far, own])).toBe('0.00100000');
    expect(fee([...far, own], 'BUY')).toBe('0.00200000');
    expect(fee(far)).toBeNull();
  });

  it('is that of an item without area and channel, and not known without a rate', () => {
    expect(fee([rates])).toBe('0.00100000');
    expect(fee([{ fiat: 'BOB' }])).toBeNull();
    expect(fee([])).toBeNull();
    expect(toMakerFee(commissionOverviewSchema.parse({}), { asset: 'USDT', fiat: 'BOB', side: 'SELL' })).toBeNull();
  });
});

describe('wire-facts 12.2 and 12.4: an order as the rules see it', () => {
  it('a detail, whole', () => {
    expect(detail()).toEqual({
      orderNumber: '22751234567890123456',
      adNumber: wireAd.advNo,
      side: 'SELL',
      asset: 'USDT',
      fiat: 'BOB',
      amount: '25.00000000',
      price: '11.62000000',
      totalPrice: '290.50000000',
      status: 'PAID',
      createdAtMs: 1_768_000_100_000,
      payDeadlineMs: 1_768_001_000_000,
      releaseDeadlineMs: 1_768_001_900_000,
      buyerName: 'ANA CONDORI',
      sellerName: 'DESK OWNER',
      counterpartyNickname: 'Anaconda',
      counterpartyNumber: null,
      ownNumber: null,
      selectedPayId: null,
      payMethodIds: ['12345678'],
      additionalKyc: 0,
      complaint: false,
    });
  });

  it('a list row has neither names nor methods, and its price is computed', () => {
    expect(row()).toMatchObject({
      adNumber: wireAd.advNo,
      price: '11.62',
      buyerName: null,
      payMethodIds: [],
      counterpartyNickname: 'Ana***',
      counterpartyNumber: null,
      ownNumber: null,
    });
    expect(row({ amount: '0' }).price).toBe('0');
    expect(row({ tradeType: 'BUY' }).counterpartyNickname).toBe('desk');
  });

  it.each([
    [1, 'AWAITING_PAYMENT'],
    [3, 'RELEASING'],
    [5, 'IN_APPEAL'],
    ['COMPLETED', 'COMPLETED'],
    ['7', 'CANCELLED_BY_SYSTEM'],
  ])('status %s is %s (wire-facts 16 row 16)', (orderStatus, status) => {
    expect(row({ orderStatus }).status).toBe(status);
  });

  it('an unknown status is an error, not a guess', () => {
    expect(() => row({ orderStatus: 99 })).toThrow(ExchangeError);
    expect(() => row({ orderStatus: 99 })).toThrow(/status 99, which is not known/);
  });

  it('a side that is not known is an error, not a guess (wire-facts 3)', () => {
    expect(() => row({ tradeType: 'LEND' })).toThrow(ExchangeError);
    expect(() => row({ tradeType: 'LEND' })).toThrow(/the side LEND, which is not known/);
  });

  it('what is unclear about the extra identity check stops the order', () => {
    expect(detail({ additionalKycVerify: null }).additionalKyc).toBe(0);
    expect(detail({ additionalKycVerify: 2 }).additionalKyc).toBe(2);
    expect(detail({ additionalKycVerify: 7 }).additionalKyc).toBe(1);
  });

  it.each([
    [0, true],
    [2, true],
    [3, false],
    [4, false],
    [null, false],
  ])('complaintStatus %s: running %s', (complaintStatus, complaint) => {
    expect(detail({ complaintStatus }).complaint).toBe(complaint);
  });

  it('the chosen payment method is text', () => {
    expect(detail({ selectedPayId: 12_345_678 }).selectedPayId).toBe('12345678');
  });

  it('EP-19: the counterparty', () => {
    const record = counterpartySchema.parse(sampleData['queryCounterPartyOrderStatistic']);
    expect(toCounterparty(record)).toMatchObject({ completedOrders: 42, finishRate: 0.97, registerDays: 380 });
    expect(Object.values(toCounterparty(counterpartySchema.parse({})))).toEqual(Array(6).fill(null));
  });
});

describe('arguments made from the desk’s own words', () => {
  it('interface 7.6: a price update has exactly advNo and price (I14)', () => {
    expect(toPriceUpdate({ adNumber: '1', price: '11.61' })).toEqual({ advNo: '1', price: '11.61' });
  });

  it('EP-8: statuses as numbers', () => {
    expect(toStatusUpdate({ adNumbers: ['1', '2'], status: 'offline' })).toEqual({ advNos: ['1', '2'], advStatus: 3 });
  });

  it('EP-18: a fiat amount at the price that was seen', () => {
    const intent = {
      adNumber: '1',
      asset: 'USDT',
      fiat: 'BOB',
      side: 'BUY',
      totalAmount: '290.50',
      matchPrice: '11.62',
    } as const;
    const wire = {
      advOrderNumber: '1',
      asset: 'USDT',
      fiatUnit: 'BOB',
      tradeType: 'BUY',
      buyType: 'BY_MONEY',
      totalAmount: '290.50',
      matchPrice: '11.62',
      origin: 'MAKE_TAKE',
    };
    expect(toPlaceOrder({ ...intent, payId: null })).toEqual(wire);
    expect(toPlaceOrder({ ...intent, payId: '7' })).toEqual({ ...wire, payId: '7' });
  });
});

describe('money-steps#the-guard: an order whose texts are longer than any real one', () => {
  it('is cut to what a memory has room for; a name of a person is unknown then, because it cannot be compared', () => {
    const long = 'x'.repeat(100_000);
    const names = { buyerName: long, sellerName: 'x'.repeat(200), buyerNickname: long, sellerNickname: long };
    const payMethods = Array.from({ length: 51 }, (_, at) => ({ id: String(at) }));
    const facts = detail({ asset: long, fiatUnit: long, payMethods, ...names });
    const { asset, fiat, counterpartyNickname, payMethodIds } = facts;
    expect([asset, fiat, counterpartyNickname, payMethodIds].map((part) => part?.length)).toEqual([40, 40, 200, 50]);
    expect([facts.buyerName, facts.sellerName]).toEqual([null, 'x'.repeat(200)]);
    expect(row({ fiat: long }).fiat).toHaveLength(40);
  });
});
