import type { OrderStatus } from './order-status.ts';

/** BUY or SELL. Of an order: the desk's own side. Of an ad: its maker's side. */
export type TradeSide = 'BUY' | 'SELL';

/** What the desk is in an order: maker of its ad, or taker of the counterparty's ad. No answer of the service says it. */
export type OrderRole = 'maker' | 'taker';

/** One order as the rules see it, whatever endpoint it came from. Decimals as text, times in epoch ms. */
export interface OrderFacts {
  readonly orderNumber: string;
  readonly adNumber: string;
  /** The desk's own side. */
  readonly side: TradeSide;
  readonly asset: string;
  readonly fiat: string;
  /** In the asset. */
  readonly amount: string;
  /** Fiat for one unit of the asset. */
  readonly price: string;
  /** In the fiat. */
  readonly totalPrice: string;
  /** What the service keeps of the desk's side, in the asset; absent: it does not say. */
  readonly fee?: string;
  readonly status: OrderStatus;
  readonly createdAtMs: number;
  readonly payDeadlineMs: number | null;
  readonly releaseDeadlineMs: number | null;
  /** When it was marked as paid, as the service says; absent: it does not say. */
  readonly paidAtMs?: number;
  /** Until when who is to act in its appeal may do so, as the service says; absent: there is none, or it does not say. */
  readonly appealUntilMs?: number;
  readonly buyerName: string | null;
  readonly sellerName: string | null;
  readonly counterpartyNickname: string | null;
  /** The counterparty's user number at the service; null: the service does not name it. */
  readonly counterpartyNumber: string | null;
  /** The other party's, by the same rule the desk's own; null: the service does not name it. */
  readonly ownNumber: string | null;
  readonly selectedPayId: string | null;
  readonly payMethodIds: string[];
  /** 0 not required, 1 not verified yet, 2 verified. */
  readonly additionalKyc: 0 | 1 | 2;
  readonly complaint: boolean;
}
