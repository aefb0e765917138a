/** The order that a payment backs. */
export interface PaymentOwner {
  readonly key: string;
  readonly account: string;
  readonly orderNumber: string;
}

/** Stands for the order in the claim of a payment that a person has refused: no order has such a number. */
export const refusedOrder = 'refused:by-a-person';
