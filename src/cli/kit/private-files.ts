import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ownerOnly = { folder: 0o700, file: 0o600 } as const;
/** Bits of those who are not the owner and may write. */
const writtenByOthers = 0o022;

/** Makes a folder private to its owner, including existing files in it. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: ownerOnly.folder });
  chmodSync(folder, ownerOnly.folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile()) chmodSync(join(folder, entry.name), ownerOnly.file);
  }
}

/** Writes a file that only its owner can read; an existing one is restricted. */
export function writePrivateFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: ownerOnly.folder });
  // What is written is there after a power cut.
  writeFileSync(file, text, { mode: ownerOnly.file, flush: true });
  chmodSync(file, ownerOnly.file);
}

/**
 * Reports whether it is a plain file of this user that no one else may write, in such a folder. Throws when it does not
 * exist.
 */
export function isOwnPrivateFile(file: string): boolean {
  return lstatSync(file).isFile() && [file, dirname(file)].every(isOwn);
}

function isOwn(path: string): boolean {
  const { uid, mode } = lstatSync(path);
  // Windows knows neither.
  return process.getuid === undefined || (uid === process.getuid() && (mode & writtenByOthers) === 0);
}
