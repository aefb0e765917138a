import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { newKeyLine, readKeyRing } from '../../codec/key-ring.ts';
import { misuse } from '../kit/cli-failure.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { readOptions } from '../kit/option-values.ts';
import { codecNewKeyOptions } from '../options/codec-options.ts';

/** `peerdesk codec new-key`: a new key, in a new file or in one that has some. */
export const codecNewKey: CommandRun = async (call, { env, ...context }) => {
  const { file: named, first, json } = readOptions(codecNewKeyOptions, call);
  const file = named ?? env['PEERDESK_CODEC_KEYS_FILE'] ?? '';
  if (file === '') throw misuse('say where the keys lie: --file FILE, or PEERDESK_CODEC_KEYS_FILE');
  const line = newKeyLine(Date.now());
  const id = line.split(':')[0] ?? '';
  const seals = addLine(file, line, first);
  print({ env, ...context }, { json, data: { file, id, seals }, text: () => explanation({ file, id, seals }) });
  return undefined;
};

/** Adds a key to a file, which it makes where there is none. Returns true when the new key seals from now on. */
export function addLine(file: string, line: string, first: boolean): boolean {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${line}\n`, { mode: 0o600, flag: 'wx' });
    return true;
  }
  // What is not a file of keys is not added to.
  readKeyRing(file);
  const present = readFileSync(file, 'utf8').replace(/\n*$/, '\n');
  // Renamed, so that a process that starts meanwhile reads all of it or none.
  const scratch = `${file}.new`;
  writeFileSync(scratch, first ? `${line}\n${present}` : `${present}${line}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(scratch, file);
  return first;
}

function explanation({ file, id, seals }: { file: string; id: string; seals: boolean }): string {
  const role = seals
    ? 'it seals what is sent from now on: each process must have it before the first one uses it'
    : 'it opens, and does not seal yet: bring the file to every process, then move its line to the top';
  return [
    `key ${id} in ${file}: ${role}`,
    `for workers and commands: PEERDESK_CODEC_KEYS_FILE=${file}`,
    'keep a copy apart from the backup of Temporal: without its key nothing that was sealed can be read again',
  ].join('\n');
}
