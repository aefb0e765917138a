import { describe, expect, it } from 'vitest';
import {
  markPaidSchema,
  meantBy,
  placeOrderSchema,
  releaseCoinSchema,
} from '../../../src/activities/money/money-inputs.ts';
import type { Approval } from '../../../src/domain/orders/approval.ts';
import { maxMatches } from '../../../src/domain/orders/payment-match.ts';
import type { Seen } from '../../../src/domain/orders/seen.ts';
import { deskSettingsSchema } from '../../../src/domain/settings.ts';
import { fence, firstMark, markPaidInput, placeInput, releaseInput } from './money-fixture.ts';

const release = releaseInput('20001');
const markPaid = markPaidInput('20001');
const place = placeInput();

const steps = [
  ['releaseCoin', releaseCoinSchema, release],
  ['markOrderAsPaid', markPaidSchema, markPaid],
  ['placeOrder', placeOrderSchema, place],
] as const;

const orderSeen: Seen = {
  asset: 'USDT',
  amount: '50',
  price: '10',
  totalPrice: '500',
  fiat: 'BOB',
  payId: null,
  paidSinceMs: 0,
  payments: [{ reference: 'REF1', amount: '500' }],
  counterpartyNumber: 's1a2b3c4',
  ...firstMark,
};

const approval: Approval = {
  by: 'ana',
  atMs: 1,
  note: null,
  seen: orderSeen,
  expiresAtMs: 2,
  signed: null,
};

const gate = (part: object) => ({ ...release, gate: { ...release.gate, ...part } });

describe.each(steps)('design 6: the border of %s', (_, schema, input) => {
  it('takes what its workflow sends', () => {
    expect(schema.safeParse(input)).toMatchObject({ success: true });
  });

  it.each([
    ['boundMs', 600_000],
    ['recvWindowMs', 60_000],
  ])('lets the %s of a fence be from 1 to %i, and no other number', (part, max) => {
    const accepts = (value: unknown) => schema.safeParse({ ...input, fence: { ...fence, [part]: value } }).success;
    expect([1, max].map(accepts)).toEqual([true, true]);
    expect([0, -1, 1.5, max + 1, String(max), null, undefined].map(accepts)).toEqual(Array(7).fill(false));
  });

  it('takes nothing that it does not know', () => {
    expect(schema.safeParse({ ...input, more: 1 }).success).toBe(false);
    expect(schema.safeParse({ ...input, fence: { ...fence, more: 1 } }).success).toBe(false);
  });
});

describe('design 6: the border of a release', () => {
  it('takes 50 approvals, and no more', () => {
    const of = (count: number) => releaseCoinSchema.safeParse(gate({ approvals: Array(count).fill(approval) })).success;
    expect([0, 50, 51].map(of)).toEqual([true, true, false]);
  });

  it('lets an approval live for a day at most', () => {
    const lives = (approvalLifeMs: number) => releaseCoinSchema.safeParse(gate({ approvalLifeMs })).success;
    expect([1, 86_400_000, 86_400_001, 0].map(lives)).toEqual([true, true, false, false]);
  });

  it('takes every wait that the settings allow: none is refused only when money moves', () => {
    const largest = { moneyStepBoundMs: 600_000, moneyRecvWindowMs: 60_000, approvalLifeMs: 86_400_000 };
    const {
      moneyStepBoundMs: boundMs,
      moneyRecvWindowMs: recvWindowMs,
      approvalLifeMs,
    } = deskSettingsSchema.parse(largest);
    const input = { ...gate({ approvalLifeMs }), fence: { boundMs, recvWindowMs } };
    expect(releaseCoinSchema.safeParse(input).success).toBe(true);
    for (const [setting, max] of Object.entries(largest)) {
      expect(deskSettingsSchema.safeParse({ [setting]: max + 1 }).success).toBe(false);
    }
  });
});

type Step = readonly [name: string, schema: (typeof steps)[number][1], input: object];

describe('design 6: the border of what a call names', () => {
  /** Whether a step takes each of these values for a part of its input. */
  const takes = ([, schema, input]: Step, part: string, values: readonly unknown[]) =>
    values.map((value) => schema.safeParse({ ...input, [part]: value }).success);
  const [ofRelease, ofPayment, ofPlacement] = steps;
  const name = (length: number) => 'x'.repeat(length);

  it.each(steps)('%s: a payment method of at most 40 characters, or none', (step, schema, input) => {
    expect(takes([step, schema, input], 'payId', [null, 'x', name(40), name(41), '', 7])).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('an order by its number, and no other text', () => {
    const values = [name(80), name(81), '', 'a b', 'a/b', '1\n'];
    const numbered = [true, false, false, false, false, false];
    expect(takes(ofPayment, 'orderNumber', values)).toEqual(numbered);
    expect(takes(ofPlacement, 'adNumber', values)).toEqual(numbered);
    const asGate = (orderNumber: string) => releaseCoinSchema.safeParse({ ...gate({ orderNumber }), orderNumber });
    expect(values.map((value) => asGate(value).success)).toEqual(numbered);
    expect(takes(ofRelease, 'orderNumber', ['20002'])).toEqual([false]);
  });

  it('a placement by a request id of at most 60 characters', () => {
    expect(takes(ofPlacement, 'requestId', [name(60), 'a.b-c', name(61), '', 'a b'])).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it.each(['asset', 'fiat'])('%s: capital letters and digits, from 2 to 12', (part) => {
    const values = ['BO', 'X'.repeat(12), 'B0B', 'B', 'X'.repeat(13), 'bob', 'B B', ''];
    expect(takes(ofPlacement, part, values)).toEqual([true, true, true, false, false, false, false, false]);
  });

  it.each(['totalAmount', 'matchPrice'])('%s: a decimal above zero', (part) => {
    const values = ['0.01', '500', '0', '-1', '1e3x', '', 'NaN', 500];
    expect(takes(ofPlacement, part, values)).toEqual([true, true, false, false, false, false, false, false]);
  });

  it('a gate with as many payments as an order has at most, and with nothing that it does not know', () => {
    const attached = { amount: '1', payerName: 'ANA', proofId: 'REF-1', atMs: 1, ...firstMark };
    const some = (part: string, one: unknown, count: number) =>
      releaseCoinSchema.safeParse(gate({ [part]: Array(count).fill(one) })).success;
    expect([maxMatches, maxMatches + 1].map((count) => some('earlierMatches', attached, count))).toEqual([true, false]);
    expect([maxMatches + 1, maxMatches + 2].map((count) => some('shownElsewhere', '1', count))).toEqual([true, false]);
    expect(releaseCoinSchema.safeParse(gate({ more: 1 })).success).toBe(false);
    expect(releaseCoinSchema.safeParse(gate({ paidSinceMs: -1 })).success).toBe(false);
  });

  it('what is malformed is named by its order or request, as far as it is readable', () => {
    expect(meantBy({ orderNumber: '20001', mode: 'live' })).toEqual({ subject: '20001', mode: 'live' });
    expect(meantBy({ requestId: 'r1' })).toEqual({ subject: 'r1', mode: undefined });
    for (const raw of [null, 'x', {}, { orderNumber: 'a b' }])
      expect(meantBy(raw)).toEqual({ subject: 'unreadable', mode: undefined });
  });
});
