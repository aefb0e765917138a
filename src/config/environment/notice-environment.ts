import { accessSync, constants } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { NoticeConfig } from '../egress-config.ts';
import { ConfigurationError, isLoopback, readSecret, type Environment } from './service-environment.ts';
import { readProxyFor } from './proxy-on-the-way.ts';
import { readPushWay } from './push-way.ts';
import { readNoticeHours, refuseIdleHours } from './quiet-hours.ts';
import { readTelegramWay } from './telegram-way.ts';

/** Reads the ways to the merchant; null: none is wanted. Throws ConfigurationError, which never holds their values. */
export function readNoticeConfig(env: Environment): NoticeConfig | null {
  const url = readUrl(readSecret(env, 'PEERDESK_NOTIFY_URL'));
  const secret = readSecret(env, 'PEERDESK_NOTIFY_SECRET');
  const signingKey = secret === null ? null : readSigningKey(secret, 'PEERDESK_NOTIFY_SECRET');
  const command = readCommand(env['PEERDESK_NOTIFY_COMMAND'] ?? '');
  if (signingKey !== null && url === null) {
    throw new ConfigurationError('PEERDESK_NOTIFY_SECRET signs what goes to PEERDESK_NOTIFY_URL, which is not set');
  }
  const telegram = readTelegramWay(env);
  const push = readPushWay(env);
  if ([url, command, telegram, push].every((way) => way === null)) {
    refuseIdleHours(env);
    return null;
  }
  const proxy = url === null ? null : readProxyFor(url, env);
  return { url, signingKey, proxy, command, telegram, push, ...readNoticeHours(env), env };
}

function readUrl(text: string | null): URL | null {
  if (text === null) return null;
  const url = URL.parse(text);
  if (url === null) throw new ConfigurationError('PEERDESK_NOTIFY_URL is not a URL such as https://example.com/hook');
  const isPlain = url.protocol === 'http:' && isLoopback(text);
  if (url.protocol !== 'https:' && !isPlain) {
    throw new ConfigurationError('PEERDESK_NOTIFY_URL must be https, or http to this machine');
  }
  if (url.username === '' && url.password === '') return url;
  throw new ConfigurationError('PEERDESK_NOTIFY_URL must be without user name: put a token into its path or query');
}

const minKeyBytes = 16;

/**
 * Reads the key that signs messages: `whsec_` and Base64 as Standard Webhooks has it; any other text is the key as it stands.
 * Throws ConfigurationError for one that is too short.
 */
export function readSigningKey(text: string, name: string): Buffer {
  const key = signingKeyOf(text);
  if (key.length >= minKeyBytes) return key;
  throw new ConfigurationError(`${name} is too short: give at least ${minKeyBytes} bytes`);
}

/** Returns the bytes that a text stands for as a key. */
export const signingKeyOf = (text: string): Buffer =>
  text.startsWith('whsec_') ? Buffer.from(text.slice('whsec_'.length), 'base64') : Buffer.from(text);

function readCommand(path: string): string | null {
  if (path === '') return null;
  if (!isAbsolute(path))
    throw new ConfigurationError('PEERDESK_NOTIFY_COMMAND must be an absolute path, without arguments');
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    throw new ConfigurationError('PEERDESK_NOTIFY_COMMAND names a file that cannot be executed');
  }
}
