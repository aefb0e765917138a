/** What a look at the release gate asks the service for. */
import { notAsked, type SaleRead } from '../../domain/orders/sale-reads.ts';
import type { ReleaseCheckInput } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readAnswer } from './order-stand.ts';

interface Asked {
  said: SaleRead;
  /** Whether the service lets the order be released. */
  mayRelease: () => boolean | Promise<boolean>;
}

/**
 * Returns what was kept of an order, else asks the service: before a release for the order and for whether it may be released
 * at once, because a person has approved and waits. Otherwise an order that turns out to be something else would cost a call more.
 */
export async function askService(
  deps: Pick<ActivityDependencies, 'marketplace' | 'register' | 'clock' | 'saleReads'>,
  input: Pick<ReleaseCheckInput, 'orderNumber' | 'role'>,
  priority: 'order' | 'money',
): Promise<Asked> {
  const { orderNumber, role } = input;
  const mayRelease = (): Promise<boolean> => deps.marketplace.orders.mayRelease(orderNumber, { priority });
  const kept = deps.saleReads.take(input);
  if (kept !== null) return { said: kept, mayRelease: () => kept.serviceAllows ?? mayRelease() };
  const reading = readAnswer(deps, input, priority);
  const asking = priority === 'money' ? mayRelease() : null;
  // Its failure counts where its answer is needed.
  asking?.catch(() => undefined);
  return { said: { ...(await reading), ...notAsked, role }, mayRelease: () => asking ?? mayRelease() };
}
