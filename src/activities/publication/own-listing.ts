import type { ListedAd } from '../../domain/ads/listed-terms.ts';
import { toListedAd } from '../../exchange/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const rows = 20;
/** A broken listing that repeats its pages must not be read forever. */
const maxPages = 50;

/** Returns the own ads of a pair, both sides, straight from the service (EP-4). Rejects with ExchangeError. */
export async function listOfMarket(
  { exchange }: ActivityDependencies,
  { asset, fiat }: { readonly asset: string; readonly fiat: string },
  priority: 'money' | 'order',
): Promise<ListedAd[]> {
  const ads: ListedAd[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const { items } = await exchange.ads.listWithPagination({ page, rows, asset, fiatUnit: fiat }, { priority });
    ads.push(...items.map(toListedAd));
    if (items.length < rows) break;
  }
  return ads.filter((ad) => ad.asset === asset && ad.fiat === fiat);
}
