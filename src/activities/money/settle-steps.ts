/** Steps that have left and have no end are ended by reads of the leader, whatever became of their workflows. */
import { OrderStatus, orderStatusFromWire } from '../../domain/orders/order-status.ts';
import type { StepRow } from '../../domain/register/step-row.ts';
import { oddRowError } from '../../exchange/index.ts';
import { readOrders } from '../market/order-pages.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readStand } from './order-stand.ts';

type Parts = Pick<ActivityDependencies, 'exchange' | 'register' | 'clock' | 'settings'>;

/** The workflow of a step reads it by itself; one that has not by then has ended, or hangs. */
const workflowsTurnMs = 15_000;

/**
 * Reads each order with a step that could have shown by now and has no end; returns those that no read has brought nearer
 * to one. Steps without a number (placements, publications) are ended by the workflow that looks them up.
 */
export async function settleSteps(deps: Parts): Promise<StepRow[]> {
  const rows = (await deps.register.leavingRows()).filter((row) => isOverdue(row, deps.clock.now()));
  for (const { step, subject } of rows) {
    if (step === 'place' || step === 'publish') continue;
    // One order that cannot be read must not keep the others from being read.
    await readStand(deps, { orderNumber: subject, ...unknown }, 'money').catch(ignore);
  }
  const left = await deps.register.leavingRows();
  // The first of the two reads that a step ends by is no trouble.
  const isStuck = (row: StepRow) => (known: StepRow) =>
    known.number === row.number && known.unseenReads === row.unseenReads;
  return left.filter((row) => rows.some(isStuck(row)));
}

/** Its workflow is not asked: what it knows changes nothing of a step that has left. */
const unknown = { role: 'maker', resetId: null, match: null, earlierMatches: [] } as const;
const ignore = (): void => undefined;

function isOverdue({ untilMs }: StepRow, nowMs: number): boolean {
  return untilMs !== null && nowMs > untilMs + workflowsTurnMs;
}

const dayMs = 24 * 3_600_000;

/**
 * Compares the releases that the service shows since a day before the newest row with the rows; returns those that no row
 * knows. They are the sign of a register that is an older copy, or of a release in the app while no worker ran. An order
 * that cannot be read is one of the releases that were asked for; without its number nothing is compared to the end.
 */
export async function compareReleases(deps: Parts): Promise<string[]> {
  const sinceMs = await deps.register.comparedSinceMs(dayMs);
  const filter = { tradeType: 'SELL', orderStatusList: [...releasedStatuses], startDate: sinceMs } as const;
  const { items, odd } = await readOrders(deps, { filter, priority: 'order' });
  const released = items.filter(({ orderStatus, createTime }) => isReleased(orderStatus) && createTime >= sinceMs);
  const numbers = [
    ...released.map(({ orderNumber }) => orderNumber),
    ...odd.flatMap(({ subject }) => (subject === null ? [] : [subject])),
  ];
  const unknown = await deps.register.compareReleases(numbers);
  const nameless = odd.find(({ subject }) => subject === null);
  if (nameless !== undefined) throw oddRowError('listOrders', nameless);
  return unknown;
}

function isReleased(wire: number | string): boolean {
  const status = orderStatusFromWire(wire);
  return status === OrderStatus.COMPLETED || status === OrderStatus.RELEASING;
}

/** As the list filters it (wire-facts 16): releasing, which no one can stop any more, and completed. */
const releasedStatuses = [3, 4] as const;
