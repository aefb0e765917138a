import type { ActivityOptions } from '@temporalio/workflow';
import { callingTaskQueue, type CallingQueue } from '../../src/workflows/contract/task-queues.ts';

/** How the activities of many accounts reach one process. */
export const arrangements = {
  shared: 'three queues for all accounts, and shares in the process',
  own: 'three queues and workers for each account',
  fair: 'one queue with fairness keys and priorities, no share',
  rated: 'the same, and a rate for each key at the server',
} as const;
export type Arrangement = keyof typeof arrangements;

export const group = 'home';
/** Of the moments at which what found no room returns. */
export const seed = 33;
/** The one queue where the server keeps the accounts apart. */
export const fairQueue = callingTaskQueue(group, 'calls');

/** Lower goes first. */
const urgency: Readonly<Record<CallingQueue, number>> = { money: 1, watch: 2, calls: 3 };

/** Returns where an account's workflow asks for an activity. */
export function routeOf(
  arrangement: Arrangement,
  account: string,
  queue: CallingQueue,
): Pick<ActivityOptions, 'taskQueue' | 'priority'> {
  if (arrangement === 'shared') return { taskQueue: callingTaskQueue(group, queue) };
  if (arrangement === 'own') return { taskQueue: callingTaskQueue(account, queue) };
  return { taskQueue: fairQueue, priority: { fairnessKey: account, priorityKey: urgency[queue] } };
}
