/** When the releases of the service are compared with the register: before the first claim of a term, and after a standstill. */
import { setTimeout as delay } from 'node:timers/promises';
import { RegisterSilent } from '../../register/register.ts';
import { watchStandstill } from '../clocks/standstill.ts';
import { untilDone } from './until-done.ts';
import type { StepBar } from '../../domain/step-bar.ts';

/** A machine that slept, or a process that was frozen: the merchant may have acted in the app meanwhile. */
const standstillMs = 120_000;
/** Less than a money step has: it is refused, and tried again, where the comparison takes longer. */
const usualClaimWaitMs = 3_000;

interface ComparisonOptions {
  /** Begins a comparison; what it returns compares, and goes on where it stopped when it is called again. */
  readonly begin: () => () => Promise<readonly string[]>;
  /** `elapsed` never steps. */
  readonly clock: { now(): number; elapsed(): number };
  /** Aborts when the term ends. */
  readonly signal: AbortSignal;
  /** How long a claim waits for it, in ms. */
  readonly claimWaitMs?: number | undefined;
}

/** One comparison, until it is complete. */
interface Round {
  readonly sinceMs: number;
  readonly compare: () => Promise<readonly string[]>;
  isComplete: boolean;
}

/** The comparison of one account in one term of the lead. */
export class ReleaseComparison {
  readonly #options: ComparisonOptions;
  #round: Round;
  /** Begins the next round where the process stood still. */
  readonly #look: () => void;

  constructor(options: ComparisonOptions) {
    const { clock, signal } = options;
    this.#options = options;
    this.#round = this.#begin();
    const standstill = watchStandstill({
      clock,
      limitMs: standstillMs,
      onGap: () => void (this.#round = this.#begin()),
      // Who claims, and who keeps the register settled, asks for the comparison by itself.
      catchUp: () => Promise.resolve(),
    });
    this.#look = () => void standstill.isBehind();
    if (signal.aborted) standstill.close();
    signal.addEventListener('abort', () => standstill.close(), { once: true });
  }

  /**
   * Returns the releases that no row knew, when a comparison is complete that began after the last standstill. Rejects
   * where the service or the register does not answer: the next call goes on.
   */
  async complete(): Promise<readonly string[]> {
    this.#look();
    const round = this.#round;
    const unknown = await round.compare();
    this.#look();
    return round === this.#round ? unknown : this.complete();
  }

  /** Returns why nothing may be claimed yet, or null. Rejects where the register is silent. */
  async whyNot(): Promise<StepBar | null> {
    const { claimWaitMs = usualClaimWaitMs } = this.#options;
    const waited = new AbortController();
    const barred = (why: string | null): StepBar => ({ code: 'not-compared', why });
    const late = delay(claimWaitMs, barred(null), { signal: waited.signal }).catch(() => null);
    const compared = this.complete().then(
      () => null,
      (error: unknown) => barred(reasonOf(error)),
    );
    return Promise.race([compared, late]).finally(() => waited.abort());
  }

  /** Returns since when a comparison is not complete; null: all is compared. */
  openSinceMs(): number | null {
    this.#look();
    return this.#round.isComplete ? null : this.#round.sinceMs;
  }

  #begin(): Round {
    const { begin, clock } = this.#options;
    const goOn = begin();
    const compare = untilDone(async () => {
      const unknown = await goOn();
      round.isComplete = true;
      return unknown;
    });
    const round: Round = { sinceMs: clock.now(), compare, isComplete: false };
    return round;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RegisterSilent) throw error;
  return error instanceof Error ? error.message : String(error);
}
