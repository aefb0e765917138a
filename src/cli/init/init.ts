import { chmodSync, constants, copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileName } from '../../config/file/leaf-schemas.ts';
import { mistakeLine } from '../../config/file/load-file.ts';
import { readFileText } from '../../config/file/read-file.ts';
import { misuse, refusal } from '../kit/cli-failure.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { requireConsent } from '../session/consent.ts';
import { userOf } from '../session/effective-environment.ts';
import { isSimulatorAddress } from '../../config/environment/service-environment.ts';
import { placeText } from '../../domain/register/register-place.ts';
import { chosenRegister } from '../register/register-choice.ts';
import { addLine } from '../codec/codec-new-key.ts';
import { newKeyLine } from '../../codec/key-ring.ts';
import { makeRegister } from '../register/register-create.ts';
import { mayBeThere } from '../register/register-places.ts';
import { writePrivateFile } from '../kit/private-files.ts';
import { firstFile, type FirstAnswers } from './first-file.ts';
import { addFirstAds } from './first-ads.ts';
import { Person, type Check } from './person.ts';
import { aliasValue, readOptions, type OptionsOf } from '../kit/option-values.ts';
import { initOptions } from '../options/process-options.ts';

type InitOptions = OptionsOf<typeof initOptions>;

/** `peerdesk init`: a first configuration file, in mode shadow, and files for the keys. */
export const init: CommandRun = async (call, context) => {
  const options = readOptions(initOptions, call);
  const folder = resolve(context.cwd ?? process.cwd(), options.dir ?? '.');
  const file = join(folder, 'peerdesk.toml');
  refuseUnfitFolder(folder);
  if (existsSync(file)) {
    await requireConsent(context, {
      agreed: options.overwrite,
      what: `${file} exists and would be replaced; what stands there stays beside it, as ${basename(asideOf(file))}`,
      option: '--overwrite',
    });
  }
  const person = new Person(context, !options.yes);
  person.hear(
    `a few questions, then ${file} is written, in mode shadow, which changes nothing at the service; Ctrl-C ends it before`,
  );
  const answers = await answersOf(options, { person, folder });
  const wantsAds = await agreesToAds(options, { person, folder, answers });
  const text = firstFile(answers);
  refuseBroken(file, text);
  makeFolder(folder);
  writeAside(file, text);
  // Who writes the keys himself finds the folder, too, open to no one else.
  if ([answers.apiKeyFile, answers.apiSecretFile].some(isPlainKey)) makeOwnFolder(join(folder, 'keys'));
  for (const secret of person.secrets) writeAside(resolve(folder, secret.file), `${secret.value}\n`);
  const done = [firstKey(folder, answers), await firstRegister(context, { answers, file })];
  const missing = missingKeys(folder, answers);
  const ads = wantsAds && missing.length === 0 ? await addFirstAds(context, { file, account: answers.account }) : null;
  sayDone({ options, context, file, missing, done: [...done, ads].filter((line) => line !== null) });
  return undefined;
};

/** Writes a file; what stood there stays beside it. */
function writeAside(file: string, text: string): void {
  if (existsSync(file)) copyFileSync(file, asideOf(file), constants.COPYFILE_EXCL);
  writePrivateFile(file, text);
}

/** Returns the name under which a file stays that is replaced. */
function asideOf(file: string): string {
  for (let number = 1; ; number += 1) {
    const aside = `${file}.before${number === 1 ? '' : `-${number}`}`;
    if (!existsSync(aside)) return aside;
  }
}

/** The ads can be read with both keys alone. It is the last question: nothing is written before it. */
async function agreesToAds(
  { importAds }: InitOptions,
  { person, folder, answers }: { person: Person; folder: string; answers: FirstAnswers },
): Promise<boolean> {
  const typed = person.secrets.map(({ file }) => file);
  const hasKeys = missingKeys(folder, answers).every((file) => typed.includes(file));
  return hasKeys && (await person.agrees('Add the ads that the account has', importAds));
}

/** Makes the key that seals what Temporal stores, where there is none. Returns what is printed about it, or null. */
function firstKey(folder: string, { codecKeysFile }: FirstAnswers): string | null {
  if (codecKeysFile === null) return null;
  const path = resolve(folder, codecKeysFile);
  if (existsSync(path)) return `the key in ${path} is there already, and stays`;
  addLine(path, newKeyLine(Date.now()), false);
  return `made the key ${path}, which seals what Temporal stores: keep a copy elsewhere, nothing can be read without it`;
}

const isPlainKey = (file: string): boolean => file === plainAnswers.apiKeyFile || file === plainAnswers.apiSecretFile;

const missingKeys = (folder: string, { apiKeyFile, apiSecretFile }: FirstAnswers): string[] =>
  [apiKeyFile, apiSecretFile].filter((name) => !existsSync(resolve(folder, name)));

/**
 * Makes the register of real money for a real service: no worker makes it by itself. Returns what is printed about it,
 * or null for a simulator, whose worker makes its own.
 */
async function firstRegister(
  context: CommandContext,
  { answers, file }: { answers: FirstAnswers; file: string },
): Promise<string | null> {
  if (isSimulatorAddress(answers.service)) return null;
  const { place } = chosenRegister({ config: file }, context);
  if (mayBeThere(place)) return `the register ${placeText(place)} is there already, and stays`;
  try {
    await makeRegister(place, userOf(context.env));
    return `made the register ${placeText(place)}: back it up from now on (\`peerdesk register backup FILE\`)`;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `no register was made (${why}): before money moves run \`peerdesk register create --config ${file}\``;
  }
}

