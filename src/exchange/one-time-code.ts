import { Secret, TOTP } from 'otpauth';
import { realSleep } from './sleep.ts';
import type { Sleep } from './sleep.ts';

export interface OneTimeCodeOptions {
  /** The seed as the service shows it, in base32. */
  readonly seed: string;
  /** Wall clock in ms since the epoch. */
  readonly clock?: { now(): number };
  readonly sleep?: Sleep;
}

export interface OneTimeCodes {
  /** Gives a code that was not given before; waits for the next 30 s step if it must. Rejects when aborted. */
  next(signal?: AbortSignal): Promise<string>;
}

const stepMs = 30_000;

/**
 * Makes the source of one account's one-time codes (RFC 6238: SHA-1, 6 digits, 30 s). The service burns a code with its
 * first use (200001035), so each step is given once, first come first served. Throws a TypeError for a bad seed; its
 * text is not part of the error.
 */
export function createOneTimeCodes(options: OneTimeCodeOptions): OneTimeCodes {
  const { clock = Date, sleep = realSleep } = options;
  const totp = new TOTP({ secret: seedOf(options.seed), algorithm: 'SHA1', digits: 6, period: stepMs / 1000 });
  let lastStep = Number.NEGATIVE_INFINITY;

  /** The step is taken before waiting for it, so that callers who come together get one step each. */
  async function next(signal?: AbortSignal): Promise<string> {
    for (;;) {
      signal?.throwIfAborted();
      const step = Math.max(lastStep + 1, Math.floor(clock.now() / stepMs));
      lastStep = step;
      const waitMs = step * stepMs - clock.now();
      if (waitMs > 0) await sleep(waitMs, signal);
      // Whoever slept past the end of its step would hand out a code that the service no longer takes.
      if (clock.now() < (step + 1) * stepMs) return totp.generate({ timestamp: step * stepMs });
    }
  }

  return { next };
}

function seedOf(seed: string): Secret {
  const text = seed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (/^[A-Z2-7]{8,}=*$/.test(text)) return Secret.fromBase32(text);
  throw new TypeError('the seed of the one-time codes is not base32');
}
