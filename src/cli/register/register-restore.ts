import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { openRegister } from '../../register/open-register.ts';
import type { RegisterIdentity } from '../../register/operations/accounts.ts';
import { placeText, type RegisterPlace } from '../../domain/register/register-place.ts';
import { replaceSqliteRegister } from '../../register/sqlite/sqlite-register.ts';
import { misuse, refusal } from '../cli-failure.ts';
import { print, type CommandContext } from '../command-context.ts';
import type { CommandRun } from '../command-spec.ts';
import { requireConsent } from '../consent.ts';
import { flagValue, readArgument, readOptions, textValue } from '../option-values.ts';
import { chosenRegister, choiceShape } from './register-choice.ts';
import { placeFor } from './register-places.ts';
import { asFailure } from './with-register.ts';

const schema = z.object({ ...choiceShape, yes: flagValue });

const what =
  'every worker of this register must be stopped, also on other machines, and what was released since the backup is asked about at the next start';

/** `peerdesk register restore`: a backup takes the place of the register, as a new generation. */
export const registerRestore: CommandRun = async (call, context) => {
  const options = readOptions(schema, call);
  const { place, env } = chosenRegister(options, context);
  const [argument] = call.args;
  const isDatabase = place.kind === 'postgres';
  if (isDatabase && argument !== undefined)
    throw misuse('a register in PostgreSQL is put back with its database: run this without a file afterwards');
  const from = isDatabase ? null : resolve(context.cwd ?? process.cwd(), readArgument(textValue, call, fileArgument));
  await requireConsent(context, { agreed: options.yes, what });
  try {
    const restored =
      from === null ? await restoredDatabase(place) : await restoredFile(from, (isLive) => placeFor(env, isLive));
    sayRestored(context, options.json, restored);
  } catch (error) {
    throw asFailure(error);
  }
  return undefined;
};

const fileArgument = { index: 0, name: 'the backup' };

interface Restored {
  place: RegisterPlace;
  generation: string;
  /** Where the former register is; null: there was none, or it is the same database. */
  aside: string | null;
}

/** The database was put back with its own tools: it must not pass for the one that it is a copy of. */
async function restoredDatabase(place: RegisterPlace): Promise<Restored> {
  const { generation } = await asNewGeneration(place);
  return { place, generation, aside: null };
}

/** A backup goes where its kind of register is: one of the simulator never becomes the memory of real money. */
async function restoredFile(from: string, placeOf: (isLive: boolean) => RegisterPlace): Promise<Restored> {
  if (!existsSync(from)) throw misuse(`there is no file ${from}`);
  const live = placeOf(true);
  if (live.kind !== 'sqlite') throw new Error('a file is put back where files are');
  mkdirSync(dirname(live.file), { recursive: true, mode: 0o700 });
  const scratch = `${live.file}.${randomUUID()}`;
  try {
    for (const end of ['', '-wal']) copyPrivate(`${from}${end}`, `${scratch}${end}`);
    const { generation, how } = await asNewGeneration({ ...live, file: scratch });
    const place = placeOf(how !== 'simulator');
    if (place.kind !== 'sqlite') throw new Error('a file is put back where files are');
    const { file } = place;
    const aside = asideOf(file);
    await replaceSqliteRegister({ file, by: scratch, aside });
    return { place, generation, aside: existsSync(aside) ? aside : null };
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(`${scratch}${end}`, { force: true });
  }
}

function copyPrivate(from: string, to: string): void {
  if (existsSync(from)) writeFileSync(to, readFileSync(from), { flag: 'wx', mode: 0o600 });
}

/** Returns where the former register stays: a dated name beside it. */
export function asideOf(file: string): string {
  return `${file}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
}

/** Begins another generation of a register that is whole: every guard is behind it from then on. */
async function asNewGeneration(place: RegisterPlace): Promise<RegisterIdentity> {
  const register = await openRegister(place, { migrate: true });
  try {
    const identity = await register.identity();
    if (identity === null) throw refusal(`${placeText(place)} is no register that was made whole`);
    const broken = await register.brokenJournalEntry();
    if (broken !== null)
      throw refusal(`its journal is broken at entry ${broken}: it was changed by hand, or is damaged`);
    const how = identity.how === 'simulator' ? 'simulator' : 'restored';
    return await register.mint({ generation: randomUUID(), how, nowMs: Date.now() });
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
