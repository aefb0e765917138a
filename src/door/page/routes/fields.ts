/** What forms bring back. */
import { z } from 'zod';

export const challengeFields = {
  nonce: z.string().regex(/^[\da-f]{32}$/),
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
