import type { OperationFacts } from '../world/sim-call.ts';
import type { SimClock } from '../world/sim-clock.ts';

/** How a call was weighed. */
interface Weighing {
  /** The sum of the last minute, including this call if it was allowed. */
  used: number;
  /** How long until the budget has room for this call, in ms; 0: it was allowed. */
  waitMs: number;
}

/** Adds up the weight of calls in the last minute, by budget. */
export interface WeightMeter {
  /** Allows a call and adds its weight, or turns it away because its budget is used up; then it weighs nothing. */
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

/** Creates an empty meter. Every endpoint has its own budget (wire-facts 14). */
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

/** Returns when the window drains to `most`, or one full window if it never does. */
function waitFor({ line, sum }: Budget, maxSum: number, nowMs: number): number {
  if (sum <= maxSum) return 0;
  let left = sum;
  for (const { atMs, weight } of line) {
    left -= weight;
    if (left <= maxSum) return atMs + windowMs - nowMs;
  }
  return windowMs;
}

/** Returns the header with the weight used in the last minute (wire-facts 14), or null. */
export function weightHeader({ envelope, countedBy }: Pick<OperationFacts, 'envelope' | 'countedBy'>): string | null {
  if (envelope === 'public') return null;
  return envelope === 'bare' ? 'X-MBX-USED-WEIGHT-1M' : `X-SAPI-USED-${countedBy.toUpperCase()}-WEIGHT-1M`;
}
