/** The matcher: which of the known payments are of an order, and why. It reads; the register's claims decide. */
import { compare, Decimal } from '../decimal.ts';
import { hasOrderNumber } from './memo.ts';
import { basisOf, type Payment, type PaymentBasis } from './payment.ts';
import { payerLikeness, type PayerLikeness } from './payer-likeness.ts';
import { verdictOf, type PaymentFinding, type PaymentVerdict } from './payment-finding.ts';

/** What is expected for an order. */
export interface ExpectedPayment {
  readonly account: string;
  readonly orderNumber: string;
  readonly amount: string;
  readonly currency: string;
  /** As the service names it; null: not known. */
  readonly method: string | null;
  readonly payer: string | null;
  readonly createdAtMs: number;
  /** When its payer said that he has paid; null: he has not, or it is not known. */
  readonly paidAtMs: number | null;
}

export interface MatchingWorld {
  readonly order: ExpectedPayment;
  /** The other open orders; null: they are not known, so that nothing is matched. */
  readonly others: readonly ExpectedPayment[] | null;
  readonly payments: readonly Payment[];
  /** Sales that were released with no payment of their own known: the money may have been theirs. */
  readonly released: readonly BareRelease[];
  /** The user number of the order's buyer: what was released to him by hand may have rested on parts. Null: not known. */
  readonly counterparty: string | null;
  readonly nowMs: number;
}

/** A sale of any account that was released, or may have been, with no reported payment that backs it. */
export interface BareRelease {
  readonly orderNumber: string;
  readonly total: string;
  readonly fiat: string;
  /** The user number of its buyer; null: not known. */
  readonly counterparty: string | null;
  /** When it was known to be released; of one that may have been, when it was asked for. */
  readonly atMs: number;
}

export interface JudgedPayment {
  readonly payment: Payment;
  readonly verdict: PaymentVerdict;
  readonly findings: readonly PaymentFinding[];
}

/** Clocks differ, and a payment slightly older than the order may still be for it. */
const earliestBeforeOrderMs = 300_000;
const latestAfterPaidMs = 86_400_000;
const mostAheadMs = 300_000;
/**
 * So long before the moment at which a bank books money it may have shown it, and a person have acted on it: a weekend with a
 * holiday. Two reports of one payment lie no further apart.
 */
export const bookedAfterMs = 5 * 86_400_000;

/**
 * Judges each payment of the order's account in its currency. `matched` is only booked evidence of the whole amount by the
 * payer himself, in time, that no other order can mean: no payment is matched to two orders that know of each other.
 */
export function judgePayments(world: MatchingWorld): JudgedPayment[] {
  const { account, currency } = world.order;
  const known = world.payments.filter((one) => one.account === account && one.currency === currency);
  const payments = known.map((payment) => ({ payment, basis: basisOf(payment) }));
  const table = { ...world, payments, likeness: likenessOnce() };
  return payments.map((seen) => {
    const findings = findingsOf(seen, table);
    return { payment: seen.payment, verdict: verdictOf(findings), findings };
  });
}

interface Seen {
  readonly payment: Payment;
  readonly basis: PaymentBasis;
}

interface Table extends Omit<MatchingWorld, 'payments'> {
  readonly payments: readonly Seen[];
  readonly likeness: (seen: Seen, order: ExpectedPayment) => PayerLikeness;
}

/** Names are compared for each pair of an order and a payment, several times: that took nine tenths of all the time. */
function likenessOnce(): Table['likeness'] {
  const known = new Map<string, PayerLikeness>();
  return ({ basis: { payers } }, { payer }) => {
    const names = JSON.stringify([payer, payers]);
    const likeness = known.get(names) ?? payerLikeness(payers, payer);
    known.set(names, likeness);
    return likeness;
  };
}

function findingsOf(seen: Seen, table: Table): PaymentFinding[] {
  const { order } = table;
  const alone = [...pairFindings(seen, order, table), ...claimedElsewhere(seen, order)];
  const choice = alone.length > 0 ? [] : choiceFindings(seen, table);
  const memo: PaymentFinding[] = names(seen, order) ? [{ verdict: 'matched', code: 'names-order' }] : [];
  const isBuyers = table.likeness(seen, order) === 'equal';
  const payer: PaymentFinding[] = isBuyers ? [{ verdict: 'matched', code: 'payer-equal' }] : [];
  return [...alone, ...choice, ...payer, ...memo];
}

