import { describe, expect, it } from 'vitest';
import { buttonData } from '../../../src/door/telegram/hold-button.ts';
import { judgePress, updatesIn, withoutButton } from '../../../src/door/telegram/press.ts';
import { botToken as token } from './bot-api-server.ts';

const nowMs = Date.parse('2026-11-29T12:00:00Z');
const [ana, bo, eve] = [41, 42, 66];
const accounts = [
  { account: 'main', people: new Map([['Ana', ana]]) },
  { account: 'second', people: new Map([['Bo', bo]]) },
];
const made = { account: 'main', orderNumber: '2291', chatId: ana, expiresAtS: nowMs / 1_000 + 60 };
const data = buttonData(token, made) ?? '';

const pressed = (part: object = {}) => {
  const press = {
    id: 'p',
    from: { id: ana },
    message: { message_id: 7, chat: { id: ana, type: 'private' }, text: 'order 2291 waits' },
    data,
    ...part,
  };
  return updatesIn([{ update_id: 1, callback_query: press }])[0]?.callback_query;
};
const judge = (part: object = {}, { used = new Set<string>(), atMs = nowMs } = {}) => {
  const press = pressed(part);
  if (press === undefined) throw new Error('it is no press');
  const verdict = judgePress(press, { token, accounts, used, nowMs: atMs });
  return verdict.counts
    ? `${verdict.by} holds ${verdict.orderNumber} of ${verdict.account}`
    : (verdict.refusal?.code ?? 'stranger');
};
const inChat = (id: number, type: string) => ({ message: { message_id: 7, chat: { id, type } } });

describe('a press in Telegram holds an order only by who may (failures of 2026 by name)', () => {
  it('a person of the configuration, in the private chat with the bot: the name is the configuration’s', () => {
    expect(judge()).toBe('Ana holds 2291 of main');
  });

  it.each([
    ['a press whose sender was never authorised', { from: { id: eve } }, 'stranger'],
    [
      'an authentic button, pressed by another person',
      { from: { id: bo }, ...inChat(bo, 'private') },
      'unknown-button',
    ],
    ['the chat’s number in place of the sender’s', { from: { id: eve }, ...inChat(ana, 'private') }, 'stranger'],
    ['a group in which Ana presses', inChat(-100, 'supergroup'), 'not-private'],
    ['a group with a number like hers', inChat(ana, 'group'), 'not-private'],
    ['a chat of another person', inChat(bo, 'private'), 'not-private'],
    ['a message that Telegram no longer shows', { message: undefined }, 'not-private'],
    ['a user name in place of a number', { from: { id: ana, username: 'Ana' }, data: 'Ana' }, 'unknown-button'],
    ['no data', { data: undefined }, 'unknown-button'],
  ])('%s: refused', (_, part, code) => {
    expect(judge(part)).toBe(code);
  });

  it('a user name that is one of the people’s lets no one in', () => {
    expect(judge({ from: { id: eve, username: 'Ana', first_name: 'Ana' } })).toBe('stranger');
  });

  it('a button of another account, one that is too old, one that was used', () => {
    expect(judge({ data: buttonData(token, { ...made, account: 'second' }) })).toBe('unknown-button');
    expect(judge({ data: buttonData(`${token}0`, made) })).toBe('unknown-button');
    expect(judge({}, { atMs: made.expiresAtS * 1_000 - 1 })).toBe('Ana holds 2291 of main');
    expect(judge({}, { atMs: made.expiresAtS * 1_000 })).toBe('expired');
    expect(judge({}, { used: new Set([data]) })).toBe('used');
  });

  it('an answer that is none, and rows that are none, are passed over; the others keep their numbers', () => {
    expect(updatesIn(null)).toEqual([]);
    expect(updatesIn({})).toEqual([]);
    const rows = updatesIn([1, null, { update_id: 3, callback_query: { from: 'Ana' } }, { update_id: 'x' }]);
    expect(rows).toEqual([{ update_id: 3, callback_query: undefined }]);
  });

  it('the buttons of the other orders stay', () => {
    const other = { text: 'Hold order 2', callback_data: 'other' };
    const markup = { inline_keyboard: [[{ text: 'Hold order 2291', callback_data: data }], [other]] };
    const press = pressed({ message: { message_id: 7, chat: { id: ana, type: 'private' }, reply_markup: markup } });
    expect(press === undefined ? null : withoutButton(press)).toEqual([[other]]);
  });
});
