/**
 * Every message of every workflow, and what they carry. Commands are updates (they answer, and a validator refuses
 * wrong input); each has a signal twin with the same name on the wire, for `temporal workflow signal`. Facts (events of the market) are signals. The name on the wire is the name here without its suffix.
 */
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { PricingDecision } from '../../domain/pricing/pricing.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import type { AdView } from './ad-contract.ts';
import type { DeskView, IntakeReport, KillSwitchCommand } from './desk-contract.ts';
import type { ReleaseRules } from '../../domain/orders/release-rules.ts';

export type * from './ad-contract.ts';
export type * from './order-contract.ts';
export type * from './placement-contract.ts';
export {
  claimPlacementUpdate,
  departUpdate,
  orderCommands,
  orderEventsFact,
  orderStateQuery,
  placedFact,
} from './order-messages.ts';
export type { ApprovalWord, Departure, OrderEvent } from './order-messages.ts';
export { placementCommands, placementStateQuery } from './placement-contract.ts';
export type { ReleaseRules } from '../../domain/orders/release-rules.ts';
export type * from './desk-contract.ts';
export {
  awaitBanNewsUpdate,
  banReportedFact,
  breakerReportedFact,
  egressCommands,
  egressStateQuery,
} from './egress-contract.ts';
export type { Ban, BanNews, BreakerReport, EgressInput, EgressMemory, EgressView } from './egress-contract.ts';
export { giveBackFact, guardCommands, guardMemoryQuery, guardStateQuery, permitUpdate } from './guard-contract.ts';
export type { GuardInput, GuardRunMemory, GuardView, PermitReply } from './guard-contract.ts';
export { operatorSchema } from './message.ts';
export type { Command, Fact, RefusedMessages } from './message.ts';
export type { Mode } from '../../domain/mode.ts';
export { modes } from '../../domain/mode.ts';
export * from './workflow-ids.ts';
export * from './search-attributes.ts';

/** Who did it and why: stands in the history and in the details. */
export interface Operator {
  by: string;
  note?: string;
}

// --- an ad -----------------------------------------------------------------------------------------------------
export const adStateQuery = defineQuery<AdView>('state');
export const adExplainQuery = defineQuery<PricingDecision | null>('explain');
export const pauseUpdate = defineUpdate<AdView, [Operator]>('pause');
export const resumeUpdate = defineUpdate<AdView, [Operator]>('resume');
export const repriceNowUpdate = defineUpdate<AdView, [Operator]>('repriceNow');
export const setRulesUpdate = defineUpdate<AdView, [Partial<PricingRules>]>('setRules');
export const overridePriceUpdate = defineUpdate<AdView, [{ price: string; forMs: number }]>('overridePrice');
export const stopUpdate = defineUpdate<AdView, [Operator]>('stop');
export const pauseSignal = defineSignal<[Operator]>('pause');
export const resumeSignal = defineSignal<[Operator]>('resume');
export const repriceNowSignal = defineSignal<[Operator]>('repriceNow');
export const setRulesSignal = defineSignal<[Partial<PricingRules>]>('setRules');
export const overridePriceSignal = defineSignal<[{ price: string; forMs: number }]>('overridePrice');
export const stopSignal = defineSignal<[Operator]>('stop');

// --- an account's desk -------------------------------------------------------------------------------------------
export const deskStateQuery = defineQuery<DeskView>('state');
export const killSwitchUpdate = defineUpdate<DeskView, [KillSwitchCommand]>('killSwitch');
export const setReleaseRulesUpdate = defineUpdate<DeskView, [ReleaseRules]>('setReleaseRules');
export const stopDeskUpdate = defineUpdate<DeskView, [Operator]>('stop');
export const killSwitchSignal = defineSignal<[KillSwitchCommand]>('killSwitch');
export const setReleaseRulesSignal = defineSignal<[ReleaseRules]>('setReleaseRules');
export const stopDeskSignal = defineSignal<[Operator]>('stop');
/** Answers the order that owns a payment proof: the first claim wins. */
export const claimProofUpdate = defineUpdate<string, [{ proofId: string; orderNumber: string }]>('claimProof');
export const intakeReportSignal = defineSignal<[IntakeReport]>('intakeReport');
