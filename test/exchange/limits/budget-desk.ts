import type { Priority } from '../../../src/exchange/index.ts';
import { RateBudget, type BudgetSettings } from '../../../src/exchange/limits/rate-budget.ts';

export const settings: BudgetSettings = {
  backoffBaseMs: 250,
  backoffCapMs: 30_000,
  accountRequestsPerSecond: 5,
  adRequestsPerSecond: 1.5,
  requestsInFlight: 8,
  rateWeightSlowdownRatio: 0.8,
  inAttemptBackoffLimitMs: 1_500,
};

interface Plan {
  readonly priority?: Priority;
  readonly adKey?: string | null;
  /** From permission until bytes leave, and from then until the answer. */
  readonly leaveAfterMs?: number;
  readonly answerAfterMs?: number;
  readonly signal?: AbortSignal;
}

/** Waits by the fake clock. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A budget and calls of it, by the fake clock; `departures` lists who left when. */
export function desk(overrides: Partial<BudgetSettings> = {}) {
  const budget = new RateBudget({ ...settings, ...overrides }, () => Date.now());
  const departures: { name: string; atMs: number; adKey: string | null }[] = [];
  const run = (name: string, plan: Plan = {}): Promise<string> => {
    const { priority = 'market', adKey = null, leaveAfterMs = 0, answerAfterMs = 20, signal } = plan;
    return budget.run({ priority, adKey, signal }, async (markLeft) => {
      if (leaveAfterMs > 0) await wait(leaveAfterMs);
      departures.push({ name, atMs: Date.now(), adKey });
      markLeft();
      await wait(answerAfterMs);
      return name;
    });
  };
  return { budget, departures, run };
}
