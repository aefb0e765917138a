/** The variables of the ways to the merchant. */
import type { KnownVariable } from './known-variable.ts';

export const noticeVariableTable: readonly KnownVariable[] = [
  {
    name: 'PEERDESK_NOTIFY_URL',
    value: 'https, or http to this machine',
    without: '',
    text: 'where a worker reports what waits for a human',
    orFile: true,
  },
  {
    name: 'PEERDESK_NOTIFY_SECRET',
    value: 'at least 16 bytes',
    without: '',
    text: 'signs these messages',
    orFile: true,
  },
  {
    name: 'PEERDESK_NOTIFY_COMMAND',
    value: 'absolute path',
    without: '',
    text: 'an executable that gets the same messages as JSON on its stdin',
  },
  {
    name: 'PEERDESK_NOTIFY_TELEGRAM_TOKEN',
    value: 'text',
    without: '',
    text: 'the token of a bot of Telegram that sends the same messages',
    orFile: true,
  },
  {
    name: 'PEERDESK_NOTIFY_TELEGRAM_PEOPLE',
    value: 'NAME=NUMBER, with commas',
    without: '',
    text: 'to whom the bot writes, and whose buttons count: the numbers of people in Telegram',
  },
  {
    name: 'PEERDESK_NOTIFY_TELEGRAM_URGENT',
    value: 'NAME=NUMBER',
    without: '',
    text: 'people who get what is urgent alone',
  },
  {
    name: 'PEERDESK_NOTIFY_QUIET',
    value: 'days with times',
    without: '',
    text: 'when messages that are not urgent make no sound',
  },
  {
    name: 'PEERDESK_NOTIFY_DAILY',
    value: 'time of the day',
    without: '',
    text: 'when a message sums the day up, in counts',
  },
  { name: 'PEERDESK_NOTIFY_QUIET_ZONE', value: 'time zone', without: '', text: 'whose clock these times are on' },
  {
    name: 'PEERDESK_NOTIFY_TELEGRAM_API',
    value: 'https, or http to this machine',
    without: 'https://api.telegram.org',
    text: 'origin of the Bot API, where you run your own',
  },
  {
    name: 'PEERDESK_NOTIFY_PUSH_KEY',
    value: 'what `peerdesk door push-key` makes',
    without: '',
    text: 'signs messages to the devices that their people have put on the list of the page',
    orFile: true,
  },
  {
    name: 'PEERDESK_NOTIFY_PUSH_SUBJECT',
    value: 'mailto: or https address',
    without: '',
    text: 'whom a push service writes to when something is wrong with these messages',
  },
];
