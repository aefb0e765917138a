import type { OperationFacts } from '../world/sim-call.ts';
import type { SimClock } from '../world/sim-clock.ts';

/** How a call was weighed. */
interface Weighing {
  /** The sum of the last minute, this call included if it was let in. */
  used: number;
  /** How long until the budget has room for this call, in ms; 0: it was let in. */
  waitMs: number;
}

/** Adds up the weight of calls in the last minute, by what they count against. */
export interface WeightMeter {
  /** Lets a call in and adds its weight, or turns it away because its budget is used up; then it weighs nothing. */
  weigh: (key: string, weight: number, limit: number) => Weighing;
  /** The sum of the last minute. */
  used: (key: string) => number;
}

interface Entry {
  atMs: number;
  weight: number;
}

interface Budget {
  line: Entry[];
  sum: number;
}

const windowMs = 60_000;

/** Makes a meter on which nothing weighs yet. Every endpoint has a budget of its own (wire-facts section 14). */
export function createWeightMeter(clock: SimClock): WeightMeter {
  const budgets = new Map<string, Budget>();
  const budgetNow = (key: string): Budget => {
    const budget = budgets.get(key) ?? { line: [], sum: 0 };
    budgets.set(key, budget);
    forget(budget, clock.now());
    return budget;
  };
  return {
    weigh: (key, weight, limit) => {
      const budget = budgetNow(key);
      const waitMs = waitFor(budget, limit - weight, clock.now());
      if (waitMs === 0) {
        budget.line.push({ atMs: clock.now(), weight });
        budget.sum += weight;
      }
      return { used: budget.sum, waitMs };
    },
    used: (key) => budgetNow(key).sum,
  };
}

function forget(budget: Budget, nowMs: number): void {
  const firstKept = budget.line.findIndex(({ atMs }) => nowMs - atMs < windowMs);
  const gone = budget.line.splice(0, firstKept < 0 ? budget.line.length : firstKept);
  for (const { weight } of gone) budget.sum -= weight;
}

/** When so much has left the window that no more than `most` is in it; a whole window where that never happens. */
function waitFor({ line, sum }: Budget, most: number, nowMs: number): number {
  if (sum <= most) return 0;
  let left = sum;
  for (const { atMs, weight } of line) {
    left -= weight;
    if (left <= most) return atMs + windowMs - nowMs;
  }
  return windowMs;
}

/** The header that tells the weight used in the last minute (wire-facts section 14); null where none is told. */
export function weightHeader({ envelope, countedBy }: Pick<OperationFacts, 'envelope' | 'countedBy'>): string | null {
  if (envelope === 'public') return null;
  return envelope === 'bare' ? 'X-MBX-USED-WEIGHT-1M' : `X-SAPI-USED-${countedBy.toUpperCase()}-WEIGHT-1M`;
}
