import type { Payment } from '../../../src/domain/payments/payment.ts';
import {
  judgePayments,
  type ExpectedPayment,
  type JudgedPayment,
  type MatchingWorld,
} from '../../../src/domain/payments/payment-judgement.ts';
import { sightingKey, sightingProof, type Sighting } from '../../../src/domain/payments/sighting.ts';

export const nowMs = Date.UTC(2026, 10, 28, 12, 0, 0);
export const minuteMs = 60_000;

let count = 0;

/** A booked payment of the whole amount by the buyer, as evidence; a test changes what it is about. */
export function sightingOf(part: Partial<Sighting> = {}): Sighting {
  count += 1;
  return {
    source: 'bank',
    delivery: `d${count}`,
    class: 'evidence',
    account: 'main',
    currency: 'BOB',
    amount: '400.00',
    method: null,
    isReversible: false,
    payer: 'Ana Maria Perez',
    reference: `TRX-${count}`,
    memo: '',
    bookedAtMs: nowMs - 5 * minuteMs,
    state: 'booked',
    seenAtMs: nowMs - 4 * minuteMs,
    ...part,
  };
}

/** A payment with these sightings, the first one counting for what all have in common. */
export function paymentOf(parts: readonly Partial<Sighting>[] = [{}], known: Partial<Payment> = {}): Payment {
  const first = sightingOf(parts[0]);
  const { reference } = first;
  const sightings = [first, ...parts.slice(1).map((part) => sightingOf({ reference, ...part }))];
  const { account, currency, amount } = first;
  count += 1;
  return {
    id: count,
    account,
    currency,
    amount,
    proof: sightingProof(first),
    key: sightingKey(first),
    owner: null,
    sightings,
    ...known,
  };
}

/** A sale that its buyer has marked as paid. */
export const order: ExpectedPayment = {
  account: 'main',
  orderNumber: '22698351074563940352',
  amount: '400.00000000',
  currency: 'BOB',
  method: 'BANK',
  payer: 'ANA MARIA PEREZ',
  createdAtMs: nowMs - 20 * minuteMs,
  paidAtMs: nowMs - 3 * minuteMs,
};

export const otherOrder: ExpectedPayment = { ...order, orderNumber: '22698351074563940999' };

export function judged(payments: readonly Payment[], world: Partial<MatchingWorld> = {}): JudgedPayment[] {
  return judgePayments({ order, others: [], payments, released: [], counterparty: 'u1', nowMs, ...world });
}

/** Verdict and reasons of the first of these payments. */
export function verdict(payments: readonly Payment[], world: Partial<MatchingWorld> = {}): string {
  const [first] = judged(payments, world);
  return `${first?.verdict}: ${first?.findings.map(({ code }) => code).join(' ')}`;
}
