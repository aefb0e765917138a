import { WorkflowNotFoundError } from '@temporalio/client';
import { listWorkflows, orderControl } from '../../client/index.ts';
import type { ListedWorkflow, Mode, Operator, OrderControl } from '../../client/index.ts';
import { refusal } from '../cli-failure.ts';
import type { TemporalSession } from '../temporal-session.ts';

/** What became of the orders that were handed over to another mode. */
export interface HandedOver {
  orders: string[];
  /** Why not, by order number. */
  refused: { orderNumber: string; why: string }[];
}

/** The account's running orders that are carried in another mode than this one. */
export async function ordersOfOtherModes({ client, account }: TemporalSession, mode: Mode): Promise<ListedWorkflow[]> {
  const running = await listWorkflows(client, { type: 'orderLifecycle', account, running: true });
  return running.filter((order) => order.mode !== null && order.mode !== mode);
}

/** Throws a refusal that says how many orders would stay in their mode, unless the operator has agreed to hand them over. */
export function refuseStrandedOrders(orders: readonly ListedWorkflow[], mode: Mode, agreed: boolean): void {
  if (orders.length === 0 || agreed) return;
  const modes = [...new Set(orders.map((order) => order.mode))].join(' and ');
  throw refusal(
    `${orders.length} open orders are carried in mode ${modes} and would stay there: add --yes to hand them over to ${mode}`,
  );
}

/** Hands the orders over, one by one: one that refuses does not keep the others. */
export async function handOver(
  { client, account, timeoutMs }: TemporalSession,
  orders: readonly ListedWorkflow[],
  wish: ModeWish,
): Promise<HandedOver> {
  const handed: HandedOver = { orders: [], refused: [] };
  for (const { subject: orderNumber } of orders) {
    try {
      await changeMode(orderControl(client, account, orderNumber).within(timeoutMs), wish);
      handed.orders.push(orderNumber);
    } catch (error) {
      const ended = error instanceof WorkflowNotFoundError;
      if (!ended) handed.refused.push({ orderNumber, why: reasonOf(error) });
    }
  }
  return handed;
}

interface ModeWish {
  mode: Mode;
  operator: Operator;
}

/** One that has changed already says so in its state, whatever became of the command. */
async function changeMode(order: OrderControl, { mode, operator }: ModeWish): Promise<void> {
  try {
    await order.changeMode(mode, operator);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError || (await order.state()).mode !== mode) throw error;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'no reason given';
}
