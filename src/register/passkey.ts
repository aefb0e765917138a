/**
 * Keys and signatures of passkeys (WebAuthn level 2): the public key as `passkey:ORIGIN:KEY`, a signature as
 * `passkey:AUTHDATA.CLIENTDATA.SIGNATURE`. The challenge is the hash of the text that is signed.
 */
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { readPasskeyText, type PasskeyText } from '../domain/signing/passkey-text.ts';
import { bytesOf } from './base64-bytes.ts';

/** A passkey that can verify. */
interface Passkey extends Pick<PasskeyText, 'origin' | 'host'> {
  readonly key: KeyObject;
  /** Null: the key's own. */
  readonly hash: 'sha256' | null;
}

/** Larger ones no authenticator makes, and each verification costs more. */
const rsaBits = { least: 2_048, most: 4_096 };
const rsaExponent = 65_537n;
const signaturePrefix = 'passkey:';
const maxLetters = 2_000;

/** Bytes of the data of an authenticator that says nothing beside: the hash of the host, flags, a counter. */
const dataBytes = 37;
const hashBytes = 32;
/** The person was there, and was verified (a fingerprint, a face, a PIN): one flag each. */
const [present, personVerified] = [0x01, 0x04];
/** The passkey may be copied to other devices, and has been. */
const [mayBeCopied, isCopied] = [0x08, 0x10];
/** More data follows: of a new key, or of what an extension has answered. The page asks for neither. */
const moreFollows = 0xc0;

/** Reads a passkey; null for anything else. */
export function passkeyOf(text: string): Passkey | null {
  const read = readPasskeyText(text);
  if ('problem' in read) return null;
  const key = keyOf(read.key);
  if (key === null) return null;
  return { origin: read.origin, host: read.host, key, hash: key.asymmetricKeyType === 'ed25519' ? null : 'sha256' };
}

/** The same key has one writing: what would be written otherwise is no key. */
function keyOf(text: string): KeyObject | null {
  const bytes = bytesOf(text, 'base64');
  if (bytes === null) return null;
  try {
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    if (!isKindOfPasskeys(key)) return null;
    const usual = createPublicKey({ key: key.export({ format: 'jwk' }), format: 'jwk' });
    return usual.export({ format: 'der', type: 'spki' }).equals(bytes) ? key : null;
  } catch {
    return null;
  }
}

function isKindOfPasskeys({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (asymmetricKeyType === 'ed25519') return true;
  if (asymmetricKeyType === 'ec') return asymmetricKeyDetails?.namedCurve === 'prime256v1';
  if (asymmetricKeyType !== 'rsa') return false;
  const { modulusLength = 0, publicExponent } = asymmetricKeyDetails ?? {};
  return modulusLength >= rsaBits.least && modulusLength <= rsaBits.most && publicExponent === rsaExponent;
}

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** Whether the passkey has signed the text, with its person verified, on the page of its origin. */
export function isPasskeySignature({ key, hash, origin, host }: Passkey, text: string, signature: string): boolean {
  const parts = partsOf(signature);
  if (parts === null) return false;
  const [data, client, signed] = parts;
  if (!isDataOf(data, host) || !isClientOf(client, { origin, challenge: sha256(text).toString('base64url') }))
    return false;
  try {
    return verify(hash, Buffer.concat([data, sha256(client)]), key, signed);
  } catch {
    return false;
  }
}

function partsOf(signature: string): readonly [data: Buffer, client: Buffer, signed: Buffer] | null {
  if (!signature.startsWith(signaturePrefix) || signature.length > maxLetters) return null;
  const parts = signature.slice(signaturePrefix.length).split('.');
  const [data, client, signed] = parts.map((part) => bytesOf(part, 'base64url'));
  if (parts.length !== 3 || !data || !client || !signed) return null;
  return [data, client, signed];
}

/** Whether an authenticator says that a verified person was there, for this host. */
function isDataOf(data: Buffer, host: string): boolean {
  if (data.length !== dataBytes || !data.subarray(0, hashBytes).equals(sha256(host))) return false;
  const flags = data.readUInt8(hashBytes);
  const has = (flag: number): boolean => (flags & flag) !== 0;
  return has(present) && has(personVerified) && !has(moreFollows) && (has(mayBeCopied) || !has(isCopied));
}

/** What the browser says of the page. A page within another one names that as `topOrigin`. */
const clientSchema = z.object({
  type: z.literal('webauthn.get'),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.literal(false).optional(),
  topOrigin: z.never().optional(),
});

function isClientOf(bytes: Buffer, wanted: { readonly origin: string; readonly challenge: string }): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const { challenge, origin } = clientSchema.parse(JSON.parse(text));
    return hasOneReading(text) && challenge === wanted.challenge && origin === wanted.origin;
  } catch {
    return false;
  }
}

/** A name that stands twice is read in two ways. The text is JSON: what has quotes and a colon behind it is a name. */
function hasOneReading(json: string): boolean {
  const names = [...json.matchAll(/("(?:[^"\\]|\\.)*")\s*(:?)/g)].flatMap(([, name = '', colon]) =>
    colon === ':' ? [String(JSON.parse(name))] : [],
  );
  return new Set(names).size === names.length;
}
