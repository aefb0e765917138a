import PQueue from 'p-queue';
import type { CommandContext } from '../kit/command-context.ts';
import { askBrief } from '../window/ask-window.ts';
import type { OrderRow, WindowPart } from './order-rows.ts';

/** The most urgent ones; the others are a look at the order away. */
const mostRows = 20;
const asksAtOnce = 5;
/** A list that is nearly complete soon is better than a complete one late. */
const limitMs = 3_000;

/** Adds the method, the initials of the counterparty and its unread messages to the first running orders, where a window of this machine knows them. */
export async function withBriefs(context: CommandContext, rows: readonly OrderRow[]): Promise<OrderRow[]> {
  const asked = rows.filter(({ kind, status }) => kind === 'order' && status === 'running').slice(0, mostRows);
  const endMs = Date.now() + limitMs;
  const closed = new Set<string>();
  const found = new Map<OrderRow, WindowPart>();
  const askOne = async (row: OrderRow): Promise<void> => {
    const { account, orderNumber } = row;
    const timeoutMs = endMs - Date.now();
    if (orderNumber === null || closed.has(account) || timeoutMs <= 0) return;
    const answer = await askBrief({ context, account, timeoutMs }, orderNumber);
    if (!('shown' in answer)) closed.add(account);
    else if ('known' in answer.shown) {
      const { initials: counterparty, ...rest } = answer.shown.known;
      found.set(row, { ...rest, counterparty });
    }
  };
  await new PQueue({ concurrency: asksAtOnce }).addAll(asked.map((row) => () => askOne(row)));
  return rows.map((row) => ({ ...row, ...found.get(row) }));
}
