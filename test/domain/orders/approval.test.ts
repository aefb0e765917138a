import { describe, expect, it } from 'vitest';
import {
  approvalRefusal,
  approvalSchema,
  approvalsThatHold,
  bindApproval,
  lapseReason,
  maxApprovals,
  signedWordSchema,
  type Approval,
  type ApprovalMoment,
} from '../../../src/domain/orders/approval.ts';
import type { OrderFacts } from '../../../src/domain/orders/order-facts.ts';
import { approvalBy, orderMark, orderMoment, paidOrder } from './order-fixture.ts';

const ana = approvalBy('ana');
const ben = { by: 'ben', note: null, seen: null, signed: null };

function orderWith(changes: Partial<OrderFacts>): Partial<ApprovalMoment> {
  return { order: paidOrder(changes) };
}

describe('design 6: an approval holds for what was seen', () => {
  it('design 6: it carries what was seen and when it ends', () => {
    expect(bindApproval(orderMoment(), { ...ben, note: 'the bank shows it' })).toEqual({
      by: 'ben',
      note: 'the bank shows it',
      atMs: 10_000,
      seen: {
        asset: 'USDT',
        amount: '100',
        price: '11.50',
        totalPrice: '1150.00',
        fiat: 'BOB',
        payId: null,
        paidSinceMs: 5_000,
        payments: [],
        counterpartyNumber: 's1a2b3c4',
        ...orderMark,
      },
      expiresAtMs: 910_000,
      signed: null,
    });
  });

  it('design 6: it holds while nothing changes; 1150.00 is 1150', () => {
    expect(lapseReason(ana, orderMoment())).toBeNull();
    expect(lapseReason(ana, orderMoment(orderWith({ totalPrice: '1150', amount: '100.0' })))).toBeNull();
  });

  it.each<[string, Partial<ApprovalMoment>]>([
    ['the order is not what was approved', orderWith({ totalPrice: 'NaN' })],
    ['the order is in appeal', orderWith({ status: 'IN_APPEAL' })],
    ['the order is AWAITING_PAYMENT, not PAID', orderWith({ status: 'AWAITING_PAYMENT' })],
    ['the desk buys here: the counterparty releases', orderWith({ side: 'BUY' })],
    ['there is a complaint', orderWith({ complaint: true })],
    ['the order is on hold', { held: true }],
    ['it has expired', { nowMs: 909_000 }],
    ['it has expired', { approvalLifeMs: 1_000 }],
  ])('design 6: it lapses: %s', (reason, changes) => {
    expect(lapseReason(ana, orderMoment(changes))).toBe(reason);
    expect(approvalsThatHold([ana], orderMoment(changes))).toEqual([]);
  });

  it.each<[string, Partial<ApprovalMoment>]>([
    ['asset', orderWith({ asset: 'BTC' })],
    ['amount', orderWith({ amount: '100.00000001' })],
    ['price', orderWith({ price: '11.51' })],
    ['total', orderWith({ totalPrice: '1150.01' })],
    ['fiat', orderWith({ fiat: 'USD' })],
    ['payment method', orderWith({ selectedPayId: '7' })],
    ['payment mark', { paidSinceMs: 5_001 }],
    ['payment', { payments: [{ reference: 'REF 1', amount: '1150' }] }],
    ['counterparty', orderWith({ counterpartyNumber: 's9' })],
    ['counterparty that is not named', orderWith({ counterpartyNumber: null })],
    ['generation', { generation: 'another' }],
    ['epoch', { epoch: 1 }],
  ])('design 6: another %s than was seen voids it', (_field, changes) => {
    expect(lapseReason(ana, orderMoment(changes))).toBe('the order is not what was approved');
    expect(approvalsThatHold([ana], orderMoment(changes))).toEqual([]);
    expect(approvalRefusal(orderMoment(changes), { approver: { ...ben, seen: ana.seen }, holding: [] })).toBe(
      'not approved: the order is not what was approved',
    );
  });

  it('design 6: without a word of what was seen it is of the order as it is when it arrives', () => {
    const now = orderMoment({ ...orderWith({ price: '11.51' }), epoch: 3 });
    const { seen } = bindApproval(now, ben);
    expect(seen).toMatchObject({ price: '11.51', epoch: 3 });
    expect(bindApproval(now, { ...ben, seen: ana.seen }).seen).toEqual(ana.seen);
  });

  it('design 6: it holds to the last millisecond', () => {
    expect(lapseReason(ana, orderMoment({ nowMs: 908_999 }))).toBeNull();
    expect(lapseReason({ ...ana, expiresAtMs: 10_000 }, orderMoment())).toBe('it has expired');
  });

  it('design 6: one that expires later than its life allows ends with its life', () => {
    const long = { ...ana, expiresAtMs: 99_000_000 };
    expect(lapseReason(long, orderMoment({ nowMs: 909_000 }))).toBe('it has expired');
  });

  it('S8: a person counts once, however the name is written, and an empty name does not count', () => {
    const same = ['ana', ' ANA ', 'ａｎａ', 'a\u200bna', 'ana\n', '', '  ', '\u200b'].map((by) => approvalBy(by));
    expect(approvalsThatHold(same, orderMoment()).map(({ by }) => by)).toEqual(['ana']);
    const two = ['ana', 'aná', 'ana rojas', 'Ana  Rojas'].map((by) => approvalBy(by));
    expect(approvalsThatHold(two, orderMoment())).toHaveLength(3);
  });
});

