import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPasskeySignature, passkeyOf } from '../../src/register/passkey.ts';
import { isTakenByOracle } from '../setup/passkeys/passkey-oracle.ts';
import {
  assertionOf,
  clientOf,
  createPasskey,
  dataOf,
  passkeyKinds,
  sha256,
  signAssertion,
  signByPasskey,
  spkiOf,
  type Assertion,
  type PasskeyKind,
  type TestPasskey,
} from '../setup/passkeys/passkey.ts';

const text = 'peerdesk approval 2\naccount: "main"';
const host = 'desk.example.net';
const origin = `https://${host}`;
const passkeys = new Map(passkeyKinds.map((kind) => [kind, createPasskey(kind)]));

function passkeyOfKind(kind: PasskeyKind): TestPasskey {
  const found = passkeys.get(kind);
  if (found === undefined) throw new Error(kind);
  return found;
}

/** Whether it counts as signed by the key that a configuration names. */
function counts(publicKey: string, signature: string, said = text): boolean {
  const passkey = passkeyOf(publicKey);
  return passkey !== null && isPasskeySignature(passkey, said, signature);
}

const right = { data: dataOf(host), client: clientOf(origin, text) };
/** A map with nothing in it. */
const noExtensions = Buffer.from([0xa0]);

describe.each(passkeyKinds)('ADR 0062: a signature by a passkey of %s', (kind) => {
  const passkey = passkeyOfKind(kind);
  const es256 = passkeyOfKind(kind === 'ES256' ? 'EdDSA' : 'ES256');

  it.each<[string, Partial<Assertion>]>([
    ['as browsers write it now', {}],
    ['of a passkey that stays on its device', { data: dataOf(host, 0x05) }],
    ['of one that may be copied and was not yet', { data: dataOf(host, 0x0d) }],
    ['with a counter', { data: Buffer.concat([sha256(host), Buffer.from([0x1d, 0, 0, 2, 9])]) }],
    ['without a word on other pages', { client: clientOf(origin, text, { crossOrigin: undefined }) }],
    [
      'as Android writes it, with escaped slashes and its package',
      { client: clientOf(origin, text, { androidPackageName: 'com.android.chrome' }).replaceAll('/', String.raw`\/`) },
    ],
    [
      'in another order, with more in it',
      {
        client: JSON.stringify({
          challenge: sha256(text).toString('base64url'),
          clientExtensions: {},
          hashAlgorithm: 'SHA-256',
          origin,
          other_keys_can_be_added_here: 'do not compare: "type": is no name here',
          type: 'webauthn.get',
        }),
      },
    ],
  ])('%s counts, and another verifier takes it', async (_, part) => {
    const signature = signAssertion(passkey, { ...right, ...part });
    expect(counts(passkey.publicKey, signature)).toBe(true);
    expect(await isTakenByOracle(passkey.publicKey, text, signature)).toBe(true);
  });

  it.each<[string, Partial<Assertion>]>([
    ['another text', { client: clientOf(origin, `${text} `) }],
    ['no challenge', { client: clientOf(origin, text, { challenge: undefined }) }],
    ['an empty challenge', { client: clientOf(origin, text, { challenge: '' }) }],
    [
      'a challenge with padding',
      { client: clientOf(origin, text, { challenge: `${sha256(text).toString('base64url')}=` }) },
    ],
    ['a challenge in hex', { client: clientOf(origin, text, { challenge: sha256(text).toString('hex') }) }],
    ['a new passkey instead of a signature', { client: clientOf(origin, text, { type: 'webauthn.create' }) }],
    ['a payment instead of a signature', { client: clientOf(origin, text, { type: 'payment.get' }) }],
    ['another page', { client: clientOf('https://desk.example.org', text) }],
    ['another port', { client: clientOf(`${origin}:8443`, text) }],
    ['no TLS', { client: clientOf(`http://${host}`, text) }],
    ['an origin in capitals', { client: clientOf('https://Desk.example.net', text) }],
    ['an origin with a slash', { client: clientOf(`${origin}/`, text) }],
    ['a page below it', { client: clientOf(`https://a.${host}`, text) }],
    ['a page around it', { client: clientOf(origin, text, { topOrigin: 'https://evil.example' }) }],
    [
      'a page around it of another origin',
      {
        client: clientOf(origin, text, { crossOrigin: true, topOrigin: 'https://evil.example' }),
      },
    ],
    ['another host', { data: dataOf('desk.example.org') }],
    ['a person who was not there', { data: dataOf(host, 0x1c) }],
    ['a person who was not verified', { data: dataOf(host, 0x19) }],
    ['a copy of what cannot be copied', { data: dataOf(host, 0x15) }],
    ['data that is too short', { data: right.data.subarray(0, 36) }],
    ['data with more behind it', { data: dataOf(host, 0x1d, noExtensions) }],
    ['extensions that are not there', { data: dataOf(host, 0x9d) }],
    ['a new key that is not there', { data: dataOf(host, 0x5d) }],
    ['no JSON', { client: 'webauthn.get' }],
    ['a list', { client: '[]' }],
    ['null', { client: 'null' }],
    ['broken letters', { client: Buffer.concat([Buffer.from(right.client.slice(0, -1)), Buffer.from([0xff, 0x7d])]) }],
  ])('%s counts for nothing, and another verifier takes it neither', async (_, part) => {
    const signature = signAssertion(passkey, { ...right, ...part });
    expect(counts(passkey.publicKey, signature)).toBe(false);
    expect(await isTakenByOracle(passkey.publicKey, text, signature)).toBe(false);
  });

  it('another key, of its kind or another one, counts for nothing', async () => {
    for (const other of [createPasskey(kind), es256]) {
      const signature = signByPasskey(other, text);
      expect(counts(passkey.publicKey, signature)).toBe(false);
      expect(await isTakenByOracle(passkey.publicKey, text, signature)).toBe(false);
    }
  });

  it.each(['data', 'client', 'signed'])('one bit of the %s that was changed later', async (what) => {
    const place = ['data', 'client', 'signed'].indexOf(what);
    const parts = signByPasskey(passkey, text)
      .slice('passkey:'.length)
      .split('.')
      .map((part) => Buffer.from(part, 'base64url'));
    const bytes = parts[place] ?? Buffer.alloc(1);
    for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
      const changed = parts.map((part) => Buffer.from(part));
      changed[place]?.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      const signature = `passkey:${changed.map((part) => part.toString('base64url')).join('.')}`;
      expect(counts(passkey.publicKey, signature)).toBe(false);
      expect(await isTakenByOracle(passkey.publicKey, text, signature)).toBe(false);
    }
  });

  it('a signature has one writing', () => {
    const signature = signByPasskey(passkey, text);
    const [data = '', client = '', signed = ''] = signature.slice('passkey:'.length).split('.');
    const standard = (part: string): string => Buffer.from(part, 'base64url').toString('base64');
    for (const other of [
      `passkey:${standard(data)}.${client}.${signed}`,
      `passkey:${data}.${standard(client)}=.${signed}`,
      `passkey: ${data}.${client}.${signed}`,
      `${signature}=`,
      `${signature}\n`,
      `${signature}.`,
      `${signature}.${signed}`,
      `Passkey:${data}.${client}.${signed}`,
      `passkey:${data}..${signed}`,
      `passkey:${data}.${client}.`,
      `passkey:${data}.${client}`,
      `${data}.${client}.${signed}`,
      'passkey:..',
      'passkey:',
      '',
    ]) {
      expect(counts(passkey.publicKey, other)).toBe(false);
    }
    expect(counts(passkey.publicKey, signature)).toBe(true);
  });

  it('what is longer than any browser writes is not read', () => {
    const client = clientOf(origin, text, { more: 'x'.repeat(2_000) });
    expect(counts(passkey.publicKey, signAssertion(passkey, { ...right, client }))).toBe(false);
  });
});

