import { WorkflowNotFoundError } from '@temporalio/client';
import { afterEach, beforeEach, vi } from 'vitest';
import type { BanNews, BreakerReport, EgressControl, EgressView } from '../../src/client/index.ts';
import { createAddress, createGate, defaultExchangeSettings } from '../../src/exchange/index.ts';
import { linkEgress } from '../../src/workers/egress/egress-link.ts';

export const startMs = 1_768_000_000_000;
export const hourMs = 3_600_000;
export const pollMs = 5_000;
const noRefused = { count: 0, last: null };

export const nothingMet: EgressView = {
  egress: 'test',
  state: 'open',
  ban: null,
  breakers: [],
  bans: 0,
  news: 0,
  refused: noRefused,
};

/** Sets the clock of the tests of a file to a known moment. */
export function fakeClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: startMs, toFake: ['setInterval', 'clearInterval', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** An egress workflow that keeps the longest ban, and drops it when it has ended by its own clock. */
export function fakeEgress() {
  let view: EgressView | null = null;
  const reports: number[] = [];
  const breakerReports: BreakerReport[] = [];
  let failures = 0;
  let tellWaiting = (): void => undefined;
  let news = new Promise<void>((resolve) => void (tellWaiting = resolve));
  const change = (part: Partial<EgressView>): void => {
    const next = (view?.news ?? 0) + ('ban' in part ? 1 : 0);
    view = { ...nothingMet, ...view, ...part, news: next };
    if (!('ban' in part)) return;
    tellWaiting();
    news = new Promise((resolve) => void (tellWaiting = resolve));
  };
  const egress: EgressControl = {
    workflowId: 'egress:test',
    state: async () => {
      if (view === null) throw new WorkflowNotFoundError('none', 'egress:test', undefined);
      return view;
    },
    reportBan: async (ban) => {
      reports.push(ban.untilMs);
      if (failures > 0) {
        failures -= 1;
        throw new Error('no server');
      }
      change({ state: 'banned', ban, bans: (view?.bans ?? 0) + 1 });
    },
    reportBreaker: async (report) => void breakerReports.push(report),
    clearBan: async () => {
      throw new Error('not asked in this test');
    },
    within: () => egress,
    awaitBanNews: async (known, signal): Promise<BanNews> => {
      const aborted = new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true }),
      );
      aborted.catch(() => undefined);
      while ((view?.news ?? 0) === known) await Promise.race([news, aborted]);
      return { view: view ?? nothingMet, atMs: Date.now(), isCrowded: false };
    },
  };
  return {
    egress,
    reports,
    breakerReports,
    change,
    fail: (times: number) => void (failures = times),
    ban: () => view?.ban?.untilMs ?? null,
  };
}

/** Lets all that is ready happen; no time passes. */
export const settle = () => vi.advanceTimersByTimeAsync(0);

/** A process: its gate, with a clock that no one sets, and its link. */
export async function linked(egress: EgressControl, { account = 'acme', clockIsWrongByMs = 0, firstLookMs = 1 } = {}) {
  let frozenMs = 0;
  const elapsed = (): number => Date.now() - startMs + frozenMs;
  const clock = { now: () => Date.now() + clockIsWrongByMs, elapsed };
  const address = createAddress(clock);
  const gate = createGate(defaultExchangeSettings, clock, address);
  const errors: unknown[] = [];
  const link = await linkEgress({
    gate: createGate(defaultExchangeSettings, clock, address),
    egress,
    clock,
    signal: new AbortController().signal,
    firstLookMs,
    onError: (error) => errors.push(error),
  });
  link.join({ gate, account, service: 'api.example.com' });
  const pass = async (ms: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(ms));
  /** All its timers and answers come late, as after SIGSTOP and SIGCONT. */
  const freeze = (ms: number): void => void (frozenMs += ms);
  return { gate, link, errors, pass, freeze };
}