/** Nothing is written before the last question is answered. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw noFolder(folder, code);
  }
}

const noFolder = (folder: string, code: string): Error =>
  misuse(`${folder} is no folder and cannot be made (${code}): give another --dir`);

/** Who may write into the folder may replace the file, and with it what is released. One that is missing is made. */
function refuseUnfitFolder(folder: string): void {
  if (!existsSync(folder)) return;
  const found = statSync(folder);
  if (!found.isDirectory()) throw noFolder(folder, 'ENOTDIR');
  const isOpen = process.getuid !== undefined && (found.mode & 0o022) !== 0;
  if (isOpen)
    throw refusal(
      `others may write ${folder}, and so replace the file: take that right away (chmod go-w), or give --dir`,
    );
}

function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/** A mistake in an answer is said with the words of `config validate`, and nothing is written. */
function refuseBroken(file: string, text: string): void {
  const read = readFileText(text);
  const [mistake] = Array.isArray(read) ? read : [];
  if (mistake !== undefined) throw misuse(`nothing was written, because of an answer: ${mistakeLine(file, mistake)}`);
}

const plainAnswers: FirstAnswers = {
  service: 'https://api.example.com',
  account: 'main',
  temporal: 'localhost:7233',
  codecKeysFile: null,
  maxRelease: '',
  apiKeyFile: 'keys/api-key',
  apiSecretFile: 'keys/api-secret',
};

/** Returns the check of one answer: what `config validate` would say of a file with it. */
const checkOf =
  (name: 'service' | 'maxRelease'): Check =>
  (answer) =>
    mistakeIn({ ...plainAnswers, [name]: answer });

function mistakeIn(answers: FirstAnswers): string | null {
  const read = readFileText(firstFile(answers));
  const [mistake] = Array.isArray(read) ? read : [];
  return mistake?.asked ?? mistake?.text ?? null;
}

/** A name that is none would break the table that it heads. */
const accountMistake: Check = (answer) => {
  const parsed = aliasValue.safeParse(answer);
  return parsed.error?.issues[0]?.message ?? mistakeIn({ ...plainAnswers, account: answer });
};

async function answersOf(
  options: InitOptions,
  { person, folder }: { person: Person; folder: string },
): Promise<FirstAnswers> {
  const files = {
    codecKeysFile: named(options.codecKeysFile, folder),
    apiKeyFile: named(options.apiKeyFile, folder),
    apiSecretFile: named(options.apiSecretFile, folder),
  };
  const where = 'Address of the service, such as https://api.example.com';
  const service = options.service ?? (await person.ask(where, null, checkOf('service')));
  if (service === '') throw misuse('the address of the service is missing: give --service https://api.example.com');
  const largest = 'Largest single release, such as 5000 BOB (empty: none)';
  return {
    service,
    account: options.account ?? (await person.ask('A short name for the account', 'main', accountMistake)),
    temporal: options.temporal ?? 'localhost:7233',
    maxRelease: options.maxRelease ?? (await person.ask(largest, '', checkOf('maxRelease'))),
    codecKeysFile: files.codecKeysFile ?? (await newKeyFile(options, person)),
    apiKeyFile: files.apiKeyFile ?? (await person.askSecret('API key', 'keys/api-key')),
    apiSecretFile: files.apiSecretFile ?? (await person.askSecret('API secret', 'keys/api-secret')),
  };
}

/** A key that no one asked for seals nothing: a script that is repeated would need its copy. */
async function newKeyFile({ codecKey }: InitOptions, person: Person): Promise<string | null> {
  const question = 'Seal what Temporal stores of buyers and orders, by a new key';
  return (await person.agrees(question, codecKey)) ? 'codec-keys' : null;
}

/** A file inside the folder is named from there, so that the folder can be moved. */
function named(file: string | undefined, folder: string): string | null {
  if (file === undefined) return null;
  // As a path it would stand in the file and on the screen.
  if (fileName.safeParse(file).error !== undefined) {
    throw misuse(
      'what stands where a file is named looks like the secret itself: give the name of a file that holds it',
    );
  }
  const path = relative(folder, resolve(file));
  return path.startsWith('..') ? resolve(file) : path;
}

interface Done {
  options: InitOptions;
  context: CommandContext;
  file: string;
  /** The files of keys that are not there yet. */
  missing: readonly string[];
  /** What was made beside the file. */
  done: readonly string[];
}

function sayDone({ options, context, file, missing, done }: Done): void {
  const next = [`peerdesk start --config ${file}`, `peerdesk config apply --config ${file}`];
  const places = missing.map((name) => resolve(dirname(file), name));
  const keys = places.length === 0 ? [] : [`write the keys into ${places.join(' and ')} (mode 0600) first`];
  print(context, {
    json: options.json,
    data: { file, missing, done, next },
    text: () =>
      [
        `wrote ${file}, mode shadow`,
        ...done,
        ...keys,
        'next, each in a terminal:',
        ...next.map((command) => `  ${command}`),
        'start runs the Temporal server, the worker, and the watchdog: it takes the ads offline when no worker looks at the market.',
      ].join('\n'),
  });
}
