import { z } from 'zod';
import type { OwnFailure } from '../failures/own-failures.ts';
import { maxMatches } from '../orders/payment-match.ts';
import { amountSchema, dayMs, fiatSchema, identifierSchema } from './guard-memory.ts';

/**
 * What a worker asks as the last check before a money call leaves. Every field is required, unknown ones are refused.
 */
export const permitRequestSchema = z
  .strictObject({
    step: z.enum(['place', 'mark-paid', 'release', 'publish']),
    /** The order; for `place` the request id, for `publish` the name of the ad. */
    orderNumber: identifierSchema,
    /** In the fiat. */
    amount: amountSchema,
    fiat: fiatSchema,
    /** The payment that backs a release, in any form; null: none. Used for releases only. */
    proof: z.string().nullable(),
    /** The other payments that back it, where it was paid in parts; absent: none. */
    otherProofs: z.array(z.string()).max(maxMatches).optional(),
    /** The 30 s step of the one-time code sent with the call; null: no code. */
    codeStep: z.int().nonnegative().nullable(),
    counterparty: z.string().max(80).nullable(),
    /** The worker's own limits: largest sum of releases in 24 h, in the fiat of the request; null: no limit. */
    caps: z.strictObject({ perDay: amountSchema.nullable() }).readonly(),
    /** How long an earlier call may be unseen by the worker's settings, in ms; absent: a minute at most. */
    openMs: z.int().positive().max(dayMs).optional(),
  })
  .readonly();
export type PermitRequest = z.infer<typeof permitRequestSchema>;

export type PermitAnswer =
  | { readonly permitted: true }
  | {
      readonly permitted: false;
      readonly reason: OwnFailure;
      readonly text: string;
      /** Of a call that may have left: by then it shows in reads, or never will. Absent: no time heals it. */
      readonly untilMs?: number;
    };
