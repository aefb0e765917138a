import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../src/exchange/call/answer.ts';
import { createRedact } from '../../../src/exchange/call/redact.ts';
import { operations, type Page } from '../../../src/exchange/index.ts';
import { check } from '../../domain/seeded.ts';
import { sampleData, wireAd, wireOrderRow, wireSearchItem } from '../fixtures.ts';

type Row = Record<string, unknown>;

/** Reads rows as the answer of an operation. */
function read(name: string, data: readonly unknown[]): Page<Row> {
  const operation = operations[name];
  if (operation === undefined) throw new TypeError(name);
  const body = Buffer.from(JSON.stringify({ code: '000000', success: true, data, total: data.length }));
  const context = { operation, fields: {}, redact: createRedact([]), retryAfterMs: null };
  return readAnswer({ status: 200, headers: {}, body }, context) as Page<Row>;
}

const secret = { secret: 'of a person' };

/** For each list: a row, how its number is put in, and fields that something is decided by. */
const lists: readonly [name: string, withNumber: (number: string) => Row, field: string][] = [
  ['listOrders', (orderNumber) => ({ ...wireOrderRow, orderNumber }), 'totalPrice'],
  ['listOrders', (orderNumber) => ({ ...wireOrderRow, orderNumber }), 'createTime'],
  ['listUserOrderHistory', (orderNumber) => ({ ...wireOrderRow, orderNumber }), 'fiat'],
  ['listWithPagination', (advNo) => ({ ...wireAd, advNo }), 'price'],
  ['getPayMethodByUserId', (id) => ({ id, payType: 'BANK' }), 'payType'],
];

