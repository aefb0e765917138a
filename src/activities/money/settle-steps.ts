/** Steps that have left and have no end are ended by reads of the leader, whatever became of their workflows. */
import type { StepRow } from '../../domain/register/step-row.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readBegan, readStand } from './order-stand.ts';

type Parts = Pick<ActivityDependencies, 'marketplace' | 'register' | 'clock'>;

/** The workflow of a step reads it by itself; one that has not by then has ended, or hangs. */
const workflowsTurnMs = 15_000;

/**
 * Reads each order with a step that could have shown by now and has no end; returns those that no read has brought nearer
 * to one. Steps that have no number of an order (publications, and placements that no answer named one for) are ended by the
 * workflow that looks them up.
 */
export async function settleSteps(deps: Parts): Promise<StepRow[]> {
  const rows = (await deps.register.leavingRows()).filter((row) => isOverdue(row, deps.clock.now()));
  // One order that cannot be read must not keep the others from being read.
  for (const row of rows) await readStep(deps, row).catch(ignore);
  const left = await deps.register.leavingRows();
  // The first of the two reads that a step ends by is no trouble.
  const isStuck = (row: StepRow) => (known: StepRow) =>
    known.number === row.number && known.unseenReads === row.unseenReads;
  return left.filter((row) => rows.some(isStuck(row)));
}

async function readStep(deps: Parts, { step, subject, orderNumber }: StepRow): Promise<void> {
  if (step === 'release' || step === 'mark-paid' || step === 'cancel')
    await readStand(deps, { orderNumber: subject, role: 'maker', ...unknown }, 'money');
  else if (orderNumber !== null) await readPlaced(deps, { requestId: subject, orderNumber }, 'money');
}

/** Reads the order that was named for a request: from then on its placement is done. */
export async function readPlaced(
  deps: Parts,
  { requestId, orderNumber }: { readonly requestId: string; readonly orderNumber: string },
  priority: 'order' | 'money',
): Promise<void> {
  const atMs = deps.clock.now();
  await readStand(deps, { orderNumber, role: 'taker', ...unknown }, priority);
  const beganAtMs = readBegan(deps, atMs);
  await deps.register.stepSeen({ step: 'place', subject: requestId, sight: 'done', orderNumber, beganAtMs });
}

/** Its workflow is not asked: what it knows changes nothing of a step that has left. */
const unknown = { resetId: null, match: null, earlierMatches: [] } as const;
const ignore = (): void => undefined;

function isOverdue({ untilMs }: StepRow, nowMs: number): boolean {
  return untilMs !== null && nowMs > untilMs + workflowsTurnMs;
}
