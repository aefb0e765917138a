/**
 * Every message of every workflow with its contents. Commands are updates (they answer, and a validator refuses wrong
 * input); each has a signal twin with the same name on the wire, for `temporal workflow signal`. Facts (events of the
 * market) are signals. The name on the wire is the name here without its suffix.
 */
import { defineQuery } from '@temporalio/workflow';
import type { DeskView } from './desk-contract.ts';

export type * from './ad-contract.ts';
export type * from './order-contract.ts';
export type * from './placement-contract.ts';
export type * from './publication-contract.ts';
export type * from './ad-change-contract.ts';
export { claimPlacementUpdate, orderCommands, orderEventsFact, orderStateQuery, placedFact } from './order-messages.ts';
export type { ApprovalWord, AttachedMatch, CancelWord, DetachWord, OrderEvent, UnholdWord } from './order-messages.ts';
export { placementCommands, placementStateQuery } from './placement-contract.ts';
export { publicationCommands, publicationStateQuery } from './publication-contract.ts';
export { adChangeCommands, adChangeStateQuery } from './ad-change-contract.ts';
export type { ReleaseRules } from '../../domain/orders/release-rules.ts';
export { deskCommands, intakeReportFact } from './desk-contract.ts';
export type * from './desk-contract.ts';
export {
  awaitBanNewsUpdate,
  banReportedFact,
  breakerReportedFact,
  egressCommands,
  egressStateQuery,
} from './egress-contract.ts';
export type { Ban, BanNews, BreakerReport, EgressInput, EgressMemory, EgressView } from './egress-contract.ts';
export {
  catchUpUpdate,
  claimPublicationUpdate,
  guardCommands,
  guardMemoryQuery,
  guardStateQuery,
  permitUpdate,
} from './guard-contract.ts';
export type { CatchUp, GuardAnswer, GuardInput, GuardRunMemory, GuardView, PermitReply } from './guard-contract.ts';
export { noticesReportFact, noticesStateQuery } from './notices-contract.ts';
export type { NoticesInput, NoticesView } from './notices-contract.ts';
export { operatorSchema } from './message.ts';
export type { Command, Fact, Operator, RefusedMessages } from './message.ts';
export type { Mode } from '../../domain/mode.ts';
export { modes } from '../../domain/mode.ts';
export * from './task-queues.ts';
export * from './workflow-ids.ts';
export * from './search-attributes.ts';

// --- an ad -----------------------------------------------------------------------------------------------------
export { adCommands, adDiffQuery, adExplainQuery, adStateQuery } from './ad-contract.ts';

// --- an account's desk -------------------------------------------------------------------------------------------
export const deskStateQuery = defineQuery<DeskView>('state');
