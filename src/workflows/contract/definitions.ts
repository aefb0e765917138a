/**
 * Every message of every workflow, and what they carry. Commands are updates (they answer, and a validator refuses
 * wrong input); each has a signal twin with the same name on the wire, for `temporal workflow signal`. Facts (events of the market) are signals. The name on the wire is the name here without its suffix.
 */
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { PricingDecision } from '../../domain/pricing/pricing.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import type { AdView } from './ad-contract.ts';
import type { DeskView, IntakeReport, KillSwitchCommand } from './desk-contract.ts';
import type { PaymentMatch } from '../../domain/orders/payment-match.ts';
import type {
  OrderEvent,
  OrderView,
  PaymentNotice,
  PlacementView,
  ReleaseRules,
  Resolution,
} from './order-contract.ts';

export type * from './ad-contract.ts';
export type * from './order-contract.ts';
export type * from './desk-contract.ts';
export { banReportedFact, breakerReportedFact, egressCommands, egressStateQuery } from './egress-contract.ts';
export type { Ban, BreakerReport, EgressInput, EgressMemory, EgressView } from './egress-contract.ts';
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

// --- an order --------------------------------------------------------------------------------------------------
export const orderStateQuery = defineQuery<OrderView>('state');
export const approveReleaseUpdate = defineUpdate<OrderView, [Operator]>('approveRelease');
export const holdUpdate = defineUpdate<OrderView, [Operator]>('hold');
export const unholdUpdate = defineUpdate<OrderView, [Operator]>('unhold');
export const confirmPaymentUpdate = defineUpdate<OrderView, [PaymentNotice]>('confirmPayment');
export const verifyKycUpdate = defineUpdate<OrderView, [Operator]>('verifyKyc');
export const attachMatchUpdate = defineUpdate<OrderView, [PaymentMatch]>('attachMatch');
export const resolveUpdate = defineUpdate<OrderView, [Resolution]>('resolve');
/** Answers the request id that owns the order: the first claim wins, so two placements never share one order. */
export const claimPlacementUpdate = defineUpdate<string, [string]>('claimPlacement');
/** A placement was given this order's number by the service itself, so it owns it, whoever claimed it by its looks. */
export const placedSignal = defineSignal<[string]>('placed');
export const approveReleaseSignal = defineSignal<[Operator]>('approveRelease');
export const holdSignal = defineSignal<[Operator]>('hold');
export const unholdSignal = defineSignal<[Operator]>('unhold');
export const confirmPaymentSignal = defineSignal<[PaymentNotice]>('confirmPayment');
export const verifyKycSignal = defineSignal<[Operator]>('verifyKyc');
export const attachMatchSignal = defineSignal<[PaymentMatch]>('attachMatch');
export const resolveSignal = defineSignal<[Resolution]>('resolve');
export const orderEventsSignal = defineSignal<[OrderEvent[]]>('orderEvents');

// --- placing an order --------------------------------------------------------------------------------------------
export const placementStateQuery = defineQuery<PlacementView>('state');
export const resolvePlacementUpdate = defineUpdate<PlacementView, [Resolution & { orderNumber?: string }]>('resolve');
export const resolvePlacementSignal = defineSignal<[Resolution & { orderNumber?: string }]>('resolve');

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
