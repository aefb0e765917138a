/** A second opinion on the matcher, by brute force: every payment beside every order, from the truth of how a case was drawn. */
import { judgePayments, type JudgedPayment } from '../../../src/domain/payments/payment-judgement.ts';
import type { Sighting } from '../../../src/domain/payments/sighting.ts';
import {
  drawCase,
  drawing,
  minuteMs,
  nowMs,
  type DrawnCase,
  type DrawnOrder,
  type DrawnPayment,
  type DrawnSighting,
} from './payment-draw.ts';

/** When a payment came, by the earliest of its evidence. */
const momentOf = ({ sightings }: DrawnPayment): number =>
  sightings
    .map(({ sighting }) => sighting)
    .filter((seen) => seen.class === 'evidence')
    .map(({ bookedAtMs, seenAtMs }) => bookedAtMs ?? seenAtMs)
    .toSorted((left, right) => left - right)[0] ?? 0;

/** Whether a sale of as much was released by hand since five days before the payment was booked. */
const mayBeSpent = (seen: DrawnPayment, { released }: DrawnCase): boolean =>
  released.some(
    (known) =>
      known.release.fiat === 'BOB' &&
      known.worth === seen.sightings[0]?.worth &&
      known.release.atMs >= momentOf(seen) - 7_200 * minuteMs,
  );

/** Whether the pair alone could be a match, by the truth of the drawing. */
function couldBe(drawn: DrawnPayment, { order, ...wanted }: DrawnOrder, all: readonly DrawnPayment[]): boolean {
  const isOf = (kind: Sighting['class']) => drawn.sightings.filter(({ sighting }) => sighting.class === kind);
  const evidence = isOf('evidence');
  const booked = evidence.filter(({ sighting }) => sighting.state === 'booked');
  if (booked.length === 0 || evidence.some(({ sighting }) => sighting.isReversible)) return false;
  if (booked.every(({ sighting }) => sighting.bookedAtMs === null)) return false;
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
  const told = (one: DrawnPayment): string[] =>
    one.sightings.flatMap(({ sighting: { source, state, reference } }) =>
      state === 'booked' && reference !== null ? [source] : [],
    );
  if (told(other).some((source) => told(seen).includes(source))) return false;
  if (seen.sightings[0]?.worth !== other.sightings[0]?.worth) return false;
  const [at, otherAt] = [seen, other].map((one) =>
    Math.min(...strongestOf(one).map(({ sighting }) => sighting.bookedAtMs ?? sighting.seenAtMs)),
  );
  if (Math.abs((at ?? 0) - (otherAt ?? 0)) > 7_200 * minuteMs) return false;
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
    judgePayments({ order, others: orders, payments, released, counterparty: null, nowMs }).map((judged) => ({
      order,
      judged,
    })),
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
