import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { openRegister } from '../../register/open-register.ts';
import type { RegisterIdentity } from '../../register/operations/accounts.ts';
import { placeText, type RegisterPlace } from '../../domain/register/register-place.ts';
import { replaceSqliteRegister } from '../../register/sqlite/sqlite-register.ts';
import { misuse, refusal } from '../kit/cli-failure.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandCall, CommandRun } from '../kit/command-spec.ts';
import { requireConsent } from '../session/consent.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { chosenRegister } from './register-choice.ts';
import { readArgument, readOptions, textValue } from '../kit/option-values.ts';
import { registerRestoreOptions } from '../options/register-options.ts';

const what =
  'every worker of this register must be stopped, also on other machines, and what was released since the backup is asked about at the next start';

/** `peerdesk register restore`: a backup takes the place of the register, as a new generation. */
export const registerRestore: CommandRun = async (call, context) => {
  const options = readOptions(registerRestoreOptions, call);
  const { place } = chosenRegister(options, context);
  const { by } = operatorOf(options, context.env);
  const restored = place.kind === 'postgres' ? ofDatabase(place, call, by) : ofFile(place, fileOf(call, context), by);
  await requireConsent(context, { agreed: options.yes, what });
  sayRestored(context, options.json, await restored());
  return undefined;
};

function fileOf(call: CommandCall, { cwd }: CommandContext): string {
  const named = readArgument(textValue, call, { index: 0, name: 'the backup' });
  return resolve(cwd ?? process.cwd(), named);
}

interface Restored {
  place: RegisterPlace;
  generation: string;
  /** Where the former register is; null: there was none, or it is the same database. */
  aside: string | null;
}

/** The database was put back with its own tools: it must not pass for the one that it is a copy of. */
function ofDatabase(place: RegisterPlace, { args }: CommandCall, by: string): () => Promise<Restored> {
  if (args.length > 0)
    throw misuse('a register in PostgreSQL is put back with its database: run this without a file afterwards');
  return async () => ({ place, generation: (await asNewGeneration(place, by)).generation, aside: null });
}

type FilePlace = Extract<RegisterPlace, { kind: 'sqlite' }>;

/** One of a simulator never becomes the memory of real money. */
function ofFile(place: FilePlace, from: string, by: string): () => Promise<Restored> {
  return async () => {
    if (!existsSync(from)) throw misuse(`there is no file ${from}`);
    const { file } = place;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const scratch = `${file}.${randomUUID()}`;
    try {
      for (const end of ['', '-wal']) copyPrivate(`${from}${end}`, `${scratch}${end}`);
      const { generation, how } = await asNewGeneration({ ...place, file: scratch }, by);
      if (how === 'simulator' && !place.isSimulators)
        throw refusal(`${from} was made by the worker of a simulator: it is no memory of real money`);
      const aside = asideOf(file);
      await replaceSqliteRegister({ file, by: scratch, aside });
      return { place, generation, aside: existsSync(aside) ? aside : null };
    } finally {
      for (const end of ['', '-wal', '-shm']) rmSync(`${scratch}${end}`, { force: true });
    }
  };
}

function copyPrivate(from: string, to: string): void {
  if (existsSync(from)) writeFileSync(to, readFileSync(from), { flag: 'wx', mode: 0o600 });
}

/** Returns where the former register stays: a dated name beside it. */
export function asideOf(file: string): string {
  return `${file}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
}

/** Begins another generation of a register that is whole: every guard is behind it from then on. */
async function asNewGeneration(place: RegisterPlace, by: string): Promise<RegisterIdentity> {
  const register = await openRegister(place, { migrate: true });
  try {
    const identity = await register.identity();
    if (identity === null) throw refusal(`${placeText(place)} is no register that was made whole`);
    const broken = await register.brokenJournalEntry();
    if (broken !== null)
      throw refusal(`its journal is broken at entry ${broken}: it was changed by hand, or is damaged`);
    const how = identity.how === 'simulator' ? 'simulator' : 'restored';
    return await register.mint({ generation: randomUUID(), how, by, nowMs: Date.now() });
  } finally {
    await register.close();
  }
}

function sayRestored(context: CommandContext, json: boolean, { place, generation, aside }: Restored): void {
  print(context, {
    json,
    data: { place: placeText(place), generation, aside },
    text: () =>
      [
        `the register ${placeText(place)} is the backup now, generation ${generation}`,
        ...(aside === null ? [] : [`the former one is ${aside}`]),
        'if another machine serves these accounts, switch it off: it has a register that no one must use any more',
        'then start a worker: what was released since the backup is asked about (`peerdesk register explain`), and no money moves before',
      ].join('\n'),
  });
}
