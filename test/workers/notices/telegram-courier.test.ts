import { describe, expect, it } from 'vitest';
import { noticeMessage, testMessage } from '../../../src/activities/notices/notice-message.ts';
import type { Need, Stage } from '../../../src/domain/notices/need.ts';
import { isButtonOf, parseButton } from '../../../src/door/telegram/hold-button.ts';
import type { TelegramWay } from '../../../src/config/egress-config.ts';
import { createTelegramCourier } from '../../../src/workers/notices/telegram-courier.ts';
import { botToken, startBotApi } from '../../door/telegram/bot-api-server.ts';

const nowMs = Date.parse('2026-11-29T12:00:00Z');
const need = (workflowId: string, type: Need['type'] = 'order'): Need => ({
  key: `${workflowId}/x`,
  workflowId,
  type,
  fact: { code: 'our-payment' },
  sinceMs: nowMs,
  urgentAtMs: nowMs + 1,
});
const messageAt = (stage: Stage, ...needs: Need[]) => ({
  ...noticeMessage({ account: 'main', items: needs.map((one) => ({ need: one, stage })), more: 0, atMs: nowMs }),
  quiet: false,
});
const trial = { ...testMessage('main', nowMs), quiet: false };
const message = (...needs: Need[]) => messageAt('first', ...needs);

async function courierTo(people: Readonly<Record<string, number>>, more: Partial<TelegramWay> = {}) {
  const api = await startBotApi();
  const address = { api: new URL(api.url), token: botToken, proxy: null };
  const way = { address, people: new Map(Object.entries(people)), urgentOnly: new Set<string>(), ...more };
  return { api, courier: createTelegramCourier({ ...way, clock: { now: () => nowMs } }) };
}

interface Markup {
  inline_keyboard: { text: string; callback_data: string }[][];
}

/** The rows of buttons of what was sent. */
const keyboardOf = (parameters: Readonly<Record<string, unknown>> = {}) =>
  (parameters['reply_markup'] as Markup | undefined)?.inline_keyboard ?? [];

describe('U16: messages by a bot of Telegram', () => {
  it('reach each person’s private chat, with a button that holds the order and is his alone', async () => {
    const { api, courier } = await courierTo({ Ana: 41, Bo: 42 });
    const notice = message(need('order:main:2291'));
    await courier.deliver(notice);
    expect(api.sent.map(({ method }) => method)).toEqual(['sendMessage', 'sendMessage']);
    for (const chatId of [41, 42]) {
      const sent = api.sent.find(({ parameters }) => parameters['chat_id'] === chatId)?.parameters;
      expect(sent).toMatchObject({ text: notice.text, link_preview_options: { is_disabled: true } });
      const rows = keyboardOf(sent);
      expect(rows.map((row) => row.map(({ text }) => text))).toEqual([['Hold order 2291']]);
      const button = parseButton(rows[0]?.[0]?.callback_data ?? '');
      if (button === null) throw new Error('it is no button');
      expect(button).toMatchObject({ orderNumber: '2291', expiresAtS: nowMs / 1_000 + 86_400 });
      expect(isButtonOf(botToken, button, { account: 'main', chatId })).toBe(true);
      expect(isButtonOf(botToken, button, { account: 'main', chatId: chatId === 41 ? 42 : 41 })).toBe(false);
    }
  });

  it('of what is no order has no button, and a digest has one for each of its first eight orders', async () => {
    const { api, courier } = await courierTo({ Ana: 41 });
    await courier.deliver(message(need('ad:main:7', 'ad')));
    await courier.deliver(trial);
    await courier.deliver(message(...Array.from({ length: 10 }, (_, index) => need(`order:main:${index + 1}`))));
    const rows = api.sent.map(({ parameters }) => keyboardOf(parameters).length);
    expect(rows).toEqual([0, 0, 8]);
  });

  it('tried again after a failure of the Bot API, come to those who have them once', async () => {
    const { api, courier } = await courierTo({ Ana: 41, Bo: 42 });
    const notice = message(need('order:main:2291'));
    api.answerWith((_, { chat_id }) => (chat_id === 42 ? 500 : 200));
    await expect(courier.deliver(notice)).rejects.toMatchObject({
      name: 'NoticeNotDelivered',
      message: 'Telegram: 1 of 2 people not reached (HTTP 500)',
    });
    api.answerWith(null);
    await courier.deliver(notice);
    expect(api.sent.map(({ parameters }) => parameters['chat_id'])).toEqual([41, 42]);
  });

  it('of a person who has blocked the bot are no reason to keep the next one from the others', async () => {
    const { api, courier } = await courierTo({ Ana: 41, Bo: 42 });
    api.answerWith((_, { chat_id }) => (chat_id === 42 ? 403 : 200));
    expect(await courier.deliver(message(need('order:main:2291')))).toMatchObject({
      words: 'Telegram: 1 of 2 people not reached (HTTP 403: has each person written to the bot once?)',
    });
    api.answerWith(() => 403);
    await expect(courier.deliver(message(need('order:main:2292')))).rejects.toThrow('2 of 2 people not reached');
  });

  it('by a wrong token fail in words without it', async () => {
    const { courier, api } = await courierTo({ Ana: 41 });
    api.answerWith(() => 401);
    const failure = await courier.deliver(trial).catch(String);
    expect(failure).toBe('NoticeNotDelivered: Telegram: 1 of 1 people not reached (HTTP 401: is the token right?)');
  });

  it('what is urgent reaches people who get nothing else', async () => {
    const { api, courier } = await courierTo({ Ana: 41, Bo: 42 }, { urgentOnly: new Set(['Bo']) });
    await courier.deliver(message(need('order:main:1')));
    await courier.deliver(messageAt('urgent', need('order:main:1')));
    const chats = api.sent.map(({ parameters }) => parameters['chat_id']);
    expect(chats[0]).toBe(41);
    expect(chats.slice(1)).toEqual(expect.arrayContaining([41, 42]));
  });

  it.each([true, false])('make no sound where they are quiet: %s', async (quiet) => {
    const { api, courier } = await courierTo({ Ana: 41 });
    await courier.deliver({ ...message(need('order:main:1')), quiet });
    expect(api.sent[0]?.parameters).toMatchObject({ disable_notification: quiet });
  });
});
