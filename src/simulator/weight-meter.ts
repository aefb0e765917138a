import type { SimClock } from './sim-clock.ts';

/** Adds up the weight of calls in the last minute, by what they count against. */
export interface WeightMeter {
  /** Adds a call's weight and gives the sum, this call included. */
  add: (key: string, weight: number) => number;
}

interface Entry {
  atMs: number;
  weight: number;
}

const windowMs = 60_000;

/** Makes a meter on which nothing weighs yet. Every endpoint has a budget of its own (api-facts section 14). */
export function createWeightMeter(clock: SimClock): WeightMeter {
  const entries = new Map<string, { line: Entry[]; sum: number }>();
  return {
    add: (key, weight) => {
      const nowMs = clock.now();
      const held = entries.get(key) ?? { line: [], sum: 0 };
      entries.set(key, held);
      held.line.push({ atMs: nowMs, weight });
      held.sum += weight;
      const firstKept = held.line.findIndex(({ atMs }) => nowMs - atMs < windowMs);
      for (const gone of held.line.splice(0, firstKept)) held.sum -= gone.weight;
      return held.sum;
    },
  };
}