describe('design 6: who may approve when', () => {
  function refusal(changes: Partial<ApprovalMoment>, by = 'ben'): string | null {
    return approvalRefusal(orderMoment(changes), { approver: { ...ben, by }, holding: [ana] });
  }

  it('design 6: a paid order that the desk sells, once a person', () => {
    expect(refusal({})).toBeNull();
    expect(refusal({}, ' ANA ')).toBe('ANA has approved already');
  });

  it('S14: twenty people are enough for every rule: a flood of others is refused', () => {
    const holding = Array.from({ length: maxApprovals }, (_, index) => approvalBy(`person ${index}`));
    const ask = (known: Approval[]) => approvalRefusal(orderMoment(), { approver: ben, holding: known });
    expect(ask(holding.slice(1))).toBeNull();
    expect(ask(holding)).toBe('20 people have approved already');
    expect(refusal({}, ' ')).toBe('say who approves');
  });

  it.each<[string, Partial<ApprovalMoment>]>([
    ['not approved: the desk buys here: the counterparty releases', orderWith({ side: 'BUY' })],
    ['not approved: the order is AWAITING_PAYMENT, not PAID', orderWith({ status: 'AWAITING_PAYMENT' })],
    ['not approved: the order is in appeal', orderWith({ status: 'IN_APPEAL' })],
    ['not approved: there is a complaint', orderWith({ complaint: true })],
    ['not approved: the order is on hold', { held: true }],
    ['not approved: the order is not what was approved', orderWith({ totalPrice: '' })],
  ])('design 6: %s', (text, changes) => {
    expect(refusal(changes)).toBe(text);
  });
});

describe('S6: approvals at a border', () => {
  const signed = { keyId: 'ana', nonce: '0'.repeat(32), signature: `${'A'.repeat(86)}==` };

  it('S6: whole ones parse, signed and unsigned', () => {
    expect(approvalSchema.parse(ana)).toEqual(ana);
    expect(approvalSchema.parse({ ...ana, signed })).toEqual({ ...ana, signed });
    const word = { ...signed, seen: ana.seen, expiresAtMs: 1 };
    expect(signedWordSchema.parse(word)).toEqual(word);
  });

  it('design 6: a signed one is bound to what was signed, not to what is now', () => {
    const word = { ...signed, seen: { ...ana.seen, totalPrice: '7' }, expiresAtMs: 11_000 };
    const approval = bindApproval(orderMoment(), { by: 'ana', note: null, seen: null, signed: word });
    expect(approval).toMatchObject({ seen: { totalPrice: '7' }, expiresAtMs: 11_000, signed });
    const late = approvalRefusal(orderMoment(), {
      approver: { by: 'ana', note: null, seen: null, signed: word },
      holding: [],
    });
    expect(late).toBe('not approved: the order is not what was approved');
  });

  it.each<[string, unknown]>([
    ['nothing seen', { ...ana, seen: undefined }],
    ['a field too many', { ...ana, force: true }],
    ['a signature of another length', { ...ana, signed: { ...signed, signature: 'AAAA' } }],
    ['a nonce that is no hex', { ...ana, signed: { ...signed, nonce: 'x'.repeat(32) } }],
    ['a key name with a line end', { ...ana, signed: { ...signed, keyId: 'ana\n' } }],
    ['an amount that is no decimal', { ...ana, seen: { ...ana.seen, amount: 'much' } }],
  ])('S6: %s is refused', (_what, odd) => {
    expect(approvalSchema.safeParse(odd).success).toBe(false);
  });
});