describe('ADR 0062: stricter than another verifier', () => {
  const passkey = passkeyOfKind('ES256');
  const challenge = sha256(text).toString('base64url');

  it.each<[string, Partial<Assertion>]>([
    ['a frame of another page that does not name it', { client: clientOf(origin, text, { crossOrigin: true }) }],
    ['a challenge that stands twice', { client: right.client.replace('{', '{"challenge":"AAAA",') }],
    [
      'an origin that stands twice, once by escapes',
      { client: right.client.replace('{', String.raw`{"\u006frigin":"https://evil.example",`) },
    ],
    ['a type that stands twice', { client: right.client.replace('{', '{ "type" : "webauthn.create",') }],
    ['a byte order mark', { client: `\ufeff${right.client}` }],
    [
      'a letter that is none',
      {
        client: Buffer.concat([
          Buffer.from('{"note":"'),
          Buffer.from([0xff]),
          Buffer.from(`",${right.client.slice(1)}`),
        ]),
      },
    ],
    ['extensions that no one asked for', { data: dataOf(host, 0x9d, noExtensions) }],
  ])('%s counts for nothing', async (_, part) => {
    const signature = signAssertion(passkey, { ...right, ...part });
    expect(await isTakenByOracle(passkey.publicKey, text, signature)).toBe(true);
    expect(counts(passkey.publicKey, signature)).toBe(false);
  });

  it('a name that means something to the language changes nothing', () => {
    const client = `{"__proto__":{"type":"webauthn.get"},"challenge":"${challenge}","origin":"${origin}"}`;
    expect(counts(passkey.publicKey, signAssertion(passkey, { ...right, client }))).toBe(false);
  });

  it('S21: no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (data, client, signed) => {
        const url = (part: string): string => Buffer.from(part).toString('base64url');
        expect(counts(passkey.publicKey, `passkey:${url(data)}.${url(client)}.${url(signed)}`)).toBe(false);
        expect(counts(passkey.publicKey, `${data}.${client}`)).toBe(false);
        expect(counts(`passkey:${data}:${client}`, signed)).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.json(), fc.uint8Array(), (client, signed) => {
        const parts = [right.data, Buffer.from(client), Buffer.from(signed)].map((part) => part.toString('base64url'));
        expect(counts(passkey.publicKey, `passkey:${parts.join('.')}`)).toBe(false);
      }),
    );
  });
});

