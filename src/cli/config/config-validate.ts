import { basename } from 'node:path';
import { ConfigurationError, openKeyFiles, type Environment } from '../../config/environment/service-environment.ts';
import { adWishes } from '../../config/file/ad-wishes.ts';
import { fileAccounts, usedEgresses } from '../../config/file/file-accounts.ts';
import { accountEnvironment, readFileAccount, readFileEgress } from '../../config/file/file-egress.ts';
import { FileMistakes, loadPlace, mistakeLine, type LoadedFile } from '../../config/file/load-file.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { neededFile } from './file-context.ts';
import { temporalMistakes } from './temporal-mistakes.ts';
import { readOptions } from '../kit/option-values.ts';
import { configValidateOptions } from '../options/config-options.ts';

/** `peerdesk config validate`: every mistake of the file at once, each with its line and the remedy. */
export const configValidate: CommandRun = (call, context) => {
  const options = readOptions(configValidateOptions, call);
  const place = neededFile(call.args[0] ?? options.config, context);
  return Promise.resolve(validate({ path: place.path, json: options.json }, context));
};

function validate({ path, json }: { path: string; json: boolean }, context: CommandContext): ExitCode {
  const found = check(path, context.env);
  if ('lines' in found) {
    const { lines, mistakes } = found;
    print(context, { json, data: { valid: false, file: path, mistakes }, text: () => lines.join('\n') });
    return ExitCode.CONFIGURATION;
  }
  for (const warning of found.warnings) note(context, `warning: ${warning}`);
  const { counts, warnings } = found;
  const text = (): string =>
    `${basename(path)} is valid: ${Object.entries(counts)
      .map(([what, count]) => `${count} ${count === 1 ? what : plural(what)}`)
      .join(', ')}`;
  print(context, { json, data: { valid: true, file: path, ...counts, warnings }, text });
  return ExitCode.OK;
}

const plural = (word: string): string => (word.endsWith('s') ? `${word}es` : `${word}s`);

interface Invalid {
  lines: string[];
  mistakes: readonly unknown[];
}

interface Valid {
  counts: Record<string, number>;
  warnings: string[];
}

function check(path: string, env: Environment): Invalid | Valid {
  try {
    const loaded = loadPlace({ path, isNamed: true });
    const lines = keyMistakes(loaded, env);
    if (lines.length > 0) return { lines, mistakes: lines.map((text) => ({ text })) };
    const { file } = loaded;
    const ads = adWishes(file).ads.length;
    const counts = { account: fileAccounts(file).length, egress: usedEgresses(file).length, ad: ads };
    return { counts, warnings: warningsOf(loaded, env) };
  } catch (error) {
    if (error instanceof FileMistakes) {
      return { lines: error.mistakes.map((mistake) => mistakeLine(path, mistake)), mistakes: error.mistakes };
    }
    if (!(error instanceof ConfigurationError)) throw error;
    return { lines: [error.message], mistakes: [{ text: error.message }] };
  }
}

/** What only shows when the files and variables that the file names are read. */
function keyMistakes(loaded: LoadedFile, env: Environment): string[] {
  const reads = [
    ...fileAccounts(loaded.file).map((account) => () => readFileAccount(loaded, account, env)),
    ...usedEgresses(loaded.file).map((egress) => () => readFileEgress(loaded, { env, egress })),
  ];
  const lines = reads.flatMap((read) => {
    try {
      read();
      return [];
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return [error.message];
    }
  });
  return [...new Set([...lines, ...temporalMistakes(loaded, env)])];
}

function warningsOf(loaded: LoadedFile, env: Environment): string[] {
  return fileAccounts(loaded.file).flatMap((account) =>
    openKeyFiles(accountEnvironment(loaded, account, env)).map(
      (name) =>
        `every user of this machine can read the file of ${name} of account ${account.account}: take that right away (chmod 600)`,
    ),
  );
}
