/** The service's clock: milliseconds since the epoch. */
export interface SimClock {
  now: () => number;
}

/** A clock that moves only when a test moves it. */
export interface ManualClock extends SimClock {
  advance: (ms: number) => void;
  set: (ms: number) => void;
}

/** The machine's own clock. */
export const systemClock: SimClock = { now: () => Date.now() };

/**
 * Makes a clock that stands still until it is moved.
 *
 * Takes the first reading in milliseconds since the epoch.
 */
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
