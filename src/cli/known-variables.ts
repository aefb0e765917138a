import { nearestName } from '../config/nearest-name.ts';
import type { Environment } from '../config/environment/service-environment.ts';

/** What a worker or a command reads. Settings are checked on their own. */
const known = [
  'PEERDESK_BASE_URL',
  'PEERDESK_API_KEY',
  'PEERDESK_API_KEY_FILE',
  'PEERDESK_API_SECRET',
  'PEERDESK_API_SECRET_FILE',
  'PEERDESK_TOTP_SECRET',
  'PEERDESK_TOTP_SECRET_FILE',
  'PEERDESK_ACCOUNT',
  'PEERDESK_EGRESS',
  'PEERDESK_CONFIG',
  'PEERDESK_MODE',
  'PEERDESK_ALLOW_LIVE',
  'PEERDESK_SHADOW_ADS',
  'PEERDESK_ALLOW_DEV_SERVER',
  'PEERDESK_ALLOW_PLAIN_TEMPORAL',
  'PEERDESK_ALLOW_PLAIN_PAYLOADS',
  'PEERDESK_CODEC_KEYS_FILE',
  'PEERDESK_CODEC',
  'PEERDESK_CODEC_TOKEN_FILE',
  'PEERDESK_RELEASE_POLICIES',
  'PEERDESK_MAX_RELEASE',
  'PEERDESK_MAX_RELEASE_PER_DAY',
  'PEERDESK_APPROVALS',
  'PEERDESK_APPROVERS',
  'PEERDESK_APPROVERS_FILE',
  'PEERDESK_APPROVER_DIR',
  'PEERDESK_IS_SIMULATOR',
  'PEERDESK_AUTH_STEPS',
  'PEERDESK_PUBLIC_BASE_URL',
  'PEERDESK_SOCKET_HOSTS',
  'PEERDESK_PROXY',
  'PEERDESK_CHAT_HANDSHAKE',
  'PEERDESK_CHAT_SOCKET',
  'PEERDESK_NOTIFY_URL',
  'PEERDESK_NOTIFY_URL_FILE',
  'PEERDESK_NOTIFY_SECRET',
  'PEERDESK_NOTIFY_SECRET_FILE',
  'PEERDESK_NOTIFY_COMMAND',
  'PEERDESK_METRICS_PORT',
  'PEERDESK_DEPLOYMENT',
  'PEERDESK_BUILD_ID',
  'PEERDESK_CACHE_DIR',
  'PEERDESK_STATE_DIR',
  'PEERDESK_STARTED_BY',
  'PEERDESK_REGISTER_URL',
  'PEERDESK_REGISTER_URL_FILE',
  'PEERDESK_SKIP_DOCTOR',
  'PEERDESK_DOCTOR_DAYS',
  'PEERDESK_DEBUG',
  'PEERDESK_TIMEOUT',
  'PEERDESK_TIME_ZONE',
  'PEERDESK_WEB_UI',
  'PEERDESK_LOG_LEVEL',
] as const;

interface MisspeltVariable {
  name: string;
  meant: string;
}

/** Returns the variables that look like a misspelt one of these. What is near to none may be another program's. */
export function misspeltVariables(env: Environment): MisspeltVariable[] {
  const unknown = Object.keys(env).filter(
    (name) =>
      name.startsWith('PEERDESK_') && !name.startsWith('PEERDESK_SETTING_') && !known.some((read) => read === name),
  );
  return unknown.flatMap((name) => {
    const meant = nearestName(name, known);
    return meant === null ? [] : [{ name, meant }];
  });
}
