/** What a phone asks the desk's window for, and signs by a passkey: facts of a read of now, with an end and a nonce of the worker. */
import { z } from 'zod';
import { signatureParts } from '../orders/approval.ts';
import { keyNamePattern } from '../orders/names/key-name.ts';
import { seenSchema } from '../orders/seen.ts';
import { factsCodeSchema } from '../signing/facts-code.ts';

export const approvalAskSchema = z.strictObject({
  by: z.string().min(1).max(80),
  keyId: z.string().regex(keyNamePattern, 'must be the name of a key'),
});
export type ApprovalAsk = Readonly<z.infer<typeof approvalAskSchema>>;

/** Longer than any text of an approval, with as many payments as an order has. */
const maxText = 30_000;
const maxWhy = 1_000;

export const approvalAnswerSchema = z.union([
  z.object({
    word: z.object({
      /** In the order of the text. */
      facts: z.record(z.string(), z.unknown()),
      /** What is signed. */
      text: z.string().max(maxText),
      seen: seenSchema,
      nonce: signatureParts.nonce,
      expiresAtMs: z.number().nonnegative(),
      /** Of the facts. */
      code: factsCodeSchema,
    }),
  }),
  /** Why there is nothing to sign now. */
  z.object({ why: z.string().max(maxWhy) }),
]);
/** The word to sign; else why there is none. */
export type ApprovalAnswer = Readonly<z.infer<typeof approvalAnswerSchema>>;
