/** The service's clock: milliseconds since the epoch. */
export interface SimClock {
  now: () => number;
}

/** A clock that can be set ahead and back, like one that is wrong. */
export interface ShiftableClock extends SimClock {
  /** Sets it this far ahead of (negative: behind) the clock that it follows. */
  shiftTo: (ms: number) => void;
}

/** Makes a clock that follows another one, at first exactly. */
export function createShiftableClock(clock: SimClock): ShiftableClock {
  let shiftMs = 0;
  return {
    now: () => clock.now() + shiftMs,
    shiftTo: (ms) => {
      shiftMs = ms;
    },
  };
}

/** The machine's own clock. */
export const systemClock: SimClock = { now: () => Date.now() };
