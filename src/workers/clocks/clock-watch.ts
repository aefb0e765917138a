import type { ActivityInterceptorsFactory } from '@temporalio/worker';

/** A larger difference is reported: the fence of money steps and the codes of releases depend on this clock. */
export const clockWarningMs = 2_000;
/** Queues are slow at times: only the shortest of this many delays reveals a clock that is ahead. */
const maxSamples = 32;

interface ClockWatchOptions {
  /** How far the service's clock is ahead of this machine's, in ms; null while it is not measured. */
  serviceDifferenceMs: () => number | null;
  /** Called when the report has changed; null: both clocks agree again. */
  onChange: (text: string | null) => void;
}

/**
 * Compares this machine's clock with Temporal's and the service's, without a call: each activity carries the moment at
 * which the server scheduled it. A moment in the future means that this clock is behind; when even the shortest of many
 * delays is long, this clock is ahead (or the queue is that slow, which an operator wants to know as well).
 */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  #delaysMs: number[] = [];
  /** The shortest delay of the last series that had one. */
  #lastShortestMs: number | null = null;
  #told: string | null = null;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
  }

  /** Records the start of an activity: when the server scheduled it and when it started here, both in epoch ms. */
  note(scheduledAtMs: number, startedAtMs: number): void {
    this.#delaysMs = [...this.#delaysMs, startedAtMs - scheduledAtMs].slice(-maxSamples);
  }

  /** Reports a difference, once for each change, and begins a new series of delays. */
  check(): void {
    const texts = [this.#temporalText(), this.#serviceText()].filter((text) => text !== null);
    const text = texts.length === 0 ? null : texts.join('; ');
    this.#lastShortestMs = this.#shortestMs();
    this.#delaysMs = [];
    if (text === this.#told) return;
    this.#told = text;
    this.#options.onChange(text);
  }

  /** Returns how far Temporal's clock is ahead of this machine's, in ms, less the time in the queue; null: not known. */
  temporalDifferenceMs(): number | null {
    const shortestMs = this.#shortestMs();
    return shortestMs === null ? null : -shortestMs;
  }

  #shortestMs(): number | null {
    return this.#delaysMs.length === 0 ? this.#lastShortestMs : Math.min(...this.#delaysMs);
  }

  #temporalText(): string | null {
    if (this.#delaysMs.length === 0) return null;
    const shortestMs = Math.min(...this.#delaysMs);
    if (shortestMs < -clockWarningMs) return `this clock is ${seconds(-shortestMs)} s behind Temporal's`;
    if (shortestMs <= clockWarningMs) return null;
    return `this clock is up to ${seconds(shortestMs)} s ahead of Temporal's, or its task queue is that slow`;
  }

  #serviceText(): string | null {
    const differenceMs = this.#options.serviceDifferenceMs();
    if (differenceMs === null || Math.abs(differenceMs) <= clockWarningMs) return null;
    return `this clock is ${seconds(Math.abs(differenceMs))} s ${differenceMs > 0 ? 'behind' : 'ahead of'} the service's`;
  }
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

/** Feeds a clock watch with each start of an activity of a worker. */
export function clockInterceptor(watch: ClockWatch, clock: { now(): number }): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute: (input, next) => {
        watch.note(info.currentAttemptScheduledTimestampMs, clock.now());
        return next(input);
      },
    },
  });
}
