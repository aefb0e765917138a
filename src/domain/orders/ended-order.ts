import type { Mode } from '../mode.ts';
import type { OrderEnd } from './order-wait.ts';
import type { OrderFacts } from './order-facts.ts';

/** How an order has ended, as its workflow knows it and the register keeps it: without names of its people. */
export interface KeptEnd {
  /** The mode of its last run: in a shadow nothing was sent. */
  readonly mode: Mode;
  readonly end: OrderEnd['kind'];
  /** Who stopped it; null: it was not stopped. */
  readonly stoppedBy: string | null;
  /** As of the last read; null: it was never read. */
  readonly trade: EndedTrade | null;
  /** The price that the first read showed; null: it was never read. */
  readonly firstPrice: string | null;
  /** Bank references of the payments that were attached, or of the transfer that was sent. */
  readonly payments: readonly string[];
  /** Whose approvals held at the end. */
  readonly approvedBy: readonly string[];
}

type EndedTrade = Pick<
  OrderFacts,
  | 'adNumber'
  | 'side'
  | 'asset'
  | 'fiat'
  | 'amount'
  | 'price'
  | 'totalPrice'
  | 'fee'
  | 'status'
  | 'selectedPayId'
  | 'counterpartyNumber'
  | 'createdAtMs'
>;

/** What the workflow of an order that is over knows of it. */
interface KnownOrder extends Pick<KeptEnd, 'mode' | 'firstPrice'> {
  readonly end: OrderEnd;
  readonly order: OrderFacts | null;
  readonly proofs: readonly string[];
  readonly approvals: readonly { readonly by: string }[];
}

/** Returns what the register keeps of an order that is over. */
export function endedOrder({ mode, end, order, firstPrice, proofs, approvals }: KnownOrder): KeptEnd {
  return {
    mode,
    end: end.kind,
    stoppedBy: end.kind === 'stopped' ? end.by : null,
    trade: order === null ? null : tradeOf(order),
    firstPrice,
    payments: proofs,
    approvedBy: approvals.map(({ by }) => by),
  };
}

function tradeOf(order: OrderFacts): EndedTrade {
  const { adNumber, side, asset, fiat, amount, price, totalPrice, fee } = order;
  const { status, selectedPayId, counterpartyNumber, createdAtMs } = order;
  const trade = { adNumber, side, asset, fiat, amount, price, totalPrice, status };
  return { ...trade, selectedPayId, counterpartyNumber, createdAtMs, ...(fee === undefined ? {} : { fee }) };
}
