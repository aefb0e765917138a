/** Input and result of a read of an order. Plain JSON; workflows import these as types only. */
import type { OrderFacts, OrderRole } from '../domain/orders/order-facts.ts';
import type { BlockReason } from '../domain/orders/release-check.ts';
import type { ArrivalReason } from '../domain/people/arrival.ts';
import type { PaymentMatch } from '../domain/orders/payment-match.ts';
import type { OrderStand } from '../domain/register/order-stand.ts';

/** What a workflow knows that a read of its order is taken with. */
export interface ReadOrderInput {
  orderNumber: string;
  /** What the desk is in the order, as far as its workflow knows. */
  role: OrderRole;
  /** The run of the last reset of the workflow; null: it was never reset. */
  resetId: string | null;
  /** The payment that was attached last, and parts of the payment that were attached before it. */
  match: PaymentMatch | null;
  earlierMatches: readonly PaymentMatch[];
  /** True: this desk releases it, so that a release by anyone else is asked about. Absent: it is not. */
  isReleasedHere?: boolean | undefined;
  /** True: the read before showed it in appeal, so that the service has decided its end. Absent: it did not. */
  wasInAppeal?: boolean | undefined;
  /** True: whether the order is held when it arrives is not judged yet. Absent: it is. */
  isArrival?: boolean | undefined;
}

/** An order as a worker read it, without the names of its people; `stand` of null: the register is silent. */
export interface ReadOrder extends OrderFacts {
  stand: OrderStand | null;
  /** Why the block list keeps its coin; null: it does not. Absent: not known, for register or guard is silent. */
  barredBy?: BlockReason | null;
  /** Why the order is held when it arrives; null: it is not. Absent: this read did not ask. */
  arrival?: ArrivalReason | null;
}
