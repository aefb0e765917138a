import type { Environment } from './cache-dir.ts';

/** Keys of the service and of Temporal, by the names that hold them or name their files. */
const secretName = /^(?:PEERDESK_(?:API_KEY|API_SECRET|TOTP_SECRET)|TEMPORAL_(?:API_KEY|TLS_CLIENT_KEY|CODEC_AUTH))/;

/** Returns the environment that every child process gets: without keys, which are no business of another program. */
export function childEnvironment(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !secretName.test(name)));
}
