/** The service's clock: milliseconds since the epoch. */
export interface SimClock {
  now: () => number;
}

/** A clock that can be put forward and back, as one that is set wrong. */
export interface ShiftableClock extends SimClock {
  /** Puts it this far before (or, below zero, behind) the clock that it follows. */
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
