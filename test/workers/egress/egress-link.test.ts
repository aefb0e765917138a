import { describe, expect, it, vi } from 'vitest';
import { createGate, defaultExchangeSettings } from '../../../src/exchange/index.ts';
import { linkEgress } from '../../../src/workers/egress/egress-link.ts';
import { fakeClock, fakeEgress, hourMs, linked, nothingMet, pollMs, settle, startMs } from '../egress-fixture.ts';

fakeClock();

describe('I27, 7.1: a process and the egress workflow share what they know of a ban', () => {
  it('one process reports it, the others take it over at once, without a look', async () => {
    const world = fakeEgress();
    const [one, two] = [await linked(world.egress), await linked(world.egress)];
    one.gate.setBan(startMs + 2 * hourMs);
    await settle();
    expect(two.gate.peek()).toMatchObject({ allowed: false, reason: 'ban', retryAfterMs: 2 * hourMs });
    world.change({ ban: null, clearedUntilMs: startMs + 2 * hourMs });
    await settle();
    expect([one.gate.peek(), two.gate.peek()]).toEqual([{ allowed: true }, { allowed: true }]);
    expect([one.errors, two.errors]).toEqual([[], []]);
    for (const { link } of [one, two]) link.close();
  });

  it('a workflow that was ended from outside gets the same end reported again', async () => {
    const world = fakeEgress();
    const { gate, link, pass } = await linked(world.egress);
    gate.setBan(startMs + 2 * hourMs);
    await settle();
    world.change({ ban: null, bans: 0 });
    await pass(pollMs);
    expect(world.reports).toEqual([startMs + 2 * hourMs, startMs + 2 * hourMs]);
    expect(world.ban()).toBe(startMs + 2 * hourMs);
    expect(gate.peek()).toMatchObject({ allowed: false, reason: 'ban' });
    link.close();
  });

  it('a process that cannot wait for it takes it over at the next look, and at the start', async () => {
    const world = fakeEgress();
    const awaitBanNews = (known: number, signal: AbortSignal) =>
      known === -1 ? world.egress.awaitBanNews(known, signal) : Promise.reject(new Error('too many wait'));
    const egress = { ...world.egress, awaitBanNews };
    const [one, two] = [await linked(egress), await linked(egress)];
    one.gate.setBan(startMs + 2 * hourMs);
    await settle();
    expect(two.gate.peek()).toEqual({ allowed: true });
    await two.pass(pollMs);
    expect(two.gate.peek()).toMatchObject({ allowed: false, reason: 'ban' });
    expect((await linked(egress)).gate.peek()).toMatchObject({ allowed: false, reason: 'ban' });
    for (const { link } of [one, two]) link.close();
  });

  it.each([5_000, -5_000])('a worker whose clock is wrong by %d ms bans as long as the others', async (wrongMs) => {
    const world = fakeEgress();
    const [right, wrong] = [await linked(world.egress), await linked(world.egress, { clockIsWrongByMs: wrongMs })];
    right.gate.setBan(startMs + 10_000);
    await settle();
    expect(wrong.gate.peek()).toMatchObject({ allowed: false, reason: 'ban', retryAfterMs: 10_000 });
    wrong.gate.setBan(startMs + wrongMs + 20_000);
    await settle();
    expect(right.gate.peek()).toMatchObject({ allowed: false, reason: 'ban', retryAfterMs: 20_000 });
    expect(world.reports).toEqual([startMs + 10_000, startMs + 20_000]);
    for (const { link } of [right, wrong]) link.close();
  });

  it('one of too many that wait rests before it asks again, and looks meanwhile', async () => {
    const world = fakeEgress();
    let asked = 0;
    const awaitBanNews = async (known: number, signal: AbortSignal) => {
      asked += 1;
      if (known === -1) return world.egress.awaitBanNews(known, signal);
      return { view: nothingMet, atMs: Date.now(), isCrowded: true };
    };
    const { gate, pass, link } = await linked({ ...world.egress, awaitBanNews });
    await settle();
    world.change({ ban: { untilMs: startMs + hourMs, reason: 'HTTP 418' } });
    await pass(pollMs);
    expect([asked, gate.peek().allowed]).toEqual([2, false]);
    link.close();
  });

  it('one process reports it, the others know at their start', async () => {
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
    // A human has cleared another one before.
    world.change({ ban: null, clearedUntilMs: startMs + hourMs });
    for (let poll = 0; poll < 5; poll += 1) await pass(pollMs);
    expect(gate.peek()).toMatchObject({ allowed: false, reason: 'ban' });
    expect(world.reports).toHaveLength(1);
    await pass(2 * hourMs);
    expect(gate.peek()).toEqual({ allowed: true });
    link.close();
  });
});

