import { basename } from 'node:path';
import { defaultSettings } from '../../domain/settings.ts';
import type { Environment } from '../environment/service-environment.ts';
import { setVariable } from '../environment/settings-environment.ts';
import { fileAccounts } from './file-accounts.ts';
import { fileJsonSchema } from './file-schema.ts';
import { secretVariables, variableOf } from './variable-rows.ts';
import { isTable, snakeName, type TomlTable } from './key-names.ts';
import type { LoadedFile } from './load-file.ts';
import { keyText } from './mistake.ts';

/** A value that counts, and where it comes from. */
export interface EffectiveValue {
  /** As the file writes it, with dots. */
  key: string;
  /** What holds; a secret is only said to be set. */
  value: unknown;
  /** `peerdesk.toml:12`, the name of a variable, or `default`. */
  origin: string;
}

interface Sources {
  loaded: Pick<LoadedFile, 'file' | 'path' | 'lineOf'>;
  env: Environment;
}

/** Returns every value that counts: environment over file over default. */
export function effectiveValues(sources: Sources): EffectiveValue[] {
  const { file } = sources.loaded;
  const written = leaves(file).map(({ path, value }) => effective(sources, path, value));
  const added = [
    ...accountDefaults(sources),
    ...sectionDefaults(sources, ['temporal'], ['temporal']),
    ...sectionDefaults(sources, ['register'], ['register']),
    ...settingDefaults(sources),
  ];
  const known = new Set(written.map(({ key }) => key));
  return [...written, ...added.filter(({ key }) => !known.has(key))].toSorted(
    (left, right) => sectionRank(left.key) - sectionRank(right.key),
  );
}

const sections = ['temporal', 'register', 'egress', 'payments', 'greetings', 'account', 'rules', 'ads', 'settings'];
const sectionRank = (key: string): number => sections.indexOf(key.split('.')[0] ?? '');

/** The single values of a table, with their keys. */
function leaves(value: unknown, path: readonly string[] = []): { path: readonly string[]; value: unknown }[] {
  if (!isTable(value)) return [{ path, value }];
  return Object.entries(value).flatMap(([key, part]) => leaves(part, [...path, key]));
}

function effective({ loaded, env }: Sources, path: readonly string[], value: unknown): EffectiveValue {
  const variable = winningVariable(path, { loaded, env });
  const key = keyText(path);
  if (variable !== null) return { key, value: shown(variable, env[variable] ?? ''), origin: variable };
  return { key, value, origin: `${basename(loaded.path)}:${loaded.lineOf(path)}` };
}

/** The variable that wins over a key; null: none is set, or it would count for several accounts. */
function winningVariable(path: readonly string[], { loaded, env }: Sources): string | null {
  const isOneOfSeveral = path[0] === 'account' && path[2] !== 'settings' && fileAccounts(loaded.file).length > 1;
  const variable = variableOf(path);
  return variable === null || isOneOfSeveral ? null : setVariable(variable, env);
}

const shown = (variable: string, value: string): string => (secretVariables.has(variable) ? '(set, not shown)' : value);

function accountDefaults(sources: Sources): EffectiveValue[] {
  const names = Object.keys(sources.loaded.file.account ?? {});
  return names.flatMap((name) => sectionDefaults(sources, ['account', name], ['account', '*']));
}

/** The keys of a section that are not written: by their variable, else as they count without. */
function sectionDefaults(sources: Sources, path: readonly string[], place: readonly string[]): EffectiveValue[] {
  return schemaLeaves(schemaOf(place)).flatMap(({ keys, without }) => {
    const whole = [...path, ...keys];
    const variable = winningVariable(whole, sources);
    const key = keyText(whole);
    if (variable !== null && isFormOf(variable, keys)) {
      return [{ key, value: shown(variable, sources.env[variable] ?? ''), origin: variable }];
    }
    return without === null || variable !== null ? [] : [{ key, value: without, origin: 'default' }];
  });
}

/** Of the two keys of a secret the one that names a file is shown, or none. */
const isFormOf = (variable: string, keys: readonly string[]): boolean =>
  variable.endsWith('_FILE') === (keys.at(-1) ?? '').endsWith('_file') || (keys.at(-1) ?? '').endsWith('_env');

function schemaOf(place: readonly string[]): TomlTable {
  return place.reduce<TomlTable>((node, part) => {
    const { properties, additionalProperties } = node;
    const next = part === '*' ? additionalProperties : isTable(properties) ? properties[part] : undefined;
    return isTable(next) ? next : {};
  }, fileJsonSchema());
}

interface SchemaLeaf {
  keys: readonly string[];
  without: string | null;
}

function schemaLeaves({ properties }: TomlTable, keys: readonly string[] = []): SchemaLeaf[] {
  if (!isTable(properties)) return [];
  return Object.entries(properties).flatMap(([name, node]) => {
    if (!isTable(node) || name === 'settings') return [];
    if (isTable(node['properties'])) return schemaLeaves(node, [...keys, name]);
    return [{ keys: [...keys, name], without: typeof node['without'] === 'string' ? node['without'] : null }];
  });
}

function settingDefaults(sources: Sources): EffectiveValue[] {
  return Object.entries(defaultSettings).map(([name, value]) => {
    const path = ['settings', snakeName(name)];
    const variable = winningVariable(path, sources);
    const key = keyText(path);
    return variable === null
      ? { key, value, origin: 'default' }
      : { key, value: sources.env[variable] ?? '', origin: variable };
  });
}
