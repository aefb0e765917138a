import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operations, type Operation } from '../../src/exchange/index.ts';
import { compiledSchema } from '../../src/exchange/call/compiled-schema.ts';
import { orderDetailSchema } from '../../src/exchange/table/schemas/order-detail-schema.ts';
import { identifier, lenients, optionals, text } from '../../src/exchange/table/wire-value.ts';
import { wireOrderDetail } from '../exchange/fixtures.ts';
import { isList } from './answer-mutation.ts';
import { fieldsOf, pairsOf } from './field-comparison.ts';
import { endpoints, fieldTables, otherNames, type Endpoint } from './field-tables.ts';
import { differences } from './schema-comparison.ts';

/** Facts beyond or against the field tables, in their notation, with the source. */
const besides: Readonly<Record<string, { fields: string; source: string }>> = {
  AdQueryByPageReq: { fields: 'startDate:string endDate:string', source: 'wire-facts 2.4: text for this one filter' },
  AdvertiserVo: { fields: 'positiveRate:number activeTimeInSecond:int', source: 'wire-facts 12.7' },
  ChatCredentialResp: { fields: 'wssUrl:string', source: 'interface section 2; wire-facts 16 row 1' },
  OrderComplaintAmount: {
    fields: 'complaintAmount:number processingComplaintAmount:number completedComplaintAmount:number',
    source: 'wire-facts 12.4',
  },
  OrderMatchResp: {
    fields:
      'takerUserNo:string expectedPayTime:time expectedReleaseTime:time avgPayPeriod:int avgReleasePeriod:int ' +
      'orderComplaintAmount:OrderComplaintAmount',
    source: 'wire-facts 12.4',
  },
  OwnTradeMethod: { fields: 'identifier:string name:string', source: 'wire-facts 12.5' },
  PayMethodResp: { fields: 'tradeMethod:OwnTradeMethod', source: 'wire-facts 12.5' },
  PayMethodVO: { fields: 'fields:PayMethodField[] identifier:string', source: 'wire-facts 12.5' },
  PublicSearchReq: {
    fields:
      `${fieldTables['AdSearchReq']} periods:int[] classifies:string[] proMerchantAds:boolean ` +
      'shieldMerchantAds:boolean tradedWith:boolean followed:boolean',
    source: 'wire-facts 11',
  },
  ServerTime: { fields: 'serverTime:time', source: 'interface 5 rule 3' },
  SpotPrice: { fields: 'symbol:string price:number', source: 'wire-facts 11' },
  StatusUpdateResult: { fields: 'errorMessage:string', source: 'wire-facts 16 row 18' },
  TradeMethod: {
    fields: 'id:int identifier:string name:string tradeMethodName:string shortName:string iconUrlColor:string',
    source: 'wire-facts 12.5; c2c-sapi 7.4, paymentMethod/listAll',
  },
  UserOrderHistory: { fields: 'counterPartNickName:string', source: 'wire-facts 12.3: a slipped column' },
  UserOrderHistoryStatsResp: {
    fields: 'avgPayTime:double avgPayTimeOfLatest30day:double avgReleaseTime:double avgReleaseTimeOfLatest30day:double',
    source: 'wire-facts EP-19',
  },
  UserVo: { fields: 'onlineStatus:string', source: 'wire-facts 3: text everywhere else' },
};

/** Facts that the release's list of endpoints omits or leaves open. */
const unlisted: Readonly<Record<string, Partial<Endpoint>>> = {
  digitalCurrencyList: { data: 'AssetDetail[]' },
  fiatCurrencyList: { data: 'FiatDetail[]' },
  listAll: { data: 'TradeMethod' },
  searchPublicAds: { query: '', body: 'PublicSearchReq', data: 'AdSearchResp' },
  spotPrice: { query: 'symbol:string!', body: '', data: 'SpotPrice' },
  time: { query: '', body: '', data: 'ServerTime' },
};

