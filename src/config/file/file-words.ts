/** Messages that name the keys of the configuration file instead of the variables that say the same. */
import { basename } from 'node:path';
import { defaultSettings } from '../../domain/settings.ts';
import { setVariable, settingVariable } from '../environment/settings-environment.ts';
import { ConfigurationError, type Environment } from '../environment/service-environment.ts';
import type { FileVariable } from './file-variables.ts';
import { snakeName } from './key-names.ts';
import type { LoadedFile } from './load-file.ts';
import { accountRows, keysOf, registerRows, temporalRows } from './variable-rows.ts';

/** Where a configuration file completed an environment. */
export interface FileSurroundings {
  account: string;
  /** What the environment sets by itself. */
  ownEnv: Environment;
  /** What the file says: its own keys are named; absent: those that one would write. */
  variables?: readonly FileVariable[];
}

/**
 * Returns a text with the keys of the file: PEERDESK_ALLOW_DEV_SERVER=yes is temporal.allow_dev_server = true. One about
 * what the environment sets by itself stays as it is: there the variable has to change.
 */
export function inFileWords(text: string, { account, ownEnv, variables = [] }: FileSurroundings): string {
  if (variablesIn(text).some((name) => setVariable(name, ownEnv) !== null)) return text;
  return text.replaceAll(variableForm, (whole, variable: string, value?: string) => {
    if (variable === 'PEERDESK_ALLOW_LIVE') return `account.${account}.mode = "live"`;
    const key = writtenFor(variable, variables)?.path.join('.') ?? keyOf(variable, account);
    if (key === null) return whole;
    return value === undefined ? key : `${key} = ${valueText(value)}`;
  });
}

/** A value may stand in a file that a key names. */
const writtenFor = (name: string, variables: readonly FileVariable[]): FileVariable | undefined =>
  variables.find(({ variable }) => variable === name || variable === `${name}_FILE`);

interface FileReading extends Required<FileSurroundings> {
  loaded: Pick<LoadedFile, 'path' | 'lineOf'>;
}

/** Reads what a file has completed. A ConfigurationError names the line and the key, unless the environment sets it. */
export function inFile<T>(read: () => T, { loaded: { path, lineOf }, ...surroundings }: FileReading): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { account, ownEnv, variables } = surroundings;
    const names = variablesIn(error.message);
    if (names.some((name) => setVariable(name, ownEnv) !== null)) throw error;
    const written = names.map((name) => writtenFor(name, variables)).find((one) => one !== undefined);
    const line = lineOf(written?.path ?? ['account', account]);
    throw new ConfigurationError(`${basename(path)}:${line}: ${inFileWords(error.message, surroundings)}`);
  }
}

const variableForm = /\b((?:PEERDESK|TEMPORAL)_[A-Z0-9_]*[A-Z0-9])(?!\w)(?:=([a-z]+))?/g;

const variablesIn = (text: string): string[] => [...text.matchAll(variableForm)].map(([, name = '']) => name);

const settingOfVariable = new Map(Object.keys(defaultSettings).map((name) => [settingVariable(name), snakeName(name)]));

function keyOf(variable: string, account: string): string | null {
  const setting = settingOfVariable.get(variable);
  if (setting !== undefined) return `settings.${setting}`;
  const places = [
    ['temporal', temporalRows] as const,
    ['register', registerRows] as const,
    [`account.${account}`, accountRows] as const,
  ];
  for (const [section, rows] of places) {
    const row = rows.find(([, name]) => name === variable) ?? rows.find(([, name]) => `${name}_FILE` === variable);
    if (row === undefined) continue;
    const [key, name, form] = row;
    // The last one names a variable, where a variable may hold it.
    const keys = keysOf(key, form);
    return `${section}.${variable === name ? keys.at(-1) : keys[0]}`;
  }
  return null;
}

function valueText(value: string): string {
  if (value === 'yes' || value === 'true') return 'true';
  return value === 'no' || value === 'false' ? 'false' : JSON.stringify(value);
}
