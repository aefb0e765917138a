import { readFileSync, statSync, type Stats } from 'node:fs';
import {
  checkAuthSteps,
  operations,
  type AuthStepOverrides,
  type ChatHandshake,
  type Credentials,
} from '../../exchange/index.ts';
import { isDirect, namesProxy, proxyVariableFor } from './proxy-variables.ts';
import type { ServiceWays } from '../egress-config.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that is missing or wrong; its message is one line with the remedy. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** The origin of the service. Throws ConfigurationError. */
export function readBaseUrl(env: Environment): string {
  return readOrigin(env, 'PEERDESK_BASE_URL');
}

/**
 * Returns the origin in a variable. Refuses a path and a user name, which would be lost. Only https, or http to this
 * machine or a simulator. Throws ConfigurationError without the address, which may hold a password.
 */
function readOrigin(env: Environment, name: string): string {
  const text = env[name];
  if (text === undefined || text === '') {
    throw new ConfigurationError(`${name} is not set: give the address of the service or of a simulator`);
  }
  const url = URL.parse(text);
  if (url === null) throw new ConfigurationError(`${name} is not a URL such as https://api.example.com`);
  const plain = url.protocol === 'http:' && (isLoopback(text) || readConsent(env, 'PEERDESK_IS_SIMULATOR'));
  if (url.protocol !== 'https:' && !plain) {
    throw new ConfigurationError(`${name} must be https: keys never travel in clear text off this machine`);
  }
  if (!isOrigin(url)) {
    throw new ConfigurationError(
      `${name} must be an origin such as https://api.example.com, without user name and path`,
    );
  }
  refuseProxy(url, env);
  return url.origin;
}

/**
 * Calls leave directly, and are checked at their own socket. A person who names a proxy may need its address, to which
 * the key is bound: a call that passes it by must not be made in silence.
 */
function refuseProxy(url: URL, env: Environment): void {
  if (isDirect(env)) return;
  if (isSet(env['PEERDESK_PROXY']))
    throw new ConfigurationError('PEERDESK_PROXY is none or not set: calls leave through no proxy');
  const variable = proxyVariableFor(url, env);
  if (variable === null) return;
  const { hostname } = url;
  throw new ConfigurationError(
    `${variable} names a proxy, and calls to ${hostname} would leave past it: Peerdesk calls the service directly; run it where the address that leaves is the right one, and say that this is meant with proxy = "none" in [egress.NAME] or PEERDESK_PROXY=none, or unset ${variable}, or add ${hostname} to NO_PROXY`,
  );
}

/** True for `yes`. Consent in other words is refused, because it would silently have no effect. */
export function readConsent(env: Environment, name: string): boolean {
  const text = (env[name] ?? '').trim();
  if (text === 'yes') return true;
  if (text === '' || text === 'no') return false;
  throw new ConfigurationError(`${name} is ${text.slice(0, 40)}: write yes to allow it, no or nothing otherwise`);
}

const isOrigin = ({ username, password, pathname, search, hash }: URL): boolean =>
  `${username}${password}${pathname}${search}${hash}` === '/';

/** True for an address without TLS: keys of real money never travel in clear text, so what is there is a simulator. */
export const isSimulatorAddress = (address: string): boolean => URL.parse(address)?.protocol === 'http:';

