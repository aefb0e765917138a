import { expect } from 'vitest';
import type { Check } from '../../src/domain/orders/release-check.ts';

const engaged = { name: 'releases', by: 'ana', reason: 'bank is down', atMs: Date.UTC(2026, 10, 21, 9) } as const;
const bringer = 'human';
const cap = { name: 'amount-cap', total: '1150.00000', fiat: 'BOB', bringer } as const;
const plainNames = ['additional-kyc', 'approval-signed', 'no-complaint', 'not-held', 'seller'] as const;

/** Every check with everything that changes its words, and what is said of it; null: any sentence. */
export const saidOfChecks: readonly (readonly [Check, string | null])[] = [
  ...([...plainNames, 'service', 'taken-back'] as const).map((name) => [{ name, bringer }, null] as const),
  [{ name: 'status', status: 'IN_APPEAL', bringer }, 'the order is IN_APPEAL, not PAID'],
  [
    { name: 'kill-switch', engaged, bringer },
    'the kill switch releases is engaged by ana since 2026-11-21 09:00:00 UTC: “bank is down”',
  ],
  [
    { name: 'kill-switch', engaged: { ...engaged, name: 'all', reason: '' }, bringer },
    'the kill switch all is engaged by ana since 2026-11-21 09:00:00 UTC',
  ],
  [{ name: 'kill-switch', engaged: null, bringer }, 'it is unknown whether releases are switched on'],
  [
    { name: 'amounts', odd: { what: 'total', number: '-1', unit: 'BOB' }, bringer },
    'the total is not above zero: -1 BOB',
  ],
  [{ ...cap, cap: '1149.990', caps: {} }, '1150.00 BOB is not within the cap of 1149.99 BOB'],
  [{ ...cap, cap: null, caps: { USD: '5000', PEN: '9' } }, 'there is no cap for BOB, only for 5000 USD, 9 PEN'],
  [
    {
      name: 'counterparty',
      shortfalls: [
        { what: 'completed-orders', value: 3, least: 10 },
        { what: 'finish-rate', value: null, least: 0.9 },
        { what: 'days-registered', value: null, least: 30 },
      ],
      bringer,
    },
    'the counterparty does not meet the rules: completed orders 3, at least 10 wanted; ' +
      'finish rate unknown, at least 0.9 wanted; days since registration unknown, at least 30 wanted',
  ],
  [{ name: 'approval', by: [], wanted: 1, bringer }, 'no human has approved the release'],
  [{ name: 'approval', by: [], wanted: 2, bringer }, 'no human has approved, 2 are wanted'],
  [{ name: 'approval', by: ['ana'], wanted: 2, bringer }, 'approved by ana only: 2 different people are wanted'],
  [{ name: 'payer-name', payer: 'stranger', bringer }, null],
  [{ name: 'payer-name', payer: 'other', bringer }, 'the payer’s name is not the buyer’s'],
  [{ name: 'payer-name', payer: 'unknown', bringer }, 'the buyer’s name is not known'],
  [{ name: 'policy', policy: '"always"', bringer }, 'there is no release policy "always"'],
  [
    { name: 'payment-amount', arrived: '1100', wanted: '1150.000', fiat: 'BOB', bringer },
    '1100 arrived, 1150.00 BOB wanted',
  ],
  [{ name: 'payment-match', near: null, bringer }, 'no matching payment has been seen'],
  [
    { name: 'payment-match', near: { payment: 7, verdict: 'third-party' }, bringer },
    'no matching payment has been seen: the likeliest, payment 7, is “THIRD PARTY”',
  ],
  [{ name: 'payment-time', isEarly: true, bringer }, 'the payment is older than the order'],
  [{ name: 'payment-time', isEarly: false, bringer }, 'the payment is from the future'],
  [{ name: 'proof-unused', use: 'no-id', bringer }, 'the payment has no id'],
  [{ name: 'proof-unused', use: 'used', bringer }, 'the payment was used for another release'],
  [
    { name: 'proof-unused', use: 'unseen', orderNumber: '77', bringer },
    'an attached payment backs order 77, which was not known when it was approved',
  ],
  [
    { name: 'block-list', reason: { kind: 'blocked', by: 'ana', note: 'chargeback' }, bringer },
    'the counterparty is on the block list, by ana: chargeback',
  ],
  [
    { name: 'block-list', reason: { kind: 'blocked', by: 'ana', note: null }, bringer },
    'the counterparty is on the block list, by ana',
  ],
  [{ name: 'block-list', reason: { kind: 'unknown' }, bringer }, null],
  [{ name: 'register', register: 'silent', bringer }, null],
  [{ name: 'register', register: 'behind', bringer }, null],
  [
    { name: 'clock', apartMs: 21_600_000, bringer },
    "this worker's clock is 21600 s ahead of Temporal's moment of the look: whether what was given still holds is not known",
  ],
  [{ name: 'clock', apartMs: -900, bringer }, expect.stringContaining('clock is 1 s behind')],
];
