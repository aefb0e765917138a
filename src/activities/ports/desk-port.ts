import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import type { OrderStatus } from '../../domain/orders/order-status.ts';
import type { TakeAdOff } from '../../workflows/contract/ad-contract.ts';
import type { IntakeReport } from '../../workflows/contract/desk-contract.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import type { SwitchStand } from '../../domain/switch-state.ts';

/** An order as a list shows it: enough to start its workflow. */
export interface SeenOrder {
  orderNumber: string;
  side: 'BUY' | 'SELL';
  asset: string;
  fiat: string;
  amount: string;
  price: string;
  status: OrderStatus;
  createdAtMs: number;
  /** Until when the desk itself has to act; null: it has not, or that is not known. */
  dueMs: number | null;
}

/** The account's running orders, as far as the list shows them. */
export interface ListedOrders {
  orders: Map<string, SeenOrder>;
  /** Why a row is unreadable, by number. It must not keep the others from being taken in. */
  unreadable: Map<string, string>;
  /** The list continues after this many rows; null: it was read to its end. */
  cutAfter: number | null;
}

/** The kill switches that concern ads. */
export type AdSwitch = 'repricing' | 'ads';

/** The result of adopting an ad: `left` explains why an already running workflow is left as it is. */
export type AdKeeping = { kind: 'kept' } | { kind: 'left'; why: string };

/**
 * What activities ask of the workflows of their account. The worker implements it with a Temporal client; activities
 * know neither workflow ids nor messages.
 */
export interface DeskPort {
  /**
   * Reports a seen order to its workflow, and starts the workflow when it does not run, also after it was terminated,
   * cancelled or failed, in the mode that the desk has by then. Returns ended for a completed one. Rejects when neither is
   * possible.
   */
  orderSeen(order: SeenOrder): Promise<'started' | 'told' | 'ended'>;
  /** Signals the order's workflow that it left the list of running orders; the workflow then reads the order. */
  orderGone(orderNumber: string): Promise<void>;
  /**
   * Returns the orders with a running workflow, as far as the server's visibility knows. One that runs in another run than
   * at the call before reads the order: after a reset it shows what it knew before.
   */
  runningOrders(): Promise<string[]>;
  /**
   * Whether prices may be written, or ads be on the market, now, and what stops that. Unknown when the guard does not answer: callers fail
   * closed. `maxAgeMs` of 0 asks the guard itself: for someone who has just lifted a switch.
   */
  killSwitch(name: AdSwitch, maxAgeMs?: number): Promise<SwitchStand>;
  /**
   * Takes each ad with a running workflow off the market, or only those whose price the desk is to keep; returns how
   * many. Rejects when one was not reached.
   */
  takeAdsOff(wish: TakeAdOff, which: 'all' | 'priced'): Promise<number>;
  /** Starts the workflow of an ad in the mode that the desk has by then; a running one is left as it is. */
  keepAd(ad: AdFacts, rules: PricingRules): Promise<AdKeeping>;
  reportIntake(report: IntakeReport): Promise<void>;
}
