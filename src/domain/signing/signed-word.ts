/** What a person has signed. An approval, an unhold and a loosening are cases of it: each names its facts. */
import { z } from 'zod';
import { signatureParts } from '../orders/approval.ts';
import { personKey } from '../orders/names/person-name.ts';

export const signedSchema = z.strictObject({ ...signatureParts, expiresAtMs: z.number().nonnegative() }).readonly();
/** A signature and its end. */
export type Signed = z.infer<typeof signedSchema>;

/** A word that can be signed. */
export interface SignableWord {
  /** What people call it; the first line of the text names it. */
  readonly name: string;
  readonly version: number;
  readonly by: string;
  /** In the order of the text. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/**
 * Returns the canonical text that a person signs: one line per fact, values as JSON, so that no text can be mistaken for
 * another.
 */
export function wordText({ name, version, facts }: SignableWord, end: Omit<Signed, 'signature'>): string {
  const { expiresAtMs, keyId: key, nonce } = end;
  const lines = Object.entries({ ...facts, expiresAtMs, key, nonce });
  return [`peerdesk ${name} ${version}`, ...lines.map(([fact, value]) => `${fact}: ${JSON.stringify(value)}`)].join(
    '\n',
  );
}

/** Shorter than a signature may live, so that slightly different clocks do not exceed it. */
const shareOfLife = 0.9;

/** Returns when what is signed now ends. */
export function signatureEndMs({ nowMs, lifeMs }: { readonly nowMs: number; readonly lifeMs: number }): number {
  return nowMs + Math.floor(lifeMs * shareOfLife);
}

/** Names one signature, so that it counts once. */
export function fingerprintOf({ keyId, nonce }: Pick<Signed, 'keyId' | 'nonce'>): string {
  return `${keyId}:${nonce}`;
}

export interface WordCheck {
  readonly nowMs: number;
  /** Longest life that a signature may claim from now on. */
  readonly lifeMs: number;
  /** By the name of the key; the form is the verifier's. */
  readonly publicKeys: ReadonlyMap<string, string>;
  /** Returns false for a key or signature that is unreadable; must not throw. */
  readonly verify: (signature: { publicKey: string; text: string; signature: string }) => boolean;
}

/** What is wrong with the signature of a word. */
export type SignatureProblem = 'missing' | 'unknown-key' | 'other-person' | 'expired' | 'too-long' | 'unfit';

/** Returns why the signature of a word does not count, or null: it is a known key's of the person, over these facts, in time. */
export function signedWordRefusal(
  word: SignableWord,
  signed: Signed | null,
  check: WordCheck,
): SignatureProblem | null {
  if (signed === null) return 'missing';
  const publicKey = check.publicKeys.get(signed.keyId);
  if (publicKey === undefined) return 'unknown-key';
  if (personKey(word.by) !== personKey(signed.keyId)) return 'other-person';
  if (check.nowMs >= signed.expiresAtMs) return 'expired';
  if (signed.expiresAtMs > check.nowMs + check.lifeMs) return 'too-long';
  const fits = check.verify({ publicKey, text: wordText(word, signed), signature: signed.signature });
  return fits ? null : 'unfit';
}
