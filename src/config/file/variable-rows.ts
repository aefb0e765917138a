import { settingVariable } from '../environment/settings-environment.ts';
import { camelName } from './key-names.ts';

/** How the file writes what stands in a variable. */
type Form =
  /** As it stands; a list has commas in its variable. */
  | 'text'
  /** True is yes. */
  | 'consent'
  /** True is true: a variable of Temporal's. */
  | 'boolean'
  /** False is off. */
  | 'switch'
  /** The name of a file, from the folder of the configuration file. */
  | 'path'
  /** KEY_file names a file, and KEY_env a variable. */
  | 'secret'
  /** KEY_file alone names it. */
  | 'secret-file'
  /** The same, and it is public. */
  | 'public-file';

/** Keys of a section, and the variables that say the same. */
export type VariableRows = readonly (readonly [key: string, variable: string, form: Form])[];

export const accountRows: VariableRows = [
  ['service', 'PEERDESK_BASE_URL', 'text'],
  ['mode', 'PEERDESK_MODE', 'text'],
  ['is_simulator', 'PEERDESK_IS_SIMULATOR', 'consent'],
  ['public_service', 'PEERDESK_PUBLIC_BASE_URL', 'text'],
  ['auth_steps', 'PEERDESK_AUTH_STEPS', 'text'],
  ['api_key', 'PEERDESK_API_KEY', 'secret'],
  ['api_secret', 'PEERDESK_API_SECRET', 'secret'],
  ['totp_secret', 'PEERDESK_TOTP_SECRET', 'secret'],
  ['release.policies', 'PEERDESK_RELEASE_POLICIES', 'text'],
  ['release.max', 'PEERDESK_MAX_RELEASE', 'text'],
  ['release.max_per_day', 'PEERDESK_MAX_RELEASE_PER_DAY', 'text'],
  ['release.approvals', 'PEERDESK_APPROVALS', 'text'],
  ['release.approvers', 'PEERDESK_APPROVERS', 'public-file'],
  ['chat.socket', 'PEERDESK_CHAT_SOCKET', 'switch'],
  ['chat.handshake', 'PEERDESK_CHAT_HANDSHAKE', 'text'],
  ['chat.hosts', 'PEERDESK_SOCKET_HOSTS', 'text'],
  ['notify.url', 'PEERDESK_NOTIFY_URL', 'secret'],
  ['notify.secret', 'PEERDESK_NOTIFY_SECRET', 'secret'],
  ['notify.command', 'PEERDESK_NOTIFY_COMMAND', 'text'],
  ['notify.telegram_token', 'PEERDESK_NOTIFY_TELEGRAM_TOKEN', 'secret'],
  ['notify.telegram_people', 'PEERDESK_NOTIFY_TELEGRAM_PEOPLE', 'text'],
  ['notify.telegram_urgent', 'PEERDESK_NOTIFY_TELEGRAM_URGENT', 'text'],
  ['notify.quiet', 'PEERDESK_NOTIFY_QUIET', 'text'],
  ['notify.daily', 'PEERDESK_NOTIFY_DAILY', 'text'],
  ['notify.quiet_zone', 'PEERDESK_NOTIFY_QUIET_ZONE', 'text'],
  ['notify.telegram_api', 'PEERDESK_NOTIFY_TELEGRAM_API', 'text'],
  ['notify.push_key', 'PEERDESK_NOTIFY_PUSH_KEY', 'secret'],
  ['notify.push_subject', 'PEERDESK_NOTIFY_PUSH_SUBJECT', 'text'],
];

export const temporalRows: VariableRows = [
  ['address', 'TEMPORAL_ADDRESS', 'text'],
  ['namespace', 'TEMPORAL_NAMESPACE', 'text'],
  ['profile', 'TEMPORAL_PROFILE', 'text'],
  ['tls', 'TEMPORAL_TLS', 'boolean'],
  ['tls_server_name', 'TEMPORAL_TLS_SERVER_NAME', 'text'],
  ['tls_ca_file', 'TEMPORAL_TLS_SERVER_CA_CERT_PATH', 'path'],
  ['tls_cert_file', 'TEMPORAL_TLS_CLIENT_CERT_PATH', 'path'],
  ['tls_key_file', 'TEMPORAL_TLS_CLIENT_KEY_PATH', 'path'],
  ['api_key', 'TEMPORAL_API_KEY', 'secret'],
  ['allow_dev_server', 'PEERDESK_ALLOW_DEV_SERVER', 'consent'],
  ['allow_plain', 'PEERDESK_ALLOW_PLAIN_TEMPORAL', 'consent'],
  ['codec_keys_file', 'PEERDESK_CODEC_KEYS_FILE', 'path'],
  ['codec', 'PEERDESK_CODEC', 'text'],
  ['allow_plain_payloads', 'PEERDESK_ALLOW_PLAIN_PAYLOADS', 'consent'],
];

export const registerRows: VariableRows = [['url', 'PEERDESK_REGISTER_URL', 'secret-file']];

export const egressRows: VariableRows = [['proxy', 'PEERDESK_PROXY', 'text']];

/** The variables with a secret: their values are never shown. */
export const secretVariables: ReadonlySet<string> = new Set(
  [accountRows, temporalRows, registerRows].flatMap((rows) =>
    rows.filter(([, , form]) => form === 'secret' || form === 'secret-file').map(([, variable]) => variable),
  ),
);

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
  return rows.find(([key, , form]) => keysOf(key, form).includes(written))?.[1] ?? null;
}

/** Returns the keys of the file for one row: of a secret those that name where it is. */
export function keysOf(key: string, form: Form): string[] {
  if (form === 'secret') return [`${key}_file`, `${key}_env`];
  return form === 'secret-file' || form === 'public-file' ? [`${key}_file`] : [key];
}
