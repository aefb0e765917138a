/** How many pages of a market's search its ads need. */
import type { MarketOffer } from '../ads/ad-facts.ts';
import { partsOf, type PriceStrategy } from './price-strategy.ts';
import type { PricingDecision } from './pricing-decision.ts';

/** A page of the search (wire-facts 14: more rows are not honoured). */
export const rowsAPage = 20;

interface DepthFacts {
  readonly strategy: PriceStrategy;
  readonly offers: readonly MarketOffer[];
  readonly decision: Pick<PricingDecision, 'dropped' | 'rivalCount'>;
}

/**
 * Returns how many pages show what the strategy goes by: enough competitors that count for the rank, the followed
 * merchants, or one competitor. One more than what was read when it did not suffice; the caller bounds it.
 */
export function pagesNeeded({ strategy, offers, decision }: DepthFacts): number {
  const read = Math.max(1, Math.ceil(offers.length / rowsAPage));
  const rank = Math.max(0, ...partsOf(strategy).map(rankOf));
  const { dropped, rivalCount } = decision;
  if (rivalCount < rank) return read + 1;
  const out = new Set(dropped.map(({ adNumber }) => adNumber));
  const users = partsOf(strategy).flatMap((part) => (part.kind === 'follow' ? part.users : []));
  const isCounted = ({ adNumber }: MarketOffer): boolean => !out.has(adNumber);
  const places = [
    ...users.map((user) => offers.findIndex((offer) => offer.userNo === user && isCounted(offer))),
    ...(rank === 0 ? [] : [placeOfRank(offers, rank, isCounted)]),
  ];
  // The best of the list is followed: who is not there may be on a later page.
  return Math.max(1, ...places.map((place) => (place === -1 ? read + 1 : Math.ceil((place + 1) / rowsAPage))));
}

/** Beside the best means the first that counts. */
function rankOf(part: ReturnType<typeof partsOf>[number]): number {
  if (part.kind === 'rank') return part.rank;
  return part.kind === 'undercut' || part.kind === 'match' || part.kind === 'trail' ? 1 : 0;
}

function placeOfRank(offers: readonly MarketOffer[], rank: number, isCounted: (offer: MarketOffer) => boolean): number {
  let counted = 0;
  return offers.findIndex((offer) => {
    counted += isCounted(offer) ? 1 : 0;
    return counted === rank;
  });
}
