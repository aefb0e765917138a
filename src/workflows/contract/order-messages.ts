import { defineQuery, defineUpdate } from '@temporalio/workflow';
import { z } from 'zod';
import { cancelReasonSchema } from '../../domain/cancel-reason.ts';
import { signedWordSchema } from '../../domain/orders/approval.ts';
import { paymentParts, proofIdSchema, seenMarkParts } from '../../domain/orders/payment-match.ts';
import { seenSchema } from '../../domain/orders/seen.ts';
import { releaseRulesSchema } from '../../domain/orders/release-rules.ts';
import { signedSchema } from '../../domain/signing/signed-word.ts';
import { commandsFor, fact, operatorSchema } from './message.ts';
import { modeSchema, paymentNoticeSchema, resolutionSchema, type OrderView } from './order-contract.ts';

const approvalWordSchema = operatorSchema.extend({
  ...seenMarkParts,
  /** What a typed approval has seen; absent: the order as it is when the approval arrives. */
  seen: seenSchema.optional(),
  /** The signature, where the worker counts signed approvals only. */
  signed: signedWordSchema.nullable().default(null),
});
export type ApprovalWord = z.input<typeof approvalWordSchema>;

/** A payment as it is attached; `by`: who says so. */
const attachedMatchSchema = z.strictObject({
  ...paymentParts,
  ...seenMarkParts,
  by: operatorSchema.shape.by.optional(),
});
export type AttachedMatch = z.input<typeof attachedMatchSchema>;

const detachSchema = operatorSchema.extend({ proofId: proofIdSchema });
const unholdSchema = operatorSchema.extend({
  ...seenMarkParts,
  /** The signature, where approvals are signed. */
  signed: signedSchema.nullable().default(null),
});
export type UnholdWord = z.input<typeof unholdSchema>;

/** It asks, and allows nothing: that people have said so is in the register. */
const cancelWordSchema = operatorSchema.extend({
  ...seenMarkParts,
  reason: cancelReasonSchema,
  despitePayment: z.boolean().optional(),
});
export type CancelWord = z.input<typeof cancelWordSchema>;

export type DetachWord = z.input<typeof detachSchema>;

const orderCommand = commandsFor<OrderView>();

/**
 * The commands of an order, for who sends them without `orderControl`.
 *
 * @example
 * const order = client.workflow.getHandle(orderWorkflowId(account, orderNumber));
 * const word = { by: 'ana', note: 'asking the bank' };
 * const { held } = await order.executeUpdate(orderCommands.hold.update, { args: [word] });
 * held; // → word
 */
export const orderCommands = {
  approveRelease: orderCommand(
    'approveRelease',
    approvalWordSchema,
    'A human approves the release of what the page shows; every other check must still hold',
  ),
  revokeApproval: orderCommand('revokeApproval', operatorSchema, 'Take every approval back'),
  hold: orderCommand('hold', operatorSchema, 'Nothing is paid or released until unhold'),
  unhold: orderCommand(
    'unhold',
    unholdSchema,
    'Lift a hold; approvals have to be given again. Also: it goes on, although Temporal was asked to cancel it',
  ),
  verifyKyc: orderCommand(
    'verifyKyc',
    operatorSchema,
    "The counterparty's extra identity check is fine: reported to the service, which then shows the payment details",
  ),
  attachMatch: orderCommand(
    'attachMatch',
    attachedMatchSchema,
    'A payment that a bank reader saw: amount, payer, and an id of the proof',
  ),
  detachMatch: orderCommand(
    'detachMatch',
    detachSchema,
    'Take an attached payment back, by its proof, before a release rests on it; approvals have to be given again',
  ),
  confirmPayment: orderCommand(
    'confirmPayment',
    paymentNoticeSchema,
    'The bank transfer of an order that the desk buys with has left; the order is then marked paid',
  ),
  cancelOrder: orderCommand(
    'cancelOrder',
    cancelWordSchema,
    'Cancel an order that the desk buys with, once, for a reason from 1 to 6; 5 needs a note',
  ),
  resolve: orderCommand(
    'resolve',
    resolutionSchema,
    'A human says what happened to a step whose outcome is unknown or not confirmed',
  ),
  changeMode: orderCommand(
    'changeMode',
    operatorSchema.extend({ mode: modeSchema }),
    'Go on in another mode: what a shadow recorded counts as not done',
  ),
  stop: orderCommand('stop', operatorSchema, 'Carry the order no longer; it stays at the service as it is'),
};

const eventSchema = z.strictObject({
  status: z.string().max(60).nullable(),
  atMs: z.number().nonnegative(),
  source: z.string().max(40),
});

/** A fact about an order from the chat socket or a list: never a command, it only triggers a look. */
export type OrderEvent = z.infer<typeof eventSchema>;

export const orderEventsFact = fact(
  'orderEvents',
  z.array(eventSchema).min(1).max(1_000),
  'Facts from the chat or a list: each only asks for a read of the order',
);

const placedSchema = z.strictObject({ requestId: z.string().min(1).max(80), release: releaseRulesSchema });

/**
 * The service itself assigned this order's number to a placement, so the placement owns it, with its own release rules.
 */
export const placedFact = fact('placed', placedSchema, 'Which placement was given this order by the service');

export const orderStateQuery = defineQuery<OrderView>('state');
/** Returns the request id that owns the order: the first claim wins, so two placements never share one order. */
export const claimPlacementUpdate = defineUpdate<string, [string]>('claimPlacement');
export const requestIdSchema = z.string('must be a request id').min(1).max(80);
