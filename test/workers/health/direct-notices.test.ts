import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pino } from 'pino';
import type { NoticeMessage } from '../../../src/activities/notices/notice-message.ts';
import { NoticeNotDelivered } from '../../../src/activities/notices/notice-activities.ts';
import type { HealthProblem } from '../../../src/domain/health/health.ts';
import { directNotices, recipientsOf } from '../../../src/workers/health/direct-notices.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const silent: readonly HealthProblem[] = [{ code: 'temporal-silent' }];

function world() {
  const messages: NoticeMessage[] = [];
  const way = { fails: false };
  const deliver = async (message: NoticeMessage): Promise<void> => {
    if (way.fails) throw new NoticeNotDelivered('no answer');
    messages.push(message);
  };
  const over = new AbortController();
  const recipients = () => [{ account: 'acme', couriers: { url: { deliver } } }];
  const logger = pino({ enabled: false });
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const notify = directNotices({ recipients, clock: Date, logger, signal: over.signal, pause });
  const kinds = (): string[] => messages.flatMap(({ needs }) => needs.map(({ kind }) => kind));
  return { messages, way, over, notify, kinds };
}

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000 + 10_000);

describe('a person is notified directly', () => {
  it('once when the desk was not served for a minute, and again when it is', async () => {
    const { notify, kinds, messages } = world();
    notify(silent);
    await vi.advanceTimersByTimeAsync(50_000);
    expect(kinds()).toEqual([]);
    await minutes(1);
    expect(kinds()).toEqual(['unserved/temporal-silent']);
    expect(messages[0]).toMatchObject({ event: 'urgent', account: 'acme' });
    notify([{ code: 'not-stored', leader: '7@host' }]);
    await minutes(10);
    expect(kinds()).toHaveLength(1);
    notify([]);
    await minutes(1);
    expect(kinds()).toEqual(['unserved/temporal-silent', 'served-again']);
    notify([{ code: 'no-lead' }]);
    await minutes(2);
    expect(kinds().at(-1)).toBe('unserved/no-lead');
  });

  it('not of a restart that is over within a minute, nor of what has a need of its own: one odd workflow, a silent register', async () => {
    const { notify, kinds } = world();
    notify(silent);
    await vi.advanceTimersByTimeAsync(40_000);
    notify([]);
    await minutes(5);
    const failing = { count: 1, running: 1, listed: [] };
    notify([
      { code: 'tasks-fail', failing, isWidespread: true },
      { code: 'register-silent', why: 'the disk is full' },
    ]);
    await minutes(5);
    expect(kinds()).toEqual([]);
  });

  it('later, where its way failed at first; never after the process was asked to stop', async () => {
    const { notify, kinds, way, over } = world();
    way.fails = true;
    notify(silent);
    await minutes(3);
    way.fails = false;
    await minutes(3);
    expect(kinds()).toEqual(['unserved/temporal-silent']);
    over.abort();
    notify([]);
    await minutes(5);
    expect(kinds()).toHaveLength(1);
  });
});

describe('a message that has not arrived', () => {
  it('is out of date with the next one: who hears that the desk is served does not hear it of the time before', async () => {
    const { notify, kinds, way } = world();
    notify(silent);
    await minutes(1);
    way.fails = true;
    notify([]);
    await minutes(1);
    notify(silent);
    await minutes(2);
    way.fails = false;
    await minutes(30);
    expect(kinds()).toEqual(['unserved/temporal-silent', 'unserved/temporal-silent']);
  });
});

describe('whom to notify', () => {
  it('accounts with the same ways get one message, an account without one none', () => {
    const notices = {
      url: new URL('https://hook.example/a'),
      signingKey: null,
      proxy: null,
      command: null,
      telegram: null,
      push: null,
      quiet: null,
      daily: null,
      env: {},
    };
    const other = { ...notices, url: new URL('https://hook.example/b') };
    const found = recipientsOf([
      { account: 'a', notices },
      { account: 'b', notices },
      { account: 'c', notices: null },
      { account: 'd', notices: other },
    ]);
    expect(found.map(({ account }) => account)).toEqual(['a', 'd']);
  });
});
