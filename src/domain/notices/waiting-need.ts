/** What waits for a person, as the process that leads an account says it to people who look. */
import { z } from 'zod';
import { knownFact } from './need-fact.ts';
import { needTypes } from './need.ts';

/** More than a person reads; a look of the notices has no more. */
export const maxWaiting = 300;

export const waitingNeedsSchema = z
  .array(
    z.object({
      workflowId: z.string().max(200),
      type: z.enum(needTypes),
      /** What no code of ours says becomes a plain need. */
      fact: z.unknown().transform(knownFact),
      sinceMs: z.number().min(-8e15).max(8e15),
      isUrgent: z.boolean(),
    }),
  )
  .max(maxWaiting);

/** The most urgent first. */
export type WaitingNeeds = z.output<typeof waitingNeedsSchema>;
export type WaitingNeed = WaitingNeeds[number];
