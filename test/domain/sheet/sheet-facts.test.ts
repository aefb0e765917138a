import { describe, expect, it } from 'vitest';
import {
  maxSaid,
  orderBriefSchema,
  orderSheetSchema,
  shownPart,
  shownWhole,
} from '../../../src/domain/sheet/order-sheet.ts';
import {
  fieldValue,
  initialsOf,
  meantMethod,
  methodName,
  orderBrief,
  sheetOrder,
} from '../../../src/domain/sheet/sheet-facts.ts';
import { bank, fullOrder, saleSheet, zelle } from './sheet-fixture.ts';

describe('the sheet of an order', () => {
  it('window: names the buyer of a sale and the seller of a purchase', () => {
    const order = { ...fullOrder, buyerName: 'Ana Perez', sellerName: 'Rosa Seller' };
    expect(sheetOrder({ order, methods: [], unread: null }).name).toBe('Ana Perez');
    expect(sheetOrder({ order: { ...order, side: 'BUY' }, methods: [], unread: null }).name).toBe('Rosa Seller');
    expect(sheetOrder({ order: { ...order, buyerName: null }, methods: [], unread: null }).name).toBeNull();
  });

  it('window: a name that is too long is not shown, for its beginning could be the name of someone else', () => {
    const order = { ...fullOrder, buyerName: 'A'.repeat(maxSaid + 1), counterpartyNickname: null };
    expect(sheetOrder({ order, methods: [], unread: null })).toMatchObject({
      name: null,
      nickname: null,
      paidAtMs: null,
    });
    expect(shownWhole('A'.repeat(maxSaid))).toHaveLength(maxSaid);
    expect(shownPart('A'.repeat(maxSaid + 1))).toHaveLength(maxSaid);
  });

  it('window: the chosen method is the one with its number, and none that is not among those that are shown', () => {
    const methods = [bank, zelle];
    const chosenOf = (selectedPayId: string | null) =>
      sheetOrder({ order: { ...fullOrder, selectedPayId, paidAtMs: 7 }, methods, unread: null }).chosen;
    expect(chosenOf('2')).toEqual(zelle);
    expect(chosenOf('3')).toBeNull();
    expect(chosenOf(null)).toBeNull();
  });

  it('window: the only method is meant, and none of several', () => {
    expect(meantMethod({ chosen: null, offered: [bank] })).toBe(bank);
    expect(meantMethod({ chosen: null, offered: [bank, zelle] })).toBeNull();
    expect(meantMethod({ chosen: zelle, offered: [bank, zelle] })).toBe(zelle);
    expect(meantMethod({ chosen: null, offered: [] })).toBeNull();
  });

  it('window: a method is called by its name, else its identifier, else its number', () => {
    expect([bank, zelle, { ...zelle, identifier: '' }].map(methodName)).toEqual(['Bank Transfer', 'Zelle', '2']);
  });

  it('window: a field is found by its kind, whatever it is called', () => {
    expect(fieldValue(bank, 'account')).toBe('40000001001');
    expect(fieldValue(bank, 'bank')).toBe('Banco Simulado');
    expect(fieldValue(zelle, 'bank')).toBeNull();
    expect(fieldValue({ ...zelle, fields: [{ kind: 'bank', name: 'Bank', value: null }] }, 'bank')).toBeNull();
  });

  it('window: a list gets initials and a method, and neither name nor account', () => {
    const brief = orderBrief({ order: fullOrder, methods: [bank], unread: 3 }, { assignee: 'ana', untilMs: 9 });
    expect(brief).toEqual({
      known: {
        method: 'Bank Transfer',
        initials: 'A*** M*** P*** R***',
        unread: 3,
        assigned: { assignee: 'ana', untilMs: 9 },
      },
    });
    expect(orderBrief({ order: { ...fullOrder, buyerName: null }, methods: [], unread: null }, null)).toEqual({
      known: { method: null, initials: null, unread: null, assigned: null },
    });
    expect(orderBriefSchema.parse(brief)).toEqual(brief);
  });

  it.each([
    ['Ana Perez', 'A*** P***'],
    ['José-Luis', 'J*** L***'],
    ['a b c d e', 'a*** b*** c*** d***'],
    ['\u001b[31m', 'm***'],
    ['•••', null],
    [null, null],
  ])('window: the initials of %j are %j', (name, initials) => expect(initialsOf(name)).toBe(initials));

  it('window: the schema of the door takes a sheet as it is, and no part that is neither known nor missing', () => {
    expect(orderSheetSchema.parse(saleSheet)).toEqual(saleSheet);
    expect(orderSheetSchema.safeParse({ ...saleSheet, chat: {} }).success).toBe(false);
    const missing = { missing: { code: 'ban', untilMs: 5 } };
    expect(orderSheetSchema.parse({ ...saleSheet, order: missing }).order).toEqual(missing);
  });
});
