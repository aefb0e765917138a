/** What a return of an ad to the market goes by, whatever asked for it. */
import type { PutAdOnlineInput } from '../../activities/activity-contract.ts';
import type { StockWish } from '../../domain/ads/inventory.ts';
import { offHours } from '../../domain/pricing/rules-by-hours.ts';
import type { AdTask } from './ad-task.ts';

/** Returns what a look at the ad's stock goes by. */
export function stockWish({ run }: AdTask): StockWish {
  const { state, stock } = run.memory;
  const { lastChangeAtMs, refusedUntilMs, intended } = stock;
  const offlineSinceMs = state.kind === 'offline' && state.cause === 'stock' ? state.sinceMs : null;
  return { lastChangeAtMs, refusedUntilMs, intended, offlineSinceMs };
}

type ReturnTerms = Pick<PutAdOnlineInput, 'hours' | 'inventory' | 'pricing'>;

/**
 * Returns what keeps the ad off the market still, and by what it is priced: one that its hours or its stock bring back has
 * no one who looks at its price (ADR 0036, ADR 0037). A paused one comes online by a person's word alone, as it was.
 */
export function returnTerms(task: AdTask): ReturnTerms {
  const { rules, override, learnedRange, state, stock, opening } = task.run.memory;
  const hours = offHours(rules);
  const within = hours === null ? {} : { hours };
  if (state.kind !== 'running') return within;
  // Hours that were just taken from it, or got a resting price, brought it back, too: what was said of them stays.
  const isPriced = hours !== null || opening !== null || stock.isReturning;
  const { inventory: rule } = rules;
  return {
    ...within,
    ...(rule === null || rule.offlineBelow === null ? {} : { inventory: { rule, wish: stockWish(task) } }),
    ...(isPriced ? { pricing: { rules, override, learnedRange } } : {}),
  };
}
