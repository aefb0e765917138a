import type { GuardMemory } from '../../domain/guard/guard-memory.ts';
import { blockReason, orderBlockVerdict } from '../../domain/orders/counterparty.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { isTerminal } from '../../domain/orders/order-status.ts';
import { stopsOf, type Restrictions } from '../../domain/guard/restriction.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { unlessSilent } from './order-stand.ts';
import type { ReadOrder } from '../read-contract.ts';

/** How old the guard's block list may be when an order arrives; at the gate it is read again. */
const blockListTtlMs = 2_000;

/** Returns why the block list keeps the coin of an order, as register and guard know it. */
export async function barredPart(
  { guard, register }: Pick<ActivityDependencies, 'guard' | 'register'>,
  order: OrderFacts,
): Promise<Pick<ReadOrder, 'barredBy'>> {
  return isTerminal(order.status) ? {} : blockedPart({ guard, register }, order);
}

/** Returns why the block list has the people of an order, also of one that has ended; absent: it is not known. */
export async function blockedPart(
  { guard, register }: Pick<ActivityDependencies, 'guard' | 'register'>,
  order: OrderFacts,
): Promise<Pick<ReadOrder, 'barredBy'>> {
  const [kept, restrictions] = await Promise.all([
    guard.look(blockListTtlMs),
    unlessSilent(() => register.restrictions()),
  ]);
  return barredBy(order, { guard: kept, restrictions });
}

/** What is known of the block list; null: that one does not answer. */
interface KnownBlocks {
  guard: GuardMemory | null;
  restrictions: Restrictions | null;
}

/** Returns why the block list keeps the coin. One that is silent may list them: then only a hit says something. */
export function barredBy(order: OrderFacts, { guard, restrictions }: KnownBlocks): Pick<ReadOrder, 'barredBy'> {
  const { blocks } = stopsOf(restrictions ?? { revision: 0, entries: [] }, guard);
  const reason = blockReason(orderBlockVerdict(blocks, order));
  return reason === null && (guard === null || restrictions === null) ? {} : { barredBy: reason };
}
