import { z } from 'zod';
import { modes } from '../../domain/mode.ts';
import { releasePolicyNames } from '../../domain/orders/release-permission.ts';
import { paymentCapsRuleSchema } from '../../domain/caps/caps-rule.ts';
import { hoursRuleSchema } from '../../domain/hours/hours-rule.ts';
import { writtenSettingsSchema } from '../../domain/written-settings.ts';
import { isPushSubject } from '../environment/push-way.ts';
import { telegramPerson } from '../environment/telegram-way.ts';
import { domainSection } from './domain-section.ts';
import { alias, blocked, fileName, key, origin, sums, variableName } from './leaf-schemas.ts';
import { ruleKeysOf } from './rule-keys.ts';

/** How much the workers of a process do at once: no account has slots of its own. */
const processSettings = { workflowSlots: true, actingSlots: true, moneySlots: true, watchSlots: true } as const;

const secretKeys = {
  api_key_file: key(fileName, 'file with the API key', { example: 'keys/api-key' }).optional(),
  api_key_env: key(variableName, 'variable with the API key', { example: 'MAIN_API_KEY' }).optional(),
  api_secret_file: key(fileName, 'file with the API secret', { example: 'keys/api-secret' }).optional(),
  api_secret_env: key(variableName, 'variable with the API secret', { example: 'MAIN_API_SECRET' }).optional(),
  totp_secret_file: key(fileName, 'file with the seed of the one-time codes for releases', {
    example: 'keys/totp-secret',
    without: 'releases without codes',
  }).optional(),
  totp_secret_env: key(variableName, 'variable with that seed', { example: 'MAIN_TOTP_SECRET' }).optional(),
};

const releaseSection = z.strictObject({
  ...ruleKeysOf('release'),
  policies: key(
    z.array(z.enum(releasePolicyNames)),
    "policies that the worker lets pass, whatever an order's rules say",
    {
      example: ['approve'],
      without: 'all',
    },
  ).optional(),
  max: key(sums, 'largest single release that the worker makes', {
    example: '5000 BOB',
    without: 'no limit',
  }).optional(),
  max_per_day: key(sums, 'largest sum of releases in 24 hours', {
    example: '50000 BOB',
    without: 'no limit',
  }).optional(),
  approvals: key(z.enum(['typed', 'signed']), 'whether typed approvals count, or only signed ones', {
    example: 'signed',
    without: 'typed',
  }).optional(),
  approvers_file: key(
    fileName,
    'file with the public keys of the approvers, of Ed25519 or passkeys, for signed approvals',
    {
      example: 'approvers',
    },
  ).optional(),
});

const counterpartySection = z.strictObject({
  ...ruleKeysOf('counterparty'),
  blocked: key(z.array(blocked), 'user numbers, or "nickname:Name", of those who are never released to', {
    example: ['s1a2b3c4'],
    without: 'the block list stays as it is',
  }).optional(),
});

const killed = z.boolean();
const killSection = z.strictObject({
  all: key(killed, 'true stops everything, false lifts the switch', { example: true, without: 'as it is' }).optional(),
  releases: key(killed, 'true stops releases', { example: true, without: 'as it is' }).optional(),
  repricing: key(killed, 'true stops price changes', { example: true, without: 'as it is' }).optional(),
  ads: key(killed, 'true takes every ad off the market; false brings none back', {
    example: true,
    without: 'as it is',
  }).optional(),
});

const chatSection = z.strictObject({
  socket: key(z.boolean(), 'listen to the chat for news of orders', { example: false, without: 'true' }).optional(),
  handshake: key(z.enum(['frame', 'address']), 'how the socket logs in', {
    example: 'address',
    without: 'frame',
  }).optional(),
  hosts: key(z.array(z.string().min(1)), 'hosts of the socket besides those of the service', {
    example: ['im.example.com'],
  }).optional(),
});

const telegramPeople = z
  .array(
    z
      .string()
      .refine(
        (text) => telegramPerson(text) !== null,
        'must be a name and a number of Telegram, such as "Ana=123456789"',
      ),
  )
  .min(1);

