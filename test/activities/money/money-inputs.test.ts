import { describe, expect, it } from 'vitest';
import { markPaidSchema, placeOrderSchema, releaseCoinSchema } from '../../../src/activities/money/money-inputs.ts';
import type { Approval } from '../../../src/domain/orders/approval.ts';
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
