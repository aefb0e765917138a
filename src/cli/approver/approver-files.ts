import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { approverName, publicKeyText } from '../../config/environment/approver-keys.ts';
import { misuse, refusal } from '../kit/cli-failure.ts';
import type { Environment } from '../kit/command-context.ts';

/** An approver whose private key is on this machine. */
export interface ApproverKey {
  name: string;
  privateKey: KeyObject;
  /** As a worker's configuration names it: 32 bytes in base64. */
  publicKey: string;
}

const ending = '.key';

/** PEERDESK_APPROVER_DIR, else peerdesk/approvers in XDG_CONFIG_HOME, else ~/.peerdesk/approvers. */
export function approverFolder(env: Environment): string {
  const own = env['PEERDESK_APPROVER_DIR'] ?? '';
  if (own !== '') return own;
  const config = env['XDG_CONFIG_HOME'] ?? '';
  return config === '' ? join(homedir(), '.peerdesk', 'approvers') : join(config, 'peerdesk', 'approvers');
}

/** Returns the file of a private key. Throws a failure for an invalid name. */
function keyFile(env: Environment, name: string): string {
  if (approverName.test(name) && !name.startsWith('.')) return join(approverFolder(env), `${name}${ending}`);
  throw misuse('the name of a key has letters, digits, dot, dash and underscore, at most 40');
}

/** Creates a key pair; the private key stays in a file that only this user may read. Never replaces one. */
export function createApproverKey(env: Environment, name: string): ApproverKey & { file: string } {
  const file = keyFile(env, name);
  if (existsSync(file)) throw refusal(`${file} exists already: a new key of that name would make the old one useless`);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  mkdirSync(approverFolder(env), { recursive: true, mode: 0o700 });
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  return { name, privateKey, publicKey: publicKeyText(publicKey), file };
}

/** True when a private key of that name is on this machine. */
export function hasApproverKey(env: Environment, name: string): boolean {
  return approverName.test(name) && !name.startsWith('.') && existsSync(keyFile(env, name));
}

/** Reads a private key. Throws a failure when others may read it, as ssh does; never shows its content. */
export function readApproverKey(env: Environment, name: string): ApproverKey {
  const file = keyFile(env, name);
  if (!existsSync(file)) throw misuse(`there is no key ${file}: \`peerdesk approver init ${name}\` makes one`);
  if ((statSync(file).mode & 0o077) !== 0) throw refusal(`${file} may be read by others: chmod 600 it`);
  const privateKey = privateKeyIn(file);
  if (privateKey?.asymmetricKeyType !== 'ed25519') throw misuse(`${file} holds no Ed25519 private key`);
  return { name, privateKey, publicKey: publicKeyText(privateKey) };
}

function privateKeyIn(file: string): KeyObject | null {
  try {
    return createPrivateKey(readFileSync(file));
  } catch {
    return null;
  }
}

/** The names of the keys on this machine. */
export function approverNames(env: Environment): string[] {
  const folder = approverFolder(env);
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith(ending));
  return files
    .map((file) => file.slice(0, -ending.length))
    .filter((name) => hasApproverKey(env, name))
    .toSorted();
}
