import { expect, it } from 'vitest';
import { noticeMessage } from '../../../src/activities/notices/notice-message.ts';
import type { NoticeConfig } from '../../../src/config/egress-config.ts';
import { couriersOf } from '../../../src/workers/notices/run-notices.ts';
import { botToken, startBotApi } from '../../door/telegram/bot-api-server.ts';
import { startNoticeReceiver } from './notice-receiver.ts';

const need = {
  key: 'order:main:1/x',
  workflowId: 'order:main:1',
  type: 'order',
  fact: { code: 'our-payment' },
  sinceMs: 1,
  urgentAtMs: 2,
} as const;
const message = noticeMessage({ account: 'main', items: [{ need, stage: 'first' }], more: 0, atMs: 1 });

it.each([
  ['always', true],
  [null, false],
])('ADR 0020: quiet hours (%s) are those of every way that the configuration names', async (open, quiet) => {
  const [receiver, api] = [await startNoticeReceiver(), await startBotApi()];
  const hours = { timezone: 'UTC', closed: [], exceptions: [], restingPrice: null };
  const config: NoticeConfig = {
    url: new URL(receiver.url),
    signingKey: null,
    proxy: null,
    command: null,
    telegram: {
      address: { api: new URL(api.url), token: botToken, proxy: null },
      people: new Map([['Ana', 41]]),
      urgentOnly: new Set(),
    },
    push: null,
    quiet: open === null ? null : { open, ...hours },
    daily: null,
    env: {},
  };
  const { url, telegram } = couriersOf(config);
  await url?.deliver(message);
  await telegram?.deliver(message);
  expect(JSON.parse(receiver.received[0]?.body ?? '{}')).toMatchObject({ id: message.id, quiet });
  expect(api.sent[0]?.parameters).toMatchObject({ disable_notification: quiet });
});
