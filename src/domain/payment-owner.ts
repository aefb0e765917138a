/** The order that a payment backs. */
export interface PaymentOwner {
  readonly key: string;
  readonly account: string;
  readonly orderNumber: string;
}
