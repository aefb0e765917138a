/** What a person has seen of an order when approving its release: an approval holds for exactly this. */
import { z } from 'zod';
import { compare, isDecimalText } from '../decimal.ts';
import type { OrderFacts } from './order-facts.ts';
import { despiteSchema, maxMatches, seenMarkParts, type Despite } from './payment-match.ts';
import { comparedProof } from './payment-proof.ts';

const decimal = z.string().refine(isDecimalText, 'must be a decimal');

const paymentSchema = z
  .strictObject({
    reference: z.string().min(1).max(100),
    amount: decimal,
    /** It was attached as one of a third party; absent: of the buyer. */
    despite: despiteSchema.optional(),
  })
  .readonly();

export const seenSchema = z
  .strictObject({
    asset: z.string().min(1).max(40),
    /** In the asset. */
    amount: decimal,
    /** Fiat for one unit of the asset. */
    price: decimal,
    /** In the fiat. */
    totalPrice: decimal,
    fiat: z.string().min(1).max(10),
    payId: z.string().max(80).nullable(),
    /** When the order was marked paid, as its page shows it. */
    paidSinceMs: z.number().nonnegative(),
    /** The payments that were attached: by the form in which references are compared, in the order of that. */
    payments: z
      .array(paymentSchema)
      .max(maxMatches + 1)
      .readonly(),
    /** The counterparty's user number; null: the service does not name it. */
    counterpartyNumber: z.string().max(80).nullable(),
    /** The mint of the register, and the order's epoch in it. */
    ...seenMarkParts,
  })
  .readonly();
export type Seen = z.infer<typeof seenSchema>;

/** A payment as a page shows it; `amount` in the order's fiat. */
export interface ShownPayment {
  readonly reference: string;
  readonly amount: string;
  readonly despite?: Despite | undefined;
}

/** The order and what belongs to it, from which a sight is made. */
export interface SeenOrder extends Pick<Seen, 'paidSinceMs' | 'generation' | 'epoch'> {
  readonly order: Pick<
    OrderFacts,
    'asset' | 'amount' | 'price' | 'totalPrice' | 'fiat' | 'selectedPayId' | 'counterpartyNumber'
  >;
  readonly payments: readonly ShownPayment[];
}

/** Returns the sight of an order. Two writings of a payment are one, and their order does not count. */
export function seenOf({ order, payments, paidSinceMs, generation, epoch }: SeenOrder): Seen {
  const { asset, amount, price, totalPrice, fiat, selectedPayId: payId, counterpartyNumber } = order;
  const compared = payments.map((payment) => ({
    reference: comparedProof(payment.reference),
    amount: payment.amount,
    ...(payment.despite === undefined ? {} : { despite: payment.despite }),
  }));
  return {
    asset,
    amount,
    price,
    totalPrice,
    fiat,
    payId,
    paidSinceMs,
    payments: compared.toSorted(byReference),
    counterpartyNumber,
    generation,
    epoch,
  };
}

/** What a page shows of an order; null where nothing has been read. */
export interface ShownOrder {
  readonly amount: string | null;
  readonly price: string | null;
  readonly totalPrice: string | null;
  readonly pair: string | null;
  readonly payId: string | null;
  readonly counterpartyNumber: string | null;
  readonly payments: readonly ShownPayment[];
  readonly mark: Pick<Seen, 'generation' | 'epoch'> | null;
  readonly statusSinceMs: number;
}

/** Returns what a person has seen who approves an order as its page shows it; null: it has not been read. */
export function seenIn(page: ShownOrder): Seen | null {
  const { amount, price, totalPrice, pair, payId, counterpartyNumber, payments, mark } = page;
  const [asset, fiat] = pair?.split('/') ?? [];
  if (amount === null || price === null || totalPrice === null || asset === undefined || fiat === undefined)
    return null;
  if (mark === null) return null;
  const order = { asset, amount, price, totalPrice, fiat, selectedPayId: payId, counterpartyNumber };
  const { generation, epoch } = mark;
  return seenOf({ order, payments, paidSinceMs: page.statusSinceMs, generation, epoch });
}

/** By code units: a text sorts the same on every machine. */
function byReference(left: ShownPayment, right: ShownPayment): number {
  if (left.reference === right.reference) return 0;
  return left.reference < right.reference ? -1 : 1;
}

/** Reports whether both are the same sight; decimals are compared by their value. */
export function isSameSight(seen: Seen, now: Seen): boolean {
  return (
    isSameTrade(seen, now) &&
    seen.payId === now.payId &&
    seen.paidSinceMs === now.paidSinceMs &&
    isSamePayments(seen.payments, now.payments) &&
    seen.counterpartyNumber === now.counterpartyNumber &&
    seen.generation === now.generation &&
    seen.epoch === now.epoch
  );
}

function isSameTrade(seen: Seen, now: Seen): boolean {
  return (
    seen.asset === now.asset &&
    seen.fiat === now.fiat &&
    isSameDecimal(seen.amount, now.amount) &&
    isSameDecimal(seen.price, now.price) &&
    isSameDecimal(seen.totalPrice, now.totalPrice)
  );
}

function isSamePayments(seen: Seen['payments'], now: Seen['payments']): boolean {
  const isSame = ({ reference, amount, despite }: ShownPayment, at: number): boolean =>
    now[at]?.reference === reference && isSameDecimal(now[at].amount, amount) && now[at].despite === despite;
  return seen.length === now.length && seen.every(isSame);
}

function isSameDecimal(left: string, right: string): boolean {
  return isDecimalText(left) && isDecimalText(right) && compare(left, right) === 0;
}
