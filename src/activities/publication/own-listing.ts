import type { ListedAd } from '../../domain/ads/listed-terms.ts';
import { adNumberOf, readEach, oddRowError, readList, toListedAd, type OddRow } from '../../exchange/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const rows = 20;
/** A broken listing that repeats its pages must not be read forever. */
const maxPages = 50;

type Pair = Pick<ListedAd, 'asset' | 'fiat'>;

/** The own ads of a pair, both sides, and those that cannot be read: each may be of this pair. */
interface PairListing {
  readonly ads: readonly ListedAd[];
  readonly odd: readonly OddRow[];
  /** What is not among them is not there. */
  readonly isWhole: boolean;
}

/** Returns the own ads of a pair, straight from the service (EP-4). Rejects with MarketplaceFailure. */
export async function readPair(
  { exchange }: ActivityDependencies,
  { asset, fiat }: Pair,
  priority: 'money' | 'order',
): Promise<PairListing> {
  const { items, odd, isWhole } = await readList({
    ask: (page, size) => exchange.ads.listWithPagination({ page, rows: size, asset, fiatUnit: fiat }, { priority }),
    rows,
    maxPages,
    numberOf: adNumberOf,
  });
  const read = readEach(items, toListedAd, adNumberOf);
  const ads = read.items.filter((ad) => ad.asset === asset && ad.fiat === fiat);
  return { ads, odd: [...odd, ...read.odd], isWhole };
}

/** Returns all own ads of a pair: who publishes beside them must know each. Rejects also when one cannot be read. */
export async function listOfMarket(
  deps: ActivityDependencies,
  pair: Pair,
  priority: 'money' | 'order',
): Promise<readonly ListedAd[]> {
  const { ads, odd } = await readPair(deps, pair, priority);
  const [first] = odd;
  if (first !== undefined) throw oddRowError('listWithPagination', first);
  return ads;
}
