import { z } from 'zod';
import { defaultSettings } from '../../domain/settings.ts';
import type { AccountConfig, EgressConfig } from '../egress-config.ts';
import { readApprovers } from './approver-keys.ts';
import { readEvidenceKeys } from './evidence-keys.ts';
import { readGreetings } from './greetings.ts';
import {
  ConfigurationError,
  readBaseUrl,
  readConsent,
  readCredentials,
  readSecret,
  readServiceWays,
  type Environment,
} from './service-environment.ts';
import { readProcessConsents } from './process-consents.ts';
import { readRegisterPlace } from './register-environment.ts';
import { readNoticeConfig } from './notice-environment.ts';
import { readReleasePermission } from './release-permission.ts';
import { readSettings } from './settings-environment.ts';

const aliasSchema = z.string().regex(/^[\w.-]{1,40}$/, 'letters, digits, dot, dash and underscore, at most 40');

/** Reads the configuration of a worker of one account from the environment. Throws ConfigurationError. */
export function readEgressConfig(env: Environment): EgressConfig {
  const account = readAccountConfig(env);
  return {
    egress: readAlias(env, { name: 'PEERDESK_EGRESS', fallback: 'default' }),
    group: account.account,
    accounts: [account],
    ...readProcessConsents(env),
    register: readRegisterPlace(env, [account]),
    settings: account.settings,
    ipWeightPerMinute: null,
    processes: 1,
  };
}

/** Reads the configuration of one account from its variables. Throws ConfigurationError. */
export function readAccountConfig(env: Environment): AccountConfig {
  const baseUrl = readBaseUrl(env);
  refuseUncheckedTls(env, baseUrl);
  const overrides = readSettings(env);
  const approvers = readApprovers(env);
  const evidenceKeys = readEvidenceKeys(env);
  return {
    account: readAlias(env, { name: 'PEERDESK_ACCOUNT', fallback: 'main' }),
    baseUrl,
    credentials: readCredentials(env),
    totpSeed: readSecret(env, 'PEERDESK_TOTP_SECRET'),
    settings: { ...defaultSettings, ...overrides },
    overrides,
    allowLive: readConsent(env, 'PEERDESK_ALLOW_LIVE'),
    shadowAds: readShadowAds(env),
    releasePermission: readReleasePermission(env, { isSigned: approvers !== null, hasEvidence: evidenceKeys.size > 0 }),
    approvers,
    evidenceKeys,
    useChatSocket: env['PEERDESK_CHAT_SOCKET'] !== 'off',
    greetings: readGreetings(env),
    notices: readNoticeConfig(env),
    ways: readServiceWays(env),
  };
}

/** Returns the ads that are held in shadow. Throws ConfigurationError: a number that is misread would let an ad write. */
export function readShadowAds(env: Environment): string[] {
  const numbers = (env['PEERDESK_SHADOW_ADS'] ?? '').split(',').map((number) => number.trim());
  const wrong = numbers.find((number) => number !== '' && !/^[\w-]{1,64}$/.test(number));
  if (wrong !== undefined) {
    throw new ConfigurationError(
      `PEERDESK_SHADOW_ADS has ${JSON.stringify(wrong)}: write numbers of ads, as in 111,222`,
    );
  }
  return [...new Set(numbers.filter((number) => number !== ''))].toSorted();
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
