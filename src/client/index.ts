/** `peerdesk/client`: start, signal, query and update the desk's workflows from code. */
export { adControl, startAd } from './ad-client.ts';
export type { AdControl, AdExplanation, AdStart, StartedAd } from './ad-client.ts';
export { CommandRefusedError, CommandTimeoutError } from './command-answer.ts';
export { connectTemporal } from './connect.ts';
export type { PeerdeskConnection } from './connect.ts';
export { deskControl, egressControl, startDesk } from './desk-client.ts';
export type { DeskControl, DeskStart, EgressControl } from './desk-client.ts';
export { guardControl } from './guard-client.ts';
export type { GuardControl } from './guard-client.ts';
export { orderControl, placeOrder, placementControl, startOrder } from './order-client.ts';
export type { OrderControl, OrderStart, PlacementControl } from './order-client.ts';
export { RequestIdTakenError } from './placement-request.ts';
export { registerSearchAttributes } from './search-attribute-setup.ts';
export { endOf } from './workflow-end.ts';
export type { WorkflowEnd } from './workflow-end.ts';
export { listWorkflows, visibilityQuery } from './workflow-list.ts';
export type { ListFilter, ListedWorkflow } from './workflow-list.ts';
export * from '../workflows/contract/definitions.ts';
