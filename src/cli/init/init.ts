import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { mistakeLine } from '../../config/file/load-file.ts';
import { readFileText } from '../../config/file/read-file.ts';
import { misuse, refusal } from '../cli-failure.ts';
import { print, type CommandContext } from '../command-context.ts';
import type { CommandRun } from '../command-spec.ts';
import { requireConsent } from '../consent.ts';
import { aliasValue, flagValue, readOptions, textValue } from '../option-values.ts';
import { writePrivateFile } from '../up/private-files.ts';
import { firstFile, type FirstAnswers } from './first-file.ts';

const schema = z.object({
  dir: textValue.optional(),
  account: aliasValue.optional(),
  service: textValue.optional(),
  temporal: textValue.optional(),
  apiKeyFile: textValue.optional(),
  apiSecretFile: textValue.optional(),
  codecKeysFile: textValue.optional(),
  maxRelease: textValue.optional(),
  overwrite: flagValue,
  yes: flagValue,
  json: flagValue,
});
type InitOptions = z.output<typeof schema>;

/** `peerdesk init`: a first configuration file, in mode shadow, and files for the keys. */
export const init: CommandRun = async (call, context) => {
  const options = readOptions(schema, call);
  const folder = resolve(context.cwd ?? process.cwd(), options.dir ?? '.');
  const file = join(folder, 'peerdesk.toml');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  refuseOpenFolder(folder);
  if (existsSync(file)) {
    await requireConsent(context, {
      agreed: options.overwrite,
      what: `${file} exists and would be replaced`,
      option: '--overwrite',
    });
  }
  const person = new Person(options.yes ? {} : context);
  const answers = await answersOf(options, { person, folder });
  const text = firstFile(answers);
  refuseBroken(file, text);
  writePrivateFile(file, text);
  for (const secret of person.secrets) {
    makeOwnFolder(join(folder, 'keys'));
    writePrivateFile(resolve(folder, secret.file), `${secret.value}\n`);
  }
  sayDone({ options, context, folder, file, answers });
  return undefined;
};

/** Who may write into the folder may replace the file, and with it what is released. */
function refuseOpenFolder(folder: string): void {
  const isOpen = process.getuid !== undefined && (statSync(folder).mode & 0o022) !== 0;
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

interface Secret {
  file: string;
  value: string;
}

/** The person at the terminal; without one every question has its usual answer. */
class Person {
  readonly #context: Pick<CommandContext, 'askPerson' | 'askSecret'>;
  /** What was typed without echo, and the files in which it is kept. */
  readonly secrets: Secret[] = [];

  constructor(context: Pick<CommandContext, 'askPerson' | 'askSecret'>) {
    this.#context = context;
  }

  async ask(question: string, usual: string): Promise<string> {
    const answer = (await this.#context.askPerson?.(`${question}${usual === '' ? '' : ` [${usual}]`}: `))?.trim() ?? '';
    return answer === '' ? usual : answer;
  }

  /** Asks for a secret and returns the file that will hold it. */
  async askSecret(what: string, file: string): Promise<string> {
    const value =
      (await this.#context.askSecret?.(`${what} (not shown; empty: you write ${file} yourself): `))?.trim() ?? '';
    if (value !== '') this.secrets.push({ file, value });
    return file;
  }
}

async function answersOf(
  options: InitOptions,
  { person, folder }: { person: Person; folder: string },
): Promise<FirstAnswers> {
  const service = options.service ?? (await person.ask('Address of the service, such as https://api.example.com', ''));
  if (service === '') throw misuse('the address of the service is missing: give --service https://api.example.com');
  return {
    service,
    account: options.account ?? (await person.ask('A short name for the account', 'main')),
    temporal: options.temporal ?? (await person.ask('Address of the Temporal server', 'localhost:7233')),
    codecKeysFile: named(options.codecKeysFile, folder),
    maxRelease: options.maxRelease ?? (await person.ask('Largest single release, such as 5000 BOB (empty: none)', '')),
    apiKeyFile: named(options.apiKeyFile, folder) ?? (await person.askSecret('API key', 'keys/api-key')),
    apiSecretFile: named(options.apiSecretFile, folder) ?? (await person.askSecret('API secret', 'keys/api-secret')),
  };
}

/** A file inside the folder is named from there, so that the folder can be moved. */
function named(file: string | undefined, folder: string): string | null {
  if (file === undefined) return null;
  const path = relative(folder, resolve(file));
  return path.startsWith('..') ? resolve(file) : path;
}

interface Done {
  options: InitOptions;
  context: CommandContext;
  folder: string;
  file: string;
  answers: FirstAnswers;
}

function sayDone({ options, context, folder, file, answers }: Done): void {
  const missing = [answers.apiKeyFile, answers.apiSecretFile].filter((name) => !existsSync(resolve(folder, name)));
  const next = [
    `peerdesk config validate --config ${file}`,
    `peerdesk worker --config ${file}`,
    `peerdesk config apply --config ${file}`,
  ];
  const keys = missing.length === 0 ? [] : [`write the keys into ${missing.join(' and ')} (mode 0600) first`];
  print(context, {
    json: options.json,
    data: { file, missing, next },
    text: () => [`wrote ${file}, mode shadow`, ...keys, 'next:', ...next.map((command) => `  ${command}`)].join('\n'),
  });
}
