/**
 * Keys and signatures of people and doors: Ed25519, a public key as 32 bytes in base64 and a signature in base64; or a passkey.
 */
import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { isPasskeyText } from '../domain/signing/passkey-text.ts';
import { bytesOf } from './base64-bytes.ts';
import { isPasskeySignature, passkeyOf } from './passkey.ts';

const keyBytes = 32;
const signatureBytes = 64;

/** Parses a public key of Ed25519; null for anything else. */
export function publicKeyOf(text: string): KeyObject | null {
  const bytes = bytesOf(text, 'base64');
  if (bytes?.length !== keyBytes) return null;
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
  } catch {
    return null;
  }
}

/** Names a public key of a person, whatever its form; null: it is none. */
export function keyIdentity(text: string): string | null {
  const key = isPasskeyText(text) ? passkeyOf(text)?.key : publicKeyOf(text);
  return key?.export({ format: 'der', type: 'spki' }).toString('base64') ?? null;
}

interface SignedText {
  /** Its form says which kind of key it is, and the signature has to be of the same kind. */
  publicKey: string;
  text: string;
  signature: string;
}

/** As many as a busy desk looks at in two days. */
const maxVerified = 20_000;
/** What was found to be signed, by its signature, the oldest first: each look at a gate verifies hundreds of sightings. */
const verified = new Map<string, Pick<SignedText, 'publicKey' | 'text'>>();

/** Whether the owner of the key has signed the text. What was once found to be signed is not reckoned again. Never throws. */
export function isSignature({ publicKey, text, signature }: SignedText): boolean {
  const known = verified.get(signature);
  if (known?.publicKey === publicKey && known.text === text) return true;
  if (!isSigned({ publicKey, text, signature })) return false;
  verified.set(signature, { publicKey, text });
  const [oldest] = verified.keys();
  if (verified.size > maxVerified && oldest !== undefined) verified.delete(oldest);
  return true;
}

function isSigned({ publicKey, text, signature }: SignedText): boolean {
  if (isPasskeyText(publicKey)) {
    const passkey = passkeyOf(publicKey);
    return passkey !== null && isPasskeySignature(passkey, text, signature);
  }
  const [key, bytes] = [publicKeyOf(publicKey), bytesOf(signature, 'base64')];
  return key !== null && bytes?.length === signatureBytes && verify(null, Buffer.from(text), key, bytes);
}
