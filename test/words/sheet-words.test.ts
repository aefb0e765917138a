import { describe, expect, it } from 'vitest';
import type { Missing, OrderSheet, SheetAppeal, SheetOrder } from '../../src/domain/sheet/order-sheet.ts';
import {
  missingText,
  sheetDifferences,
  sheetHead,
  sheetPaid,
  sheetRest,
  type SheetClock,
  type SheetField,
} from '../../src/words/sheet-words.ts';
import { atMs, bank, saleSheet, zelle } from '../domain/sheet/sheet-fixture.ts';

const clock: SheetClock = { nowMs: atMs, time: (ms) => `@${(ms - atMs) / 1_000}`, age: (ms) => `${ms / 1_000} s` };
const sale = 'known' in saleSheet.order ? saleSheet.order.known : null;
if (sale === null) throw new Error('the fixture has an order');

const sheetOf = (part: Partial<SheetOrder>): OrderSheet => ({ ...saleSheet, order: { known: { ...sale, ...part } } });
const head = (part: Partial<SheetOrder> = {}): readonly SheetField[] => sheetHead(sheetOf(part), clock);
const rest = (part: Partial<OrderSheet> = {}): readonly SheetField[] => sheetRest({ ...saleSheet, ...part }, clock);
const counting = (unread: number | null) => sheetOf({ unread }).order;
const textOf = (fields: readonly SheetField[]): string => fields.map((field) => field.join(': ')).join('\n');

