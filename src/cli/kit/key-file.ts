/** Private keys of Ed25519 in files that only their user may read. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { publicKeyText } from '../../config/environment/approver-keys.ts';
import { misuse, refusal } from './cli-failure.ts';

/** A private key of this machine. */
export interface KeyPair {
  readonly privateKey: KeyObject;
  /** As a worker's configuration names it: 32 bytes in base64. */
  readonly publicKey: string;
}

/** Creates a key pair; the private key stays in the file. Never replaces one: throws a refusal. */
export function createKeyFile(file: string): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  writeNewKey(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return { privateKey, publicKey: publicKeyText(publicKey) };
}

/** Writes a key that only its user may read. Never replaces one: throws a refusal. */
export function writeNewKey(file: string, text: string | Buffer): void {
  if (existsSync(file)) throw refusal(`${file} exists already: a new key of that name would make the old one useless`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
}

/** Reads a private key; `maker` is the command that makes one. Throws a failure when others may read it, as ssh does; never shows its content. */
export function readKeyFile(file: string, maker: string): KeyPair {
  if (!existsSync(file)) throw misuse(`there is no key ${file}: \`${maker}\` makes one`);
  if ((statSync(file).mode & 0o077) !== 0) throw refusal(`${file} may be read by others: chmod 600 it`);
  const privateKey = privateKeyIn(file);
  if (privateKey?.asymmetricKeyType !== 'ed25519') throw misuse(`${file} holds no Ed25519 private key`);
  return { privateKey, publicKey: publicKeyText(privateKey) };
}

function privateKeyIn(file: string): KeyObject | null {
  try {
    return createPrivateKey(readFileSync(file));
  } catch {
    return null;
  }
}
