import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { deviceOfKey, keyNamePattern } from '../../domain/orders/names/key-name.ts';
import { personKey } from '../../domain/orders/names/person-name.ts';
import { isPasskeyText, readPasskeyText, type PasskeyProblem } from '../../domain/signing/passkey-text.ts';
import { keyIdentity } from '../../register/signature.ts';
import type { ApproverKeys } from '../egress-config.ts';
import { ConfigurationError, type Environment } from './service-environment.ts';
import { readTrustedFile } from './trusted-file.ts';

const variable = 'PEERDESK_APPROVERS';

/**
 * Reads PEERDESK_APPROVALS (typed or signed) and the public keys from PEERDESK_APPROVERS or PEERDESK_APPROVERS_FILE;
 * null: approvals typed into Temporal count as well. Throws ConfigurationError.
 */
export function readApprovers(env: Environment): ApproverKeys | null {
  const wanted = (env['PEERDESK_APPROVALS'] ?? '').trim();
  const text = approversText(env);
  if (wanted === 'signed') {
    if (text !== null) return keysIn(text, variable);
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
  return trustedText(file, `${variable}_FILE`);
}

/** Who writes the file decides whose signature releases. */
function trustedText(path: string, named: string): string {
  if (existsSync(path)) return readTrustedFile(path);
  throw new ConfigurationError(`${named} names a file that cannot be read`);
}

/** Reads the public keys of a file. `named`: as its mistakes name it. Throws ConfigurationError. */
export function readKeysFile(path: string, named: string): ApproverKeys {
  return keysIn(trustedText(path, named), named);
}

/** The form is `ana=BASE64` or `ana+phone=passkey:ORIGIN:KEY`, with commas or one a line. */
function keysIn(text: string, named: string): ApproverKeys {
  const entries = text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => parseEntry(entry, named));
  if (entries.length === 0) throw new ConfigurationError(`${named} names no one`);
  refuseTwins(entries, named);
  return new Map(entries.map(({ name, publicKey }) => [name, publicKey]));
}

interface ApproverEntry {
  readonly name: string;
  readonly publicKey: string;
  readonly identity: string;
}

function parseEntry(entry: string, named: string): ApproverEntry {
  const end = entry.indexOf('=');
  const name = entry.slice(0, Math.max(0, end)).trim();
  const publicKey = entry.slice(end + 1).trim();
  if (!keyNamePattern.test(name)) {
    throw new ConfigurationError(
      `${named}: ${end < 0 ? 'a line' : entry.slice(0, end).slice(0, 40)} is no entry such as ana=BASE64 or ana+phone=passkey:ORIGIN:KEY`,
    );
  }
  const identity = keyIdentity(publicKey);
  if (identity !== null) return { name, publicKey, identity };
  throw new ConfigurationError(`${named}: ${keyMistake(publicKey, name)}`);
}

const passkeyMistakes: Readonly<Record<PasskeyProblem, string>> = {
  form: 'has not the form passkey:ORIGIN:KEY',
  origin: 'names no origin as a browser writes it, such as https://desk.example.net',
  'not-https': 'names an origin without TLS: http counts for localhost alone',
  address: 'names an IP address: a browser makes passkeys for names alone',
  port: 'names a port that is none, or the usual one, which is left out',
};

function keyMistake(publicKey: string, name: string): string {
  if (!isPasskeyText(publicKey))
    return `the key of ${name} is no Ed25519 public key of 32 bytes in base64, and no passkey`;
  const read = readPasskeyText(publicKey);
  const mistake =
    'problem' in read ? passkeyMistakes[read.problem] : 'has no key of P-256, Ed25519 or RSA of 2048 to 4096 bits';
  return `the passkey of ${name} ${mistake}`;
}

/** One person may have several keys. A key that is listed twice, or under two people, would make one person count as two. */
function refuseTwins(entries: readonly ApproverEntry[], named: string): void {
  const twin = entries.find(({ name, identity }, index) =>
    entries.slice(0, index).some((other) => isSameName(other.name, name) || other.identity === identity),
  );
  if (twin !== undefined) throw new ConfigurationError(`${named}: ${twin.name} is listed twice, or has another's key`);
}

/** Of the same device of the same person. */
function isSameName(one: string, other: string): boolean {
  return personKey(one) === personKey(other) && deviceOfKey(one)?.toLowerCase() === deviceOfKey(other)?.toLowerCase();
}

/** Returns a public key in the form of the worker's configuration. */
export function publicKeyText(key: KeyObject): string {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
}
