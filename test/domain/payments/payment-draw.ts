/** Cases for the matcher, drawn at random, with what is true of each. */
import type { Payment } from '../../../src/domain/payments/payment.ts';
import type { BareRelease, ExpectedPayment } from '../../../src/domain/payments/payment-judgement.ts';
import { sightingKey, sightingProof, type Sighting } from '../../../src/domain/payments/sighting.ts';

/** Returns a number from 0 to below `limit`. */
type Draw = (limit: number) => number;

/** mulberry32: the same seed draws the same cases. */
export function drawing(seed: number): Draw {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

/** Names by the person whom they name; a name of no one proves nothing. */
const names: readonly (readonly [name: string | null, person: number])[] = [
  ['ANA MARIA PEREZ', 1],
  ['Pérez, Ana María', 1],
  ['Ana Perez', 3],
  ['A*** PEREZ', -2],
  ['BRUNO DIAZ', 2],
  ['Диаз Бруно', 2],
  [null, 0],
];
export const nowMs = 1_800_000_000_000;
export const minuteMs = 60_000;
const amounts = ['400.00', '400', '400.00000000', '401.00', '399.99'];
const worth = [40_000, 40_000, 40_000, 40_100, 39_999];
const methods = ['BANK', 'PAYPAL', null];

export interface DrawnOrder {
  readonly order: ExpectedPayment;
  readonly worth: number;
  readonly person: number;
}

export interface DrawnSighting {
  readonly sighting: Sighting;
  readonly worth: number;
  readonly person: number;
  readonly memoOf: readonly string[];
}

export interface DrawnPayment {
  readonly payment: Payment;
  readonly sightings: readonly DrawnSighting[];
}

/** One world: some orders of an account, and the payments that were seen, with claims. */
export interface DrawnCase {
  readonly orders: readonly DrawnOrder[];
  readonly payments: readonly DrawnPayment[];
  readonly released: readonly DrawnRelease[];
}

interface DrawnRelease {
  readonly release: BareRelease;
  readonly worth: number;
}

const one = <T>(draw: Draw, from: readonly T[]): T => from[draw(from.length)] as T;
/** Most of the time the case that may match: what is odd in every place never does. */
const mostly = <T>(draw: Draw, usual: T, from: readonly T[]): T => (draw(4) === 0 ? one(draw, from) : usual);

function drawOrder(draw: Draw, index: number): DrawnOrder {
  const amount = mostly(draw, 0, [0, 1, 2, 3, 4]);
  const [payer, person] = mostly(draw, names[0], names) ?? [null, 0];
  const createdAtMs = nowMs - mostly(draw, 20, [1, 10, 600, 3_000]) * minuteMs;
  const paidAtMs = mostly(draw, nowMs - minuteMs, [null, createdAtMs + minuteMs]);
  const rest = { account: 'main', currency: 'BOB', method: mostly(draw, 'BANK', methods), createdAtMs, paidAtMs };
  return {
    order: { ...rest, orderNumber: `2269835107456394${index}`, amount: amounts[amount] ?? '', payer },
    worth: worth[amount] ?? 0,
    person,
  };
}

function drawSighting(
  draw: Draw,
  orders: readonly DrawnOrder[],
  part: Partial<Sighting>,
): Omit<DrawnSighting, 'worth'> {
  const [payer, person] = mostly(draw, names[1], names) ?? [null, 0];
  const named = draw(3) === 0 ? [one(draw, orders).order.orderNumber] : [];
  const memoOf = draw(12) === 0 ? orders.map(({ order }) => order.orderNumber) : named;
  const seenAtMs = nowMs - minuteMs;
  const sighting: Sighting = {
    source: one(draw, ['bank', 'sms', 'statement']),
    delivery: String(draw(1_000_000_000)),
    class: mostly(draw, 'evidence', ['evidence', 'hint'] as const),
    account: 'main',
    currency: 'BOB',
    amount: '',
    method: mostly(draw, null, methods),
    isReversible: draw(16) === 0,
    payer,
    reference: null,
    memo: one(draw, [
      memoOf.join(' '),
      memoOf.map((number) => `pago:${number}.`).join(''),
      memoOf.map((number) => `MB${number}CK`).join('-'),
    ]),
    bookedAtMs: mostly(draw, nowMs - 5 * minuteMs, [
      null,
      nowMs - 30 * minuteMs,
      nowMs - 2_000 * minuteMs,
      nowMs + 60 * minuteMs,
    ]),
    state: draw(8) === 0 ? 'pending' : 'booked',
    seenAtMs,
    ...part,
  };
  return { sighting, person, memoOf };
}

function drawPayment(draw: Draw, orders: readonly DrawnOrder[], id: number): DrawnPayment {
  const amount = mostly(draw, 0, [0, 1, 2, 3, 4]);
  // Few references, so that two payments may have one.
  const reference = one(draw, [null, `TRX ${id}`, `TRX ${id}`, `E2E ${draw(3)}`]);
  const part = { amount: amounts[amount] ?? '', reference };
  const count = reference === null ? 1 : 1 + draw(3);
  const sightings = Array.from({ length: count }, () => ({
    ...drawSighting(draw, orders, part),
    worth: worth[amount] ?? 0,
  }));
  const [first] = sightings;
  if (first === undefined) throw new Error('a payment has a sighting');
  const { sighting } = first;
  const key = sightingKey(sighting);
  const by = draw(6) === 0 ? one(draw, [...orders.map(({ order }) => order.orderNumber), 'elsewhere']) : null;
  const owner = by === null ? null : { key, account: 'main', orderNumber: by };
  const { account, currency } = sighting;
  const proof = sightingProof(sighting);
  return {
    payment: {
      id,
      account,
      currency,
      amount: part.amount,
      proof,
      key,
      owner,
      sightings: sightings.map((seen) => seen.sighting),
    },
    sightings,
  };
}

/** Draws a case. */
export function drawCase(draw: Draw): DrawnCase {
  const orders = Array.from({ length: 1 + draw(3) }, (_, index) => drawOrder(draw, index));
  const payments = Array.from({ length: 1 + draw(4) }, (_, index) => drawPayment(draw, orders, index + 1));
  const released = draw(6) === 0 ? [drawRelease(draw)] : [];
  return { orders, payments, released };
}

function drawRelease(draw: Draw): DrawnRelease {
  const amount = mostly(draw, 0, [0, 1, 2, 3, 4]);
  const atMs = nowMs - one(draw, [0, 60, 1_440, 7_000, 7_200, 7_206, 9_000]) * minuteMs;
  const release = {
    orderNumber: 'by hand',
    total: amounts[amount] ?? '',
    fiat: one(draw, ['BOB', 'BOB', 'USD']),
    counterparty: null,
    atMs,
  };
  return { release, worth: worth[amount] ?? 0 };
}
