/** The call behind a number: two copies of a register claim the same number, and never the same call. */
import { z } from 'zod';
import { boundedText } from '../kept-text.ts';

const maxCallIdBytes = 60;
/** What the worker names a claim by, at random. */
export const callIdSchema = boundedText(maxCallIdBytes);

/** A call that a guard has permitted. */
export const permittedCallSchema = z.strictObject({ number: z.int().positive(), callId: callIdSchema }).readonly();
export type PermittedCall = z.infer<typeof permittedCallSchema>;

/** Returns the number of a call; 0: there is none. */
export function numberOf(call: PermittedCall | null): number {
  return call?.number ?? 0;
}

/** Whether it is the same call, and not only the same number. */
export function isSameCall(one: PermittedCall | null, other: PermittedCall | null): boolean {
  return one?.number === other?.number && one?.callId === other?.callId;
}
