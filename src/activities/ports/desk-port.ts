import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import type { Mode } from '../../domain/mode.ts';
import type { OrderStatus } from '../../domain/orders/order-status.ts';
import type { IntakeReport } from '../../workflows/contract/desk-contract.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';

/** An order as a list shows it: enough to start its workflow. */
export interface SeenOrder {
  orderNumber: string;
  side: 'BUY' | 'SELL';
  asset: string;
  fiat: string;
  amount: string;
  price: string;
  status: OrderStatus;
}

/** What became of the wish to keep an ad: `left` says why a workflow that runs already is left as it is. */
export type AdKeeping = { kind: 'kept' } | { kind: 'left'; why: string };

/**
 * What activities ask of the workflows of their account. The worker implements it with a Temporal client; activities
 * know neither workflow ids nor messages.
 */
export interface DeskPort {
  /**
   * Tells the order's workflow what was seen, and starts it when it does not run: a workflow that was terminated,
   * cancelled or failed is started again. Gives ended for one that has ended as done. Rejects when neither is possible.
   */
  orderSeen(order: SeenOrder, mode: Mode): Promise<'started' | 'told' | 'ended'>;
  /** Tells the order's workflow that it left the list of running orders: it reads what became of it. */
  orderGone(orderNumber: string): Promise<void>;
  /** The orders whose workflows run now, as far as the server's visibility knows. */
  runningOrders(): Promise<string[]>;
  /** May prices be written now? Unknown when the guard does not answer: callers fail closed. */
  killSwitch(name: 'repricing'): Promise<'open' | 'closed' | 'unknown'>;
  /** Starts the workflow of an ad; one that runs already is left as it is. */
  keepAd(ad: AdFacts, rules: PricingRules, mode: Mode): Promise<AdKeeping>;
  reportIntake(report: IntakeReport): Promise<void>;
}
