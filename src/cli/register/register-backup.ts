import { resolve } from 'node:path';
import { placeText } from '../../domain/register/register-place.ts';
import { RegisterFailure } from '../../register/register.ts';
import { backUpSqliteRegister } from '../../register/sqlite/sqlite-register.ts';
import { misuse, refusal } from '../kit/cli-failure.ts';
import { print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { chosenRegister } from './register-choice.ts';
import { withRegister } from './with-register.ts';
import { readArgument, readOptions, textValue } from '../kit/option-values.ts';
import { registerBackupOptions } from '../options/register-options.ts';

/** `peerdesk register backup`: a consistent copy in a new file, for this user alone. */
export const registerBackup: CommandRun = async (call, context) => {
  const options = readOptions(registerBackupOptions, call);
  const to = resolve(context.cwd ?? process.cwd(), readArgument(textValue, call, { index: 0, name: 'the file' }));
  const { place } = chosenRegister(options, context);
  if (place.kind === 'postgres')
    throw misuse(
      'a register in PostgreSQL is backed up with its database: pg_dump --schema=peerdesk_register, see docs/production.md',
    );
  const { identity } = await withRegister(place, async (open) => open);
  try {
    await backUpSqliteRegister({ file: place.file, to });
  } catch (error) {
    const isThere = error instanceof RegisterFailure && error.fault.code === 'file-present';
    throw isThere ? refusal(error.message) : error;
  }
  const { generation } = identity;
  print(context, {
    json: options.json,
    data: { file: to, place: placeText(place), generation },
    text: () =>
      `wrote ${to}, mode 0600: generation ${generation} of ${placeText(place)}\nit holds references of payments: keep it like the keys`,
  });
  return undefined;
};
