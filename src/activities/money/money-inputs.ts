import { z } from 'zod';
import { isPositiveDecimalText } from '../../domain/decimal.ts';
import { modes } from '../../domain/mode.ts';
import { cancelReasonSchema } from '../../domain/cancel-reason.ts';
import { approvalSchema } from '../../domain/orders/approval.ts';
import { maxMatches, paymentMatchSchema, seenMarkParts } from '../../domain/orders/payment-match.ts';
import { releaseRulesSchema } from '../../domain/orders/release-rules.ts';

/** Inputs of the money steps: whatever schedules one, only this form is accepted. The write guard judges the mode. */
const orderNumber = z.string().regex(/^[\w-]{1,80}$/);
const payId = z.string().min(1).max(40).nullable();
const fence = z.strictObject({ boundMs: z.int().min(1).max(600_000), recvWindowMs: z.int().min(1).max(60_000) });
const decimal = z.string().refine(isPositiveDecimalText, 'must be a decimal above zero');
const currency = z.string().regex(/^[A-Z0-9]{2,12}$/);
const mode = z.unknown();

const gate = z.strictObject({
  orderNumber,
  mode: z.enum(modes),
  role: z.enum(['maker', 'taker']),
  rules: releaseRulesSchema,
  approvals: z.array(approvalSchema).max(50),
  match: paymentMatchSchema.nullable(),
  earlierMatches: z.array(paymentMatchSchema).max(maxMatches),
  shownElsewhere: z.array(z.string()).max(maxMatches + 1),
  isReleasedHere: z.boolean().optional(),
  held: z.boolean(),
  knownEpoch: z.int().nonnegative(),
  resetId: z.string().min(1).max(100).nullable(),
  paidSinceMs: z.number().nonnegative(),
  approvalLifeMs: z.int().min(1).max(86_400_000),
});

export const markPaidSchema = z.strictObject({
  mode,
  orderNumber,
  payId,
  resetId: z.string().min(1).max(100).nullable(),
  seen: z.strictObject(seenMarkParts),
  fence,
});

export const cancelOrderSchema = z.strictObject({
  mode,
  orderNumber,
  reason: cancelReasonSchema,
  text: z.string().min(1).max(500).nullable(),
  mayBePaid: z.boolean(),
  resetId: z.string().min(1).max(100).nullable(),
  seen: z.strictObject(seenMarkParts),
  fence,
});

export const releaseCoinSchema = z
  .strictObject({ mode, orderNumber, payId, fence, gate })
  .refine((input) => input.gate.orderNumber === input.orderNumber, 'the gate is of another order');

export const placeOrderSchema = z.strictObject({
  mode,
  requestId: z.string().regex(/^[\w.-]{1,60}$/),
  adNumber: z.string().regex(/^[\w-]{1,80}$/),
  asset: currency,
  fiat: currency,
  side: z.enum(['BUY', 'SELL']),
  totalAmount: decimal,
  matchPrice: decimal,
  payId,
  fence,
});

const order = z.looseObject({ orderNumber });
const placement = z.looseObject({ requestId: z.string().regex(/^[\w.-]{1,60}$/) });

/** Returns the readable part of a malformed input: for the log, never to act on. */
export function meantBy(raw: unknown): { subject: string; mode: unknown } {
  const subject = order.safeParse(raw).data?.orderNumber ?? placement.safeParse(raw).data?.requestId ?? 'unreadable';
  return { subject, mode: z.looseObject({ mode }).safeParse(raw).data?.mode };
}
