import type { Client } from '@temporalio/client';
import type { DayCounts } from '../../domain/notices/daily-summary.ts';
import { pricedStates } from '../../domain/ads/state/ad-state.ts';
import { visibilityQuery } from './workflow-list.ts';

/** Who asks has other things to say meanwhile. */
const limitMs = 5_000;
const cancelledStates = ['cancelled', 'cancelled_by_system'];

/**
 * Counts what became of an account's orders since a moment, and how its ads stand now: four questions to the server's list, which
 * is a moment old. Rejects when it does not answer.
 */
export async function dayCounts(
  client: Client,
  { account, sinceMs }: { readonly account: string; readonly sinceMs: number },
): Promise<DayCounts> {
  const ended = visibilityQuery({ type: 'orderLifecycle', account, closedSinceMs: sinceMs });
  const kept = visibilityQuery({ type: 'adMaintenance', account, running: true });
  const count = async (query: string): Promise<number> =>
    (await client.withDeadline(Date.now() + limitMs, () => client.workflow.count(query))).count;
  const [completed, cancelled, ads, pricedAds] = await Promise.all([
    count(`${ended} AND PeerdeskState = 'completed'`),
    count(`${ended} AND PeerdeskState IN (${textOf(cancelledStates)})`),
    count(kept),
    count(`${kept} AND PeerdeskState IN (${textOf(pricedStates)})`),
  ]);
  // An ad that changes its state between two questions is in either.
  return { completed, cancelled, pricedAds, otherAds: Math.max(0, ads - pricedAds) };
}

const textOf = (states: readonly string[]): string => states.map((state) => `'${state}'`).join(', ');
