import { OrderStatus } from '../../domain/orders/order-status.ts';
import type { ReadTurn } from '../kit/activity-proxies.ts';
import { provenBy } from '../../domain/register/step-row.ts';
import type { OrderRun } from './order-run.ts';

/**
 * Returns the turn of a read of this order: on the money queue where it shows the outcome of a money step, or where a
 * release may follow it at once.
 */
export function readTurn(order: OrderRun): ReadTurn {
  const { undecided, doneSteps, progress } = order.run.memory;
  const isUnproven = doneSteps.some(({ name, how }) => how === 'service' && !provenBy[name].includes(progress.status));
  return undecided !== null || isUnproven || mayBeReleased(order) ? 'money' : 'ordinary';
}

/** Whether people and banks have supplied their pieces: only then a look may end in a release. */
function mayBeReleased({ input: { release }, run: { memory } }: OrderRun): boolean {
  const { approvals, match, held, progress, order } = memory;
  if (held !== null || order?.side !== 'SELL' || progress.status !== OrderStatus.PAID) return false;
  return release.policy === 'paid' || approvals.length > 0 || (release.policy === 'match' && match !== null);
}
