import { z } from 'zod';
import { defaultSettings } from '../domain/settings.ts';
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
import { readSettings } from './settings-environment.ts';

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
