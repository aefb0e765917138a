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

/** Whether the owner of the key has signed the text. */
export function isSignature({ publicKey, text, signature }: SignedText): boolean {
  const key = publicKeyOf(publicKey);
  return key !== null && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
}
