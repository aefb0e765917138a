import { helpCommand, lookCommand, nextOrderCommand } from '../../words/looks.ts';
import type { OrderView } from '../contract/order-contract.ts';
import { orderWorkflowId } from '../contract/workflow-ids.ts';

/** Returns what shows an order, and what explains the command that it most likely needs next. */
export function orderCommandLines(view: OrderView): (string | null)[] {
  const { account, orderNumber } = view;
  if (view.waitingFor.code === 'nothing') return [];
  const next = nextOrderCommand(view);
  return [lookCommand(orderWorkflowId(account, orderNumber), account), next === null ? null : helpCommand(next)];
}
