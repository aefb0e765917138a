import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createOneTimeCodes, type OneTimeCodes } from '../../src/exchange/index.ts';

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

/** The codes alone, without the numbers of their steps. */
function texts(codes: OneTimeCodes) {
  return { next: async (signal?: AbortSignal) => (await codes.next(signal)).code };
}

afterEach(() => {
  vi.useRealTimers();
});

function codesAt(startMs: number) {
  vi.useFakeTimers({ now: startMs, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  return texts(createOneTimeCodes({ seed, sleep }));
}

/** The same with the product's own sleep, which an abort ends. */
function abortableCodesAt(startMs: number) {
  vi.useFakeTimers({ now: startMs, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      });
    });
  return texts(createOneTimeCodes({ seed, sleep }));
}

describe('design section 6: a one-time code is used once', () => {
  it('the published vector of RFC 6238', async () => {
    expect(await codesAt(59_000).next()).toBe('287082');
  });

  it('I12: a code comes with the number of its step', async () => {
    const codes = createOneTimeCodes({ seed, clock: { now: () => 59_000 } });
    expect(await codes.next()).toEqual({ code: '287082', step: 1 });
  });

  it('callers who come together get one step each, in order', async () => {
    const codes = codesAt(59_000);
    const given = Promise.all(Array.from({ length: 10 }, () => codes.next()));
    await vi.runAllTimersAsync();
    expect(await given).toEqual(Array.from({ length: 10 }, (_, index) => codeAt(59_000 + index * 30_000)));
    expect(new Set(await given).size).toBe(10);
  });

  it('waits only until the next step begins', async () => {
    const codes = codesAt(59_000);
    await codes.next();
    const second = codes.next().then(() => Date.now());
    await vi.runAllTimersAsync();
    expect(await second).toBe(60_000);
  });

  it('a caller that slept past the end of a step gets the code of the current step', async () => {
    let nowMs = 59_000;
    const sleep = async (): Promise<void> => {
      nowMs = 200_000;
    };
    const codes = texts(createOneTimeCodes({ seed, clock: { now: () => nowMs }, sleep }));
    await codes.next();
    expect(await codes.next()).toBe(codeAt(200_000));
  });

  it('an abort ends the wait without a code', async () => {
    const codes = texts(createOneTimeCodes({ seed, clock: { now: () => 59_000 } }));
    await codes.next();
    const stop = new AbortController();
    const second = codes.next(stop.signal);
    stop.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
  });

  it('waiters that give up leave their steps to those behind them', async () => {
    const codes = abortableCodesAt(59_000);
    await codes.next();
    const impatient = Array.from({ length: 5 }, () => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(new Error('enough')), 900);
      return codes.next(stop.signal).catch((error: unknown) => error);
    });
    const patient = codes.next().then((code) => ({ code, atMs: Date.now() }));
    await vi.runAllTimersAsync();
    expect(await Promise.all(impatient)).toEqual(Array(5).fill(new Error('enough')));
    expect(await patient).toEqual({ code: codeAt(60_000), atMs: 60_000 });
    const next = codes.next();
    await vi.runAllTimersAsync();
    expect(await next).toBe(codeAt(90_000));
  });

  it('one that gives up in the middle of the line changes nothing for the others', async () => {
    const codes = abortableCodesAt(59_000);
    const stop = new AbortController();
    const given = [codes.next(), codes.next(), codes.next(stop.signal), codes.next()];
    const middle = expect(given[2]).rejects.toThrow('enough');
    stop.abort(new Error('enough'));
    await vi.runAllTimersAsync();
    await middle;
    expect(await Promise.all([given[0], given[1], given[3]])).toEqual([59_000, 60_000, 90_000].map(codeAt));
  });

  it('whichever waiters give up: no code twice, codes in the order of asking, and no step is lost', async () => {
    const plans = fc.array(fc.tuple(fc.nat(40_000), fc.option(fc.nat(70_000))), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(plans, async (waits) => {
        const codes = abortableCodesAt(59_000);
        const given: { index: number; atMs: number }[] = [];
        const calls = waits.map(async ([afterMs, patienceMs], index) => {
          await new Promise((resolve) => setTimeout(resolve, afterMs));
          const stop = new AbortController();
          if (patienceMs !== null) setTimeout(() => stop.abort(new Error('enough')), patienceMs);
          const asked = Date.now();
          const code = await codes.next(stop.signal).catch(() => null);
          if (code !== null) given.push({ index, atMs: asked });
          if (code !== null) expect(code).toBe(codeAt(Date.now()));
          return code === null ? null : Math.floor(Date.now() / 30_000);
        });
        await vi.runAllTimersAsync();
        const steps = (await Promise.all(calls)).filter((step) => step !== null);
        expect(new Set(steps).size).toBe(steps.length);
        expect(given.map(({ atMs }) => atMs)).toEqual(given.map(({ atMs }) => atMs).sort((a, b) => a - b));
        expect(waits.every(([, patienceMs]) => patienceMs !== null) || steps.length > 0).toBe(true);
      }),
      { seed: 20_260_120, numRuns: 200 },
    );
  });

  it('spaces and small letters of a seed do not matter; a bad one is not repeated in the error', async () => {
    const codes = texts(
      createOneTimeCodes({ seed: 'gezd gnbv-GY3T QOJQ GEZD GNBV GY3T QOJQ', clock: { now: () => 59_000 } }),
    );
    expect(await codes.next()).toBe('287082');
    expect(() => createOneTimeCodes({ seed: 'not-a-seed-189' })).toThrow(TypeError);
    expect(() => createOneTimeCodes({ seed: 'not-a-seed-189' })).not.toThrow(/189/);
  });
});
