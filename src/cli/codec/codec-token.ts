import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { misuse, refusal } from '../kit/cli-failure.ts';

const shortest = 20;
const openToOthers = 0o027;

/** Returns 32 random bytes as 43 letters that need no quoting in a URL or a header. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Reads the token in a file; makes one where there is none. Throws a failure for a file that others can read. */
export function tokenIn(file: string): { token: string; isNew: boolean } {
  if (!existsSync(file)) {
    const token = newToken();
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
    return { token, isNew: true };
  }
  if (process.platform !== 'win32' && (statSync(file).mode & openToOthers) !== 0) {
    throw refusal(`${file} can be read or changed by other users: chmod 600 it`);
  }
  const token = readFileSync(file, 'utf8').trim();
  if (token.length >= shortest) return { token, isNew: false };
  throw misuse(`the token in ${file} has less than ${shortest} characters: remove the file, and one is made`);
}
