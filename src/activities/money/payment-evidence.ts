/** Which of the payments that were seen could be of a sale: what the register has, beside the orders that are open. */
import { compare } from '../../domain/decimal.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import type { EvidenceLook } from '../../domain/orders/release-facts.ts';
import { basisOf } from '../../domain/payments/payment.ts';
import {
  bookedAfterMs,
  judgePayments,
  type BareRelease,
  type ExpectedPayment,
  type JudgedPayment,
} from '../../domain/payments/payment-judgement.ts';
import { sightingProof } from '../../domain/payments/sighting.ts';
import { withSignedEvidence, type EvidenceKeys } from '../../domain/payments/signed-sighting.ts';
import { expectedFor, likeliestPayments } from '../../domain/sheet/judged-payments.ts';
import { meantMethod, sheetOrder, type OrderInFull } from '../../domain/sheet/sheet-facts.ts';
import type { ListedOrders, ReleaseList } from '../../marketplace/marketplace.ts';
import type { AccountRegister } from '../../register/account-register.ts';
import { isSignature } from '../../register/signature.ts';
import { RegisterSilent } from '../../register/register.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { refuseOther } from './order-stand.ts';

interface EvidenceParts {
  readonly account: string;
  readonly register: Pick<AccountRegister, 'paymentsSeen' | 'bareReleases' | 'unbookedReleases'>;
  readonly evidenceKeys: EvidenceKeys;
  /** All reject where they could not be read. */
  readonly running: () => Promise<Pick<ListedOrders, 'items' | 'odd' | 'cutAfter'>>;
  readonly inFull: (orderNumber: string) => Promise<OrderInFull>;
  readonly released: (sinceMs: number) => Promise<Pick<ReleaseList, 'odd' | 'rest' | 'seen' | 'told'> & NumbersShown>;
  readonly nowMs: number;
}

/** What a list has shown as released, page by page. */
interface NumbersShown {
  readonly numbers: ReadonlySet<string>;
}

/** A payment that is too old for the order may be the same money as one that is not: twice as long as two reports lie apart. */
const seenBeforeMs = 2 * bookedAfterMs;
/** The list shows what was released a moment ago; what is older is booked, or noted by the comparison of releases. */
const listedBeforeMs = 86_400_000;
/** Beyond this many open orders with one total no payment is matched. */
const maxRivals = 5;

/**
 * Returns the payments in the currency of a sale, each with what it is for it. No order is read where none has its total.
 * Rejects where the register is silent, or the order itself cannot be read.
 */
export async function paymentsBeside(parts: EvidenceParts, order: OrderFacts): Promise<JudgedPayment[]> {
  const { account, register, evidenceKeys, nowMs } = parts;
  const { fiat: currency, createdAtMs, totalPrice, orderNumber, counterpartyNumber: counterparty } = order;
  const read = async () =>
    withSignedEvidence(await register.paymentsSeen({ currency, sinceMs: createdAtMs - seenBeforeMs }), {
      keys: evidenceKeys,
      verify: isSignature,
    });
  const known = await read();
  const mayMatch = known.some(({ amount }) => compare(amount, totalPrice) === 0);
  const world = { others: null, released: [], counterparty, nowMs };
  // One that comes in from here on is judged by the next look: nothing else was read for it.
  if (!mayMatch) return judgePayments({ ...world, order: expectedFor(account, order, null), payments: known });
  const method = methodOf(await parts.inFull(orderNumber));
  const beside = await ordersBeside(parts, order).catch(() => null);
  // After the service: what was claimed or booked while it was read must not be missed.
  const [payments, bare, unbooked] = await Promise.all([
    read(),
    register.bareReleases({ fiat: currency, sinceMs: createdAtMs - seenBeforeMs }),
    beside === null ? null : unbookedBeside(parts, { order, shown: beside.released }).catch(unlessRegister),
  ]);
  return judgePayments({
    ...world,
    order: expectedFor(account, order, method),
    others: unbooked === null ? null : (beside?.open ?? null),
    payments,
    released: [...bare, ...(unbooked ?? [])],
  });
}

/** Reads the orders that could have been paid instead; null: not all are known. One that is released meanwhile is in the second list. */
async function ordersBeside(parts: EvidenceParts, order: OrderFacts) {
  const open = await rivalsOf(parts, order);
  if (open === null) return null;
  const { odd, rest, seen, told, numbers } = await parts.released(order.createdAtMs - listedBeforeMs);
  const isWhole = rest === null && odd.every(({ subject }) => subject !== null) && (told === null || told <= seen);
  return isWhole ? { open, released: numbers } : null;
}

