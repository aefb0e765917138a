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
 * order: no worker could go on. Only the start of a task changes the time and the size of the history that an activation
 * names: one of them at least, since a task that begins in the answer to another one names the size of that one. A query
 * with an argument asks a run that has ended: no task comes after it.
 */
export function createTaskWatch(): (activation: Activation) => void {
  let isAhead = false;
  let last: Reached = { length: 0, bytes: 0, time: '' };
  return (activation) => {
    const jobs = activation.jobs ?? [];
    const now = reachedBy(activation);
    if (isAhead && (jobs.some(asksOpenRun) || now.length > last.length)) throw new AheadOfTask();
    if (jobs.every(isQuery)) return;
    isAhead ||= activation.isReplaying !== true && isWithoutTask(last, now);
    last = now;
  };
}

/** How far an activation brings a run: the number of the last event, and when the last task started, at how many bytes. */
interface Reached {
  length: number;
  bytes: number;
  time: string;
}

const reachedBy = ({ historyLength, historySizeBytes, timestamp }: Activation): Reached => ({
  length: Number(historyLength ?? 0),
  bytes: Number(historySizeBytes ?? 0),
  time: `${String(timestamp?.seconds ?? 0)}.${timestamp?.nanos ?? 0}`,
});

/** A server that counts no bytes shows nothing. */
const isWithoutTask = (before: Reached, now: Reached): boolean =>
  now.bytes > 0 && now.bytes === before.bytes && now.time === before.time && now.length > before.length;

const isQuery = ({ queryWorkflow }: Job): boolean => queryWorkflow !== null && queryWorkflow !== undefined;
const asksOpenRun = (job: Job): boolean => isQuery(job) && (job.queryWorkflow?.arguments ?? []).length === 0;
