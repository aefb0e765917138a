import { isAbsolute, resolve } from 'node:path';
import { homedir } from 'node:os';
import { settingVariable, interfaceVariables } from '../environment/settings-environment.ts';
import { readSecret, type Environment } from '../environment/service-environment.ts';
import { fileAccounts, type FileAccount } from './file-accounts.ts';
import type { PeerdeskFile } from './file-schema.ts';
import { camelName, isTable } from './key-names.ts';

/** A value of the file as the variable that says the same. */
export interface FileVariable {
  variable: string;
  value: string;
  /** Its key in the file. */
  path: readonly string[];
}

/** What the file's names of files and variables mean. */
interface FileSurroundings {
  /** The folder of the file: relative names start there. */
  folder: string;
  env: Environment;
}

type Rows = readonly (readonly [key: string, variable: string])[];

const accountRows: Rows = [
  ['service', 'PEERDESK_BASE_URL'],
  ['mode', 'PEERDESK_MODE'],
  ['is_simulator', 'PEERDESK_IS_SIMULATOR'],
  ['public_service', 'PEERDESK_PUBLIC_BASE_URL'],
  ['auth_steps', 'PEERDESK_AUTH_STEPS'],
  ['api_key', 'PEERDESK_API_KEY'],
  ['api_secret', 'PEERDESK_API_SECRET'],
  ['totp_secret', 'PEERDESK_TOTP_SECRET'],
  ['release.policies', 'PEERDESK_RELEASE_POLICIES'],
  ['release.max', 'PEERDESK_MAX_RELEASE'],
  ['release.max_per_day', 'PEERDESK_MAX_RELEASE_PER_DAY'],
  ['release.approvals', 'PEERDESK_APPROVALS'],
  ['release.approvers', 'PEERDESK_APPROVERS'],
  ['chat.socket', 'PEERDESK_CHAT_SOCKET'],
  ['chat.handshake', 'PEERDESK_CHAT_HANDSHAKE'],
  ['chat.hosts', 'PEERDESK_SOCKET_HOSTS'],
  ['notify.url', 'PEERDESK_NOTIFY_URL'],
  ['notify.secret', 'PEERDESK_NOTIFY_SECRET'],
  ['notify.command', 'PEERDESK_NOTIFY_COMMAND'],
];

const temporalRows: Rows = [
  ['address', 'TEMPORAL_ADDRESS'],
  ['namespace', 'TEMPORAL_NAMESPACE'],
  ['profile', 'TEMPORAL_PROFILE'],
  ['tls', 'TEMPORAL_TLS'],
  ['tls_server_name', 'TEMPORAL_TLS_SERVER_NAME'],
  ['tls_ca_file', 'TEMPORAL_TLS_SERVER_CA_CERT_PATH'],
  ['tls_cert_file', 'TEMPORAL_TLS_CLIENT_CERT_PATH'],
  ['tls_key_file', 'TEMPORAL_TLS_CLIENT_KEY_PATH'],
  ['api_key', 'TEMPORAL_API_KEY'],
  ['allow_dev_server', 'PEERDESK_ALLOW_DEV_SERVER'],
  ['allow_plain', 'PEERDESK_ALLOW_PLAIN_TEMPORAL'],
  ['codec_keys_file', 'PEERDESK_CODEC_KEYS_FILE'],
  ['codec', 'PEERDESK_CODEC'],
  ['allow_plain_payloads', 'PEERDESK_ALLOW_PLAIN_PAYLOADS'],
];

/** The keys whose number stands in the guard's rules; the worker's variable of that name holds public keys. */
const withoutPlainValue = new Set([
  'PEERDESK_APPROVERS',
  'PEERDESK_API_KEY',
  'PEERDESK_API_SECRET',
  'PEERDESK_TOTP_SECRET',
]);

/** The variables that are one account's: a process of several accounts cannot tell whose they are. */
export const accountVariables: readonly string[] = accountRows.flatMap(([, variable]) => [
  variable,
  `${variable}_FILE`,
]);

/** Returns the variable that says the same as a key of [temporal], of an account or of its settings; null: none does. */
export function variableOf(path: readonly string[]): string | null {
  const [section, ...inner] = path;
  if (section === 'settings') return settingVariable(camelName(inner[0] ?? ''));
  if (section === 'temporal') return rowVariable(temporalRows, inner);
  if (section !== 'account') return null;
  const [, first, second = ''] = inner;
  return first === 'settings' ? settingVariable(camelName(second)) : rowVariable(accountRows, inner.slice(1));
}

