import { ExchangeError } from '../exchange/index.ts';
import type { WatchBusinessInput } from './activity-contract.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { pauseFor } from './pause.ts';

const businessStatuses: Record<string, string> = { 1: 'open', 2: 'closed', 3: 'taking a break' };

/** Reads the merchant's business status; null when the service does not tell it. Rejects with ExchangeError. */
export async function readBusinessStatus(deps: ActivityDependencies): Promise<string | null> {
  const { businessStatus } = await deps.exchange.user.baseDetail({ priority: 'market' });
  if (businessStatus === null || businessStatus === undefined) return null;
  return businessStatuses[String(businessStatus)] ?? `unknown (${businessStatus})`;
}

/** Makes the offline watch: it looks every 15 s (interface 8) and returns when the status is another one. */
export function createWatchBusiness(deps: ActivityDependencies) {
  return async function watchBusiness(input: WatchBusinessInput): Promise<string> {
    const endAtMs = deps.clock.now() + input.periodMs;
    for (;;) {
      const status = await readOr(deps, input.status);
      if (status !== input.status || deps.clock.now() >= endAtMs) return status ?? 'unknown';
      await pauseFor(deps.settings.offlineCheckIntervalMs, { note: `business ${status ?? 'unknown'}` }, deps);
    }
  };
}

/** A look that fails changes nothing: the next one comes in 15 s. */
async function readOr(deps: ActivityDependencies, known: string | null): Promise<string | null> {
  try {
    return (await readBusinessStatus(deps)) ?? 'unknown';
  } catch (error) {
    if (error instanceof ExchangeError) return known;
    throw error;
  }
}
