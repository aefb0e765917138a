import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createOneTimeCodes } from '../../src/exchange/index.ts';

/** RFC 6238 by hand, over the seed of its own test vectors. */
const seedBytes = Buffer.from('12345678901234567890', 'ascii');
const seed = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

function codeAt(ms: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(ms / 30_000)));
  const mac = createHmac('sha1', seedBytes).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

afterEach(() => {
  vi.useRealTimers();
});

function codesAt(startMs: number) {
  vi.useFakeTimers({ now: startMs, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  return createOneTimeCodes({ seed, sleep });
}

describe('design section 6: a one-time code is used once', () => {
  test('the published vector of RFC 6238', async () => {
    expect(await codesAt(59_000).next()).toBe('287082');
  });

  test('callers who come together get one step each, in order', async () => {
    const codes = codesAt(59_000);
    const given = Promise.all(Array.from({ length: 10 }, () => codes.next()));
    await vi.runAllTimersAsync();
    expect(await given).toEqual(Array.from({ length: 10 }, (_, index) => codeAt(59_000 + index * 30_000)));
    expect(new Set(await given).size).toBe(10);
  });

  test('waits only until the next step begins', async () => {
    const codes = codesAt(59_000);
    await codes.next();
    const second = codes.next().then(() => Date.now());
    await vi.runAllTimersAsync();
    expect(await second).toBe(60_000);
  });

  test('who slept past the end of a step gets the step that is', async () => {
    let nowMs = 59_000;
    const sleep = async (): Promise<void> => {
      nowMs = 200_000;
    };
    const codes = createOneTimeCodes({ seed, clock: { now: () => nowMs }, sleep });
    await codes.next();
    expect(await codes.next()).toBe(codeAt(200_000));
  });

  test('an abort ends the wait and gives no code', async () => {
    const codes = createOneTimeCodes({ seed, clock: { now: () => 59_000 } });
    await codes.next();
    const stop = new AbortController();
    const second = codes.next(stop.signal);
    stop.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
  });

  test('spaces and small letters of a seed do not matter; a bad one is not repeated in the error', async () => {
    const codes = createOneTimeCodes({ seed: 'gezd gnbv-GY3T QOJQ GEZD GNBV GY3T QOJQ', clock: { now: () => 59_000 } });
    expect(await codes.next()).toBe('287082');
    expect(() => createOneTimeCodes({ seed: 'not-a-seed-189' })).toThrow(TypeError);
    expect(() => createOneTimeCodes({ seed: 'not-a-seed-189' })).not.toThrow(/189/);
  });
});
