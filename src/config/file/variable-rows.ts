import { defaultSettings } from '../../domain/settings.ts';
import { settingVariable } from '../environment/settings-environment.ts';
import { camelName, snakeName } from './key-names.ts';

/** Keys of a section, and the variables that say the same. */
export type VariableRows = readonly (readonly [key: string, variable: string])[];

export const accountRows: VariableRows = [
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

export const temporalRows: VariableRows = [
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

export const registerRows: VariableRows = [['url', 'PEERDESK_REGISTER_URL']];

export const egressRows: VariableRows = [['proxy', 'PEERDESK_PROXY']];

/** The keys whose number stands in the guard's rules; the worker's variable of that name holds public keys. */
export const withoutPlainValue = new Set<string>([
  'PEERDESK_APPROVERS',
  'PEERDESK_API_KEY',
  'PEERDESK_API_SECRET',
  'PEERDESK_TOTP_SECRET',
  'PEERDESK_REGISTER_URL',
]);

/** The variables that are one account's: a process of several accounts cannot know whose they are. */
export const accountVariables: readonly string[] = accountRows.flatMap(([, variable]) => [
  variable,
  `${variable}_FILE`,
]);

/** Returns the variable that says the same as a key of [temporal], of [register], of an egress, of an account or of its settings; null: none does. */
export function variableOf(path: readonly string[]): string | null {
  const [section, ...inner] = path;
  if (section === 'settings') return settingVariable(camelName(inner[0] ?? ''));
  if (section === 'temporal') return rowVariable(temporalRows, inner);
  if (section === 'register') return rowVariable(registerRows, inner);
  if (section === 'egress') return rowVariable(egressRows, inner.slice(1));
  if (section !== 'account') return null;
  const [, first, second = ''] = inner;
  return first === 'settings' ? settingVariable(camelName(second)) : rowVariable(accountRows, inner.slice(1));
}

function rowVariable(rows: VariableRows, keys: readonly string[]): string | null {
  const written = keys.join('.');
  const plain = rows.find(([key, variable]) => key === written && !withoutPlainValue.has(variable));
  return (plain ?? rows.find(([key]) => `${key}_file` === written || `${key}_env` === written))?.[1] ?? null;
}

const settingOfVariable = new Map(Object.keys(defaultSettings).map((name) => [settingVariable(name), snakeName(name)]));

/**
 * Returns a text with the file's keys in the place of the variables that say the same, those of an account as its own;
 * what no key says stays. PEERDESK_ALLOW_DEV_SERVER=yes is temporal.allow_dev_server = true.
 */
export function inKeys(text: string, account: string): string {
  return text.replaceAll(variableForm, (whole, variable: string, value?: string) => {
    if (variable === 'PEERDESK_ALLOW_LIVE') return `account.${account}.mode = "live"`;
    const key = keyOf(variable, account);
    if (key === null) return whole;
    return value === undefined ? key : `${key} = ${valueText(value)}`;
  });
}

const variableForm = /\b((?:PEERDESK|TEMPORAL)_[A-Z0-9_]*[A-Z0-9])(?!\w)(?:=([a-z]+))?/g;

export const variablesIn = (text: string): string[] => [...text.matchAll(variableForm)].map(([, name = '']) => name);

function keyOf(variable: string, account: string): string | null {
  const setting = settingOfVariable.get(variable);
  if (setting !== undefined) return `settings.${setting}`;
  const base = variable.replace(/_FILE$/, '');
  const places = [
    ['temporal', temporalRows] as const,
    ['register', registerRows] as const,
    [`account.${account}`, accountRows] as const,
  ];
  for (const [section, rows] of places) {
    const row = rows.find(([, name]) => name === variable) ?? rows.find(([, name]) => name === base);
    if (row !== undefined) return `${section}.${row[0]}${endOf(row[1], variable)}`;
  }
  return null;
}

const secretRows = new Set<string>([
  ...withoutPlainValue,
  'TEMPORAL_API_KEY',
  'PEERDESK_NOTIFY_URL',
  'PEERDESK_NOTIFY_SECRET',
]);

/** What the configuration file has a file for, and no variable. */
const inFilesAlone: ReadonlySet<string> = new Set(['PEERDESK_APPROVERS', 'PEERDESK_REGISTER_URL']);

/** A secret stands in a file or in a variable, which its key names. */
function endOf(name: string, variable: string): string {
  if (!secretRows.has(name)) return '';
  return variable !== name || inFilesAlone.has(name) ? '_file' : '_env';
}

function valueText(value: string): string {
  if (value === 'yes' || value === 'true') return 'true';
  return value === 'no' || value === 'false' ? 'false' : JSON.stringify(value);
}
