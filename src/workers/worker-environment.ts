import { z } from 'zod';
import { defaultSettings, deskSettingsSchema } from '../domain/settings.ts';
import type { DeskSettings } from '../domain/settings.ts';
import type { Credentials } from '../exchange/index.ts';
import {
  ConfigurationError,
  isLoopback,
  readBaseUrl,
  readCredentials,
  readSecret,
  readServiceWays,
} from './service-environment.ts';
import type { Environment, ServiceWays } from './service-environment.ts';

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
  ways: ServiceWays;
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
    ways: readServiceWays(env),
  };
}

function readAlias(env: Environment, { name, fallback }: { name: string; fallback: string }): string {
  const parsed = aliasSchema.safeParse(env[name] ?? fallback);
  if (parsed.success) return parsed.data;
  throw new ConfigurationError(`${name} is not a valid alias: ${parsed.error.issues[0]?.message ?? 'wrong form'}`);
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
