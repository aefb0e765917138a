import { isAbsolute, resolve } from 'node:path';
import { homedir } from 'node:os';
import { greetingsText } from '../environment/greetings.ts';
import { settingVariable, setVariable } from '../environment/settings-environment.ts';
import { readSecret, type Environment } from '../environment/service-environment.ts';
import { shadowAdsOf } from './ad-wishes.ts';
import { evidenceOf, fileAccounts, type FileAccount } from './file-accounts.ts';
import type { PeerdeskFile } from './file-schema.ts';
import { greetingsOf } from './greetings/greeting-section.ts';
import { camelName, isTable } from './key-names.ts';
import type { LoadedFile } from './load-file.ts';
import { accountRows, egressRows, keysOf, registerRows, temporalRows, type VariableRows } from './variable-rows.ts';

/** A value of the file as the variable that says the same. */
export interface FileVariable {
  variable: string;
  value: string;
  /** Its key in the file. */
  path: readonly string[];
}

/** What the file's names of files and variables mean. */
interface FileContext {
  /** The folder of the file: relative names start there. */
  folder: string;
  env: Environment;
}

/**
 * Returns what is no single account's: the connection to Temporal, and where the register is. Throws ConfigurationError as
 * `temporalVariables` does.
 */
export function processVariables(file: PeerdeskFile, context: FileContext): FileVariable[] {
  const section = file.register ?? {};
  return [
    ...temporalVariables(file, context),
    ...rowVariables({ rows: registerRows, section, path: ['register'] }, context),
  ];
}

/** Reads the key file that the [temporal] section names. Throws ConfigurationError when it cannot. */
export function temporalVariables({ temporal = {} }: PeerdeskFile, context: FileContext): FileVariable[] {
  return rowVariables({ rows: temporalRows, section: temporal, path: ['temporal'] }, context).map(withCloudKey);
}

/** Temporal's own settings know no file for this key. Throws ConfigurationError when it cannot be read. */
function withCloudKey(entry: FileVariable): FileVariable {
  if (entry.variable !== 'TEMPORAL_API_KEY_FILE') return entry;
  const value = readSecret({ TEMPORAL_API_KEY_FILE: entry.value }, 'TEMPORAL_API_KEY') ?? '';
  return { ...entry, variable: 'TEMPORAL_API_KEY', value };
}

/** Returns the variables of an account: its own, and those of the settings. */
export function variablesOfAccount(
  { file, account }: { file: PeerdeskFile; account: FileAccount },
  context: FileContext,
): FileVariable[] {
  const path = ['account', account.account];
  const own = { ...account.section, mode: account.section.mode ?? 'shadow' };
  return [
    { variable: 'PEERDESK_ACCOUNT', value: account.account, path },
    { variable: 'PEERDESK_EGRESS', value: account.egress, path: [...path, 'egress'] },
    { variable: 'PEERDESK_ALLOW_LIVE', value: own.mode === 'live' ? 'yes' : 'no', path: [...path, 'mode'] },
    ...shadowAdVariables(file, account.account),
    ...evidenceVariables(file, account.account),
    ...greetingVariables(file, account.account),
    ...rowVariables(
      { rows: egressRows, section: file.egress?.[account.egress] ?? {}, path: ['egress', account.egress] },
      context,
    ),
    ...rowVariables({ rows: accountRows, section: own, path }, context),
    ...settingVariables(file, account),
  ];
}

function shadowAdVariables(file: PeerdeskFile, account: string): FileVariable[] {
  const numbers = shadowAdsOf(file, account);
  return numbers.length === 0 ? [] : [{ variable: 'PEERDESK_SHADOW_ADS', value: numbers.join(','), path: ['ads'] }];
}

function evidenceVariables(file: PeerdeskFile, account: string): FileVariable[] {
  const value = evidenceOf(file, account);
  return value === null ? [] : [{ variable: 'PEERDESK_EVIDENCE', value, path: ['payments'] }];
}

function greetingVariables(file: PeerdeskFile, account: string): FileVariable[] {
  const greetings = greetingsOf(file.greetings, account);
  if (greetings.length === 0) return [];
  return [{ variable: 'PEERDESK_GREETINGS', value: greetingsText(greetings), path: ['greetings'] }];
}

