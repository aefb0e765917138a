/** Twenty ads with the rules that merchants have: both sides, and no two strategies alike on a side. */
import {
  pricingRulesSchema,
  type PricingRules,
  type PricingRulesInput,
} from '../../../src/domain/pricing/pricing-rules.ts';
import { signOf, type RivalMarket, type Side } from './rival-market.ts';
import { priceOfTicks } from './whole-ticks.ts';

export interface MixedAd {
  readonly adNumber: string;
  readonly side: Side;
  readonly startTicks: number;
  readonly rules: PricingRules;
}

type Wish = Omit<PricingRulesInput, 'limits'>;

/** A level on the merchant's side of another price. */
const level = (side: Side, percent: number): string => String(100 + signOf(side) * percent);

function wishes(side: Side): readonly Wish[] {
  const trusted = { minFinishRate: 0.9, minOrderSizeRatio: '0.05' };
  return [
    { strategy: { kind: 'undercut', ticks: 1 }, filter: trusted },
    { strategy: { kind: 'undercut', ticks: 2 }, filter: { ...trusted, payMethods: 'shared' }, behindOwn: 'taker' },
    { strategy: { kind: 'rank', rank: 3 }, filter: trusted },
    { strategy: { kind: 'match' }, filter: trusted, minimumMargin: '0.6%' },
    {
      strategy: { kind: 'follow', users: ['s-m4', 's-m6'], position: { kind: 'undercut', ticks: 1 } },
      filter: trusted,
    },
    { strategy: { kind: 'reference', percent: level(side, 1.5) } },
    { strategy: { kind: 'trail', percent: '0.8' }, filter: { minOrderSizeRatio: '0.05' }, minimumChangeTicks: 3 },
    { strategy: { kind: 'undercut', ticks: 1 }, filter: { minFinishRate: 0.9 }, maximumStep: { ticks: 25 } },
    { strategy: { kind: 'rank', rank: 6 }, filter: trusted, minimumHoldMs: 60_000, minimumChangeTicks: 2 },
    { strategy: { kind: 'undercut', ticks: 3 }, filter: trusted, answerHoldMs: 30_000, order: 1 },
  ];
}

/** Every third ad has hours: the ads beside it fill its place, and make room again. */
export function withNights(ads: readonly MixedAd[], open: string): readonly MixedAd[] {
  return ads.map((ad, index) => {
    const hours = { open, timezone: 'UTC' };
    return index % 3 === 1 ? { ...ad, rules: pricingRulesSchema.parse({ ...ad.rules, hours }) } : ad;
  });
}

/** Returns the ads of a desk; `name` keeps the numbers of two desks apart. */
export function mixedAds(name: number, { base, scale }: Pick<RivalMarket, 'base' | 'scale'>): readonly MixedAd[] {
  return (['SELL', 'BUY'] as const).flatMap((side, sideIndex) =>
    wishes(side).map((wish, index): MixedAd => {
      const sign = signOf(side);
      // Every third one has a limit within the market, the others far below it.
      const near = Math.round(base * (index % 3 === 0 ? 1 + sign * 0.002 : 1 - sign * (0.05 + 0.002 * index)));
      const away = Math.round(base * (1 + sign * 0.2));
      const limits = {
        floor: priceOfTicks(Math.min(near, away), scale),
        ceiling: priceOfTicks(Math.max(near, away), scale),
      };
      return {
        adNumber: String(1_000 * name + 100 * sideIndex + index),
        side,
        // Apart, as the service demands, and far behind the market.
        startTicks: Math.round(base * (1 + sign * 0.05)) + sign * (6 + name) * index,
        rules: pricingRulesSchema.parse({ ...wish, limits }),
      };
    }),
  );
}
