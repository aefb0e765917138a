/** What any workflow refuses a message with, whatever the message asks for. */
import { z } from 'zod';

/** A sender chooses what a refusal repeats, and a memory has a bound. */
export const maxRefusedText = 500;
const said = z.string().max(maxRefusedText);

export const messageRefusalSchemas = [
  /** Its payload cannot be read; `reason` is the codec's. */
  z.strictObject({ code: z.literal('unreadable'), reason: said }),
  /** It has another form than its schema, which says where. */
  z.strictObject({ code: z.literal('malformed'), issues: said }),
  z.strictObject({ code: z.literal('no-such-signal') }),
  /** An error of this program, or of what a command does after it was taken. */
  z.strictObject({ code: z.literal('failed'), message: said }),
] as const;

export type MessageRefusal = z.infer<(typeof messageRefusalSchemas)[number]>;