/** What speaks against a payment for an order as long as there is no other order and no other claim. */
function pairFindings(seen: Seen, order: ExpectedPayment, table: Table): PaymentFinding[] {
  const { payment, basis } = seen;
  return [
    ...timeFindings(basis, order, table.nowMs),
    ...amountFindings(payment, order),
    ...payerFindings(table.likeness(seen, order)),
    ...when(!basis.isBooked, { verdict: 'pending', code: 'not-booked' }),
    ...when(basis.isReversible, { verdict: 'reversible', code: 'reversible' }),
    ...when(!basis.isEvidence, { verdict: 'candidate', code: 'hint' }),
    ...when(!basis.isDated, { verdict: 'candidate', code: 'undated' }),
    ...methodFindings(basis, order),
    ...when(hasTwin(seen, table), { verdict: 'candidate', code: 'reference-twice' }),
  ];
}

const when = (holds: boolean, finding: PaymentFinding): PaymentFinding[] => (holds ? [finding] : []);

function timeFindings({ atMs }: PaymentBasis, { createdAtMs, paidAtMs }: ExpectedPayment, nowMs: number) {
  const early = createdAtMs - earliestBeforeOrderMs - atMs;
  const late = paidAtMs === null ? 0 : atMs - paidAtMs - latestAfterPaidMs;
  return [
    ...when(early > 0, { verdict: 'early', code: 'before-order', byMs: createdAtMs - atMs }),
    ...when(late > 0, { verdict: 'late', code: 'after-paid', byMs: late + latestAfterPaidMs }),
    ...when(atMs > nowMs + mostAheadMs, { verdict: 'candidate', code: 'in-future' }),
  ];
}

function amountFindings({ amount }: Payment, order: ExpectedPayment): PaymentFinding[] {
  const difference = compare(amount, order.amount);
  if (difference === 0) return [];
  const by = new Decimal(amount).minus(order.amount).abs().toFixed();
  return [difference > 0 ? { verdict: 'over', code: 'more', by } : { verdict: 'under', code: 'less', by }];
}

function payerFindings(likeness: PayerLikeness): PaymentFinding[] {
  if (likeness === 'equal') return [];
  if (likeness === 'other') return [{ verdict: 'third-party', code: 'payer-other' }];
  return [{ verdict: 'candidate', code: `payer-${likeness}` }];
}

function methodFindings({ methods }: PaymentBasis, { method }: ExpectedPayment): PaymentFinding[] {
  const other = method === null ? undefined : methods.find((one) => one !== method);
  return other === undefined ? [] : [{ verdict: 'candidate', code: 'other-method', method: other }];
}

/** Two payments that are claimed by one key: a bank's reference need not be its own alone. Hints do not count. */
const hasTwin = ({ payment: { id, key } }: Seen, { payments }: Table): boolean =>
  payments.some(({ payment, basis }) => payment.id !== id && payment.key === key && basis.isEvidence);

const isOwner = ({ payment: { owner } }: Seen, { account, orderNumber }: ExpectedPayment): boolean =>
  owner !== null && owner.account === account && owner.orderNumber === orderNumber;

function claimedElsewhere(seen: Seen, order: ExpectedPayment): PaymentFinding[] {
  const { owner } = seen.payment;
  if (owner === null || isOwner(seen, order)) return [];
  return [{ verdict: 'ambiguous', code: 'claimed', orderNumber: owner.orderNumber }];
}

/** Whether it would be matched to the order if there were no other order and no other payment. */
const isEligible = (seen: Seen, order: ExpectedPayment, table: Table): boolean =>
  seen.payment.account === order.account &&
  seen.payment.currency === order.currency &&
  claimedElsewhere(seen, order).length === 0 &&
  pairFindings(seen, order, table).length === 0;

