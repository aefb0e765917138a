import { WorkflowNotFoundError } from '@temporalio/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BreakerReport, EgressControl, EgressView } from '../../src/client/index.ts';
import { createGate, defaultSettings } from '../../src/exchange/index.ts';
import { linkEgress } from '../../src/workers/egress-link.ts';

const startMs = 1_768_000_000_000;
const hourMs = 3_600_000;
const pollMs = 5_000;
const noRefused = { count: 0, last: null };

beforeEach(() => {
  vi.useFakeTimers({ now: startMs, toFake: ['setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** An egress workflow that keeps the longest ban, and forgets it when its time has come by its own clock. */
function fakeEgress() {
  let view: EgressView | null = null;
  const reports: number[] = [];
  const breakerReports: BreakerReport[] = [];
  let failures = 0;
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
      view = { egress: 'test', state: 'banned', breakers: [], refused: noRefused, bans: 1, ...view, ban };
    },
    reportBreaker: async (report) => void breakerReports.push(report),
    clearBan: async () => {
      throw new Error('not asked in this test');
    },
  };
  const change = (part: Partial<EgressView>): void => {
    view = { egress: 'test', state: 'open', breakers: [], refused: noRefused, bans: 1, ban: null, ...view, ...part };
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

/** A process: its gate, with a clock that nobody sets, and its link. */
async function linked(egress: EgressControl, account = 'acme') {
  let elapsedMs = 0;
  const gate = createGate(defaultSettings, { now: () => Date.now(), elapsed: () => elapsedMs });
  const errors: unknown[] = [];
  const link = await linkEgress({
    gate,
    egress,
    account,
    service: 'api.example.com',
    clock: Date,
    signal: new AbortController().signal,
    firstLookMs: 1,
    onError: (error) => errors.push(error),
  });
  const pass = async (ms: number): Promise<void> => {
    elapsedMs += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { gate, link, errors, pass };
}

describe('I27, 7.1: what a process and the egress workflow tell each other of a ban', () => {
  it('one process tells, the others take it over at their next look, and at their start', async () => {
    const world = fakeEgress();
    const [one, two] = [await linked(world.egress), await linked(world.egress)];
    one.gate.setBan(startMs + 2 * hourMs);
    await two.pass(pollMs);
    expect(two.gate.peek()).toMatchObject({ allowed: false, reason: 'ban' });
    expect((await linked(world.egress)).gate.peek()).toMatchObject({ allowed: false, reason: 'ban' });
    expect(world.reports).toEqual([startMs + 2 * hourMs]);
    for (const { link } of [one, two]) link.close();
  });

  it('a report that was lost is made again until it arrives, and then no more', async () => {
    const world = fakeEgress();
    const { gate, errors, pass, link } = await linked(world.egress);
    world.fail(3);
    gate.setBan(startMs + 2 * hourMs);
    for (let poll = 0; poll < 6; poll += 1) await pass(pollMs);
    expect([world.ban(), world.reports.length, errors.length]).toEqual([startMs + 2 * hourMs, 4, 3]);
    link.close();
  });

  it('a human who clears it ends it everywhere; a later one holds all the same', async () => {
    const world = fakeEgress();
    const [one, two] = [await linked(world.egress), await linked(world.egress)];
    const untilMs = startMs + 2 * hourMs;
    one.gate.setBan(untilMs);
    await two.pass(pollMs);
    world.change({ ban: null, clearedUntilMs: untilMs });
    await two.pass(pollMs);
    expect([one.gate.peek(), two.gate.peek()]).toEqual([{ allowed: true }, { allowed: true }]);
    one.gate.setBan(untilMs + hourMs);
    await two.pass(2 * pollMs);
    expect(two.gate.peek()).toMatchObject({ allowed: false, reason: 'ban' });
    for (const { link } of [one, two]) link.close();
  });

  it('one that ended by the clock of the server, which is ahead, holds here until its own end', async () => {
    const world = fakeEgress();
    const { gate, pass, link } = await linked(world.egress);
    gate.setBan(startMs + 2 * hourMs);
    await pass(pollMs);
    world.change({ ban: null });
    for (let poll = 0; poll < 5; poll += 1) await pass(pollMs);
    expect(gate.peek()).toMatchObject({ allowed: false, reason: 'ban' });
    expect(world.reports).toHaveLength(1);
    await pass(2 * hourMs);
    expect(gate.peek()).toEqual({ allowed: true });
    link.close();
  });
});

describe('users 9, I29: the breaker of an account is its own', () => {
  const openBreaker = { phase: 'open', failures: 15, openUntilMs: startMs + 45_000 } as const;

  it.each([
    { whose: 'the same account at the same service', account: 'acme', service: 'api.example.com', isHeld: true },
    { whose: 'another account', account: 'shop', service: 'api.example.com', isHeld: false },
    { whose: 'the same account at a mistyped address', account: 'acme', service: 'desk.invalid', isHeld: false },
  ])('an open one of $whose holds here: $isHeld', async ({ account, service, isHeld }) => {
    const world = fakeEgress();
    world.change({ breakers: [{ account, service, breaker: openBreaker }] });
    const { gate, pass, link } = await linked(world.egress);
    await pass(pollMs);
    expect(!gate.peek().allowed).toBe(isHeld);
    link.close();
  });

  it('one that opens here is reported with its account and service', async () => {
    const world = fakeEgress();
    const { gate, link } = await linked(world.egress);
    gate.setBreaker(openBreaker);
    expect(world.breakerReports).toEqual([{ account: 'acme', service: 'api.example.com', breaker: openBreaker }]);
    link.close();
  });
});

describe('workflows B3: an egress workflow that cannot be asked', () => {
  it('holds the start up for a bounded time and is asked again; what it knows then is taken over', async () => {
    const world = fakeEgress();
    world.change({ ban: { untilMs: startMs + hourMs, reason: 'HTTP 418' } });
    let isBroken = true;
    const state = () => (isBroken ? Promise.reject(new Error('its tasks fail')) : world.egress.state());
    const { gate, errors, link, pass } = await linked({ ...world.egress, state });
    expect([gate.peek().allowed, errors]).toEqual([true, [new Error('its tasks fail')]]);
    isBroken = false;
    await pass(pollMs);
    expect(gate.peek()).toMatchObject({ allowed: false, reason: 'ban' });
    link.close();
  });

  it('a process that ends does not wait for it', async () => {
    vi.useRealTimers();
    const stop = new AbortController();
    stop.abort();
    const gate = createGate(defaultSettings, { now: () => Date.now(), elapsed: () => 0 });
    const link = await linkEgress({
      gate,
      egress: { ...fakeEgress().egress, state: () => Promise.reject(new Error('its tasks fail')) },
      account: 'acme',
      service: 'api.example.com',
      clock: Date,
      signal: stop.signal,
      onError: () => undefined,
    });
    link.close();
    expect(gate.peek()).toEqual({ allowed: true });
  });
});
