import { chooseMethods } from '../../domain/ads/method-choice.ts';
import type { PublishedTerms } from '../../domain/ads/published-terms.ts';
import { oddName } from '../../marketplace/doubts.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { turnOf } from '../kit/calls.ts';

/**
 * Chooses what an ad may name: a seller's own methods (EP-37), or for a buyer the catalogue (EP-38). One that cannot be
 * read is not chosen, and where a method is missing it is named.
 */
export async function chosenMethods(
  deps: ActivityDependencies,
  { side, payMethods }: Pick<PublishedTerms, 'side' | 'payMethods'>,
): Promise<ReturnType<typeof chooseMethods>> {
  const { market } = deps.marketplace;
  const turn = { priority: turnOf() };
  const { items, odd } = await (side === 'SELL' ? market.ownMethods(turn) : market.methods(turn));
  const choice = chooseMethods(payMethods, items);
  const [first] = odd;
  if (choice.kind === 'found' || first === undefined) return choice;
  return { ...choice, why: `${choice.why}; ${odd.length} cannot be read, such as ${oddName(first)}: ${first.why}` };
}
