import { expect, it, vi } from 'vitest';
import { NoticeNotDelivered } from '../../../src/activities/notices/notice-activities.ts';
import type { NoticeMessage } from '../../../src/activities/notices/notice-message.ts';
import { BlindReporter } from '../../../src/workers/watchdog/report-blind.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';

it('ADR 0034: a person is told once that it could not judge, again on a way that failed, and once more another time', async () => {
  let tries = 0;
  const told: string[] = [];
  const failed: string[] = [];
  const reporter = new BlindReporter({
    account: 'main',
    settings: { ...defaultSettings, watchdogMs: 10_000 },
    clock: { now: () => 1_768_000_000_000, elapsed: () => 0 },
    couriers: {
      url: { deliver: async ({ text }: NoticeMessage) => told.push(text) },
      command: {
        deliver: async () => {
          tries += 1;
          if (tries === 1) throw new NoticeNotDelivered('exit code 1');
        },
      },
    },
    report: ({ message }) => failed.push(message),
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  });
  const seen = async (seconds: number, lookedAtMs: number | null): Promise<void> => {
    const desk = lookedAtMs === null ? ('silent' as const) : { lookedAtMs, isHeld: false, ads: [1] };
    reporter.saw({ elapsedMs: seconds * 1_000, wallMs: 0, desk });
    await new Promise(setImmediate);
  };
  for (let seconds = 0; seconds < 200; seconds += 5) await seen(seconds, seconds === 0 ? 1 : null);
  expect([told.length, tries, failed]).toEqual([1, 2, ['not sent: command: exit code 1']]);
  expect(reporter.isBlind).toBe(true);
  await seen(200, 2);
  expect(reporter.isBlind).toBe(false);
  for (let seconds = 205; seconds < 300; seconds += 5) await seen(seconds, null);
  expect([told.length, tries]).toEqual([2, 3]);
  expect(told[0]).toContain('npx peerdesk desk show --account main');
});

it('ADR 0034: that it could not judge is said to no one any more once it could', async () => {
  const deliver = vi.fn(() => Promise.reject(new NoticeNotDelivered('no answer')));
  const reporter = new BlindReporter({
    account: 'main',
    settings: { ...defaultSettings, watchdogMs: 10_000 },
    clock: { now: () => 1_768_000_000_000, elapsed: () => 0 },
    couriers: { url: { deliver } },
    report: () => undefined,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  });
  for (let seconds = 0; seconds < 40; seconds += 5)
    reporter.saw({ elapsedMs: seconds * 1_000, wallMs: 0, desk: 'silent' });
  while (deliver.mock.calls.length < 3) await new Promise(setImmediate);
  reporter.judged();
  const tries = deliver.mock.calls.length;
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  expect(deliver).toHaveBeenCalledTimes(tries);
});
