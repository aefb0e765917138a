import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { publicKeyText } from '../../src/config/environment/approver-keys.ts';
import { isSignature, keyIdentity } from '../../src/register/signature.ts';
import { createPasskey, passkeyKinds, signByPasskey, spkiOf } from '../setup/passkeys/passkey.ts';

const text = 'peerdesk unhold 1';
const ed25519 = generateKeyPairSync('ed25519');
const plain = publicKeyText(ed25519.publicKey);
const plainSignature = sign(null, Buffer.from(text), ed25519.privateKey).toString('base64');

describe('ADR 0062: one verifier of two kinds of keys', () => {
  it.each(passkeyKinds)('a passkey of %s, each time it is asked', (kind) => {
    const passkey = createPasskey(kind);
    const signature = signByPasskey(passkey, text);
    const { publicKey } = passkey;
    for (const _ of [1, 2]) expect(isSignature({ publicKey, text, signature })).toBe(true);
    expect(isSignature({ publicKey, text: `${text} `, signature })).toBe(false);
    expect(isSignature({ publicKey: createPasskey(kind).publicKey, text, signature })).toBe(false);
  });

  it('Ed25519, in the one writing of a key and of a signature', () => {
    for (const _ of [1, 2]) expect(isSignature({ publicKey: plain, text, signature: plainSignature })).toBe(true);
    const unpadded = plainSignature.replaceAll('=', '');
    for (const signature of [
      '',
      ' ',
      unpadded,
      `${plainSignature} `,
      plainSignature.slice(4),
      otherEnd(plainSignature),
    ])
      expect(isSignature({ publicKey: plain, text, signature })).toBe(false);
    for (const publicKey of ['', `${plain} `, plain.slice(0, -1), plain.slice(4), `passkey:${plain}`])
      expect(isSignature({ publicKey, text, signature: plainSignature })).toBe(false);
  });

  it('the key and the signature are of one kind, whatever key it is', () => {
    const passkey = { kind: 'EdDSA', origin: 'https://desk.example.net', keys: ed25519 } as const;
    const publicKey = `passkey:${passkey.origin}:${spkiOf(ed25519.publicKey)}`;
    const signature = signByPasskey({ ...passkey, publicKey }, text);
    expect(isSignature({ publicKey, text, signature })).toBe(true);
    expect(isSignature({ publicKey: plain, text, signature })).toBe(false);
    expect(isSignature({ publicKey, text, signature: plainSignature })).toBe(false);
  });

  it('a key is the same one in each of its forms, and what is no key has none', () => {
    const passkey = (origin: string): string => `passkey:${origin}:${spkiOf(ed25519.publicKey)}`;
    expect(keyIdentity(passkey('https://desk.example.net'))).toBe(keyIdentity(plain));
    expect(keyIdentity(passkey('https://desk.example.org'))).toBe(keyIdentity(plain));
    expect(keyIdentity(createPasskey().publicKey)).not.toBe(keyIdentity(createPasskey().publicKey));
    for (const none of ['', 'passkey:', passkey('http://desk.example.net'), plain.slice(4)])
      expect(keyIdentity(none)).toBeNull();
  });
});

/** The same bytes: the last letter before the padding has bits that say nothing. */
function otherEnd(signature: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const other = `${signature.slice(0, 85)}${letters[letters.indexOf(signature[85] ?? '') + 1]}==`;
  expect(Buffer.from(other, 'base64')).toEqual(Buffer.from(signature, 'base64'));
  return other;
}
