import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { personKey } from '../../domain/orders/names/person-name.ts';
import { isPublicKeyText } from './evidence-keys.ts';
import type { ApproverKeys } from '../egress-config.ts';
import { ConfigurationError, type Environment } from './service-environment.ts';

/** The name of an approver and of his key. */
export const approverName = /^[\w.-]{1,40}$/;

const variable = 'PEERDESK_APPROVERS';

/**
 * Reads PEERDESK_APPROVALS (typed or signed) and the public keys from PEERDESK_APPROVERS or PEERDESK_APPROVERS_FILE;
 * null: approvals typed into Temporal count as well. Throws ConfigurationError.
 */
export function readApprovers(env: Environment): ApproverKeys | null {
  const wanted = (env['PEERDESK_APPROVALS'] ?? '').trim();
  const text = approversText(env);
  if (wanted === 'signed') {
    if (text !== null) return parseApprovers(text);
    throw new ConfigurationError(
      `PEERDESK_APPROVALS is signed and ${variable} is not set: give the lines that \`peerdesk approver init\` prints`,
    );
  }
  if (wanted !== '' && wanted !== 'typed') throw new ConfigurationError('PEERDESK_APPROVALS is typed or signed');
  if (text === null) return null;
  // Who lists approvers believes that nothing else counts.
  throw new ConfigurationError(`${variable} is set and counts only with PEERDESK_APPROVALS=signed: set both or none`);
}

function approversText(env: Environment): string | null {
  const value = env[variable] ?? '';
  const file = env[`${variable}_FILE`] ?? '';
  if (value !== '' && file !== '') throw new ConfigurationError(`${variable} and ${variable}_FILE are both set`);
  if (value !== '') return value;
  if (file === '') return null;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigurationError(`${variable}_FILE names a file that cannot be read`);
  }
}

/** The form is `ana=BASE64`, with commas or one a line. */
function parseApprovers(text: string): ApproverKeys {
  const entries = text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseApprover);
  if (entries.length === 0) throw new ConfigurationError(`${variable} names no one`);
  refuseTwins(entries);
  return new Map(entries);
}

function parseApprover(entry: string): readonly [name: string, publicKey: string] {
  const end = entry.indexOf('=');
  const name = entry.slice(0, Math.max(0, end)).trim();
  const publicKey = entry.slice(end + 1).trim();
  if (!approverName.test(name)) {
    throw new ConfigurationError(`${variable}: ${entry.slice(0, 40)} is no entry such as ana=BASE64`);
  }
  if (isPublicKeyText(publicKey)) return [name, publicKey];
  throw new ConfigurationError(`${variable}: the key of ${name} is no Ed25519 public key of 32 bytes in base64`);
}

/** Two names of one person, or one key under two names, would make one person count as two. */
function refuseTwins(entries: readonly (readonly [name: string, publicKey: string])[]): void {
  const twin = entries.find(([name, publicKey], index) =>
    entries.slice(0, index).some(([other, key]) => personKey(other) === personKey(name) || key === publicKey),
  );
  if (twin !== undefined) throw new ConfigurationError(`${variable}: ${twin[0]} is listed twice, or has another's key`);
}

/** Returns a public key in the form of the worker's configuration. */
export function publicKeyText(key: KeyObject): string {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
}
