import { describe, expect, it } from 'vitest';
import { ExchangeError } from '../../../src/exchange/index.ts';
import { ServiceIdentity } from '../../../src/workers/egress/service-identity.ts';

const refused = new ExchangeError({ message: 'wrong key', endpoint: 'baseDetail', sent: 'yes', code: '-2015' });
const banned = new ExchangeError({ message: 'banned', endpoint: 'baseDetail', sent: 'no' });
const silent = new ExchangeError({ message: 'no one answers', endpoint: 'baseDetail', sent: 'unknown' });

/** A service that answers each read with the next of these errors, and then succeeds. */
function asked(reads: readonly Error[], isSimulator = true) {
  const left = [...reads];
  const failures: unknown[] = [];
  const known = Promise.withResolvers<void>();
  const stop = new AbortController();
  let proofs = 0;
  let hanging: number | null = null;
  /** What comes after the errors has no answer from now on; returns how many reads wait for one. */
  const silence = (): (() => number) => {
    hanging = 0;
    return () => hanging ?? 0;
  };
  const identity = new ServiceIdentity({
    read: () => {
      const error = left.shift();
      if (error !== undefined) return Promise.reject(error);
      if (hanging === null) return Promise.resolve();
      hanging += 1;
      return new Promise(() => undefined);
    },
    prove: async () => {
      proofs += 1;
      return isSimulator;
    },
    onFailure: (error) => failures.push(error),
    onKnown: known.resolve,
    signal: stop.signal,
    retryMs: 1,
  });
  return { identity, failures, known: known.promise, stop, proofs: () => proofs, silence };
}

describe('design 2: who answers at the address', () => {
  it.each([
    [true, 'simulator'],
    [false, 'real'],
  ] as const)('proof %s: %s', async (isSimulator, kind) => {
    const { identity, proofs } = asked([], isSimulator);
    expect(identity.kind()).toBe('unknown');
    await identity.ask();
    expect([identity.kind(), proofs()]).toEqual([kind, 1]);
  });

  it('a refusal of the key is said, and is an answer', async () => {
    const { identity, failures } = asked([refused], false);
    await identity.ask();
    expect([identity.kind(), failures]).toEqual(['real', [refused]]);
  });

  it('7.1: during a ban, and while the service is silent, no proof is asked for; later it is', async () => {
    const { identity, failures, known, proofs } = asked([banned, silent, banned, silent]);
    await identity.ask();
    expect([identity.kind(), proofs(), failures]).toEqual(['unknown', 0, [banned]]);
    await known;
    expect([identity.kind(), proofs()]).toEqual(['simulator', 1]);
    expect(failures).toEqual([banned, silent]);
  });

  it('one loop asks on, however often it is begun: a watchdog begins it again with each try to act', async () => {
    const { identity, silence } = asked([banned, banned, banned]);
    const reads = silence();
    await Promise.all([identity.ask(), identity.ask(), identity.ask()]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(reads()).toBe(1);
  });

  it('a process that ends asks no more', async () => {
    const { identity, stop, proofs } = asked([banned]);
    await identity.ask();
    stop.abort();
    await new Promise(setImmediate);
    expect([identity.kind(), proofs()]).toEqual(['unknown', 0]);
  });
});
