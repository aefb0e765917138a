import type { SimClock } from '../../src/simulator/world/sim-clock.ts';

/** A clock that moves only when a test moves it. */
export interface ManualClock extends SimClock {
  advance: (ms: number) => void;
  set: (ms: number) => void;
}

/** Creates a clock that stands still until it is moved; `startMs` is in milliseconds since the epoch. */
export function createManualClock(startMs: number): ManualClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
    set: (ms) => {
      nowMs = ms;
    },
  };
}
