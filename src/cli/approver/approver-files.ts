import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { keyNamePattern } from '../../domain/orders/names/key-name.ts';
import { misuse } from '../kit/cli-failure.ts';
import type { Environment } from '../kit/command-context.ts';
import { createKeyFile, readKeyFile, type KeyPair } from '../kit/key-file.ts';

/** An approver whose private key is on this machine. */
export interface ApproverKey extends KeyPair {
  name: string;
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
  if (keyNamePattern.test(name) && !name.startsWith('.')) return join(approverFolder(env), `${name}${ending}`);
  throw misuse(
    'the name of a key has letters, digits, dot, dash and underscore, at most 40, then +DEVICE where it is one of several',
  );
}

/** Creates a key pair; the private key stays in a file that only this user may read. Never replaces one. */
export function createApproverKey(env: Environment, name: string): ApproverKey & { file: string } {
  const file = keyFile(env, name);
  return { name, file, ...createKeyFile(file) };
}

/** True when a private key of that name is on this machine. */
export function hasApproverKey(env: Environment, name: string): boolean {
  return keyNamePattern.test(name) && !name.startsWith('.') && existsSync(keyFile(env, name));
}

/** Reads a private key. Throws a failure when others may read it, as ssh does; never shows its content. */
export function readApproverKey(env: Environment, name: string): ApproverKey {
  return { name, ...readKeyFile(keyFile(env, name), `peerdesk approver init ${name}`) };
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
