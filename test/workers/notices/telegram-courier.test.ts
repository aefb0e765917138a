import { describe, expect, it } from 'vitest';
import { noticeMessage, testMessage } from '../../../src/activities/notices/notice-message.ts';
import type { Need } from '../../../src/domain/notices/need.ts';
import { isButtonOf, parseButton } from '../../../src/door/telegram/hold-button.ts';
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
const message = (...needs: Need[]) =>
  noticeMessage({
    account: 'main',
    items: needs.map((one) => ({ need: one, stage: 'first' as const })),
    more: 0,
    atMs: nowMs,
  });

async function courierTo(people: Readonly<Record<string, number>>) {
  const api = await startBotApi();
  const address = { api: new URL(api.url), token: botToken, proxy: null };
  const courier = createTelegramCourier({
    address,
    people: new Map(Object.entries(people)),
    clock: { now: () => nowMs },
  });
  return { api, courier };
}

describe('U16: messages by a bot of Telegram', () => {
  it('reach each person’s private chat, with a button that holds the order and is his alone', async () => {
    const { api, courier } = await courierTo({ Ana: 41, Bo: 42 });
    const notice = message(need('order:main:2291'));
    await courier.deliver(notice);
    expect(api.sent.map(({ method }) => method)).toEqual(['sendMessage', 'sendMessage']);
    for (const chatId of [41, 42]) {
      const sent = api.sent.find(({ parameters }) => parameters['chat_id'] === chatId)?.parameters;
      expect(sent).toMatchObject({ text: notice.text, link_preview_options: { is_disabled: true } });
      const rows = (sent?.['reply_markup'] as { inline_keyboard: { text: string; callback_data: string }[][] })
        .inline_keyboard;
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
    await courier.deliver(testMessage('main', nowMs));
    await courier.deliver(message(...Array.from({ length: 10 }, (_, index) => need(`order:main:${index + 1}`))));
    const rows = api.sent.map(
      ({ parameters }) =>
        (parameters['reply_markup'] as { inline_keyboard: unknown[] } | undefined)?.inline_keyboard.length ?? 0,
    );
    expect(rows).toEqual([0, 0, 8]);
  });

  it('tried again for a person who was not reached, come to the others once', async () => {
    const { api, courier } = await courierTo({ Ana: 41, Bo: 42 });
    const notice = message(need('order:main:2291'));
    api.answerWith((_, { chat_id }) => (chat_id === 42 ? 403 : 200));
    await expect(courier.deliver(notice)).rejects.toMatchObject({
      name: 'NoticeNotDelivered',
      message: 'Telegram: 1 of 2 people not reached (HTTP 403: has each person written to the bot once?)',
    });
    api.answerWith(null);
    await courier.deliver(notice);
    expect(api.sent.map(({ parameters }) => parameters['chat_id'])).toEqual([41, 42]);
  });

  it('by a wrong token fail in words without it', async () => {
    const { courier, api } = await courierTo({ Ana: 41 });
    api.answerWith(() => 401);
    const failure = await courier.deliver(testMessage('main', nowMs)).catch(String);
    expect(failure).toBe('NoticeNotDelivered: Telegram: 1 of 1 people not reached (HTTP 401: is the token right?)');
  });
});
