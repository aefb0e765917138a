import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** One key of a file of keys. */
interface SealingKey {
  /** Stands in clear beside each sealed payload. */
  id: string;
  key: KeyObject;
}

/** The keys of a desk: the first seals, each of them opens. */
export interface KeyRing {
  first: SealingKey;
  find(id: string): KeyObject | null;
  ids: readonly string[];
}

/** A file of keys that cannot be used; its message is one line with the remedy and holds no key. */
export class CodecKeyError extends Error {
  override readonly name = 'CodecKeyError';
}

const keyBytes = 32;
const idForm = /^[\w.-]{1,60}$/;
/** A file for one user: others must neither read nor write it, and a group must not write it. */
const openToOthers = 0o027;

/** Reads a file of keys. Throws CodecKeyError. */
export function readKeyRing(file: string): KeyRing {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true)
    throw new CodecKeyError(`${file} is no file of keys: make one with \`peerdesk codec new-key\``);
  if (process.platform !== 'win32' && (stats.mode & openToOthers) !== 0) {
    throw new CodecKeyError(`${file} can be read or changed by other users: chmod 600 ${file}`);
  }
  return parseKeyRing(readText(file), file);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new CodecKeyError(`${file} cannot be read: this user needs the right to read it`);
  }
}

/**
 * Returns the keys in a text: a line each, `id:base64` of 32 bytes, the one that seals first. Empty lines and those
 * that begin with # do not count. Throws CodecKeyError, which names the line and never its contents.
 */
export function parseKeyRing(text: string, file: string): KeyRing {
  const keys = new Map<string, KeyObject>();
  let first: SealingKey | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const read = parseKey(line.trim());
    if (read === null)
      throw new CodecKeyError(`${file}:${index + 1}: a key is ID:BASE64 with 32 bytes (peerdesk codec new-key)`);
    if (keys.has(read.id))
      throw new CodecKeyError(`${file}:${index + 1}: the id ${read.id} is there twice: keep one line`);
    keys.set(read.id, read.key);
    first ??= read;
  }
  if (first === null) throw new CodecKeyError(`${file} holds no key: add one with \`peerdesk codec new-key\``);
  return { first, find: (id) => keys.get(id) ?? null, ids: [...keys.keys()] };
}

function parseKey(line: string): SealingKey | null {
  const [id = '', text = '', ...rest] = line.split(':');
  if (!idForm.test(id) || rest.length > 0) return null;
  const bytes = Buffer.from(text, 'base64');
  // Base64 of another form is decoded without an error, to other bytes than were meant.
  if (bytes.length !== keyBytes || bytes.toString('base64') !== text) return null;
  return { id, key: createSecretKey(bytes) };
}

/** Returns the line of a new key; its id is the day and a random part. */
export function newKeyLine(nowMs: number): string {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  return `${day}-${randomBytes(4).toString('hex')}:${randomBytes(keyBytes).toString('base64')}`;
}