const notifySection = z.strictObject({
  url_file: key(fileName, 'file with the address that gets messages; it may carry a token', {
    example: 'keys/hook',
  }).optional(),
  url_env: key(variableName, 'variable with that address', { example: 'HOOK' }).optional(),
  secret_file: key(fileName, 'file with the key that signs the messages', { example: 'keys/hook-secret' }).optional(),
  secret_env: key(variableName, 'variable with that key', { example: 'HOOK_SECRET' }).optional(),
  command: key(
    z.string().startsWith('/', 'must be an absolute path, without arguments'),
    'program that gets messages',
    {
      example: '/usr/local/bin/tell-me',
    },
  ).optional(),
  telegram_token_file: key(fileName, 'file with the token of a bot of Telegram that sends messages', {
    example: 'keys/telegram',
  }).optional(),
  telegram_token_env: key(variableName, 'variable with that token', { example: 'TELEGRAM' }).optional(),
  telegram_people: key(telegramPeople, 'to whom the bot writes, and whose buttons count', {
    example: ['Ana=123456789'],
  }).optional(),
  telegram_urgent: key(telegramPeople, 'people to whom the bot writes what is urgent, and nothing else', {
    example: ['Bo=987654321'],
  }).optional(),
  quiet: key(z.string().min(1), 'when messages that are not urgent arrive without a sound', {
    example: 'Mon-Sun 22:00-07:00',
  }).optional(),
  daily: key(z.string().min(1), 'when a message sums the day up, in counts, outside the quiet hours', {
    example: '21:00',
  }).optional(),
  quiet_zone: key(z.string().min(1), 'whose clock these times are on', { example: 'America/La_Paz' }).optional(),
  telegram_api: key(origin, 'address of the Bot API, where you run your own', {
    example: 'http://127.0.0.1:8081',
    without: 'https://api.telegram.org',
  }).optional(),
  push_key_file: key(fileName, 'file with the key, made by `peerdesk door push-key`, that signs messages to devices', {
    example: 'keys/push',
  }).optional(),
  push_key_env: key(variableName, 'variable with that key', { example: 'PUSH_KEY' }).optional(),
  push_subject: key(
    z.string().refine(isPushSubject, 'must be the address of a person, such as mailto:ana@example.net, or https'),
    'whom a push service writes to when something is wrong',
    { example: 'mailto:ana@example.net' },
  ).optional(),
});

/** `[account.NAME]`: one merchant's account. */
export const accountSection = z.strictObject({
  egress: key(alias, 'the outgoing address, an [egress.NAME] of this file', {
    example: 'home',
    without: 'the only one, else default',
  }).optional(),
  service: key(origin, 'address of the service or of a simulator', { example: 'https://api.example.com' }),
  mode: key(z.enum(modes), 'sim: a simulator; shadow: reads, and writes nothing; live: writes', {
    example: 'shadow',
    without: 'shadow',
  }).optional(),
  ...secretKeys,
  desk: key(z.boolean(), 'whether the desk of the account takes orders in', {
    example: false,
    without: 'true',
  }).optional(),
  other_ads: key(z.enum(['stop', 'leave']), 'what `config apply` does with kept ads that are not in this file', {
    example: 'leave',
    without: 'stop',
  }).optional(),
  release: releaseSection.optional(),
  counterparty: counterpartySection.optional(),
  hours: domainSection(
    hoursRuleSchema,
    'when its ads are on the market, where they and their rules do not say',
  ).optional(),
  payment_caps: domainSection(
    paymentCapsRuleSchema,
    'what payment methods may carry in a day, for its ads that do not say, and whose rules do not',
  ).optional(),
  kill: killSection.optional(),
  chat: chatSection.optional(),
  notify: notifySection.optional(),
  is_simulator: key(z.boolean(), 'the service is a simulator, which may be reached without TLS', {
    example: true,
    without: 'false',
  }).optional(),
  public_service: key(origin, 'address of the calls without a key', {
    example: 'https://c2c.example.com',
    without: 'that of the service',
  }).optional(),
  auth_steps: key(z.string().min(1), 'how calls sign themselves, where it differs', {
    example: 'adaptive=key,signed',
  }).optional(),
  settings: domainSection(
    writtenSettingsSchema.omit(processSettings).partial(),
    'settings of this account, over those of [settings]',
  ).optional(),
});

export type AccountSection = z.output<typeof accountSection>;
