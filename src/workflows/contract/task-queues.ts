/**
 * Task queues of a group: the accounts that one set of processes serves. A workflow knows its group by its own queue, so
 * an account moves to another group by its queue alone.
 */

/**
 * The queue of a group's workflow tasks, and of the offer of its lead: each process of the group polls it.
 *
 * @example
 * groupTaskQueue('main'); // → 'peerdesk:main'
 */
export function groupTaskQueue(group: string): string {
  return `peerdesk:${group}`;
}

/** What the process that leads a group serves, by the part after the group's own queue. */
export const callingQueues = ['calls', 'money', 'watch'] as const;
export type CallingQueue = (typeof callingQueues)[number];

/**
 * The queue for calls beside a group's own: `calls` for what acts, ordinary reads and notices; `money` for money steps
 * and what they rest on, so that nothing else delays them; `watch` for watchers, whose many slots are cheap.
 *
 * @example
 * queueBeside('peerdesk:main', 'money'); // → 'peerdesk:main:money'
 */
export function queueBeside(ownTaskQueue: string, queue: CallingQueue): string {
  return `${ownTaskQueue}:${queue}`;
}

/**
 * The queue for calls of a group.
 *
 * @example
 * callingTaskQueue('main', 'watch'); // → 'peerdesk:main:watch'
 */
export function callingTaskQueue(group: string, queue: CallingQueue): string {
  return queueBeside(groupTaskQueue(group), queue);
}

/**
 * Goes by the ending of the name, so it holds for every group.
 *
 * @example
 * isMoneyTaskQueue('peerdesk:main:money'); // → true
 */
export function isMoneyTaskQueue(taskQueue: string): boolean {
  return taskQueue.endsWith(':money');
}

/**
 * The queue of an egress workflow. Groups that share an address share its workflow, on a queue that each of them polls;
 * a group that has the address alone carries it among its own.
 *
 * @example
 * egressTaskQueue('main', 'main'); // → 'peerdesk:main'
 * egressTaskQueue('office', 'main'); // → 'peerdesk:egress:office'
 */
export function egressTaskQueue(egress: string, group: string): string {
  return egress === group ? groupTaskQueue(group) : `peerdesk:egress:${egress}`;
}

const groupQueueForm = /^peerdesk:([\w.-]+)$/;

/**
 * Returns the group of a group's own queue; null for any other queue.
 *
 * @example
 * groupOfTaskQueue('peerdesk:main'); // → 'main'
 * groupOfTaskQueue('peerdesk:main:money'); // → null
 */
export function groupOfTaskQueue(taskQueue: string): string | null {
  return groupQueueForm.exec(taskQueue)?.[1] ?? null;
}