/** Of a payment that could be of the order: whether another order could mean it, or another payment be meant. */
function choiceFindings(seen: Seen, table: Table): PaymentFinding[] {
  if (isOwner(seen, table.order)) return [];
  const used = [...releasedBeside(seen, table), ...sameMoney(seen, table)];
  return [...used, ...orderChoice(seen, table), ...paymentChoice(seen, table)];
}

/**
 * A person who released in the app may have looked at this very payment, from any payer. No memo settles that: it was
 * written before.
 */
function releasedBeside(
  { payment: { amount, currency }, basis: { atMs } }: Seen,
  { order, counterparty, released }: Table,
) {
  const beside = released.find(
    ({ orderNumber, total, fiat, counterparty: person, atMs: releasedAtMs }) =>
      orderNumber !== order.orderNumber &&
      fiat === currency &&
      (compare(total, amount) === 0 || (person !== null && person === counterparty)) &&
      releasedAtMs >= atMs - bookedAfterMs,
  );
  return beside === undefined
    ? []
    : [{ verdict: 'ambiguous', code: 'released-beside', orderNumber: beside.orderNumber } as const];
}

/**
 * Two sources may report one payment by references that have nothing in common: a message, then the statement. What one of them
 * has said is used for another order then.
 */
function sameMoney(seen: Seen, { order, payments }: Table): PaymentFinding[] {
  const twin = payments.find(
    (other) => other !== seen && claimedElsewhere(other, order).length > 0 && mayBeOne(seen, other),
  );
  return twin === undefined ? [] : [{ verdict: 'ambiguous', code: 'same-money', payment: twin.payment.id }];
}

/**
 * A source distinguishes two payments by its references; without one, or where one of them was only announced, it may have reported
 * one payment twice.
 */
function areTwoOfOneSource(left: Seen, right: Seen): boolean {
  const isTold = ({ source, state, reference }: Payment['sightings'][number]): string[] =>
    state === 'booked' && reference !== null ? [source] : [];
  const sources = new Set(left.payment.sightings.flatMap(isTold));
  return right.payment.sightings.flatMap(isTold).some((source) => sources.has(source));
}

function mayBeOne(left: Seen, right: Seen): boolean {
  if (areTwoOfOneSource(left, right)) return false;
  if (compare(left.payment.amount, right.payment.amount) !== 0) return false;
  if (Math.abs(left.basis.atMs - right.basis.atMs) > bookedAfterMs) return false;
  // One that could be matched names its payer.
  return left.basis.payers.some((payer) => payerLikeness(right.basis.payers, payer) !== 'other');
}

/** A memo helps to choose between orders that could be meant, and proves nothing of the payer. */
function orderChoice(seen: Seen, table: Table): PaymentFinding[] {
  const { order, others } = table;
  if (others === null) return [{ verdict: 'candidate', code: 'orders-unread' }];
  const rest = others.filter(({ orderNumber }) => orderNumber !== order.orderNumber);
  const named = rest.find((other) => names(seen, other));
  if (named !== undefined) return [{ verdict: 'ambiguous', code: 'names-other', orderNumber: named.orderNumber }];
  const rival = names(seen, order) ? undefined : rest.find((other) => isEligible(seen, other, table));
  return rival === undefined ? [] : [{ verdict: 'ambiguous', code: 'two-orders', orderNumber: rival.orderNumber }];
}

/** One order is paid once: of two payments that could be meant a person chooses, unless the memo of this one alone names it. */
function paymentChoice(seen: Seen, table: Table): PaymentFinding[] {
  const { order, payments } = table;
  const others = payments.filter((one) => one !== seen && isEligible(one, order, table));
  const held = others.find((other) => isOwner(other, order));
  const rival = held ?? (names(seen, order) ? others.find((other) => names(other, order)) : others[0]);
  return rival === undefined ? [] : [{ verdict: 'ambiguous', code: 'two-payments', payment: rival.payment.id }];
}

/** Whether a memo has the number of the order in it. */
const names = ({ basis: { memos } }: Seen, { orderNumber }: ExpectedPayment): boolean =>
  memos.some((memo) => hasOrderNumber(memo, orderNumber));