describe('ADR 0062: the public key of a passkey', () => {
  const named = (key: string): string => `passkey:${origin}:${key}`;
  const spki = (kind: PasskeyKind): string => spkiOf(passkeyOfKind(kind).keys.publicKey);

  it('signs for its own origin alone', () => {
    const local = createPasskey('ES256', 'http://localhost:7070');
    expect(counts(local.publicKey, signByPasskey(local, text))).toBe(true);
    const elsewhere = named(spkiOf(local.keys.publicKey));
    expect(counts(elsewhere, signByPasskey(local, text))).toBe(false);
    const here = signAssertion(local, assertionOf({ ...local, origin }, text));
    expect(counts(elsewhere, here)).toBe(true);
    expect(counts(local.publicKey, here)).toBe(false);
  });

  it('RSA of 4096 bits is one', () => {
    expect(passkeyOf(named(spkiOf(generateKeyPairSync('rsa', { modulusLength: 4_096 }).publicKey)))).not.toBeNull();
  });

  it.each<[string, () => string]>([
    ['P-384', () => spkiOf(generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).publicKey)],
    ['the curve of bitcoin', () => spkiOf(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey)],
    ['RSA of 1024 bits', () => spkiOf(generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey)],
    [
      'RSA of 5120 bits',
      () =>
        spkiOf(
          createPublicKey({
            key: { kty: 'RSA', n: Buffer.alloc(640, 0xff).toString('base64url'), e: 'AQAB' },
            format: 'jwk',
          }),
        ),
    ],
    [
      'RSA with another exponent',
      () => spkiOf(generateKeyPairSync('rsa', { modulusLength: 2_048, publicExponent: 3 }).publicKey),
    ],
    ['RSA-PSS', () => spkiOf(generateKeyPairSync('rsa-pss', { modulusLength: 2_048 }).publicKey)],
    ['X25519', () => spkiOf(generateKeyPairSync('x25519').publicKey)],
    [
      'a private key',
      () => passkeyOfKind('ES256').keys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    ],
    ['32 bytes of Ed25519', () => Buffer.alloc(32, 1).toString('base64')],
    ['a point of P-256 in short form', () => shortened(spki('ES256'))],
    ['more behind it', () => Buffer.concat([Buffer.from(spki('ES256'), 'base64'), Buffer.alloc(1)]).toString('base64')],
    ['base64url', () => Buffer.from(spki('RS256'), 'base64').toString('base64url')],
    ['no padding', () => spki('EdDSA').replaceAll('=', '')],
    ['a space', () => `${spki('ES256')} `],
    ['nothing', () => ''],
  ])('%s is none', (_, key) => {
    expect(passkeyOf(named(key()))).toBeNull();
  });

  it('and neither is a page that no browser makes passkeys for', () => {
    expect(passkeyOf(`passkey:http://${host}:${spki('ES256')}`)).toBeNull();
  });
});

/** The same key, with one half of its point and the sign of the other one. */
function shortened(spki: string): string {
  const bytes = Buffer.from(spki, 'base64');
  const point = bytes.subarray(-65);
  const short = Buffer.concat([Buffer.from([2 + (point.readUInt8(64) & 1)]), point.subarray(1, 33)]);
  const head = Buffer.from('3039301306072a8648ce3d020106082a8648ce3d030107032200', 'hex');
  const key = Buffer.concat([head, short]);
  expect(createPublicKey({ key, format: 'der', type: 'spki' }).asymmetricKeyType).toBe('ec');
  return key.toString('base64');
}
