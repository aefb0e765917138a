import { partsOf } from '../domain/pricing/price-strategy.ts';
import type { PricingRules } from '../domain/pricing/pricing-rules.ts';
import type { SpotPrice } from '../domain/pricing/strategy-target.ts';
import { MarketplaceFailure } from '../domain/failures/marketplace-failure.ts';
import type { MarketBook } from './market-book.ts';
import type { ReadSpot } from './market-facts.ts';

/** A spot price older than this is none: no ad follows a market that may have left. */
interface SpotAge {
  nowMs: () => number;
  maxAgeMs: number;
}

/**
 * Returns the spot prices that rules go by; without such rules nothing is read. A price that cannot be read, or is too
 * old, is not known: the ads that go by it stay, and the others of their market are priced.
 */
export async function spotPrices(
  market: Pick<MarketBook, 'spot'>,
  rules: readonly PricingRules[],
  { nowMs, maxAgeMs }: SpotAge,
): Promise<SpotPrice[]> {
  const parts = rules.flatMap(({ strategy }) => partsOf(strategy));
  const symbols = new Set(parts.flatMap((part) => (part.kind === 'spot' ? [part.symbol] : [])));
  return Promise.all(
    [...symbols].map(async (symbol) => {
      const read = await market.spot(symbol).catch(unread);
      const isFresh = read !== null && nowMs() - read.spotAtMs <= maxAgeMs;
      return { symbol, price: isFresh ? read.spotPrice : null };
    }),
  );
}

function unread(error: unknown): ReadSpot | null {
  if (error instanceof MarketplaceFailure) return null;
  throw error;
}
