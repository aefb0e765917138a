import type { ListedMethod } from '../../domain/ads/listed-terms.ts';
import type { PublishedTerms } from '../../domain/ads/published-terms.ts';
import { toCatalogueMethod, toOwnMethod } from '../../exchange/index.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { turnOf } from '../kit/calls.ts';

/** Returns what an ad may name: a seller's own methods (EP-37), or for a buyer the catalogue (EP-38). */
export async function knownMethods(
  { exchange }: ActivityDependencies,
  side: PublishedTerms['side'],
): Promise<ListedMethod[]> {
  const { paymentMethods } = exchange;
  const options = { priority: turnOf() };
  if (side === 'SELL') return (await paymentMethods.getPayMethodByUserId(options)).map(toOwnMethod);
  return (await paymentMethods.listAll(options)).items.map(toCatalogueMethod);
}