const theOrder = 'the call is about this one order (wire-facts 5)';
const theAd = 'the call is about this one ad (wire-facts 5, EP-11 and EP-18)';

/** Fields that the field tables call optional and the client requires. */
const askedBesides: Readonly<Record<string, string>> = {
  'cancelOrder.orderNumber': theOrder,
  'checkIfAllowedCancelOrder.orderNumber': theOrder,
  'checkIfCanPlaceOrder.adOrderNo': theAd,
  'checkIfCanReleaseCoin.orderNumber': theOrder,
  'getUserOrderDetail.adOrderNo': theOrder,
  'markOrderAsPaid.orderNumber': theOrder,
  'placeOrder.advOrderNumber': theAd,
  'queryCounterPartyOrderStatistic.orderNumber': theOrder,
  'releaseCoin.orderNumber': theOrder,
  'verifiedAdditionalKyc.orderNumber': theOrder,
  'getImagePreSignedUrl.imageName': 'needed, although called optional (wire-facts 7, EP-30)',
  'markOrderMessagesAsRead.orderNo': 'EP-31 is about one order, EP-32 about all (wire-facts 7)',
};

/** The fields of a schema of the release, with the extra facts. */
function documented(type: string): ReadonlyMap<string, string> | undefined {
  const more = besides[type];
  if (more === undefined) return fieldsOf(type);
  return new Map([...(fieldsOf(type) ?? []), ...pairsOf(more.fields)]);
}

const rows = Object.values(operations);

/**
 * Returns the release's documentation of an operation: schema of the request, schema of the answer (of a row, where it
 * is paged).
 */
function documentOf(operation: Operation): { request: ReadonlyMap<string, string>; data: string } {
  const { name, method, path } = operation;
  const listed = endpoints.find((endpoint) => endpoint.method === method && endpoint.path === path);
  const { query = '', body = '', data } = { ...listed, ...unlisted[name] };
  if (data === undefined) throw new Error(`${name} is in no list of endpoints`);
  const request = new Map((body === '' ? undefined : documented(body)) ?? pairsOf(query));
  for (const [other, type] of pairsOf(otherNames[name] ?? '')) request.set(other, type);
  return { request, data: isList(operation) ? data.replace('[]', '') : data };
}

const askedByTables = (operation: Operation): string[] =>
  [...documentOf(operation).request].filter(([, type]) => type.endsWith('!')).map(([name]) => name);

const askedByClient = ({ input }: Operation): string[] =>
  Object.entries(input.shape).flatMap(([name, field]) => (z.safeParse(field, undefined).success ? [] : [name]));

describe('release 7.4: the client types what the field tables document, and nothing else', () => {
  it.each(rows)('$name takes the documented fields', (operation) => {
    const { request } = documentOf(operation);
    const found = differences(operation.input, 'Request', (type) => (type === 'Request' ? request : documented(type)));
    expect(found).toEqual([]);
  });

  it.each(rows)('$name answers with the documented fields', (operation) => {
    expect(differences(operation.data, documentOf(operation).data, documented)).toEqual([]);
  });

  it('every field that the tables call mandatory is asked for, and besides only what a call is about', () => {
    const besidesTables = rows.flatMap((operation) => {
      const mandatory = askedByTables(operation);
      const asked = askedByClient(operation);
      expect([operation.name, ...mandatory.filter((name) => !asked.includes(name))]).toEqual([operation.name]);
      return asked.filter((name) => !mandatory.includes(name)).map((name) => `${operation.name}.${name}`);
    });
    expect(besidesTables.sort()).toEqual(Object.keys(askedBesides).sort());
  });

  it('each field beside the tables names its source', () => {
    const sources = Object.values(besides).map(({ source }) => source);
    expect(sources.filter((source) => !/^(wire-facts|interface) /.test(source))).toEqual([]);
  });
});

