/** A second opinion on the matcher, by brute force: every payment beside every order, from the truth of how a case was drawn. */
import type { Payment } from '../../../src/domain/payments/payment.ts';
import {
  judgePayments,
  type BareRelease,
  type ExpectedPayment,
  type JudgedPayment,
} from '../../../src/domain/payments/payment-judgement.ts';
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
const nowMs = 1_800_000_000_000;
const minuteMs = 60_000;
const amounts = ['400.00', '400', '400.00000000', '401.00', '399.99'];
const worth = [40_000, 40_000, 40_000, 40_100, 39_999];
const methods = ['BANK', 'PAYPAL', null];

interface DrawnOrder {
  readonly order: ExpectedPayment;
  readonly worth: number;
  readonly person: number;
}

interface DrawnSighting {
  readonly sighting: Sighting;
  readonly worth: number;
  readonly person: number;
  readonly memoOf: readonly string[];
}

interface DrawnPayment {
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
  const atMs = nowMs - one(draw, [0, 60, 1_000, 1_440, 1_446, 3_000]) * minuteMs;
  const release = {
    orderNumber: 'by hand',
    total: amounts[amount] ?? '',
    fiat: one(draw, ['BOB', 'BOB', 'USD']),
    atMs,
  };
  return { release, worth: worth[amount] ?? 0 };
}

/** When a payment came, by the earliest of its evidence. */
const momentOf = ({ sightings }: DrawnPayment): number =>
  sightings
    .map(({ sighting }) => sighting)
    .filter((seen) => seen.class === 'evidence')
    .map(({ bookedAtMs, seenAtMs }) => bookedAtMs ?? seenAtMs)
    .toSorted((left, right) => left - right)[0] ?? 0;

/** Whether a sale of as much was released by hand since a day before the payment was booked. */
const mayBeSpent = (seen: DrawnPayment, { released }: DrawnCase): boolean =>
  released.some(
    (known) =>
      known.release.fiat === 'BOB' &&
      known.worth === seen.sightings[0]?.worth &&
      known.release.atMs >= momentOf(seen) - 1_440 * minuteMs,
  );

/** Whether the pair alone could be a match, by the truth of the drawing. */
function couldBe(drawn: DrawnPayment, { order, ...wanted }: DrawnOrder, all: readonly DrawnPayment[]): boolean {
  const isOf = (kind: Sighting['class']) => drawn.sightings.filter(({ sighting }) => sighting.class === kind);
  const evidence = isOf('evidence');
  const booked = evidence.filter(({ sighting }) => sighting.state === 'booked');
  if (booked.length === 0 || evidence.some(({ sighting }) => sighting.isReversible)) return false;
  if (wanted.person <= 0 || drawn.sightings[0]?.worth !== wanted.worth) return false;
  const people = booked.map(({ person }) => person).filter((person) => person !== 0);
  if (people.length === 0 || people.some((person) => person !== wanted.person)) return false;
  const times = evidence.map(({ sighting }) => sighting.bookedAtMs ?? sighting.seenAtMs).toSorted((a, b) => a - b);
  const at = times[0] ?? 0;
  if (at < order.createdAtMs - 5 * minuteMs || at > nowMs + 5 * minuteMs) return false;
  if (order.paidAtMs !== null && at > order.paidAtMs + 1_440 * minuteMs) return false;
  if (order.method !== null && booked.some(({ sighting }) => ![null, order.method].includes(sighting.method)))
    return false;
  const isTwin = (other: DrawnPayment): boolean =>
    other !== drawn &&
    other.payment.key === drawn.payment.key &&
    other.sightings.some(({ sighting }) => sighting.class === 'evidence');
  return !all.some(isTwin);
}

/** The sightings by which a payment is judged. */
function strongestOf({ sightings }: DrawnPayment): readonly DrawnSighting[] {
  const evidence = sightings.filter(({ sighting }) => sighting.class === 'evidence');
  return evidence.length > 0 ? evidence : sightings;
}

function peopleOf(seen: DrawnPayment): number[] {
  const strongest = strongestOf(seen);
  const booked = strongest.filter(({ sighting }) => sighting.state === 'booked');
  return (booked.length > 0 ? booked : strongest).map(({ person }) => person).filter((person) => person !== 0);
}

/** Persons 1 and 3 are one with fewer words, and a name that is hidden may be anyone's. */
const mayBeOnePerson = (left: number, right: number): boolean =>
  left === right || left < 0 || right < 0 || left + right === 4;

