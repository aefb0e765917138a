/** What another verifier of passkeys says of a signature, from its public key in COSE. */
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { sha256 } from './passkey.ts';

type Cose = Map<number, number | Uint8Array>;

const bytes = (text: string | undefined): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text ?? '', 'base64url'));

/** Labels of RFC 9052: kty, alg, then those of the kind. */
function coseOf({ kty, x, y, n, e }: JsonWebKey): Cose {
  if (kty === 'RSA')
    return new Map<number, number | Uint8Array>([
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ]);
  const [type, algorithm, curve] = kty === 'EC' ? [2, -7, 1] : [1, -8, 6];
  const point: [number, Uint8Array][] =
    kty === 'EC'
      ? [
          [-2, bytes(x)],
          [-3, bytes(y)],
        ]
      : [[-2, bytes(x)]];
  return new Map<number, number | Uint8Array>([[1, type], [3, algorithm], [-1, curve], ...point]);
}

/** Returns whether @simplewebauthn/server takes what a passkey says as a signature of the text. */
export async function isTakenByOracle(publicKey: string, text: string, signature: string): Promise<boolean> {
  const end = publicKey.lastIndexOf(':');
  const origin = publicKey.slice('passkey:'.length, end);
  const key = createPublicKey({ key: Buffer.from(publicKey.slice(end + 1), 'base64'), format: 'der', type: 'spki' });
  const cose = isoCBOR.encode(coseOf(key.export({ format: 'jwk' })));
  const [authenticatorData = '', clientDataJSON = '', signed = ''] = signature.slice('passkey:'.length).split('.');
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: {
        id: 'AAAA',
        rawId: 'AAAA',
        type: 'public-key',
        clientExtensionResults: {},
        response: { authenticatorData, clientDataJSON, signature: signed },
      },
      expectedChallenge: sha256(text).toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      credential: { id: 'AAAA', publicKey: cose, counter: 0 },
      requireUserVerification: true,
    });
    return verified;
  } catch {
    return false;
  }
}