function rowVariable(rows: Rows, keys: readonly string[]): string | null {
  const written = keys.join('.');
  const plain = rows.find(([key, variable]) => key === written && !withoutPlainValue.has(variable));
  return (plain ?? rows.find(([key]) => `${key}_file` === written || `${key}_env` === written))?.[1] ?? null;
}

/** Returns the variables of the [temporal] section. */
export function temporalVariables({ temporal = {} }: PeerdeskFile, around: FileSurroundings): FileVariable[] {
  return rowVariables({ rows: temporalRows, section: temporal, path: ['temporal'] }, around).map(withCloudKey);
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
  around: FileSurroundings,
): FileVariable[] {
  const path = ['account', account.account];
  const own = { ...account.section, mode: account.section.mode ?? 'shadow' };
  return [
    { variable: 'PEERDESK_ACCOUNT', value: account.account, path },
    { variable: 'PEERDESK_EGRESS', value: account.egress, path: [...path, 'egress'] },
    { variable: 'PEERDESK_ALLOW_LIVE', value: own.mode === 'live' ? 'yes' : 'no', path: [...path, 'mode'] },
    ...rowVariables({ rows: accountRows, section: own, path }, around),
    ...settingVariables(file, account),
  ];
}

/** Returns the account of that name; the only one without a name; null where the file has none. */
export function accountNamed(file: PeerdeskFile, name: string | undefined): FileAccount | null {
  const accounts = fileAccounts(file);
  if (name !== undefined) return accounts.find(({ account }) => account === name) ?? null;
  return accounts.length === 1 ? (accounts[0] ?? null) : null;
}

interface RowSection {
  rows: Rows;
  section: object;
  path: readonly string[];
}

function rowVariables({ rows, section, path }: RowSection, { folder, env }: FileSurroundings): FileVariable[] {
  return rows.flatMap(([key, variable]): FileVariable[] => {
    const keys = key.split('.');
    const value = withoutPlainValue.has(variable) ? undefined : valueAt(section, keys);
    if (value !== undefined) return [{ variable, value: textOf(variable, value, folder), path: [...path, ...keys] }];
    const [file, name] = ['file', 'env'].map((end) =>
      valueAt(section, [...keys.slice(0, -1), `${keys.at(-1)}_${end}`]),
    );
    const at = (end: string): string[] => [...path, ...keys.slice(0, -1), `${keys.at(-1)}_${end}`];
    if (typeof file === 'string')
      return [{ variable: `${variable}_FILE`, value: inFolder(file, folder), path: at('file') }];
    if (typeof name === 'string') return [{ variable, value: env[name] ?? '', path: at('env') }];
    return [];
  });
}

function valueAt(section: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => (isTable(value) ? value[key] : undefined), section);
}

function textOf(variable: string, value: unknown, folder: string): string {
  if (variable === 'PEERDESK_CHAT_SOCKET') return value === false ? 'off' : 'on';
  if (/_(?:CERT|KEY)_PATH$|_KEYS_FILE$/.test(variable)) return inFolder(String(value), folder);
  if (typeof value === 'boolean') return variable === 'TEMPORAL_TLS' ? String(value) : value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** Returns a name of the file as a path: from the folder of the file, or from home after ~. */
function inFolder(name: string, folder: string): string {
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

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';

/** Returns the file's variables that the environment does not set itself, in whichever of its forms. */
export function unsetVariables(variables: readonly FileVariable[], env: Environment): FileVariable[] {
  return variables.filter(({ variable }) => {
    const base = variable.replace(/_FILE$/, '');
    const settingKey = camelName(base.replace('PEERDESK_SETTING_', '').toLowerCase());
    const others = base.startsWith('PEERDESK_SETTING_') ? interfaceVariables(settingKey) : [];
    return ![base, `${base}_FILE`, ...others].some((name) => isSet(env[name]));
  });
}

/** Returns the environment with the file's variables where it sets none: environment over file. */
export function completedEnvironment(env: Environment, variables: readonly FileVariable[]): Environment {
  const filled = unsetVariables(variables, env).map(({ variable, value }) => [variable, value] as const);
  return { ...env, ...Object.fromEntries(filled) };
}
