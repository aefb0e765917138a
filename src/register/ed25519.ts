/** Keys and signatures of approvers: Ed25519, a public key as 32 bytes in base64. */
import { createPublicKey, verify, type KeyObject } from 'node:crypto';

const keyBytes = 32;

/** Parses a public key; null for anything else. */
export function publicKeyOf(text: string): KeyObject | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== keyBytes) return null;
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
  } catch {
    return null;
  }
}

interface SignedText {
  publicKey: string;
  text: string;
  /** In base64. */
  signature: string;
}

/** As many as a busy desk looks at in two days. */
const maxVerified = 20_000;
/** Texts by the signature that was found to be theirs, the oldest first: each look at a gate verifies hundreds of sightings. */
const verified = new Map<string, string>();

/** Whether the owner of the key has signed the text. What was once found to be signed is not reckoned again. */
export function isSignature({ publicKey, text, signature }: SignedText): boolean {
  const signed = `${publicKey} ${text}`;
  if (verified.get(signature) === signed) return true;
  const key = publicKeyOf(publicKey);
  if (key === null || !verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))) return false;
  verified.set(signature, signed);
  const [oldest] = verified.keys();
  if (verified.size > maxVerified && oldest !== undefined) verified.delete(oldest);
  return true;
}
