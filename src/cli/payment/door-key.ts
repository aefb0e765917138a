import type { KeyObject } from 'node:crypto';
import { inFolder } from '../../config/file/file-variables.ts';
import type { LoadedFile } from '../../config/file/load-file.ts';
import { misuse } from '../kit/cli-failure.ts';
import { readKeyFile } from '../kit/key-file.ts';

/** Returns the key that signs evidence; null: the file names none, and has no source of evidence. Throws a failure for another key. */
export function doorKey(loaded: LoadedFile | null): KeyObject | null {
  const { key_file: name, public_key: wanted } = loaded?.file.door ?? {};
  if (loaded === null || name === undefined) return null;
  const { privateKey, publicKey } = readKeyFile(inFolder(name, loaded.folder), 'peerdesk door init');
  if (publicKey === wanted) return privateKey;
  throw misuse(
    `[door] key_file is not the key of public_key, which is of ${publicKey}: no worker would count what it signs`,
  );
}
