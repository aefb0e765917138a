import type { AdFacts } from '../domain/ad-facts.ts';
import type { Mode } from '../domain/mode.ts';
import type { OrderStatus } from '../domain/order-status.ts';
import type { PricingRules } from '../domain/pricing-rules.ts';

/** An order as a list shows it: enough to start its workflow. */
export interface SeenOrder {
  orderNumber: string;
  side: 'BUY' | 'SELL';
  asset: string;
  fiat: string;
  amount: string;
  price: string;
  /** Null: it left the list of running orders; its workflow reads what became of it. */
  status: OrderStatus | null;
}

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
  /** Is what the switch names allowed now? Unknown when the desk cannot be asked: callers fail closed. */
  killSwitch(name: 'releases' | 'repricing'): Promise<'open' | 'closed' | 'unknown'>;
  /** The order that owns the payment proof: the first claim wins. Null when the desk cannot be asked. */
  claimProof(proofId: string, orderNumber: string): Promise<string | null>;
  /** The placement that owns the order: the first claim wins. */
  claimPlacement(orderNumber: string, requestId: string): Promise<string>;
  /** Starts the workflow of an ad; nothing when it runs already. */
  keepAd(ad: AdFacts, rules: PricingRules, mode: Mode): Promise<void>;
  reportIntake(count: IntakeCount): Promise<void>;
}
