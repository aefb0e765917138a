import { describe, expect, it } from 'vitest';
import {
  approvalRefusal,
  approvalSchema,
  approvalsThatHold,
  bindApproval,
  lapseOf,
  maxApprovals,
  signedWordSchema,
  type Approval,
  type ApprovalRefusal,
  type Lapse,
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
    expect(lapseOf(ana, orderMoment())).toBeNull();
    expect(lapseOf(ana, orderMoment(orderWith({ totalPrice: '1150', amount: '100.0' })))).toBeNull();
  });

  it.each<[Lapse, Partial<ApprovalMoment>]>([
    [{ lapse: 'other-sight' }, orderWith({ totalPrice: 'NaN' })],
    [{ lapse: 'in-appeal' }, orderWith({ status: 'IN_APPEAL' })],
    [{ lapse: 'not-paid', status: 'AWAITING_PAYMENT' }, orderWith({ status: 'AWAITING_PAYMENT' })],
    [{ lapse: 'desk-buys' }, orderWith({ side: 'BUY' })],
    [{ lapse: 'complaint' }, orderWith({ complaint: true })],
    [{ lapse: 'held' }, { held: true }],
    [{ lapse: 'expired' }, { nowMs: 909_000 }],
    [{ lapse: 'expired' }, { approvalLifeMs: 1_000 }],
  ])('design 6: it lapses: %o', (lapse, changes) => {
    expect(lapseOf(ana, orderMoment(changes))).toEqual(lapse);
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
    expect(lapseOf(ana, orderMoment(changes))).toEqual({ lapse: 'other-sight' });
    expect(approvalsThatHold([ana], orderMoment(changes))).toEqual([]);
    expect(approvalRefusal(orderMoment(changes), { approver: { ...ben, seen: ana.seen }, holding: [] })).toEqual({
      code: 'not-approved',
      lapse: 'other-sight',
    });
  });

  it('design 6: without a word of what was seen it is of the order as it is when it arrives', () => {
    const now = orderMoment({ ...orderWith({ price: '11.51' }), epoch: 3 });
    const { seen } = bindApproval(now, ben);
    expect(seen).toMatchObject({ price: '11.51', epoch: 3 });
    expect(bindApproval(now, { ...ben, seen: ana.seen }).seen).toEqual(ana.seen);
  });

  it('design 6: it holds to the last millisecond', () => {
    expect(lapseOf(ana, orderMoment({ nowMs: 908_999 }))).toBeNull();
    expect(lapseOf({ ...ana, expiresAtMs: 10_000 }, orderMoment())).toEqual({ lapse: 'expired' });
  });

  it('design 6: one that expires later than its life allows ends with its life', () => {
    const long = { ...ana, expiresAtMs: 99_000_000 };
    expect(lapseOf(long, orderMoment({ nowMs: 909_000 }))).toEqual({ lapse: 'expired' });
  });

  it('S8: a person counts once, however the name is written, and an empty name does not count', () => {
    const same = ['ana', ' ANA ', 'ａｎａ', 'a\u200bna', 'ana\n', '', '  ', '\u200b'].map((by) => approvalBy(by));
    expect(approvalsThatHold(same, orderMoment()).map(({ by }) => by)).toEqual(['ana']);
    const two = ['ana', 'aná', 'ana rojas', 'Ana  Rojas'].map((by) => approvalBy(by));
    expect(approvalsThatHold(two, orderMoment())).toHaveLength(3);
  });
});

describe('design 6: who may approve when', () => {
  function refusal(changes: Partial<ApprovalMoment>, by = 'ben'): ApprovalRefusal | null {
    return approvalRefusal(orderMoment(changes), { approver: { ...ben, by }, holding: [ana] });
  }

  it('design 6: a paid order that the desk sells, once a person', () => {
    expect(refusal({})).toBeNull();
    expect(refusal({}, ' ANA ')).toEqual({ code: 'approved-already', by: 'ANA' });
  });

  it('S14: twenty people are enough for every rule: a flood of others is refused', () => {
    const holding = Array.from({ length: maxApprovals }, (_, index) => approvalBy(`person ${index}`));
    const ask = (known: Approval[]) => approvalRefusal(orderMoment(), { approver: ben, holding: known });
    expect(ask(holding.slice(1))).toBeNull();
    expect(ask(holding)).toEqual({ code: 'approvals-full', max: maxApprovals });
    expect(refusal({}, ' ')).toEqual({ code: 'approver-unnamed' });
  });

  it.each<[Lapse, Partial<ApprovalMoment>]>([
    [{ lapse: 'desk-buys' }, orderWith({ side: 'BUY' })],
    [{ lapse: 'not-paid', status: 'AWAITING_PAYMENT' }, orderWith({ status: 'AWAITING_PAYMENT' })],
    [{ lapse: 'in-appeal' }, orderWith({ status: 'IN_APPEAL' })],
    [{ lapse: 'complaint' }, orderWith({ complaint: true })],
    [{ lapse: 'held' }, { held: true }],
    [{ lapse: 'other-sight' }, orderWith({ totalPrice: '' })],
  ])('design 6: not approved: %o', (lapse, changes) => {
    expect(refusal(changes)).toEqual({ code: 'not-approved', ...lapse });
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
    expect(late).toEqual({ code: 'not-approved', lapse: 'other-sight' });
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
