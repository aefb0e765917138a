/** Steps that have left and have no end are ended by reads of the leader, whatever became of their workflows. */
import type { StepRow } from '../../domain/register/step-row.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { readStand } from './order-stand.ts';

type Parts = Pick<ActivityDependencies, 'exchange' | 'register' | 'clock'>;

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
