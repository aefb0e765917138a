import { describe, expect, it } from 'vitest';
import { readTelegramWay, telegramPerson } from '../../../src/config/environment/telegram-way.ts';
import { botToken } from '../../door/telegram/bot-api-server.ts';

const env = {
  PEERDESK_NOTIFY_TELEGRAM_TOKEN: botToken,
  PEERDESK_NOTIFY_TELEGRAM_PEOPLE: 'Ana=41, Bo Li = 42',
};
const read = (part: object) => () => readTelegramWay({ ...env, ...part });

describe('U16: the way by a bot of Telegram comes from the configuration alone', () => {
  it('a token, and people by number', () => {
    const way = readTelegramWay(env);
    expect(way?.address).toEqual({ api: new URL('https://api.telegram.org'), token: botToken, proxy: null });
    expect([...(way?.people ?? [])]).toEqual([
      ['Ana', 41],
      ['Bo Li', 42],
    ]);
    expect(readTelegramWay({})).toBeNull();
  });

  it('people who get what is urgent alone', () => {
    const way = readTelegramWay({
      ...env,
      PEERDESK_NOTIFY_TELEGRAM_URGENT: 'Eva=43',
    });
    expect([...(way?.people.keys() ?? [])]).toEqual(['Ana', 'Bo Li', 'Eva']);
    expect([...(way?.urgentOnly ?? [])]).toEqual(['Eva']);
    const alone = readTelegramWay({
      ...env,
      PEERDESK_NOTIFY_TELEGRAM_PEOPLE: '',
      PEERDESK_NOTIFY_TELEGRAM_URGENT: 'Eva=43',
    });
    expect([...(alone?.urgentOnly ?? [])]).toEqual(['Eva']);
  });

  it.each([
    ['people without a bot', { PEERDESK_NOTIFY_TELEGRAM_TOKEN: '' }, 'needs PEERDESK_NOTIFY_TELEGRAM_TOKEN'],
    ['a bot without people', { PEERDESK_NOTIFY_TELEGRAM_PEOPLE: '' }, 'to whom the bot writes'],
    ['a user name', { PEERDESK_NOTIFY_TELEGRAM_PEOPLE: 'Ana=@ana' }, 'names and numbers'],
    ['a group, whose number is negative', { PEERDESK_NOTIFY_TELEGRAM_PEOPLE: 'Ana=-100123' }, 'names and numbers'],
    ['one number of two people', { PEERDESK_NOTIFY_TELEGRAM_PEOPLE: 'Ana=41,Bo=41' }, 'twice'],
    ['one name twice', { PEERDESK_NOTIFY_TELEGRAM_PEOPLE: 'Ana=41,Ana=42' }, 'twice'],
    ['a Bot API elsewhere without TLS', { PEERDESK_NOTIFY_TELEGRAM_API: 'http://example.com' }, 'must be https'],
    ['a proxy that is none', { HTTPS_PROXY: 'nonsense' }, 'HTTPS_PROXY must be a URL'],
  ])('%s is refused', (_, part, words) => {
    expect(read(part)).toThrow(words);
  });

  it('people without a bot are refused: they would look granted', () => {
    const name = 'PEERDESK_NOTIFY_TELEGRAM_URGENT';
    expect(() => readTelegramWay({ [name]: 'anything' })).toThrow(`${name} needs PEERDESK_NOTIFY_TELEGRAM_TOKEN`);
  });

  it('a token that is none is refused without its text', () => {
    const wrong = { PEERDESK_NOTIFY_TELEGRAM_TOKEN: 'the-secret-of-something-else' };
    expect(read(wrong)).toThrow('no token of a bot');
    expect(read(wrong)).not.toThrow('something-else');
  });

  it.each(['Ana=41', ' Ana = 41 '])('%j is a person', (text) => expect(telegramPerson(text)).toEqual(['Ana', 41]));
  it.each(['', '=41', 'Ana=', 'Ana=0', 'Ana=1e3', 'Ana=41=42', `${'a'.repeat(41)}=1`])('%j is none', (text) =>
    expect(telegramPerson(text)).toBeNull(),
  );
});
