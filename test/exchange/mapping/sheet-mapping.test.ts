import { describe, expect, it } from 'vitest';
import { toChatLine, toSheetAppeal, toSheetMethods } from '../../../src/exchange/index.ts';
import { chatMessageSchema } from '../../../src/exchange/table/schemas/chat-schema.ts';
import { orderDetailSchema } from '../../../src/exchange/table/schemas/order-detail-schema.ts';
import { sampleData } from '../fixtures.ts';

const methodsOf = (changes: object) =>
  toSheetMethods(orderDetailSchema.parse({ ...(sampleData['getUserOrderDetail'] as object), ...changes }));
const field = (fieldContentType: string, fieldName: string, fieldValue: unknown) => ({
  fieldContentType,
  fieldName,
  fieldValue,
});

describe('wire-facts 12.5: how an order may be paid', () => {
  it('EP-13: each method with the fields that are shown, under either name of the list', () => {
    const fields = [
      field('pay_account', 'Account', '123'),
      field('bank', 'Bank', ''),
      { ...field('x', 'Hidden', '1'), isDisplay: 0 },
    ];
    const payMethods = [
      { id: 7, identifier: 'BANK', tradeMethodName: 'Bank Transfer', fields },
      { id: 8, tradeMethodIdentifier: 'Zelle', fieldList: [{ ...field('email', '', 'a@b.c'), fieldTitle: 'Mail' }] },
    ];
    expect(methodsOf({ payMethods })).toEqual([
      {
        payId: '7',
        identifier: 'BANK',
        name: 'Bank Transfer',
        fields: [{ kind: 'pay_account', name: 'Account', value: '123' }],
      },
      { payId: '8', identifier: 'Zelle', name: '', fields: [{ kind: 'email', name: 'Mail', value: 'a@b.c' }] },
    ]);
  });

  it('EP-13: the flat form stands for the only method, and for none of several', () => {
    const flat = { payee: 'Rosa', payAccount: '123', payBank: 'Banco', paySubBank: null };
    expect(methodsOf({ payMethods: [{ id: 7 }], ...flat })[0]?.fields).toEqual([
      { kind: 'payee', name: 'Name', value: 'Rosa' },
      { kind: 'pay_account', name: 'Account', value: '123' },
      { kind: 'bank', name: 'Bank', value: 'Banco' },
    ]);
    expect(methodsOf({ payMethods: [{ id: 7 }, { id: 8 }], ...flat }).flatMap(({ fields }) => fields)).toEqual([]);
    expect(methodsOf({ payMethods: null })).toEqual([]);
  });

  it('EP-13: a value that is too long is not shown in part: the part could be another account', () => {
    const payMethods = [{ id: 7, fields: [field('pay_account', 'Account', '1'.repeat(501))] }];
    expect(methodsOf({ payMethods })[0]?.fields).toEqual([{ kind: 'pay_account', name: 'Account', value: null }]);
  });
});

describe('wire-facts 12.4: the appeal of an order', () => {
  const appeal = (changes: object) =>
    toSheetAppeal(orderDetailSchema.parse({ ...(sampleData['getUserOrderDetail'] as object), ...changes }));

  it('EP-13: who is to act until when, and the reason; a number that is not known hides nothing', () => {
    const untilMs = 1_700_000_000_000;
    const shown = { complaintStatus: 0, complaintReason: 'no coin', complaintDeadline: untilMs };
    expect(appeal(shown)).toEqual({ stage: 'respondent', untilMs, reason: 'no coin' });
    expect(appeal({ ...shown, complaintStatus: 4, complaintReason: '', complaintDeadline: 'soon' })).toEqual({
      stage: 'withdrawn',
      untilMs: null,
      reason: null,
    });
    expect(appeal({ ...shown, complaintStatus: 9 })?.stage).toBe('unknown');
    expect(appeal({ complaintStatus: null })).toBeNull();
  });
});

describe('wire-facts 12.6: a row of the chat', () => {
  const line = (changes: object) =>
    toChatLine(chatMessageSchema.parse({ id: '1', createTime: 1_700_000_000_000, self: false, ...changes }));
  const atMs = 1_700_000_000_000;

  it.each([
    [
      { type: 'text', content: 'hola' },
      { id: '1', atMs, by: 'them', kind: 'text', text: 'hola', unread: false },
    ],
    [
      { type: 'text', content: 'hola', status: 'unread' },
      { id: '1', atMs, by: 'them', kind: 'text', text: 'hola', unread: true },
    ],
    [
      { type: 'text', content: 'hola', self: true, status: 'unread' },
      { id: '1', atMs, by: 'us', kind: 'text', text: 'hola', unread: false },
    ],
    [
      { type: 'auto_reply', content: null, self: true },
      { id: '1', atMs, by: 'us', kind: 'reply', text: '', unread: false },
    ],
    [
      { type: 'video', content: 'x' },
      { id: '1', atMs, by: 'them', kind: 'other', text: 'video', unread: false },
    ],
    [
      { type: null, createTime: 'never' },
      { id: '1', atMs: null, by: 'them', kind: 'other', text: '', unread: false },
    ],
  ])('EP-34: %j', (changes, expected) => expect(line(changes)).toEqual(expected));

  it('EP-34: a picture by its name alone: its address holds keys', () => {
    const imageUrl = 'https://bin.example/chat/receipt.jpg?X-Signature=secret/a';
    expect(line({ type: 'image', imageUrl })).toMatchObject({ kind: 'image', text: 'receipt.jpg' });
    expect(line({ type: 'image', content: 'shot.png' })).toMatchObject({ kind: 'image', text: 'shot.png' });
  });

  it('EP-34: an event of the service by what it is called, without the names in it', () => {
    const content = JSON.stringify({ type: 'seller_payed', realName: 'ANA PEREZ' });
    expect(line({ type: 'system', content })).toEqual({
      id: '1',
      atMs,
      by: 'service',
      kind: 'other',
      text: 'seller_payed',
      unread: false,
    });
    expect(['{', '7', '{"type":7}'].map((odd) => line({ type: 'system', content: odd }).text)).toEqual(['', '', '']);
  });
});