/** Returns the account of that name; the only one without a name; null where the file has none. */
export function accountNamed(file: PeerdeskFile, name: string | undefined): FileAccount | null {
  const accounts = fileAccounts(file);
  if (name !== undefined) return accounts.find(({ account }) => account === name) ?? null;
  return accounts.length === 1 ? (accounts[0] ?? null) : null;
}

interface RowSection {
  rows: VariableRows;
  section: object;
  path: readonly string[];
}

function rowVariables({ rows, section, path }: RowSection, context: FileContext): FileVariable[] {
  return rows.flatMap(([row, variable, form]): FileVariable[] => {
    const written = keysOf(row, form).map((key) => key.split('.'));
    const keys = written.find((one) => valueAt(section, one) !== undefined);
    if (keys === undefined) return [];
    const text = String(valueAt(section, keys));
    return [{ ...variableWith({ variable, form, key: keys.at(-1) ?? '', text }, context), path: [...path, ...keys] }];
  });
}

function valueAt(section: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => (isTable(value) ? value[key] : undefined), section);
}

interface WrittenRow {
  variable: string;
  form: VariableRows[number][2];
  /** The key that is written, of the row's. */
  key: string;
  /** Lists have commas. */
  text: string;
}

function variableWith(
  { variable, form, key, text }: WrittenRow,
  { folder, env }: FileContext,
): Omit<FileVariable, 'path'> {
  switch (form) {
    case 'text':
    case 'boolean':
      return { variable, value: text };
    case 'consent':
      return { variable, value: text === 'true' ? 'yes' : 'no' };
    case 'switch':
      return { variable, value: text === 'false' ? 'off' : 'on' };
    case 'path':
      return { variable, value: inFolder(text, folder) };
    default:
      return key.endsWith('_env')
        ? { variable, value: env[text] ?? '' }
        : { variable: `${variable}_FILE`, value: inFolder(text, folder) };
  }
}

/** Returns a name of the file as a path: from the folder of the file, or from home after ~. */
export function inFolder(name: string, folder: string): string {
  if (name === '~' || name.startsWith('~/')) return resolve(homedir(), name.slice(2));
  return isAbsolute(name) ? name : resolve(folder, name);
}

function settingVariables(file: PeerdeskFile, { account, section }: FileAccount): FileVariable[] {
  const parts = [
    { path: ['settings'], table: file.settings ?? {} },
    { path: ['account', account, 'settings'], table: section.settings ?? {} },
  ];
  const all = parts.flatMap(({ path, table }) =>
    Object.entries(table).map(([key, value]) => ({
      variable: settingVariable(camelName(key)),
      value: String(value),
      path: [...path, key],
    })),
  );
  // The account's own stand last, and win.
  return [...new Map(all.map((entry) => [entry.variable, entry])).values()];
}

/** Returns the environment with the file's variables where it sets none: environment over file. */
export function completedEnvironment(env: Environment, variables: readonly FileVariable[]): Environment {
  const filled = variables.filter(({ variable }) => setVariable(variable, env) === null);
  const texts = filled.map(({ variable, value }) => [variable, value] as const);
  return { ...env, ...Object.fromEntries(texts), ...heldByEither(env, variables) };
}

/** Returns the environment of a process of the file: environment over file. Throws ConfigurationError as `temporalVariables` does. */
export function processEnvironment(
  { file, folder }: Pick<LoadedFile, 'file' | 'folder'>,
  env: Environment,
): Environment {
  return completedEnvironment(env, processVariables(file, { folder, env }));
}

/** An ad is held where either holds it: a variable that was to hold one more frees none of the file's. */
function heldByEither(env: Environment, variables: readonly FileVariable[]): Environment {
  const own = env['PEERDESK_SHADOW_ADS'] ?? '';
  const ofFile = variables.find(({ variable }) => variable === 'PEERDESK_SHADOW_ADS')?.value;
  return own !== '' && ofFile !== undefined ? { PEERDESK_SHADOW_ADS: `${own},${ofFile}` } : {};
}
