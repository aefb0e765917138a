import type { AdFacts } from '../domain/ads/ad-facts.ts';
import type { Mode } from '../domain/mode.ts';
import type { OrderStatus } from '../domain/orders/order-status.ts';
import type { PricingRules } from '../domain/pricing/pricing-rules.ts';

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

/** What a switch may stop; `money` is every money step, which only the switch `all` stops. */
export type SwitchName = 'releases' | 'repricing' | 'money';

export interface IntakeCount {
  atMs: number;
  running: number;
  started: number;
  businessStatus: string | null;
}

/**
 * What activities ask of the workflows of their account. The worker implements it with a Temporal client; activities
 * know neither workflow ids nor messages.
 */
export interface DeskPort {
  /** Starts the order's workflow or tells it what was seen. Gives started, told, or ended (it runs no more). */
  orderSeen(order: SeenOrder, mode: Mode): Promise<'started' | 'told' | 'ended'>;
  /** Tells the order's workflow that it left the list of running orders: it reads what became of it. */
  orderGone(orderNumber: string): Promise<void>;
  /** The orders whose workflows run now, as far as the server's visibility knows. */
  runningOrders(): Promise<string[]>;
  /** Is what the switch names allowed now? Unknown when the desk cannot be asked: callers fail closed. */
  killSwitch(name: SwitchName): Promise<'open' | 'closed' | 'unknown'>;
  /** The order that owns the payment proof: the first claim wins. Null when the desk cannot be asked. */
  claimProof(proofId: string, orderNumber: string): Promise<string | null>;
  /** The placement that owns the order: the first claim wins. */
  claimPlacement(orderNumber: string, requestId: string): Promise<string>;
  /** Starts the workflow of an ad; nothing when it runs already. */
  keepAd(ad: AdFacts, rules: PricingRules, mode: Mode): Promise<void>;
  reportIntake(count: IntakeCount): Promise<void>;
}
