import { createECDH } from 'node:crypto';
import type { PushWay } from '../egress-config.ts';
import { ConfigurationError, readSecret, type Environment } from './service-environment.ts';
import { stateFolder } from './state-folder.ts';

const subject = 'PEERDESK_NOTIFY_PUSH_SUBJECT';

/** Reads the way to the devices on the list of the page; null: none is wanted. Throws ConfigurationError, which never holds the key. */
export function readPushWay(env: Environment): PushWay | null {
  const privateKey = readSecret(env, 'PEERDESK_NOTIFY_PUSH_KEY');
  const who = env[subject] ?? '';
  if (privateKey === null) {
    if (who === '') return null;
    throw new ConfigurationError(`${subject} needs PEERDESK_NOTIFY_PUSH_KEY, which \`peerdesk door push-key\` makes`);
  }
  const publicKey = pushPublicKey(privateKey);
  if (publicKey === null)
    throw new ConfigurationError('PEERDESK_NOTIFY_PUSH_KEY is no key as `peerdesk door push-key` makes one');
  if (isPushSubject(who)) return { privateKey, publicKey, subject: who, folder: stateFolder(env) };
  throw new ConfigurationError(
    `${subject} must be the address of a person, such as mailto:ana@example.net, or https: push services refuse another one`,
  );
}

/** Returns the public key of a private one, in base64url; null: it is none. */
export function pushPublicKey(privateKey: string): string | null {
  const curve = createECDH('prime256v1');
  try {
    if (!/^[\w-]{43}$/.test(privateKey)) return null;
    curve.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    return curve.getPublicKey().toString('base64url');
  } catch {
    return null;
  }
}

/** Names that lead to no one; Apple answers 403 for each message of such a subject. */
const emptyName = /(?:^|\.)(?:localhost|local|internal|invalid|test)$/;

/** Whether a push service takes it as the address of who sends. */
export function isPushSubject(text: string): boolean {
  const url = URL.parse(text);
  const host = url?.protocol === 'mailto:' ? /^[^@\s?]+@([^@\s?]+)$/.exec(url.pathname)?.[1] : url?.hostname;
  if (url === null || host === undefined || !['mailto:', 'https:'].includes(url.protocol)) return false;
  return /^[a-z\d.-]+\.[a-z][a-z\d-]+$/i.test(host) && !emptyName.test(host.toLowerCase());
}
