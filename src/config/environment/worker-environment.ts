import { z } from 'zod';
import type { ReleasePermission } from '../../domain/orders/release-rules.ts';
import { defaultSettings, type DeskSettings } from '../../domain/settings.ts';
import type { Credentials } from '../../exchange/index.ts';
import { readApprovers, type ApproverKeys } from './approver-keys.ts';
import {
  ConfigurationError,
  readBaseUrl,
  readConsent,
  readCredentials,
  readSecret,
  readServiceWays,
  type Environment,
  type ServiceWays,
} from './service-environment.ts';
import { readNoticeConfig, type NoticeConfig } from './notice-environment.ts';
import { readReleasePermission } from './release-permission.ts';
import { readSettings } from './settings-environment.ts';

/** The configuration of a worker process; read once, in its main. */
export interface WorkerConfig {
  account: string;
  egress: string;
  baseUrl: string;
  credentials: Credentials;
  /** Base32 seed of the one-time codes for releases; null: the account releases without codes. */
  totpSeed: string | null;
  settings: DeskSettings;
  /** The desk's overrides of the defaults, for starting workflows. */
  overrides: Partial<DeskSettings>;
  /** PEERDESK_ALLOW_LIVE: writes to a real service may leave this process. */
  allowLive: boolean;
  /** PEERDESK_ALLOW_DEV_SERVER: a development server may control live writes. */
  allowDevServer: boolean;
  releasePermission: ReleasePermission;
  /** The keys that sign approvals; null: approvals typed into Temporal count as well. */
  approvers: ApproverKeys | null;
  useChatSocket: boolean;
  /** The ways to the merchant; null: nobody is told. */
  notices: NoticeConfig | null;
  ways: ServiceWays;
}

const aliasSchema = z.string().regex(/^[\w.-]{1,40}$/, 'letters, digits, dot, dash and underscore, at most 40');

/** Reads a worker's configuration from the environment. Throws ConfigurationError. */
export function readWorkerConfig(env: Environment): WorkerConfig {
  const baseUrl = readBaseUrl(env);
  refuseUncheckedTls(env, baseUrl);
  const overrides = readSettings(env);
  const approvers = readApprovers(env);
  return {
    account: readAlias(env, { name: 'PEERDESK_ACCOUNT', fallback: 'main' }),
    egress: readAlias(env, { name: 'PEERDESK_EGRESS', fallback: 'default' }),
    baseUrl,
    credentials: readCredentials(env),
    totpSeed: readSecret(env, 'PEERDESK_TOTP_SECRET'),
    settings: { ...defaultSettings, ...overrides },
    overrides,
    allowLive: readConsent(env, 'PEERDESK_ALLOW_LIVE'),
    allowDevServer: readConsent(env, 'PEERDESK_ALLOW_DEV_SERVER'),
    releasePermission: readReleasePermission(env, approvers !== null),
    approvers,
    useChatSocket: env['PEERDESK_CHAT_SOCKET'] !== 'off',
    notices: readNoticeConfig(env),
    ways: readServiceWays(env),
  };
}

/** Without the check of certificates the keys go to any server that answers. */
function refuseUncheckedTls(env: Environment, baseUrl: string): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0' || baseUrl.startsWith('http:')) return;
  throw new ConfigurationError(
    'NODE_TLS_REJECT_UNAUTHORIZED=0 sends keys to any server that answers: remove it; NODE_EXTRA_CA_CERTS names a file with an authority of your own',
  );
}

function readAlias(env: Environment, { name, fallback }: { name: string; fallback: string }): string {
  const parsed = aliasSchema.safeParse(env[name] ?? fallback);
  // Its queues would be those of an egress: peerdesk:egress:watch.
  if (parsed.success && name === 'PEERDESK_ACCOUNT' && parsed.data === 'egress') {
    throw new ConfigurationError('PEERDESK_ACCOUNT must not be egress: that name is taken');
  }
  if (parsed.success) return parsed.data;
  throw new ConfigurationError(`${name} is not a valid alias: ${parsed.error.issues[0]?.message ?? 'wrong form'}`);
}
