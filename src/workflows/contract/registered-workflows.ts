/** Every type of workflow that a worker registers. */
export const workflowTypes = [
  'adMaintenance',
  'orderLifecycle',
  'orderPlacement',
  'accountDesk',
  'guard',
  'egress',
  'accountNotices',
  'lead',
] as const;
