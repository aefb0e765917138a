/**
 * `peerdesk/client`: start, signal, query and update the desk's workflows from code.
 *
 * In the examples `client` is that of `connectTemporal`, and what no line declares is yours: `account`,
 * `adNumber`, `orderNumber`, the `requestId` of a placement, the `name` of a publication, `placed` what `placeOrder` received.
 */
export { carriedElsewhere, groupOf, leftBehind } from './lists/account-group.ts';
export type { Carried, GroupChoice } from './lists/account-group.ts';
export { adControl, startAd } from './controls/ad-client.ts';
export type { AdControl, AdExplanation, AdStart, StartedAd } from './controls/ad-client.ts';
export { auditTrail } from './lists/audit-trail.ts';
export type { AuditEntry, AuditFilter, AuditTrail } from './lists/audit-trail.ts';
export { CommandRefusedError, CommandTimeoutError } from './kit/command-answer.ts';
export { connectTemporal } from './connection/connect.ts';
export type { PeerdeskConnection } from './connection/connect.ts';
export { deskControl, startDesk } from './controls/desk-client.ts';
export type { DeskControl, DeskStart } from './controls/desk-client.ts';
export { egressControl } from './controls/egress-client.ts';
export type { EgressControl } from './controls/egress-client.ts';
export { guardControl } from './controls/guard-client.ts';
export type { GuardControl } from './controls/guard-client.ts';
export { noticesControl, startNotices } from './controls/notices-client.ts';
export type { NoticesControl } from './controls/notices-client.ts';
export { leadControl, type LeadProcess, type LeadProcesses } from './controls/lead-client.ts';
export type { LeadControl } from './controls/lead-client.ts';
export { orderCalls } from './lists/order-calls.ts';
export type { OrderCall } from './lists/order-calls.ts';
export { orderHistory, retentionMs } from './lists/order-history.ts';
export type { EndedOrder, HistoryFilter } from './lists/order-history.ts';
export { holdFromStart, orderControl, placeOrder, placementControl, startOrder } from './controls/order-client.ts';
export type { Shown } from './controls/order-client.ts';
export type { OrderControl, OrderStart, OrderTakeBack, PlacementControl } from './controls/order-client.ts';
export { changeAd, publicationControl, publishAd } from './controls/publication-client.ts';
export type { AdChangeControl, PublicationControl, StartedPublication } from './controls/publication-client.ts';
export { RequestIdTakenError } from './controls/placement-request.ts';
export { registerSearchAttributes } from './kit/search-attribute-setup.ts';
export { endOf } from './kit/workflow-end.ts';
export type { WorkflowEnd } from './kit/workflow-end.ts';
export { listWorkflows, visibilityQuery } from './lists/workflow-list.ts';
export type { ListFilter, ListedWorkflow } from './lists/workflow-list.ts';
export * from '../workflows/contract/definitions.ts';
