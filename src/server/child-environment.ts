import type { Environment } from './cache-dir.ts';

/** Keys of the service and of Temporal, by the names of their variables and files. */
const secretName =
  /^(?:PEERDESK_(?:API_KEY|API_SECRET|TOTP_SECRET|NOTIFY_URL|NOTIFY_SECRET|NOTIFY_TELEGRAM_TOKEN|NOTIFY_PUSH_KEY)|TEMPORAL_(?:API_KEY|TLS_CLIENT_KEY|CODEC_AUTH))/;

/** Returns the environment for every child process: without keys, which no other program needs. */
export function childEnvironment(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secretName.test(name)));
}