/** True for an address on this machine. */
export function isLoopback(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Reads the API key and secret. Throws ConfigurationError, which never holds their values. */
export function readCredentials(env: Environment): Credentials {
  return { apiKey: readApiKey(env), apiSecret: needed('PEERDESK_API_SECRET', env) };
}

/** Reads the API key alone, for calls without a signature. Throws ConfigurationError, which never holds its value. */
export function readApiKey(env: Environment): string {
  const apiKey = needed('PEERDESK_API_KEY', env);
  if (/^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new ConfigurationError('PEERDESK_API_KEY has a blank or a character that a header cannot carry: copy it again');
}

function needed(name: string, env: Environment): string {
  const secret = readSecret(env, name);
  if (secret !== null) return secret;
  throw new ConfigurationError(`${name} is not set: set it, or ${name}_FILE to a file that holds it`);
}

/** Returns a secret from the variable or from the file named by `<name>_FILE`; null when neither is set. */
export function readSecret(env: Environment, name: string): string | null {
  const value = env[name];
  if (value !== undefined && value !== '') return value;
  const file = env[`${name}_FILE`];
  if (file === undefined || file === '') return null;
  return secretIn(file, `${name}_FILE`);
}

const secretNames = [
  'PEERDESK_API_KEY',
  'PEERDESK_API_SECRET',
  'PEERDESK_TOTP_SECRET',
  'PEERDESK_NOTIFY_URL',
  'PEERDESK_NOTIFY_SECRET',
  'PEERDESK_NOTIFY_TELEGRAM_TOKEN',
  'PEERDESK_NOTIFY_PUSH_KEY',
  'PEERDESK_REGISTER_URL',
] as const;
/** The read bits for the users of its group, and for all others. */
const readByGroup = 0o040;
const readByAll = 0o004;

/** Returns the variables with files that every user of this machine can read. */
export function openKeyFiles(env: Environment): readonly string[] {
  return keyFiles(env, ({ mode }) => (mode & readByAll) !== 0);
}

/**
 * Returns the variables with files of this user's own that their group alone can read besides. A file of another owner is
 * read by its group on purpose: by this process.
 */
export function groupKeyFiles(env: Environment): readonly string[] {
  const own = process.getuid?.();
  return keyFiles(env, ({ mode, uid }) => uid === own && (mode & (readByGroup | readByAll)) === readByGroup);
}

function keyFiles(env: Environment, isMeant: (file: Stats) => boolean): readonly string[] {
  const variables = secretNames.map((name) => `${name}_FILE`);
  return variables.filter((name) => {
    const file = statSync(env[name] ?? '', { throwIfNoEntry: false });
    return file?.isFile() === true && isMeant(file);
  });
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: ': there is none',
  ENOTDIR: ': there is none',
  EISDIR: ': it is a folder',
  EACCES: ': this user may not',
};

/** Returns the secret in a file, which `name` names. Throws ConfigurationError where it has none. */
export function secretIn(file: string, name: string): string {
  const secret = textIn(file, name);
  if (secret !== '') return secret;
  throw new ConfigurationError(`${name} names a file that is empty`);
}

function textIn(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new ConfigurationError(`${name} names a file that cannot be read${unreadable[code] ?? ''}`);
  }
}

/** Reads how to talk to the service from the environment: interface 9.7 announces that they may change. Throws ConfigurationError. */
export function readServiceWays(env: Environment): ServiceWays {
  const publicName = 'PEERDESK_PUBLIC_BASE_URL';
  return {
    client: {
      publicBaseUrl: isSet(env[publicName]) ? readOrigin(env, publicName) : undefined,
      allowedSocketHosts: readHosts(env['PEERDESK_SOCKET_HOSTS']),
      authSteps: readAuthSteps(env['PEERDESK_AUTH_STEPS']),
      allowPlainHttp: readConsent(env, 'PEERDESK_IS_SIMULATOR'),
      // The service names the hosts of its chat and images at run time: each is judged for itself.
      proxyOf: isDirect(env) || !namesProxy(env) ? undefined : (address) => proxyVariableFor(address, env),
    },
    handshake: readHandshake(env['PEERDESK_CHAT_HANDSHAKE']),
  };
}

const isSet = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

const hostForm = /^[\w-]+(?:\.[\w-]+)*$/;

function readHosts(text: string | undefined): readonly string[] | undefined {
  if (!isSet(text)) return undefined;
  const hosts = listed(text, ',').map((host) => host.toLowerCase());
  const wrong = hosts.find((host) => !hostForm.test(host));
  if (wrong === undefined) return hosts;
  throw new ConfigurationError(
    `PEERDESK_SOCKET_HOSTS: ${wrong.slice(0, 80)} is no host name: give names alone, such as im.example.com`,
  );
}

/** The form is `adaptive=key,signed; releaseCoin=signed`: modes or operations, each with its steps in order. */
function readAuthSteps(text: string | undefined): AuthStepOverrides {
  if (!isSet(text)) return {};
  try {
    return checkAuthSteps(Object.fromEntries(listed(text, ';').map(stepsEntry)), operations);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ConfigurationError(`PEERDESK_AUTH_STEPS: ${error.message}`);
  }
}

function stepsEntry(entry: string): [string, string[]] {
  const [name = '', steps = ''] = entry.split('=');
  return [name.trim(), listed(steps, ',')];
}

function listed(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function readHandshake(text: string | undefined): ChatHandshake {
  if (!isSet(text) || text === 'frame') return 'frame';
  if (text === 'address') return 'address';
  throw new ConfigurationError('PEERDESK_CHAT_HANDSHAKE is frame or address');
}
