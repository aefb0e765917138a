import { Secret, TOTP } from 'otpauth';
import { codeStepAt, codeStepMs, countedStep, type OneTimeCode } from '../domain/orders/code-step.ts';
import { realSleep, type Sleep } from './limits/sleep.ts';

export type { OneTimeCode } from '../domain/orders/code-step.ts';

interface OneTimeCodeOptions {
  /** The seed as the service shows it, in base32. */
  readonly seed: string;
  /** Wall clock in ms since the epoch. */
  readonly clock?: { now(): number };
  readonly sleep?: Sleep;
}

export interface OneTimeCodes {
  /** Returns an unused code; waits for the next 30 s step if it must. Rejects when aborted. */
  next(signal?: AbortSignal): Promise<OneTimeCode>;
}

/**
 * Creates the source of one account's one-time codes (RFC 6238: SHA-1, 6 digits, 30 s). The service burns a code with
 * its first use (200001035), so each step is handed out once, first come first served. Throws a TypeError for a bad
 * seed, without its text.
 *
 * @example
 * const codes = createOneTimeCodes({ seed: 'JBSWY3DPEHPK3PXP' });
 * const { code } = await codes.next();
 * code.length; // → 6
 */
export function createOneTimeCodes(options: OneTimeCodeOptions): OneTimeCodes {
  const { clock = Date, sleep = realSleep } = options;
  const totp = new TOTP({ secret: seedOf(options.seed), algorithm: 'SHA1', digits: 6, period: codeStepMs / 1000 });
  let lastGivenStep: number | null = null;
  let line: Promise<void> = Promise.resolve();

  async function next(signal?: AbortSignal): Promise<OneTimeCode> {
    const before = line;
    const turn = Promise.withResolvers<void>();
    line = before.then(() => turn.promise);
    try {
      await unlessAborted(before, signal);
      return await nextUnused(signal);
    } finally {
      turn.resolve();
    }
  }

  /** A step is used up only when its code is handed out: a caller that gives up leaves it to the next in line. */
  async function nextUnused(signal: AbortSignal | undefined): Promise<OneTimeCode> {
    for (;;) {
      const now = codeStepAt(clock.now());
      const last = countedStep(lastGivenStep, clock.now());
      const step = last === null ? now : Math.max(last + 1, now);
      const waitMs = step * codeStepMs - clock.now();
      if (waitMs > 0) await sleep(waitMs, signal);
      signal?.throwIfAborted();
      // A caller that slept past the end of its step would hand out a code that the service no longer accepts.
      if (codeStepAt(clock.now()) !== step) continue;
      lastGivenStep = step;
      return { code: totp.generate({ timestamp: step * codeStepMs }), step };
    }
  }

  return { next };
}

/** Waits for earlier callers; rejects with the signal's reason as soon as it aborts. */
async function unlessAborted(before: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return await before;
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const giveUp = (): void => {
    const reason: unknown = signal.reason;
    aborted.reject(reason instanceof Error ? reason : new Error('the wait for a one-time code was aborted'));
  };
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await Promise.race([before, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

function seedOf(seed: string): Secret {
  const text = seed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (/^[A-Z2-7]{8,}=*$/.test(text)) return Secret.fromBase32(text);
  throw new TypeError('the seed of the one-time codes is not base32');
}
