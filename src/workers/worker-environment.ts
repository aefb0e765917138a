import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { defaultSettings, deskSettingsSchema } from '../domain/settings.ts';
import type { DeskSettings } from '../domain/settings.ts';
import type { Credentials } from '../exchange/index.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that is missing or wrong; its message is one line that says what to do. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** What a worker process needs to know; read once, in its main. */
export interface WorkerConfig {
  account: string;
  egress: string;
  baseUrl: string;
  credentials: Credentials;
  /** Base32 seed of the one-time codes for releases; null: the account releases without. */
  totpSeed: string | null;
  settings: DeskSettings;
  /** The desk's overrides of the defaults, which workflows are started with. */
  overrides: Partial<DeskSettings>;
  allowLive: boolean;
  isSimulator: boolean;
  useChatSocket: boolean;
}

const aliasSchema = z.string().regex(/^[\w.-]{1,40}$/, 'letters, digits, dot, dash and underscore, at most 40');

/** Reads a worker's configuration from the environment. Throws ConfigurationError. */
export function readWorkerConfig(env: Environment): WorkerConfig {
  const baseUrl = readBaseUrl(env);
  const overrides = readSettings(env);
  const loopback = isLoopback(baseUrl);
  return {
    account: readAlias(env, { name: 'PEERDESK_ACCOUNT', fallback: 'main' }),
    egress: readAlias(env, { name: 'PEERDESK_EGRESS', fallback: 'default' }),
    baseUrl,
    credentials: readCredentials(env),
    totpSeed: readSecret(env, 'PEERDESK_TOTP_SECRET'),
    settings: { ...defaultSettings, ...overrides },
    overrides,
    allowLive: loopback || env['PEERDESK_ALLOW_LIVE'] === 'yes',
    isSimulator: loopback || env['PEERDESK_IS_SIMULATOR'] === 'yes',
    useChatSocket: env['PEERDESK_CHAT_SOCKET'] !== 'off',
  };
}

function readAlias(env: Environment, { name, fallback }: { name: string; fallback: string }): string {
  const parsed = aliasSchema.safeParse(env[name] ?? fallback);
  if (parsed.success) return parsed.data;
  throw new ConfigurationError(`${name} is not a valid alias: ${parsed.error.issues[0]?.message ?? 'wrong form'}`);
}

/** The origin of the service. Only https, or http to this machine or a simulator. */
export function readBaseUrl(env: Environment): string {
  const text = env['PEERDESK_BASE_URL'];
  if (text === undefined || text === '') {
    throw new ConfigurationError('PEERDESK_BASE_URL is not set: give the address of the service or of a simulator');
  }
  const url = URL.parse(text);
  if (url === null) throw new ConfigurationError('PEERDESK_BASE_URL is not a URL such as https://api.example.com');
  const plain = url.protocol === 'http:' && (isLoopback(text) || env['PEERDESK_IS_SIMULATOR'] === 'yes');
  if (url.protocol === 'https:' || plain) return url.origin;
  throw new ConfigurationError('PEERDESK_BASE_URL must be https: keys never travel in clear text off this machine');
}

/** True for an address on this machine. */
export function isLoopback(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Reads the API key and secret. Throws ConfigurationError, which never holds their values. */
export function readCredentials(env: Environment): Credentials {
  const apiKey = readSecret(env, 'PEERDESK_API_KEY');
  const apiSecret = readSecret(env, 'PEERDESK_API_SECRET');
  if (apiKey !== null && apiSecret !== null) return { apiKey, apiSecret };
  const name = apiKey === null ? 'PEERDESK_API_KEY' : 'PEERDESK_API_SECRET';
  throw new ConfigurationError(`${name} is not set: set it, or ${name}_FILE to a file that holds it`);
}

/** A secret from the variable or from the file that `<name>_FILE` names; null when neither is set. */
function readSecret(env: Environment, name: string): string | null {
  const value = env[name];
  if (value !== undefined && value !== '') return value;
  const file = env[`${name}_FILE`];
  if (file === undefined || file === '') return null;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new ConfigurationError(`${name}_FILE names a file that cannot be read`);
  }
}

/** The variable of a setting: PEERDESK_SETTING_MARKET_INTERVAL_MS for marketIntervalMs. */
export function settingVariable(key: string): string {
  return `PEERDESK_SETTING_${key.replaceAll(/[A-Z]|\d+/g, (part) => `_${part}`).toUpperCase()}`;
}

/**
 * Settings that the environment overrides: `PEERDESK_SETTING_<NAME>` with the setting's name in capitals (such as
 * PEERDESK_SETTING_MARKET_INTERVAL_MS), and the three names that the interface document gives. Throws ConfigurationError.
 */
export function readSettings(env: Environment): Partial<DeskSettings> {
  const overrides: Record<string, unknown> = namedByInterface(env);
  for (const key of Object.keys(defaultSettings)) {
    const text = env[settingVariable(key)];
    if (text !== undefined) overrides[key] = parseSetting(text, defaultSettings[key as keyof DeskSettings]);
  }
  const parsed = deskSettingsSchema.partial().safeParse(overrides);
  if (parsed.success) return onlyGiven(parsed.data, overrides);
  const issue = parsed.error.issues[0];
  throw new ConfigurationError(`setting ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong value'}`);
}

/** A partial schema may fill defaults in; only what the environment gave counts as an override. */
function onlyGiven(data: object, given: Record<string, unknown>): Partial<DeskSettings> {
  return Object.fromEntries(Object.entries(data).filter(([key]) => key in given));
}

function namedByInterface(env: Environment): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  const seconds = {
    ERROR_187XXX_RETRY_SLEEP_SEC: 'volumeSyncSleepMs',
    ENGINE_SERVICE_RANGE_TTL_SEC: 'priceRangeTtlMs',
  };
  for (const [name, key] of Object.entries(seconds)) {
    if (env[name] !== undefined) named[key] = Math.round(Number(env[name]) * 1_000);
  }
  if (env['SERVICE_RETRY_SYNC_ON_1000'] !== undefined) {
    named['retrySyncOn1000'] = env['SERVICE_RETRY_SYNC_ON_1000'].toLowerCase() === 'true';
  }
  return named;
}

function parseSetting(text: string, fallback: unknown): unknown {
  if (typeof fallback === 'number') return Number(text);
  return typeof fallback === 'boolean' ? text === 'true' : text;
}