describe('the head of a sheet', () => {
  it('window: says first which money is looked for, from whom, into which account, by which method', () => {
    expect(head()[0]).toEqual([
      'look for',
      '400.00 BOB from ANA MARIA PEREZ ROJAS into Banco Simulado …1001 (Bank Transfer)',
    ]);
  });

  it('window: a name of several lines makes no line of its own', () => {
    expect(head({ name: 'ANA\npayments seen: MATCHED' })[0]?.[1]).toContain(
      'from ANA payments seen: MATCHED (a masked or odd name: it proves nothing)',
    );
    expect(head({ name: 'ANA MARIA\r\nPEREZ' })[0]?.[1]).toContain('from ANA MARIA PEREZ');
  });

  it('window: that it is paid is what the buyer says, with what is left', () => {
    expect(head()[1]).toEqual(['paid', 'the buyer says that he has paid at @-11 (11 s ago); 889 s left to release']);
    expect(head({ paidAtMs: null, releaseDeadlineMs: atMs - 4_000 })[1]).toEqual([
      'paid',
      'the buyer says that he has paid; 4 s over',
    ]);
    expect(head({ status: 'AWAITING_PAYMENT', paidAtMs: null })[1]).toEqual([
      'paid',
      'not marked as paid; 780 s left for it',
    ]);
    for (const status of ['COMPLETED', 'IN_APPEAL'] as const)
      expect(head({ status })[1]).toEqual(['paid', 'the buyer says that he has paid at @-11 (11 s ago)']);
    expect(head({ status: 'CANCELLED', paidAtMs: null, releaseDeadlineMs: null })[1]?.[1]).toContain('does not say');
  });

  it.each([
    ['J***n P.', 'J***n P. (a masked or odd name: it proves nothing)'],
    [null, 'a buyer whose name is not shown'],
  ])('window: the name %j proves nothing, and that is said', (name, said) =>
    expect(head({ name })[0]?.[1]).toContain(`from ${said} into`),
  );

  it('window: an appeal shows who is to act until when, and the reason in one line; one that is over is not due', () => {
    const shown = (appeal: SheetAppeal): string => textOf(head({ appeal }));
    const untilMs = clock.nowMs + 600_000;
    const open = shown({ stage: 'respondent', untilMs, reason: 'not\n  released' });
    expect(open).toContain(
      'appeal: who was appealed against is to answer: look in the app who that is, due @600; 600 s left for it',
    );
    expect(open).toMatch(/\nappeal reason: not released$/m);
    expect(shown({ stage: 'over', untilMs, reason: null })).toMatch(/appeal: decided\nappeal reason: not shown$/m);
    expect(textOf(head())).not.toContain('appeal');
  });

  it.each([
    ['be_appeal', 'respondent', 'they appealed: YOU ARE TO ACT, in the app'],
    ['be_appeal', 'complainant', 'they appealed: they are to act'],
    ['submit_appeal', 'respondent', 'you appealed: they are to act'],
    ['submit_appeal', 'complainant', 'you appealed: YOU ARE TO ACT, in the app'],
    ['be_appeal', 'service', 'they appealed: the service decides'],
    ['seller_payed', 'complainant', 'who appealed is to act: look in the app who that is'],
  ] as const)('ADR 0059: after the event %s, stage %s says “%s”', (text, stage, said) => {
    const event = { id: '9', atMs: null, by: 'service', kind: 'other', text, unread: false } as const;
    const chat = { known: { lines: [event], unread: 0, hasOlder: false, odd: [] } };
    const sheet = { ...sheetOf({ appeal: { stage, untilMs: null, reason: null } }), chat };
    expect(sheetHead(sheet, clock).find(([name]) => name === 'appeal')).toEqual(['appeal', said]);
    // The same words of a person are no event.
    const forged = { known: { ...chat.known, lines: [{ ...event, by: 'them' as const }] } };
    expect(textOf(sheetHead({ ...sheet, chat: forged }, clock))).not.toMatch(/they appealed|you appealed/);
  });

  it('window: names every account that may be paid into while none is chosen, and what is not shown', () => {
    expect(head({ chosen: null })[0]?.[1]).toContain(
      'into one of your accounts, none is chosen yet: Banco Simulado …1001 (Bank Transfer); Zelle',
    );
    expect(head({ chosen: null, offered: [] })[0]?.[1]).toContain('into an account that the service does not show');
    expect(head({ chosen: zelle })[0]?.[1]).toContain('into Zelle');
  });

  it('window: a purchase shows the payee to copy, the exact amount, and leaves whether to pay to the order', () => {
    const fields = head({ side: 'BUY', name: 'Rosa Seller', status: 'AWAITING_PAYMENT', chosen: bank });
    expect(fields).toEqual([
      ['the payee', 'Rosa Seller, 400.00 BOB exactly, by Bank Transfer: `why` says whether to pay'],
      ['Name', 'Rosa Seller'],
      ['Account number', '40000001001'],
      ['Bank name', 'Banco Simulado'],
      ['paid', 'not marked as paid; 780 s left for it'],
    ]);
    const several = head({ side: 'BUY', name: 'Rosa Seller', chosen: null });
    expect(several[0]?.[1]).toContain('by one of these: Banco Simulado …1001 (Bank Transfer); Zelle');
    expect(several[1]?.[1]).toContain('the service shows that we have paid');
    const long = { ...bank, fields: [{ kind: 'pay_account', name: 'IBAN', value: null }] };
    expect(head({ side: 'BUY', chosen: long })[1]?.[1]).toContain('look in the app');
    expect(head({ side: 'BUY', status: 'COMPLETED' })[0]).toEqual([
      'payment',
      '400.00 BOB to ANA MARIA PEREZ ROJAS at Banco Simulado …1001 (Bank Transfer)',
    ]);
  });

  it('window: an order that could not be read hides no other part', () => {
    const order = { missing: { code: 'silent', afterMs: 5_000 } } as const;
    expect(sheetHead({ ...saleSheet, order }, clock)).toEqual([
      ['order sheet', 'not shown: the service did not answer within 5 s'],
    ]);
    expect(textOf(rest({ order }))).toContain('240 orders');
  });
});

