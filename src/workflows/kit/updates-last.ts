import type { ActivateInput } from '@temporalio/workflow';

/** One thing that a task brings to a workflow: a message, a result, a timer. */
type Job = NonNullable<ActivateInput['activation']['jobs']>[number];

/**
 * Returns what a task brings with each update at the end; everything else keeps its place. Beside messages that a reset
 * applies again, or behind a task that wrote nothing, updates have another place when the task is replayed than they had
 * when it ran.
 */
export function updatesLast(jobs: readonly Job[]): Job[] {
  const updates = jobs.filter(isUpdate);
  return [...jobs.filter((job) => !isUpdate(job)), ...updates];
}

const isUpdate = ({ doUpdate }: Job): boolean => doUpdate !== null && doUpdate !== undefined;