/** Whether another payment, which backs another order, may be the same money, reported by other sources. */
function mayBeSame(seen: DrawnPayment, other: DrawnPayment, mine: string): boolean {
  const { owner } = other.payment;
  if (other === seen || owner === null || owner.orderNumber === mine) return false;
  const sources = seen.sightings.map(({ sighting }) => sighting.source);
  if (other.sightings.some(({ sighting }) => sources.includes(sighting.source))) return false;
  if (seen.sightings[0]?.worth !== other.sightings[0]?.worth) return false;
  const [at, otherAt] = [seen, other].map((one) =>
    Math.min(...strongestOf(one).map(({ sighting }) => sighting.bookedAtMs ?? sighting.seenAtMs)),
  );
  if (Math.abs((at ?? 0) - (otherAt ?? 0)) > 3 * 1_440 * minuteMs) return false;
  const [people, others] = [peopleOf(seen), peopleOf(other)];
  if (people.length === 0 || others.length === 0) return true;
  return people.some((person) => others.some((one) => mayBeOnePerson(person, one)));
}

/** Whether the memo of what counts of a payment has the number of an order. */
function hasNumber({ sightings }: DrawnPayment, orderNumber: string): boolean {
  const evidence = sightings.filter(({ sighting }) => sighting.class === 'evidence');
  const booked = evidence.filter(({ sighting }) => sighting.state === 'booked');
  return booked.some(({ memoOf }) => memoOf.includes(orderNumber));
}

/** Returns what must be matched: by each order's number the payments. */
function expectedMatches(drawn: DrawnCase): string[] {
  const { orders, payments } = drawn;
  const isFree = ({ payment }: DrawnPayment, number: string): boolean =>
    payment.owner === null || payment.owner.orderNumber === number;
  return orders.flatMap((wanted) => {
    const mine = wanted.order.orderNumber;
    const likely = payments.filter((seen) => isFree(seen, mine) && couldBe(seen, wanted, payments));
    return likely.flatMap((seen) => {
      const match = [`${mine} ${seen.payment.id}`];
      if (seen.payment.owner !== null) return match;
      if (mayBeSpent(seen, drawn) || payments.some((other) => mayBeSame(seen, other, mine))) return [];
      const rivals = likely.filter((other) => other !== seen);
      if (rivals.some(({ payment }) => payment.owner !== null)) return [];
      const isNamed = hasNumber(seen, mine);
      if (rivals.length > 0 && (!isNamed || rivals.some((other) => hasNumber(other, mine)))) return [];
      const others = orders.filter((other) => other !== wanted);
      if (others.some(({ order }) => hasNumber(seen, order.orderNumber))) return [];
      return !isNamed && others.some((other) => couldBe(seen, other, payments)) ? [] : match;
    });
  });
}

/** Returns what is wrong with the matcher's judgement of a case, or null. */
export function mistakeIn(drawn: DrawnCase): string | null {
  const orders = drawn.orders.map(({ order }) => order);
  const payments = drawn.payments.map(({ payment }) => payment);
  const released = drawn.released.map(({ release }) => release);
  const found = orders.flatMap((order) =>
    judgePayments({ order, others: orders, payments, released, nowMs }).map((judged) => ({ order, judged })),
  );
  const matched = found.filter(({ judged }) => judged.verdict === 'matched');
  const ids = matched.map(({ judged }) => judged.payment.id);
  if (new Set(ids).size !== ids.length) return 'one payment is matched to two orders';
  if (matched.some(({ judged }) => isHint(judged))) return 'a payment is matched on a hint';
  const said = matched.map(({ order, judged }) => `${order.orderNumber} ${judged.payment.id}`);
  const expected = expectedMatches(drawn);
  return said.join() === expected.join() ? null : `matched ${said.join()}, and expected ${expected.join()}`;
}

const isHint = ({ payment }: JudgedPayment): boolean => payment.sightings.every((seen) => seen.class === 'hint');

/** Judges so many cases; returns how many had a match. Throws at the first mistake, with the case. */
export function judgeCases(count: number, seed: number): number {
  const draw = drawing(seed);
  let matches = 0;
  for (let number = 0; number < count; number += 1) {
    const drawn = drawCase(draw);
    const mistake = mistakeIn(drawn);
    if (mistake !== null)
      throw new Error(`case ${number} of seed ${seed}: ${mistake}\n${JSON.stringify(drawn, null, 1)}`);
    if (expectedMatches(drawn).length > 0) matches += 1;
  }
  return matches;
}
