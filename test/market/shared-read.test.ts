import { describe, expect, it } from 'vitest';
import { SharedRead } from '../../src/market/shared-read.ts';
import { createManualClock } from '../setup/manual-clock.ts';

/** A shared read whose loads a test answers by hand. */
function handAnswered() {
  const clock = createManualClock(1_000);
  const loads: { key: string; answer: PromiseWithResolvers<string> }[] = [];
  const shared = new SharedRead<string>((key) => {
    const answer = Promise.withResolvers<string>();
    loads.push({ key, answer });
    return answer.promise;
  }, clock);
  return { clock, loads, shared };
}

describe('design 6: one read for all who ask within its time to live', () => {
  it('single flight: those who ask while a read is on its way share it, however long it takes', async () => {
    const { clock, loads, shared } = handAnswered();
    const first = shared.get('a', 100);
    clock.advance(5_000);
    const second = shared.get('a', 100);
    loads[0]?.answer.resolve('one');
    expect(await Promise.all([first, second])).toEqual(['one', 'one']);
    expect(loads).toHaveLength(1);
  });

  it('a value counts from when its read began, and is read again when it is as old as its time to live', async () => {
    const { clock, loads, shared } = handAnswered();
    const first = shared.get('a', 100);
    loads[0]?.answer.resolve('one');
    await first;
    clock.advance(99);
    expect(await shared.get('a', 100)).toBe('one');
    clock.advance(1);
    void shared.get('a', 100);
    expect(loads).toHaveLength(2);
  });

  it('keys do not share', () => {
    const { loads, shared } = handAnswered();
    void shared.get('a', 100);
    void shared.get('b', 100);
    expect(loads.map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('a failed read is not kept: everybody who waited hears of it, and the next one reads again', async () => {
    const { loads, shared } = handAnswered();
    const waiting = [shared.get('a', 100), shared.get('a', 100)];
    loads[0]?.answer.reject(new Error('away'));
    const ends = await Promise.allSettled(waiting);
    expect(ends.map((end) => end.status)).toEqual(['rejected', 'rejected']);
    const again = shared.get('a', 100);
    loads[1]?.answer.resolve('two');
    expect(await again).toBe('two');
  });

  it('a late failure of a read that was forgotten does not take the newer one with it', async () => {
    const { loads, shared } = handAnswered();
    const old = shared.get('a', 100);
    shared.forget('a');
    const fresh = shared.get('a', 100);
    loads[0]?.answer.reject(new Error('away'));
    loads[1]?.answer.resolve('two');
    await expect(old).rejects.toThrow('away');
    expect(await fresh).toBe('two');
    expect(await shared.get('a', 100)).toBe('two');
    expect(loads).toHaveLength(2);
  });

  it('a known value is returned at once while it is read again behind it, once for all who ask', async () => {
    const { clock, loads, shared } = handAnswered();
    const age = { renewFromMs: 100, limitMs: 300 };
    const first = shared.getKnown('a', age);
    loads[0]?.answer.resolve('one');
    await first;
    clock.advance(99);
    expect(await shared.getKnown('a', age)).toBe('one');
    expect(loads).toHaveLength(1);
    clock.advance(1);
    expect(await Promise.all([shared.getKnown('a', age), shared.getKnown('a', age)])).toEqual(['one', 'one']);
    expect(loads).toHaveLength(2);
    loads[1]?.answer.resolve('two');
    await loads[1]?.answer.promise;
    expect(await shared.getKnown('a', age)).toBe('two');
  });

  it('beyond its limit a value is waited for, and a renewal that fails takes it along', async () => {
    const { clock, loads, shared } = handAnswered();
    const age = { renewFromMs: 100, limitMs: 300 };
    const first = shared.getKnown('a', age);
    loads[0]?.answer.resolve('one');
    await first;
    clock.advance(100);
    await shared.getKnown('a', age);
    clock.advance(200);
    const late = shared.getKnown('a', age);
    expect(loads).toHaveLength(2);
    loads[1]?.answer.reject(new Error('away'));
    await expect(late).rejects.toThrow('away');
    const again = shared.getKnown('a', age);
    loads[2]?.answer.resolve('three');
    expect(await again).toBe('three');
  });

  it('a renewal that began before the value was forgotten does not come back', async () => {
    const { clock, loads, shared } = handAnswered();
    const age = { renewFromMs: 100, limitMs: 300 };
    const first = shared.getKnown('a', age);
    loads[0]?.answer.resolve('one');
    await first;
    clock.advance(100);
    await shared.getKnown('a', age);
    shared.forget('a');
    const fresh = shared.getKnown('a', age);
    loads[2]?.answer.resolve('three');
    await fresh;
    loads[1]?.answer.resolve('two');
    await loads[1]?.answer.promise;
    expect(await shared.getKnown('a', age)).toBe('three');
  });

  it('release gate: a time to live of 0 shares nothing, not even a read that is on its way', async () => {
    const { loads, shared } = handAnswered();
    void shared.get('a', 100);
    void shared.get('a', 0);
    expect(loads).toHaveLength(2);
  });
});
