/** A passkey without an authenticator: what one says and signs, made by hand, so that a test can change each part alone. */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

const kinds = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2_048 }),
};
export type PasskeyKind = keyof typeof kinds;
export const passkeyKinds = Object.keys(kinds) as PasskeyKind[];

export interface TestPasskey {
  readonly kind: PasskeyKind;
  readonly origin: string;
  readonly keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
  /** As a configuration names it. */
  readonly publicKey: string;
}

export const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** Creates a passkey of a page. */
export function createPasskey(kind: PasskeyKind = 'ES256', origin = 'https://desk.example.net'): TestPasskey {
  const keys = kinds[kind]();
  return { kind, origin, keys, publicKey: `passkey:${origin}:${spkiOf(keys.publicKey)}` };
}

/** Returns a public key as a browser hands it over, in base64. */
export const spkiOf = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64');

/** What an assertion is made of; each part may be another one than is right. */
export interface Assertion {
  readonly data: Buffer;
  readonly client: string | Buffer;
}

/** A person who was there and was verified, with a passkey that is copied to other devices. */
export const usualFlags = 0x1d;

/** Returns what an authenticator says. */
export function dataOf(host: string, flags = usualFlags, more = Buffer.alloc(0)): Buffer {
  return Buffer.concat([sha256(host), Buffer.from([flags, 0, 0, 0, 0]), more]);
}

/** Returns what a browser says. */
export function clientOf(origin: string, text: string, part: Readonly<Record<string, unknown>> = {}): string {
  const challenge = sha256(text).toString('base64url');
  return JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false, ...part });
}

/** Returns what the passkey says of a text where all is right. */
export function assertionOf({ origin }: TestPasskey, text: string): Assertion {
  return { data: dataOf(new URL(origin).hostname), client: clientOf(origin, text) };
}

/** Signs an assertion as an authenticator does, whatever it says. */
export function signAssertion({ kind, keys }: TestPasskey, { data, client }: Assertion): string {
  const bytes = Buffer.from(client);
  const signature = sign(kind === 'EdDSA' ? null : 'sha256', Buffer.concat([data, sha256(bytes)]), keys.privateKey);
  return `passkey:${[data, bytes, signature].map((part) => part.toString('base64url')).join('.')}`;
}

/** Signs a text. */
export const signByPasskey = (passkey: TestPasskey, text: string): string =>
  signAssertion(passkey, assertionOf(passkey, text));
