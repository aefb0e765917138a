/** Every type of workflow that a worker registers. */
export const workflowTypes = [
  'adMaintenance',
  'orderLifecycle',
  'orderPlacement',
  'adPublication',
  'adChange',
  'accountDesk',
  'guard',
  'egress',
  'accountNotices',
  'lead',
] as const;

/**
 * What ends on the version of the program that began it: money or an ad may be on its way, and it lives for days. Every other
 * workflow goes on with the version that is promoted (ADR 0025).
 */
const stayingTypes: ReadonlySet<string> = new Set(['orderLifecycle', 'orderPlacement', 'adPublication', 'adChange']);

/** Returns whether the workflows of a type go on with a version of the program that is promoted. */
export function followsVersions(workflowType: string): boolean {
  return !stayingTypes.has(workflowType);
}

/** A signal without content: the task that it causes shows the workflow that a version was promoted. */
export const wakeSignal = 'versionPromoted';

/** A signal without content: what a workflow waits for may have come, such as a key that was put right. */
export const lookAgainSignal = 'lookAgain';
