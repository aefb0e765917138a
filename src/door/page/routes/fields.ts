/** What forms bring back. */
import { z } from 'zod';

const nonceField = z.string().regex(/^[\da-f]{32}$/);

export const challengeFields = {
  nonce: nonceField,
  expiresAtMs: z.coerce.number().int().positive(),
  seal: z.string().max(64),
};

/** What a passkey has signed, as the script of the page writes it. */
export const answerField = z
  .string()
  .max(2_000)
  .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/);

/** Why a person does something; empty: he does not say. */
export const noteField = z
  .string()
  .trim()
  .max(200)
  .transform((text) => (text === '' ? null : text));

export const replyFields = {
  nonce: nonceField,
  /** A browser ends lines of its own way, and leaves out an empty first one: shown again it would be another message. What may be said the desk decides. */
  text: z
    .string()
    .max(2_000)
    .transform((text) => text.replaceAll('\r\n', '\n').trim()),
  /** Of a box, which a browser leaves out where it is not ticked. */
  meant: z.literal('yes').optional(),
};