describe('what the window reads beside what the desk has read', () => {
  const read = { status: 'PAID', totalPrice: '400.00', amount: '34.72', payId: bank.payId };

  it('window: the same, or nothing of one of them, is no difference', () => {
    expect(sheetDifferences(saleSheet, read)).toEqual([]);
    expect(sheetDifferences(saleSheet, { ...read, totalPrice: null, amount: null, payId: null })).toEqual([]);
    expect(sheetDifferences({ ...saleSheet, order: { missing: { code: 'ended' } } }, read)).toEqual([]);
  });

  it('window: another status, total, amount or method is said', () => {
    const other = { status: 'AWAITING_PAYMENT', totalPrice: '500', amount: '34.73', payId: '9' };
    expect(textOf(sheetDifferences(saleSheet, other)).split('\n')).toEqual([
      'differs: the service shows PAID, not AWAITING_PAYMENT as the desk has read it: look again in a moment',
      'differs: the service shows 400.00 BOB, not 500 as the desk has read it: look again in a moment',
      'differs: the service shows 34.72 USDT, not 34.73 as the desk has read it: look again in a moment',
      'differs: the service shows the payment method Banco Simulado …1001 (Bank Transfer), not 9 as the desk has read it: look again in a moment',
    ]);
  });
});

describe('the rest of a sheet', () => {
  it('window: shows who it is, the record, trades with us, the block list, the chat, the warnings, and how fresh it is', () => {
    expect(rest()).toEqual([
      ['who', 'ANA MARIA PEREZ ROJAS, known as ana0'],
      ['record', '240 orders, 98 %, 400 days registered; in 30 days 12 orders, 97.5 %; with you: none in 30 days'],
      ['block list', 'not on it'],
      ['with you', 'no order that this desk has carried'],
      ['chat', '3 unread (the service counts its own messages, too)'],
      ['', '@-9 they (unread): Hola, ya pague con la cuenta de mi esposa'],
      ['', 'you: picture receipt.jpg'],
      ['warning', 'Trade only with the payment account of the person whose name you see.'],
      ['read', '2 s ago, at @-2'],
    ]);
  });

  it('window: says of a chat what is left out, and of a record what is not known', () => {
    const line = { id: '5', atMs: null, by: 'them', kind: 'reply', text: 'one\n  two', unread: false } as const;
    const chat = {
      known: { lines: Array.from({ length: 7 }, () => line), unread: 20, hasOlder: true, odd: ['row 3: id'] },
    };
    const none = { known: { lines: [], unread: 0, hasOlder: false, odd: [] } };
    expect(textOf(rest({ chat }))).toContain(
      'chat: 20 unread, the last 5 are shown\n: they: (reply of the ad) one two',
    );
    expect(textOf(rest({ chat, order: counting(null) }))).toContain('chat: 20 or more unread, the last 5 are shown');
    expect(textOf(rest({ chat }))).toContain('left out, because it cannot be read: row 3: id');
    expect(textOf(rest({ chat: none, order: counting(0) }))).toContain('chat: no messages');
    expect(textOf(rest({ chat: none }))).toContain('chat: 3 unread (the service counts its own messages, too)');
    const nothing = { completedOrders: null, finishRate: null, registerDays: null };
    const lately = { completedLately: null, finishRateLately: null, withUsLately: null };
    expect(textOf(rest({ record: { known: { ...nothing, ...lately } } }))).toContain(
      'record: not known; trades with you are not known',
    );
    expect(textOf(rest({ record: { known: { ...nothing, ...lately, withUsLately: 3 } } }))).toContain('with you: 3 in');
  });

  it('window: says that the counterparty is blocked, or that it is not known', () => {
    expect(textOf(rest({ block: { known: { kind: 'blocked', by: 'eva', note: 'chargeback' } } }))).toContain(
      'the counterparty is on the block list, by eva: chargeback',
    );
    expect(textOf(rest({ block: { known: { kind: 'unknown' } } }))).toContain('the block list is not empty');
  });

  it.each<[Missing, string]>([
    [{ code: 'ban', untilMs: atMs }, 'banned until 2026-11-21 08:00:00 UTC, and nothing is asked before'],
    [{ code: 'ended' }, 'ends, or has lost the lead'],
    [{ code: 'other-order' }, 'the service answered with another order'],
    [{ code: 'unread', category: 'UNKNOWN', answer: '83998', message: 'not yours' }, 'not yours (UNKNOWN 83998)'],
    [{ code: 'unread', category: 'TIMEOUT', answer: null, message: 'no answer' }, 'no answer (TIMEOUT)'],
    [{ code: 'needs-order' }, 'the order itself could not be read'],
    [{ code: 'over' }, 'the order is over'],
    [{ code: 'register' }, 'the register or the guard does not answer'],
  ])('window: every part that is missing has its reason: %j', (missing, reason) => {
    expect(missingText(missing)).toContain(reason);
    const parts = {
      record: { missing },
      block: { missing },
      person: { missing },
      chat: { missing },
      tips: { missing },
    };
    expect(textOf(rest(parts)).match(/not shown: /g)).toHaveLength(5);
  });

  it('ADR 0059: says what is noted of a person, and what was with them before', () => {
    const counts = { orders: 3, running: 0, completed: 2, cancelled: 1, appealed: 1 };
    const before = { ...counts, sums: [{ side: 'SELL', fiat: 'BOB', total: '900' } as const] };
    const person = {
      known: { remark: { text: 'slow', by: 'ana' }, before, assigned: { assignee: 'ben', untilMs: atMs } },
    };
    expect(rest({ person })).toContainEqual(['taken', 'by ben until @0']);
    expect(rest({ person })).toContainEqual(['note', 'slow (by ana)']);
    const said = '3 orders: 2 completed, 1 cancelled, 1 was in appeal; sold for 900 BOB';
    expect(rest({ person })).toContainEqual(['with you', said]);
    const unread = { known: { remark: null, before: null, assigned: null } };
    expect(textOf(rest({ person: unread }))).toContain('with you: the desk has not read this order yet');
  });

  it('window: no sentence says that an order is paid', () => {
    const said = (['AWAITING_PAYMENT', 'PAID', 'RELEASING', 'IN_APPEAL', 'COMPLETED'] as const).map((status) =>
      textOf(head({ status })),
    );
    expect(said.join('\n')).not.toMatch(/\b(?:it|order) is paid\b/);
  });
});

