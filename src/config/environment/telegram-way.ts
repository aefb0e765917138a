import type { TelegramWay } from '../egress-config.ts';
import { readProxyFor } from './proxy-on-the-way.ts';
import { ConfigurationError, isLoopback, readSecret, type Environment } from './service-environment.ts';

const usualApi = 'https://api.telegram.org';
/** Without a bot each of them would look granted. */
const ofBots = ['PEERDESK_NOTIFY_TELEGRAM_PEOPLE', 'PEERDESK_NOTIFY_TELEGRAM_URGENT'] as const;
const tokenForm = /^\d{3,20}:[\w-]{20,100}$/;

/** Returns a person as `telegram_people` names one, such as "Ana=123456789", or null for anything else. */
export function telegramPerson(text: string): readonly [name: string, number: number] | null {
  const [, name = '', digits = ''] = /^([^=,]{1,40})=\s*(\d{1,15})$/.exec(text.trim()) ?? [];
  const [trimmed, number] = [name.trim(), Number(digits)];
  return trimmed === '' || number === 0 ? null : [trimmed, number];
}

/** Reads the way by a bot of Telegram; null: none is wanted. Throws ConfigurationError, which never holds the token. */
export function readTelegramWay(env: Environment): TelegramWay | null {
  const token = readSecret(env, 'PEERDESK_NOTIFY_TELEGRAM_TOKEN');
  const people = env['PEERDESK_NOTIFY_TELEGRAM_PEOPLE'] ?? '';
  const urgent = env['PEERDESK_NOTIFY_TELEGRAM_URGENT'] ?? '';
  if (token === null) {
    const idle = ofBots.find((name) => (env[name] ?? '') !== '');
    if (idle === undefined) return null;
    throw new ConfigurationError(`${idle} needs PEERDESK_NOTIFY_TELEGRAM_TOKEN, the token of a bot`);
  }
  if (!tokenForm.test(token))
    throw new ConfigurationError('PEERDESK_NOTIFY_TELEGRAM_TOKEN is no token of a bot, as @BotFather prints it');
  const api = readApi(env['PEERDESK_NOTIFY_TELEGRAM_API'] ?? '');
  const all = readPeople([people, urgent]);
  const always = people === '' ? new Map<string, number>() : readPeople([people]);
  return {
    address: { api, token, proxy: readProxyFor(api, env) },
    people: all,
    urgentOnly: new Set([...all.keys()].filter((name) => !always.has(name))),
  };
}

/** One number is one person: a press must name who pressed. */
function readPeople(texts: readonly string[]): Map<string, number> {
  const people = new Map<string, number>();
  for (const part of texts
    .join()
    .split(',')
    .filter((one) => one.trim() !== '')) {
    const [name, number] = telegramPerson(part) ?? [null, 0];
    if (name === null)
      throw new ConfigurationError('PEERDESK_NOTIFY_TELEGRAM_PEOPLE must be names and numbers, such as Ana=123456789');
    if (people.has(name) || [...people.values()].includes(number))
      throw new ConfigurationError(`PEERDESK_NOTIFY_TELEGRAM_PEOPLE names ${name}, or that number, twice`);
    people.set(name, number);
  }
  if (people.size > 0) return people;
  throw new ConfigurationError(
    'PEERDESK_NOTIFY_TELEGRAM_PEOPLE must say to whom the bot writes: write Ana=1 at first, and the log of `peerdesk door` has the number of who writes to the bot',
  );
}

function readApi(text: string): URL {
  const api = URL.parse(text === '' ? usualApi : text);
  const isPlain = api?.protocol === 'http:' && isLoopback(api.href);
  if (api !== null && (api.protocol === 'https:' || isPlain) && api.username === '') return api;
  throw new ConfigurationError('PEERDESK_NOTIFY_TELEGRAM_API must be https, or http to this machine');
}
