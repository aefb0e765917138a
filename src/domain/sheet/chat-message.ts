/** What a person writes at an order, and what became of it. */
import { z } from 'zod';
import { sha256 } from '../sha256.ts';
import { sentPictureSchema } from './chat-picture.ts';
import { maxSaid, missingSchema } from './order-sheet.ts';

/** Control characters and lone surrogates; a line break is a form of writing. */
const unsayable = /[^\P{Cc}\n]|\p{Cs}/u;

export type MessageFault = 'empty' | 'too-long' | 'unsayable';

/** Returns why a text is not sent; null: it may be. What is longer would not be shown whole when it is read back. */
export function messageFault(text: string): MessageFault | null {
  if (text.trim() === '') return 'empty';
  if (text.length > maxSaid) return 'too-long';
  return unsayable.test(text) ? 'unsayable' : null;
}

/** Returns the id of a message that follows from what it is: who says it again has the same one (a UUID of version 8). */
export function derivedId(...parts: readonly string[]): string {
  return sha256(JSON.stringify(parts)).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}

export const messageSchema = z.strictObject({
  /** Minted before it is sent; the chat carries it, so that the message is found again. */
  id: z.uuid(),
  /** Null: it is a picture or a greeting. */
  text: z.string().max(maxSaid).nullable(),
  picture: sentPictureSchema.optional(),
  /** The name of a text of the file, which the worker fills in; absent: it is said as it stands. */
  greeting: z.string().max(40).optional(),
  /** When it was tried before, in ms since the epoch; null: never. */
  triedAtMs: z.number().nullable(),
  /** It is meant also where an appeal has begun. */
  despiteAppeal: z.boolean(),
});
/** A message of ours to an order's counterparty. */
export type OrderMessage = Readonly<z.infer<typeof messageSchema>>;

/** Why a greeting is not said: no such text, an order in another state, a part without a value; and of the desk alone what it stops at. */
export const greetingBars = [
  'unknown',
  'other-state',
  'other-order',
  'no-value',
  'late',
  'stopped',
  'blocked',
] as const;

const said = z.string().max(maxSaid);

const notSentSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('fault'), fault: z.enum(['empty', 'too-long', 'unsayable']) }),
  /** This process may write nothing to the service. */
  z.object({ code: z.literal('not-allowed'), message: said }),
  /** The order cannot be read now, or nothing is called. */
  z.object({ code: z.literal('order'), missing: missingSchema }),
  z.object({ code: z.literal('appeal') }),
  /** The desk of the account holds no socket. */
  z.object({ code: z.literal('no-socket') }),
  /** The socket has no connection: it did not leave. */
  z.object({ code: z.literal('offline'), message: said }),
  /** The service took it for none. */
  z.object({ code: z.literal('refused'), message: said }),
  /** The chat has another message with its id. */
  z.object({ code: z.literal('other-text') }),
  /** What the file has to say is not said of this order now. */
  z.object({ code: z.literal('greeting'), why: z.enum(greetingBars) }),
]);
export type NotSent = z.infer<typeof notSentSchema>;

const unknownSchema = z.discriminatedUnion('code', [
  /** It left, or may have, and the chat does not show it so far. */
  z.object({ code: z.literal('unseen'), triedAtMs: z.number() }),
  /** The chat cannot be read back. */
  z.object({ code: z.literal('unread'), missing: missingSchema }),
  /** It may be among rows that were not read, or cannot be. */
  z.object({ code: z.literal('beyond') }),
]);

export const saidSchema = z.discriminatedUnion('outcome', [
  /** `before`: an earlier try had sent it, and nothing left now. */
  z.object({ outcome: z.literal('sent'), before: z.boolean() }),
  z.object({ outcome: z.literal('not-sent'), why: notSentSchema }),
  z.object({ outcome: z.literal('unknown'), why: unknownSchema }),
]);
/** What became of a message. */
export type Said = z.infer<typeof saidSchema>;

export const markedSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('marked') }),
  z.object({ outcome: z.literal('not-marked'), why: notSentSchema }),
]);
/** Whether the messages of an order were marked as read. */
export type Marked = z.infer<typeof markedSchema>;

/** What the newest rows of a chat show of one of our messages. */
export type FoundMessage =
  /** `text` of null: it is a picture. */
  | { readonly kind: 'found'; readonly text: string | null }
  | { readonly kind: 'absent' }
  /** It may be among older rows, or among rows that cannot be read. */
  | { readonly kind: 'beyond' };

/** A frame that left may still be on its way for so long: it is not repeated before. */
export const settleMs = 60_000;

/** Returns what became of an earlier try; null: it did not arrive, so that the message may be sent now. */
export function saidBefore(
  found: FoundMessage,
  { text, triedAtMs }: Pick<OrderMessage, 'text'> & { readonly triedAtMs: number },
  nowMs: number,
): Said | null {
  switch (found.kind) {
    case 'found':
      return found.text === text
        ? { outcome: 'sent', before: true }
        : { outcome: 'not-sent', why: { code: 'other-text' } };
    case 'absent':
      return nowMs - triedAtMs < settleMs ? { outcome: 'unknown', why: { code: 'unseen', triedAtMs } } : null;
    case 'beyond':
      return { outcome: 'unknown', why: { code: 'beyond' } };
  }
}
