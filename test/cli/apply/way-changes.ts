import { begins, held, type KeyChange } from './changes.ts';

/** The keys of an account. */
export const secretChanges: readonly KeyChange[] = [
  { key: 'account.*.api_key_env', from: 'OLD_SECRET', to: 'NEW_SECRET', there: begins('keys') },
  {
    key: 'account.*.api_key_env',
    from: 'OLD_SECRET',
    to: 'NEW_SECRET',
    beside: { 'account.main.mode': 'live' },
    there: [...begins('keys'), held('main: live writes with API key …instead of ')],
  },
  { key: 'account.*.api_secret_env', from: 'OLD_SECRET', to: 'NEW_SECRET', there: begins('keys') },
  {
    key: 'account.*.api_key_file',
    from: 'keys/old',
    to: 'keys/new',
    beside: { 'account.main.api_key_env': undefined },
    there: begins('keys'),
  },
  {
    key: 'account.*.api_secret_file',
    from: 'keys/old',
    to: 'keys/new',
    beside: { 'account.main.api_secret_env': undefined },
    there: begins('keys'),
  },
  {
    key: 'account.*.totp_secret_file',
    from: 'keys/seed-old',
    to: 'keys/seed-new',
    there: begins('seed of the one-time codes'),
  },
  {
    key: 'account.*.totp_secret_env',
    from: 'OLD_SECRET',
    to: 'NEW_SECRET',
    there: begins('seed of the one-time codes'),
  },
];

const hook = { 'account.main.notify.url_env': 'HOOK' };
const merchant = begins('ways to the merchant');
const otherHook = [...merchant, held('main: messages go to …instead of ')];
const people = { 'account.main.notify.telegram_people': ['Ana=41'] };
const bot = { ...people, 'account.main.notify.telegram_token_env': 'BOT' };
const otherBot = [...merchant, held('main: messages go by the bot at …instead of …to Ana=41')];
const sender = { 'account.main.notify.push_subject': 'mailto:ana@example.net' };
const devices = [...merchant, held('main: messages go to devices by …instead of ')];
const service = begins('ways to the service');

/** Where an account calls, and where its messages go. */
export const wayChanges: readonly KeyChange[] = [
  { key: 'account.*.chat.socket', from: true, to: false, there: begins('chat') },
  { key: 'account.*.chat.handshake', from: 'frame', to: 'address', there: service },
  {
    key: 'account.*.chat.hosts',
    from: ['a.example.com'],
    to: ['b.example.com'],
    there: [...service, 'HELD main: the chat at b.example.com'],
    back: [...service, 'HELD main: the chat at a.example.com'],
  },
  { key: 'account.*.notify.url_file', from: 'keys/hook-old', to: 'keys/hook-new', there: otherHook },
  { key: 'account.*.notify.url_env', from: 'HOOK', to: 'OTHER_HOOK', there: otherHook },
  { key: 'account.*.notify.secret_file', from: 'keys/old', to: 'keys/new', beside: hook, there: merchant },
  { key: 'account.*.notify.secret_env', from: 'OLD_SECRET', to: 'NEW_SECRET', beside: hook, there: merchant },
  {
    key: 'account.*.notify.command',
    from: 'FOLDER/tell-old',
    to: 'FOLDER/tell-new',
    there: [...merchant, held('main: messages start …tell-new instead of ')],
    back: [...merchant, held('main: messages start …tell-old instead of ')],
  },
  {
    key: 'account.*.notify.telegram_token_file',
    from: 'keys/bot-old',
    to: 'keys/bot-new',
    beside: people,
    there: otherBot,
  },
  { key: 'account.*.notify.telegram_token_env', from: 'BOT', to: 'OTHER_BOT', beside: people, there: otherBot },
  {
    key: 'account.*.notify.telegram_api',
    from: 'https://a.example.com',
    to: 'https://b.example.com',
    beside: bot,
    there: otherBot,
  },
  {
    key: 'account.*.notify.telegram_people',
    from: ['Ana=41'],
    to: ['Bo=42'],
    beside: bot,
    there: [...merchant, 'HELD main: messages go by Telegram to Bo=42'],
    back: [...merchant, 'HELD main: messages go by Telegram to Ana=41'],
  },
  {
    key: 'account.*.notify.telegram_urgent',
    from: ['Eva=43'],
    to: ['Bo=42'],
    beside: bot,
    there: [...merchant, 'HELD main: messages go by Telegram to Bo=42'],
    back: [...merchant, 'HELD main: messages go by Telegram to Eva=43'],
  },
  {
    key: 'account.*.notify.quiet',
    from: 'Mon-Sun 22:00-07:00',
    to: 'Mon-Sun 23:00-07:00',
    beside: { ...bot, 'account.main.notify.quiet_zone': 'UTC' },
    there: merchant,
  },
  {
    key: 'account.*.notify.quiet_zone',
    from: 'UTC',
    to: 'America/La_Paz',
    beside: { ...bot, 'account.main.notify.quiet': 'Mon-Sun 22:00-07:00' },
    there: merchant,
  },
  {
    key: 'account.*.notify.daily',
    from: '20:00',
    to: '21:00',
    beside: { ...bot, 'account.main.notify.quiet_zone': 'UTC' },
    there: merchant,
  },
  { key: 'account.*.notify.push_key_file', from: 'keys/push-old', to: 'keys/push-new', beside: sender, there: devices },
  { key: 'account.*.notify.push_key_env', from: 'PUSH', to: 'OTHER_PUSH', beside: sender, there: devices },
  {
    key: 'account.*.notify.push_subject',
    from: 'mailto:ana@example.net',
    to: 'mailto:bo@example.net',
    beside: { 'account.main.notify.push_key_env': 'PUSH' },
    there: merchant,
  },
  {
    key: 'account.*.is_simulator',
    from: false,
    to: true,
    there: [...service, held('main: the service may be reached without TLS')],
    back: service,
  },
  {
    key: 'account.*.public_service',
    from: 'https://a.example.com',
    to: 'https://b.example.com',
    there: [...service, 'HELD main: markets are read from https://b.example.com instead of https://a.example.com'],
    back: [...service, 'HELD main: markets are read from https://a.example.com instead of https://b.example.com'],
  },
  { key: 'account.*.auth_steps', from: 'adaptive=key,signed', to: 'adaptive=signed,key', there: service },
];