describe('the payments of a sheet', () => {
  const seen = {
    id: 7,
    amount: '400.00',
    currency: 'BOB',
    payers: ['Ana'],
    proof: 'TRX 77',
    atMs,
    verdict: 'candidate' as const,
    findings: [{ verdict: 'candidate' as const, code: 'payer-part' as const }],
  };
  const paid = (payments: OrderSheet['payments'], part: Partial<SheetOrder> = {}) =>
    sheetPaid({ ...sheetOf(part), payments }, clock);

  it('payments: each has a line, the first one a name, and more of them a look', () => {
    const line = 'may be it 7: 400.00 BOB from Ana at @0, TRX 77; one name is a part of the other: look at both';
    expect(paid({ known: { seen: [seen, seen], more: 3 } })).toEqual([
      ['payments seen', line],
      ['', line],
      ['', 'and 3 more: `peerdesk payment list`'],
    ]);
  });

  it('payments: nothing where none was seen, of a purchase, and of an order that is over; else why it is missing', () => {
    expect(paid({ known: { seen: [], more: 0 } })).toEqual([]);
    expect(paid({ known: { seen: [seen], more: 0 } }, { side: 'BUY' })).toEqual([]);
    expect(paid({ missing: { code: 'over' } })).toEqual([]);
    expect(sheetPaid({ ...saleSheet, order: { missing: { code: 'over' } } }, clock)).toEqual([]);
    expect(paid({ missing: { code: 'register' } })[0]?.[1]).toContain('not shown: the register');
  });
});
