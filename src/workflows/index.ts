/** The workflows that a worker registers; Temporal bundles this entry. */
export { accountDesk } from './account/account-desk.ts';
export { adMaintenance } from './ad/ad-maintenance.ts';
export { egress } from './egress/egress.ts';
export { guard } from './guard/guard.ts';
export { accountNotices } from './notices/account-notices.ts';
export { lead } from './lead/lead.ts';
export { orderLifecycle } from './order/order-lifecycle.ts';
export { adChange } from './change/ad-change.ts';
export { adPublication } from './publication/ad-publication.ts';
export { orderPlacement } from './placement/order-placement.ts';
