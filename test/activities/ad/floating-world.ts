import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import type { MarketFeed } from '../../../src/simulator/world/market-feed.ts';
import { stillMarket } from '../../simulator/sim-fixture.ts';

/** A market without offers whose reference price a test moves; it begins at 10.00. */
export function movingReference(): { feed: MarketFeed; move: (reference: string) => void } {
  const still = stillMarket();
  let reference = '10.00';
  const at: MarketFeed['at'] = (marketMs) =>
    still.at(marketMs).map((book) => ({ ...book, reference, asks: [], bids: [] }));
  return {
    feed: { ...still, at, referenceRange: () => ({ low: '5.00', high: '20.00' }) },
    move: (next) => {
      reference = next;
    },
  };
}

/** 100.5 % between 9.50 and 10.50. */
export const floatingRules = pricingRulesSchema.parse({
  strategy: { kind: 'floating', ratio: '100.5' },
  limits: { floor: '9.50', ceiling: '10.50' },
});