describe('a list is read row by row', () => {
  it.each(lists)('%s: of random rows the odd one alone is left out, and named', (name, withNumber, field) => {
    const property = fc.property(fc.nat(30), fc.nat(30), fc.constantFrom(null, secret, []), (count, at, value) => {
      const rows = Array.from({ length: count + 1 }, (_, index) => withNumber(`${index + 1}`));
      const place = at % rows.length;
      const broken = value === null && field === 'payType' ? secret : value;
      const answer = read(
        name,
        rows.map((row, index) => (index === place ? { ...row, [field]: broken } : row)),
      );
      expect(answer.odd).toEqual([
        { index: place, subject: `${place + 1}`, why: expect.stringMatching(`^${field}: `) as unknown },
      ]);
      expect(JSON.stringify(answer.odd)).not.toContain('of a person');
      const numbers = answer.items.map((row) => row['orderNumber'] ?? row['advNo'] ?? row['id']);
      expect(numbers).toEqual(rows.map((_, index) => `${index + 1}`).filter((_, index) => index !== place));
    });
    check(property, 100);
  });

  it('a row without a number is counted with its place', () => {
    const rows = [wireOrderRow, { ...wireOrderRow, orderNumber: null }, 'no row at all', wireOrderRow];
    const { items, odd } = read('listOrders', rows);
    expect(items).toHaveLength(2);
    expect(odd).toEqual([
      { index: 1, subject: null, why: 'orderNumber: not an identifier' },
      { index: 2, subject: null, why: 'the row: must be an object' },
    ]);
  });

  it.each([
    ['an order number that was rounded', { orderNumber: '2.2698351074563942e19' }, 'orderNumber: not an identifier'],
    ['one with a part of one', { orderNumber: '22698351074563940352.5' }, 'orderNumber: not an identifier'],
    ['no time of its creation', { createTime: 0 }, 'createTime: not a time'],
    ['a time before all times', { createTime: -1_795_645_800 }, 'createTime: not a time'],
    ['a time before all desks', { createTime: 1_795_645 }, 'createTime: not a time'],
    ['a part of a millisecond', { createTime: '1.5' }, 'createTime: not a time'],
    ['an empty currency', { fiat: '' }, 'fiat: not an asset or currency'],
    ['a currency that lost a byte', { fiat: 'VE\ufffd' }, 'fiat: not an asset or currency'],
    ['a currency that is a flag', { fiat: true }, 'fiat: not an asset or currency'],
    ['an asset of blanks', { asset: ' \n' }, 'asset: not an asset or currency'],
  ])('%s makes a row odd: by it an order would be counted as another one, or nowhere', (_what, fields, why) => {
    for (const name of ['listOrders', 'listUserOrderHistory']) {
      const { items, odd } = read(name, [{ ...wireOrderRow, ...fields }, wireOrderRow]);
      expect([items.length, odd]).toMatchObject([1, [{ index: 0, why }]]);
    }
  });

  it('a number that a relay writes as a decimal keeps its digits', () => {
    const rows = [{ ...wireOrderRow, orderNumber: '22698351074563940352.0' }];
    expect(read('listOrders', rows)).toMatchObject({ items: [{ orderNumber: '22698351074563940352' }], odd: [] });
  });

  it('spaces around a currency cost nothing, and it is read without them', () => {
    expect(read('listOrders', [{ ...wireOrderRow, fiat: ' VES ' }])).toMatchObject({
      items: [{ fiat: 'VES' }],
      odd: [],
    });
  });

  it('an offer of the market is named by its ad', () => {
    const odd = { ...wireSearchItem, adv: { ...wireAd, advNo: '7', price: '--' } };
    expect(read('search', [wireSearchItem, odd])).toMatchObject({
      items: [{ adv: { advNo: wireAd.advNo } }],
      odd: [{ index: 1, subject: '7', why: 'adv.price: not a decimal' }],
    });
  });

  it.each([
    ['listOrders', { chatUnreadCount: '99+', commission: {}, notifyPayEndTime: 'soon', buyerNickname: {} }],
    ['listOrders', { currencyTicketSize: [], tradeMethodCommissionRateVoList: 'none', takerAmount: '--' }],
    ['listUserOrderHistory', { unitPrice: '--', payMethodName: {}, advNo: {}, counterPartNickName: [] }],
    ['listWithPagination', { commissionRate: '--', advUpdateTime: 'today', userTradeVolumeMin: 'any', assetLogo: {} }],
    [
      'listWithPagination',
      { fiatScale: 'two', fiatVo: { currencySymbol: {}, currencyScale: -1 }, assetVo: { name: [] } },
    ],
    [
      'listWithPagination',
      { advVisibleRet: { orderFlowVisible: 'yes' }, tradeMethods: [{ payBank: {}, payAccount: [] }] },
    ],
    ['listAll', { id: {}, shortName: [], iconUrlColor: {} }],
    ['getPayMethodByUserId', { payLimit: '--', createTime: 'x', fieldList: 'none', isRemoved: 'no' }],
    ['retrieveChatMessagesWithPagination', { createTime: 'now', content: {}, width: 'wide' }],
  ])('%s: fields that nothing is decided by lose no row: %o', (name, fields) => {
    const [row] = sampleData[name] as Row[];
    const { items, odd } = read(name, [{ ...row, ...fields }]);
    expect([items.length, odd]).toEqual([1, []]);
  });

  it('nor do those of another merchant and its ad', () => {
    const adv = {
      ...wireAd,
      buyerKycLimit: 'yes',
      remarks: {},
      payTimeLimit: '15 min',
      createTime: 'x',
      tradeType: {},
    };
    const advertiser = { ...wireSearchItem.advertiser, monthFinishRate: '96.5%', monthOrderCount: 'many' };
    const { items, odd } = read('search', [{ adv, advertiser }]);
    expect(odd).toEqual([]);
    expect(items).toMatchObject([{ advertiser: { monthFinishRate: null, monthOrderCount: null, userNo: 's0' } }]);
  });

  it('an identity check that cannot be read is none that is not required', () => {
    const { items } = read('listOrders', [{ ...wireOrderRow, additionalKycVerify: {} }]);
    expect(items).toMatchObject([{ additionalKycVerify: 'unreadable' }]);
  });
});
