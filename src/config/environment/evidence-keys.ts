import { publicKeyOf } from '../../register/signature.ts';
import type { EvidenceKeys } from '../../domain/payments/signed-sighting.ts';
import { sourceNameSchema } from '../../domain/payments/sighting.ts';
import { ConfigurationError, type Environment } from './service-environment.ts';

const variable = 'PEERDESK_EVIDENCE';

/** Whether a text is a public key as configurations name it: 32 bytes of Ed25519 in base64. */
export const isPublicKeyText = (text: string): boolean => publicKeyOf(text) !== null;

/**
 * Reads the sources of payments that may carry a release, each with the public key of its door, from PEERDESK_EVIDENCE; none
 * by default. Throws ConfigurationError.
 */
export function readEvidenceKeys(env: Environment): EvidenceKeys {
  const entries = (env[variable] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseEntry);
  const keys = new Map(entries);
  if (keys.size < entries.length) throw new ConfigurationError(`${variable} names a source twice`);
  return keys;
}

/** Returns the same as the variable has it. */
export const evidenceText = (keys: readonly (readonly [source: string, publicKey: string])[]): string =>
  keys.map(([source, publicKey]) => `${source}=${publicKey}`).join(',');

function parseEntry(entry: string): readonly [source: string, publicKey: string] {
  const end = entry.indexOf('=');
  const source = entry.slice(0, Math.max(0, end)).trim();
  const publicKey = entry.slice(end + 1).trim();
  if (!sourceNameSchema.safeParse(source).success) {
    throw new ConfigurationError(`${variable}: ${entry.slice(0, 40)} is no entry such as bank=BASE64`);
  }
  if (isPublicKeyText(publicKey)) return [source, publicKey];
  throw new ConfigurationError(
    `${variable}: the key of ${source} is no Ed25519 public key, as \`peerdesk door init\` prints it`,
  );
}
