/** The workflows that a worker registers; Temporal bundles this entry. */
export { accountDesk } from './account-desk.ts';
export { adMaintenance } from './ad-maintenance.ts';
export { egress } from './egress.ts';
export { orderLifecycle } from './order-lifecycle.ts';
export { orderPlacement } from './order-placement.ts';
