import { z } from 'zod';
import type { BarredStep } from '../step-bar.ts';
import { onceStepNames } from '../once-steps.ts';
import { generationSchema, identifierSchema } from './guard-memory.ts';
import { callIdSchema, permittedCallSchema } from './permitted-call.ts';

/** What a worker asks for a claimed money call. Every field is required, unknown ones are refused. */
export const permitRequestSchema = z
  .strictObject({
    step: z.enum(onceStepNames),
    /** The order; for `place` the request id, for `publish` the name of the ad. */
    subject: identifierSchema,
    /** Of the register that has claimed it. */
    generation: generationSchema,
    /** Its number in the register: each is permitted once, and none below one that was permitted. */
    number: z.int().positive(),
    /** What it was claimed as: a copy of the register that has claimed this number names another one. */
    callId: callIdSchema,
    /** The highest call that was permitted before, as far as the register knows; null: none. */
    known: permittedCallSchema.nullable(),
  })
  .readonly();
export type PermitRequest = z.infer<typeof permitRequestSchema>;

export type PermitAnswer = { readonly permitted: true } | ({ readonly permitted: false } & BarredStep);
