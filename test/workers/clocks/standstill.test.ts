import { describe, expect, it } from 'vitest';
import type { BanNews, EgressControl } from '../../../src/client/index.ts';
import { fakeClock, fakeEgress, hourMs, linked, nothingMet, settle, startMs } from '../egress-fixture.ts';

fakeClock();

/** The test decides when answers arrive, not a real millisecond. */
const patient = { firstLookMs: 60_000 };

describe('I27: a process that stood still', () => {
  /** A process with news of a ban still on its way. */
  async function behind(world: ReturnType<typeof fakeEgress>) {
    const never = new Promise<never>(() => undefined);
    const awaitBanNews: EgressControl['awaitBanNews'] = (known, signal) =>
      known === -1 ? world.egress.awaitBanNews(known, signal) : never;
    return linked({ ...world.egress, awaitBanNews, state: () => never }, patient);
  }

  it('sends no call before it has asked, so that a ban which others met is known first', async () => {
    const world = fakeEgress();
    const { gate, link, freeze } = await behind(world);
    world.change({ ban: { untilMs: startMs + hourMs, reason: 'HTTP 418' } });
    expect(gate.peek()).toEqual({ allowed: true });
    freeze(1_001);
    expect([gate.enter(), gate.peek()]).toMatchObject([{ reason: 'standstill' }, { allowed: false }]);
    await settle();
    expect(gate.enter()).toMatchObject({ allowed: false, reason: 'ban' });
    link.close();
  });

  it('goes on at once when there is none, and stops again with the next gap', async () => {
    const { gate, link, freeze, pass } = await behind(fakeEgress());
    for (let gap = 0; gap < 2; gap += 1) {
      freeze(5_000);
      expect(gate.enter()).toMatchObject({ allowed: false, reason: 'standstill', retryAfterMs: 500 });
      await settle();
      expect(gate.enter()).toEqual({ allowed: true });
      await pass(2_000);
      expect(gate.enter()).toEqual({ allowed: true });
    }
    link.close();
    freeze(5_000);
    expect(gate.enter()).toEqual({ allowed: true });
  });

  it('an answer from before the next gap is not enough', async () => {
    const world = fakeEgress();
    const answers: ((news: BanNews) => void)[] = [];
    const slow = { ...world.egress, awaitBanNews: () => new Promise<BanNews>((resolve) => answers.push(resolve)) };
    const linking = linked(slow, patient);
    const answer = (): void => answers.shift()?.({ view: nothingMet, atMs: Date.now(), isCrowded: false });
    answer();
    const { gate, link, freeze } = await linking;
    // The question that waits for news is the first; each gap adds one.
    const [, ...gaps] = [answers, freeze(5_000), gate.peek().allowed, freeze(5_000), gate.peek().allowed];
    expect(gaps).toEqual([undefined, false, undefined, false]);
    const [, first, second] = answers;
    first?.({ view: nothingMet, atMs: Date.now(), isCrowded: false });
    await settle();
    expect(gate.peek()).toMatchObject({ reason: 'standstill' });
    second?.({ view: nothingMet, atMs: Date.now(), isCrowded: false });
    await settle();
    expect(gate.peek()).toEqual({ allowed: true });
    link.close();
  });
});