interface Shown {
  readonly order: OrderFacts;
  /** What the service shows as released. */
  readonly shown: ReadonlySet<string>;
}

/**
 * Reads the sales that were released and that no row of the register knows: a person has released them in the app just now, or
 * while no worker ran. Rejects where they cannot be read.
 */
async function unbookedBeside({ register, inFull, nowMs }: EvidenceParts, { order, shown }: Shown) {
  const unbooked = await register.unbookedReleases([...shown], order.createdAtMs - seenBeforeMs);
  if (unbooked.length > maxRivals) throw new Error('too many releases are not booked');
  const read = await Promise.all(unbooked.map((orderNumber) => inFull(orderNumber)));
  return read.map(({ order: other }): BareRelease => {
    const { orderNumber, totalPrice: total, fiat, counterpartyNumber: counterparty } = other;
    return { orderNumber, total, fiat, counterparty, atMs: nowMs };
  });
}

/** An order that cannot be read leaves the others unknown; a register that is silent permits nothing at all. */
function unlessRegister(error: unknown): null {
  if (error instanceof RegisterSilent) throw error;
  return null;
}

const methodOf = (full: OrderInFull): string | null => meantMethod(sheetOrder(full))?.identifier ?? null;

/** Returns the other open sales in the currency; null: not all of them are known. A list names no one: rivals are read in full. */
async function rivalsOf(
  { account, running, inFull }: EvidenceParts,
  order: OrderFacts,
): Promise<ExpectedPayment[] | null> {
  const { items, odd, cutAfter } = await running();
  if (odd.length > 0 || cutAfter !== null) return null;
  const others = items.filter(
    ({ orderNumber, side, fiat }) => side === 'SELL' && fiat === order.fiat && orderNumber !== order.orderNumber,
  );
  const isRival = ({ totalPrice }: OrderFacts): boolean => compare(totalPrice, order.totalPrice) === 0;
  const rivals = others.filter(isRival);
  if (rivals.length > maxRivals) return null;
  const read = await Promise.all(rivals.map(({ orderNumber }) => inFull(orderNumber)));
  const rest = others.filter((other) => !isRival(other));
  return [
    ...read.map((full) => expectedFor(account, full.order, methodOf(full))),
    ...rest.map((other) => expectedFor(account, other, null)),
  ];
}

type GateParts = Pick<ActivityDependencies, 'account' | 'register' | 'marketplace' | 'evidenceKeys'>;

/** Looks for the payment that may carry the release of a sale by itself. Rejects where the register or the order does not answer. */
export async function lookForEvidence(
  deps: GateParts,
  order: OrderFacts,
  { priority, nowMs }: { readonly priority: 'order' | 'money'; readonly nowMs: number },
): Promise<EvidenceLook> {
  if (deps.evidenceKeys.size === 0) return { kind: 'none' };
  const { orders } = deps.marketplace;
  const onPage = async (): Promise<void> => undefined;
  const running = () => orders.listRunning({ priority, onPage });
  const inFull = async (orderNumber: string): Promise<OrderInFull> => {
    const full = await orders.readInFull(orderNumber, { priority });
    refuseOther(orderNumber, full.order);
    return full;
  };
  const released = (sinceMs: number) => releasedSince(deps, sinceMs);
  return evidenceIn(await paymentsBeside({ ...deps, running, inFull, released, nowMs }, order));
}

/** Reads the sales made since then that the service shows as released. */
export async function releasedSince({ marketplace }: Pick<ActivityDependencies, 'marketplace'>, sinceMs: number) {
  const numbers = new Set<string>();
  return { ...(await marketplace.orders.listReleased({ sinceMs, pages: [], released: numbers })), numbers };
}

function evidenceIn(judged: readonly JudgedPayment[]): EvidenceLook {
  const matched = judged.find(({ verdict }) => verdict === 'matched');
  const proof = matched === undefined ? null : evidenceProof(matched);
  if (matched !== undefined && proof !== null) return { kind: 'matched', payment: matched.payment.id, proof };
  const [near] = likeliestPayments(judged);
  if (near === undefined) return { kind: 'none' };
  const isUnread = near.findings.some(({ code }) => code === 'orders-unread');
  return isUnread ? { kind: 'unread' } : { kind: 'near', payment: near.payment.id, verdict: near.verdict };
}

/** What is claimed is what the door has signed, whatever else a row of it says. */
function evidenceProof({ payment }: JudgedPayment): string | null {
  const signed = basisOf(payment).isEvidence ? payment.sightings.find((one) => one.class === 'evidence') : undefined;
  return signed === undefined ? null : sightingProof(signed);
}
