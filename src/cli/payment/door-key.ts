/** The key by which a door signs what it takes in. */
import type { KeyObject } from 'node:crypto';
import { inFolder } from '../../config/file/file-variables.ts';
import type { LoadedFile } from '../../config/file/load-file.ts';
import { misuse } from '../kit/cli-failure.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import { besideFile } from '../config/file-context.ts';
import { createKeyFile, readKeyFile } from '../kit/key-file.ts';

/** From the folder of the configuration file. */
const keyName = 'keys/door';

/** `peerdesk door init`: the key by which a door signs what it takes in; prints the lines of the file that name it. */
export function initDoor(
  context: CommandContext,
  { config, json }: { config: string | undefined; json: boolean },
): void {
  const file = besideFile(config, context, keyName);
  const { publicKey } = createKeyFile(file);
  print(context, {
    json,
    data: { file, publicKey },
    text: () =>
      [
        `private key in ${file}: who has it makes payments that release`,
        'for peerdesk.toml, of the door and of the worker (which needs no key_file):',
        '',
        '[door]',
        `key_file = "${keyName}"`,
        `public_key = "${publicKey}"`,
      ].join('\n'),
  });
}

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
