import type { ListedAd } from '../../domain/ads/listed-terms.ts';
import type { OddRow } from '../../domain/odd-row.ts';
import { unreadAd } from '../../marketplace/doubts.ts';
import type { Pair } from '../../marketplace/marketplace.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** The own ads of a pair, both sides, and those that cannot be read: each may be of this pair. */
interface PairListing {
  readonly ads: readonly ListedAd[];
  readonly odd: readonly OddRow[];
  /** What is not among them is not there. */
  readonly isWhole: boolean;
}

/** Returns the own ads of a pair, straight from the service (EP-4). Rejects with MarketplaceFailure. */
export async function readPair(
  { marketplace }: ActivityDependencies,
  { asset, fiat }: Pair,
  priority: 'money' | 'order',
): Promise<PairListing> {
  const { items, ...rest } = await marketplace.ads.listTerms({ asset, fiat }, { priority });
  return { ads: items, ...rest };
}

/** Returns all own ads of a pair: who publishes beside them must know each. Rejects also when one cannot be read. */
export async function listOfMarket(
  deps: ActivityDependencies,
  pair: Pair,
  priority: 'money' | 'order',
): Promise<readonly ListedAd[]> {
  const { ads, odd } = await readPair(deps, pair, priority);
  const [first] = odd;
  if (first !== undefined) throw unreadAd(first);
  return ads;
}
