import { describe, expect, it } from 'vitest';
import { readNoticeConfig } from '../../../src/config/environment/notice-environment.ts';
import { readNoticeHours } from '../../../src/config/environment/quiet-hours.ts';
import { botToken } from '../../door/telegram/bot-api-server.ts';

const open = 'Mon-Sun 22:00-07:00';
const zone = { PEERDESK_NOTIFY_QUIET_ZONE: 'America/La_Paz' };
const quiet = { PEERDESK_NOTIFY_QUIET: open, ...zone };
const daily = { PEERDESK_NOTIFY_DAILY: '21:00', ...zone };
const push = {
  PEERDESK_NOTIFY_PUSH_KEY: Buffer.alloc(32, 7).toString('base64url'),
  PEERDESK_NOTIFY_PUSH_SUBJECT: 'mailto:ana@example.net',
};
const bot = { PEERDESK_NOTIFY_TELEGRAM_TOKEN: botToken, PEERDESK_NOTIFY_TELEGRAM_PEOPLE: 'Ana=41' };

describe('ADR 0020: quiet hours and the hour of the daily summary', () => {
  it.each([
    ['an address', { PEERDESK_NOTIFY_URL: 'https://example.com/hook' }],
    ['a program', { PEERDESK_NOTIFY_COMMAND: process.execPath }],
    ['a bot', bot],
    ['devices', push],
  ])('are of every way: %s', (_, way) => {
    const config = readNoticeConfig({ ...way, ...quiet, ...daily });
    expect(config?.quiet).toMatchObject({ open, timezone: 'America/La_Paz' });
    expect(config?.daily).toEqual({ at: '21:00', timezone: 'America/La_Paz' });
  });

  it('are none where none are set, and each may be set alone', () => {
    expect(readNoticeHours({})).toEqual({ quiet: null, daily: null });
    expect(readNoticeHours(quiet)).toMatchObject({ quiet: { open }, daily: null });
    expect(readNoticeHours(daily)).toMatchObject({ quiet: null, daily: { at: '21:00' } });
  });

  it.each<[string, object, string]>([
    ['quiet hours without a clock', { PEERDESK_NOTIFY_QUIET: open }, 'PEERDESK_NOTIFY_QUIET_ZONE a time zone'],
    ['a summary without one', { PEERDESK_NOTIFY_DAILY: '21:00' }, 'PEERDESK_NOTIFY_QUIET_ZONE a time zone'],
    ['a clock of nothing', zone, 'the clock of PEERDESK_NOTIFY_QUIET or PEERDESK_NOTIFY_DAILY'],
    ['a clock that is none', { ...quiet, PEERDESK_NOTIFY_QUIET_ZONE: 'Mars/Base' }, 'a time zone'],
    ['a clock of a summary that is none', { ...daily, PEERDESK_NOTIFY_QUIET_ZONE: 'Mars/Base' }, 'a time zone'],
    ['a clock by its distance', { ...daily, PEERDESK_NOTIFY_QUIET_ZONE: '-04:00' }, 'a time zone'],
    ['hours that are none', { ...quiet, PEERDESK_NOTIFY_QUIET: 'at night' }, 'days with times'],
    ['a time that is none', { ...daily, PEERDESK_NOTIFY_DAILY: '9 pm' }, 'PEERDESK_NOTIFY_DAILY needs a time'],
    ['the end of a day', { ...daily, PEERDESK_NOTIFY_DAILY: '24:00' }, 'PEERDESK_NOTIFY_DAILY needs a time'],
    [
      'a summary that would make no sound',
      { ...quiet, PEERDESK_NOTIFY_DAILY: '22:30' },
      `PEERDESK_NOTIFY_DAILY is 22:30, within PEERDESK_NOTIFY_QUIET, ${open}`,
    ],
  ])('%s is refused', (_, env, words) => {
    expect(() => readNoticeHours({ ...env })).toThrow(words);
  });

  it.each(['PEERDESK_NOTIFY_QUIET', 'PEERDESK_NOTIFY_DAILY', 'PEERDESK_NOTIFY_QUIET_ZONE'])(
    '%s without a way is refused: it would look granted',
    (name) => {
      expect(() => readNoticeConfig({ [name]: 'anything' })).toThrow(`${name} needs a way to you: PEERDESK_NOTIFY_URL`);
    },
  );
});
