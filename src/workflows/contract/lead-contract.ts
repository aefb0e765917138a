import { z } from 'zod';
import type { KeptRefusals } from './message.ts';

export const leadInputSchema = z.strictObject({
  group: z.string().regex(/^[\w.-]{1,40}$/, 'the name of a group of accounts'),
});

/** What starts the workflow that says which process leads a group. */
export type LeadInput = z.infer<typeof leadInputSchema>;

export interface LeadMemory {
  refused: KeptRefusals;
}
