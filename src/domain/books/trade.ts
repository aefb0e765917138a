/** A trade: an order that has ended, as the service's history shows it and the journal keeps it. */
import { z } from 'zod';
import { isDecimalText } from '../decimal.ts';

/** How an order ends. */
const tradeEnds = ['completed', 'cancelled', 'cancelled-by-system'] as const;
export type TradeEnd = (typeof tradeEnds)[number];

const amount = z.string().refine(isDecimalText);

export const tradeSchema = z.object({
  orderNumber: z.string(),
  /** The desk's own: SELL means the desk sold the asset. */
  side: z.enum(['BUY', 'SELL']),
  asset: z.string(),
  fiat: z.string(),
  /** In the asset, without the fee. */
  amount,
  /** In the fiat. */
  total: amount,
  price: amount,
  /** In the asset, the only coin in which the service takes one. */
  fee: amount,
  adNumber: z.string().nullable(),
  /** The identifier of the payment method, such as BANK. */
  method: z.string().nullable(),
  createdAtMs: z.number(),
  end: z.enum(tradeEnds),
  /** The user number of the other party; the history shows none, so it is what the register knew. */
  counterparty: z.string().nullable(),
  /** When the desk saw the end; null: the register carried no step of the order. */
  endedAtMs: z.number().nullable(),
});
export type Trade = Readonly<z.infer<typeof tradeSchema>>;

/** An order as the history shows it; `end` of null: it runs, or its status is not known. */
export interface HistoryOrder extends Omit<Trade, 'end' | 'counterparty' | 'endedAtMs'> {
  readonly end: TradeEnd | null;
}

/** An order of the history that has ended. */
export interface EndedHistoryOrder extends HistoryOrder {
  readonly end: TradeEnd;
}

/** Reports whether an order of the history has ended. */
export function hasEnded(order: HistoryOrder): order is EndedHistoryOrder {
  return order.end !== null;
}