describe('I29: the breaker of an account is its own', () => {
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

describe('an egress workflow that cannot be asked', () => {
  it('holds the start up for a bounded time and is asked again; what it knows then is taken over', async () => {
    const world = fakeEgress();
    world.change({ ban: { untilMs: startMs + hourMs, reason: 'HTTP 418' } });
    let isBroken = true;
    let asked = 0;
    const broken = () => {
      asked += 1;
      return Promise.reject(new Error('its tasks fail'));
    };
    const state = () => (isBroken ? broken() : world.egress.state());
    const { gate, errors, link, pass } = await linked({ ...world.egress, state, awaitBanNews: broken });
    expect([gate.peek().allowed, errors[0]]).toEqual([true, new Error('its tasks fail')]);
    // Three looks before the first call, and one that waits for news from then on.
    expect(asked).toBe(3 + 1);
    isBroken = false;
    await pass(pollMs);
    expect(gate.peek()).toMatchObject({ allowed: false, reason: 'ban' });
    link.close();
  });

  it('W8d, ADR 0004: the process serves on without it; a ban that it meets is its own, and is reported when the workflow answers again', async () => {
    const world = fakeEgress();
    let isBroken = true;
    const unlessBroken = async <T>(answer: () => Promise<T>): Promise<T> => {
      if (isBroken) throw new Error('its tasks fail');
      return answer();
    };
    const { gate, link, pass } = await linked({
      ...world.egress,
      state: () => unlessBroken(() => world.egress.state()),
      awaitBanNews: (known, signal) => unlessBroken(() => world.egress.awaitBanNews(known, signal)),
      reportBan: (ban) => unlessBroken(() => world.egress.reportBan(ban)),
    });
    await pass(hourMs);
    expect(gate.peek()).toEqual({ allowed: true });
    const untilMs = startMs + 3 * hourMs;
    gate.setBan(untilMs);
    await pass(hourMs);
    expect(gate.peek()).toMatchObject({ allowed: false, reason: 'ban', retryAfterMs: hourMs });
    isBroken = false;
    await pass(pollMs);
    expect(world.reports).toEqual([untilMs]);
    link.close();
  });

  it('one whose answer this version cannot read is as good as none, and ends no process', async () => {
    const state = async () => ({ ...nothingMet, breakers: undefined }) as unknown as typeof nothingMet;
    const { gate, errors, pass, link } = await linked({ ...fakeEgress().egress, state });
    await pass(pollMs);
    expect(errors).toEqual([expect.any(TypeError)]);
    expect(gate.peek()).toEqual({ allowed: true });
    link.close();
  });

  it('a process that ends does not wait for it', async () => {
    vi.useRealTimers();
    const stop = new AbortController();
    stop.abort();
    const gate = createGate(defaultExchangeSettings, { now: () => Date.now(), elapsed: () => 0 });
    const link = await linkEgress({
      gate,
      egress: { ...fakeEgress().egress, awaitBanNews: () => Promise.reject(new Error('its tasks fail')) },
      clock: { now: () => Date.now(), elapsed: () => 0 },
      signal: stop.signal,
      onError: () => undefined,
    });
    link.close();
    expect(gate.peek()).toEqual({ allowed: true });
  });
});
