import type { Client } from '@temporalio/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { noticeMessage } from '../../../src/activities/notices/notice-message.ts';
import type { NoticeConfig } from '../../../src/config/egress-config.ts';
import { couriersOf, noticeDependencies } from '../../../src/workers/notices/run-notices.ts';
import { createNeedsReader } from '../../../src/workers/notices/temporal-needs.ts';
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

/** A server on which nothing waits and nothing has ended. */
const idle = {
  withAbortSignal: <T>(_signal: AbortSignal, ask: () => T): T => ask(),
  withDeadline: <T>(_atMs: number, ask: () => T): T => ask(),
  workflow: { list: async function* nothing() {}, count: async () => ({ count: 0 }) },
} as unknown as Client;

it('ADR 0020: the watch of the notices alone adds the summary of a day to what waits', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-29T20:59:59Z') });
  onTestFinished(() => void vi.useRealTimers());
  const notices = { url: null, command: null, telegram: null, push: null, daily: { at: '21:00', timezone: 'UTC' } };
  const config = { account: 'main', egress: 'home', group: 'home', settings: {}, notices };
  const { signal } = new AbortController();
  const place = { config, client: idle, logger: {}, signal } as unknown as Parameters<typeof noticeDependencies>[0];
  const reading = { account: 'main', egress: 'home', urgentAfterMs: 600_000 };
  const { readNeeds } = noticeDependencies(place, {
    areKeysRefused: async () => true,
    register: { hasOtherTemporal: async () => false, leavingRows: async () => [] },
    uncomparedSinceMs: () => null,
    customers: { needs: async () => [] },
    asking: { listen: () => () => undefined },
    readNeeds: createNeedsReader({ ...reading, client: idle, clock: Date, asking: { recent: () => [] } }),
  });
  const keys = async () => (await readNeeds(signal)).map(({ key }) => key);
  expect(await keys()).toEqual(['desk:main/desk-trouble/refused-key']);
  vi.setSystemTime(Date.parse('2026-11-29T21:00:00Z'));
  expect(await keys()).toEqual(['desk:main/desk-trouble/refused-key', 'desk:main/daily/2026-11-29']);
  expect((await readNeeds(signal)).at(-1)).toMatchObject({ fact: { code: 'daily', completed: 0, others: 1 } });
});
