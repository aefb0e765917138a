/** What waits for a person, as the process that leads an account says it to people who look. */
import { z } from 'zod';
import { knownFact } from './need-fact.ts';
import { needTypes } from './need.ts';

/** More than a person reads. */
export const maxWaiting = 300;

const waitingNeedSchema = z.object({
  workflowId: z.string().max(200),
  type: z.enum(needTypes),
  /** What no code of ours says becomes a plain need. */
  fact: z.unknown().transform(knownFact),
  sinceMs: z.number().min(-8e15).max(8e15),
  isUrgent: z.boolean(),
});
export type WaitingNeed = z.output<typeof waitingNeedSchema>;

export const waitingNeedsSchema = z.object({
  /** The most urgent first. */
  needs: z.array(waitingNeedSchema).max(maxWaiting),
  /** Whether more waits than these. */
  isCut: z.boolean(),
});
export type WaitingNeeds = z.output<typeof waitingNeedsSchema>;
