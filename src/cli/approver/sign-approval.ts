import type { OrderControl, OrderView } from '../../client/index.ts';
import type { SignedWord } from '../../domain/orders/approval.ts';
import { personOfKey } from '../../domain/orders/names/key-name.ts';
import { seenIn, type Seen } from '../../domain/orders/seen.ts';
import { approvalWord } from '../../domain/signing/signed-approval.ts';
import { orderWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { refusal } from '../kit/cli-failure.ts';
import { signWord, type Signing } from './sign-word.ts';

/** Returns the page of an order. Throws a refusal for one of another order: a stranger's workflow must get no word over that. */
export async function pageToSign(control: Pick<OrderControl, 'workflowId' | 'state'>): Promise<OrderView> {
  const view = await control.state();
  if (orderWorkflowId(view.account, view.orderNumber) === control.workflowId) return view;
  throw refusal(`${control.workflowId} shows another order, ${view.orderNumber} of ${view.account}: nothing is signed`);
}

/** Returns what an approval of an order will cover. Throws a refusal for an order that cannot be approved now. */
export function approvableSight(view: OrderView): Seen {
  const { orderNumber, side, status } = view;
  const seen = seenIn(view);
  if (side === 'BUY') throw refusal(`order ${orderNumber} is not one that the desk sells: nothing to approve`);
  if (side !== null && status !== 'PAID')
    throw refusal(`order ${orderNumber} is ${status}, not PAID: nothing is approved`);
  if (seen === null) throw refusal(`order ${orderNumber} has not been read yet: try again in a moment`);
  return seen;
}

/** Signs the approval of an order as its view shows it. Throws a refusal for an order that cannot be approved now. */
export function signApproval(view: OrderView, signing: Signing): SignedWord {
  const { account, orderNumber, mode } = view;
  const seen = approvableSight(view);
  const by = personOfKey(signing.key.name);
  return { ...signWord(approvalWord({ account, orderNumber, mode, seen, by }), signing), seen };
}
