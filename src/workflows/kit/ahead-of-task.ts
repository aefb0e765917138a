import type { ActivateInput } from '@temporalio/workflow';
import { aheadOfTaskText } from '../contract/ahead-of-task.ts';

type Activation = ActivateInput['activation'];
type Job = NonNullable<Activation['jobs']>[number];

/** Thrown instead of going on; the worker drops the run, and replays it whole for its next task. */
export class AheadOfTask extends Error {
  override readonly name = 'AheadOfTask';

  constructor() {
    super(aheadOfTaskText);
  }
}

/**
 * Returns what looks at each activation of a run and throws AheadOfTask where the run went ahead of its tasks.
 *
 * A query that comes by itself brings a worker that does not hold the run the history to its end, and the SDK hands out
 * what came after the last task as if its task had started. That task then brings only the rest, an update for
 * instance. The commands of both are written as those of one task, which a replay hands out at once, and has in another
 * order: no worker could go on. Only the start of a task changes the size of the history that an activation names, and
 * never leaves it the same. A query with an argument asks a run that has ended: no task comes after it.
 */
export function createTaskWatch(): (activation: Activation) => void {
  let isAhead = false;
  let [length, bytes] = [0, 0];
  return ({ jobs, historyLength, historySizeBytes, isReplaying }) => {
    const [newLength, newBytes] = [Number(historyLength ?? 0), Number(historySizeBytes ?? 0)];
    if (isAhead && (jobs?.some(asksOpenRun) === true || newLength > length)) throw new AheadOfTask();
    if (jobs?.every(isQuery) === true) return;
    isAhead ||= isReplaying !== true && newBytes > 0 && newBytes === bytes && newLength > length;
    [length, bytes] = [newLength, newBytes];
  };
}

const isQuery = ({ queryWorkflow }: Job): boolean => queryWorkflow !== null && queryWorkflow !== undefined;
const asksOpenRun = (job: Job): boolean => isQuery(job) && (job.queryWorkflow?.arguments ?? []).length === 0;
