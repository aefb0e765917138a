import { z } from 'zod';
import type { RefusedMessages } from './message.ts';

export const leadInputSchema = z.strictObject({
  account: z.string().regex(/^[\w.-]{1,40}$/, 'an account alias'),
});

/** What starts the workflow that says which process leads an account. */
export type LeadInput = z.infer<typeof leadInputSchema>;

export interface LeadMemory {
  refused: RefusedMessages;
}
