/** What a person takes back of an order, or lifts. Plain JSON; workflows import these as types only. */
import type { KeptEnd } from '../../domain/orders/ended-order.ts';
import type { TakenBack } from '../../domain/register/taken-back.ts';
import type { OrderStand } from '../../domain/register/order-stand.ts';
import type { Signed } from '../../domain/signing/signed-word.ts';

/** What a person takes back of an order. */
export interface TakeBackInput {
  orderNumber: string;
  what: TakenBack;
  by: string;
  note: string;
}

/** The register has it; `mayHaveLeft`: a call of the order that was armed before, and has no end. */
export interface TakeBackResult extends OrderStand {
  mayHaveLeft: boolean;
}

/** An order that is over. */
export interface KeepOrderEndInput {
  orderNumber: string;
  ended: KeptEnd;
}

export interface UnholdInput {
  orderNumber: string;
  by: string;
  generation: string;
  epoch: number;
  /** Of an approver, where approvals are signed. */
  signed: Signed | null;
}