describe('wire-facts 2.4: what makes an answer unreadable is what the desk decides by', () => {
  const order =
    'orderNumber tradeType orderStatus asset amount totalPrice createTime additionalKycVerify commission takerCommission';
  const deadlines = 'notifyPayEndTime notifyPayTime confirmPayEndTime';
  const parties = 'buyerNickname sellerNickname buyerName sellerName takerUserNo merchantNo';
  const decided: Readonly<Record<string, string>> = {
    getUserOrderDetail: `${order} advOrderNumber fiatUnit price payMethods selectedPayId complaintStatus ${deadlines} ${parties}`,
    listOrders: 'orderNumber advNo tradeType asset fiat amount totalPrice orderStatus createTime',
    listUserOrderHistory: 'orderNumber tradeType asset fiat amount totalPrice orderStatus createTime',
    search: 'adv advertiser',
    listAll: 'identifier name tradeMethodName',
    queryCounterPartyOrderStatistic: 'completedOrderNum finishRate registerDays',
    baseDetail: 'businessStatus',
  };

  it.each(Object.entries(decided))('%s', (name, fields) => {
    const data = operations[name]?.data;
    if (!(data instanceof z.ZodObject)) throw new TypeError(name);
    const strict = Object.entries(data.shape).filter(([, field]) => !z.safeParse(field, [[{}]]).success);
    expect(strict.map(([field]) => field).toSorted()).toEqual(fields.split(' ').toSorted());
  });
});

describe('wire-facts 2.4: a field that is only shown', () => {
  const readings = { interpreted: orderDetailSchema, compiled: compiledSchema(orderDetailSchema) };
  const nonsense = [[{}]];
  const shown = Object.entries(orderDetailSchema.shape).flatMap(([name, field]) =>
    z.safeParse(field, nonsense).success ? [name] : [],
  );

  it.each(Object.entries(readings))('hides nothing of an order when it cannot be read (%s)', (_, schema) => {
    const odd = Object.fromEntries(shown.map((name) => [name, nonsense]));
    const unread = Object.fromEntries(shown.map((name) => [name, null]));
    expect(schema.parse({ ...wireOrderDetail, ...odd })).toEqual({ ...schema.parse(wireOrderDetail), ...unread });
  });

  it.each(Object.entries(readings))(
    'is read at every depth, and stays missing where it is missing (%s)',
    (_, schema) => {
      const maker = {
        userId: 7,
        margin: '12.50',
        createTime: '2024-05-08 00:00:00',
        userKycVo: { idNo: {}, kycType: '1' },
      };
      expect(schema.parse({ ...wireOrderDetail, maker, isChatEnabled: 1 })).toMatchObject({
        isChatEnabled: true,
        maker: { userId: '7', margin: '12.50', createTime: 1_715_126_400_000, userKycVo: { idNo: null, kycType: '1' } },
      });
      expect(schema.parse(wireOrderDetail)).not.toHaveProperty('maker');
    },
  );
});

describe('the comparing itself', () => {
  const samples = new Map([
    ['Order', pairsOf('orderNumber:string! rows:Row[] createTime:time')],
    ['Row', pairsOf('code:string')],
  ]);
  const compare = (fields: z.ZodRawShape) => differences(z.looseObject(fields), 'Order', (type) => samples.get(type));

  it('sees a misspelt name from both sides, also within lists and wrappers', () => {
    const misspelt = z.looseObject(optionals({ kode: text }));
    expect(compare({ orderNumber: identifier, ...lenients({ rows: z.array(misspelt) }) })).toEqual([
      'Order.createTime is missing',
      'Row.code is missing',
      'Row.kode is undocumented',
    ]);
  });

  it('sees what is read as something else', () => {
    expect(compare({ orderNumber: z.string(), rows: text, ...optionals({ createTime: text }) })).toEqual([
      'Order.orderNumber is not read as string',
      'Order.rows is no list',
      'Order.createTime is not read as time',
    ]);
  });
});
