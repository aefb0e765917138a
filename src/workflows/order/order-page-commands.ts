import type { OrderView } from '../contract/order-contract.ts';
import { nextOrderCommand } from '../contract/order-next-command.ts';
import { orderWorkflowId } from '../contract/workflow-ids.ts';
import { updateCommand } from '../kit/details-text.ts';

/** Returns the command that the order most likely needs now, in both forms; none when no human is asked. */
export function orderCommandLines(view: OrderView): string[] {
  const command = nextOrderCommand(view);
  if (command === null) return [];
  const { account, orderNumber } = view;
  return [
    `npx peerdesk order ${command.typed.replace('NUMBER', orderNumber)} --account ${account}`,
    updateCommand(orderWorkflowId(account, orderNumber), command.update, command.input),
  ];
}
