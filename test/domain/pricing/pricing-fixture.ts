import type { MarketOffer } from '../../../src/domain/ads/ad-facts.ts';
import { Decimal } from '../../../src/domain/decimal.ts';
import { pricingRulesSchema, type PricingRules } from '../../../src/domain/pricing/pricing-rules.ts';
import type { PricingInput } from '../../../src/domain/pricing/pricing-input.ts';

export function offer(price: string, changes: Partial<MarketOffer> = {}): MarketOffer {
  return {
    adNumber: `competitor-${price}`,
    price,
    nickname: `merchant-${price}`,
    userNo: `s-${price}`,
    userType: 'merchant',
    payMethods: ['BANK'],
    additionalKyc: false,
    remaining: '1000',
    minFiat: '100',
    maxFiat: '10000',
    orderCount: 500,
    finishRate: 0.98,
    tradable: true,
    ...changes,
  };
}

export function offers(...prices: readonly string[]): MarketOffer[] {
  return prices.map((price) => offer(price));
}

/** Undercut by a tick between 9.00 and 12.00, by default. */
export function rules(changes: Record<string, unknown> = {}): PricingRules {
  return pricingRulesSchema.parse({
    strategy: { kind: 'undercut', ticks: 1 },
    limits: { floor: '9.00', ceiling: '12.00' },
    ...changes,
  });
}

/** A SELL ad at 10.50 in a market around 10.20 with two decimals, and no other own ads. */
export function pricingInput(changes: Partial<PricingInput> = {}): PricingInput {
  return {
    adNumber: 'own-ad',
    side: 'SELL',
    currentPrice: '10.50',
    priceScale: 2,
    rules: rules(),
    serviceRange: null,
    ownPrices: [],
    offers: offers('10.20', '10.25', '10.30'),
    ownAdNumbers: ['own-ad'],
    referencePrice: '10.20',
    makerFee: '0.001',
    anchors: [],
    readAt: null,
    terms: { minFiat: '100', maxFiat: '5000', payMethods: ['BANK'] },
    lastChangeAtMs: null,
    answers: 0,
    nowMs: 1_000_000,
    override: null,
    zoneTicks: 4,
    ...changes,
  };
}

/** The price that earns just the margin; null without one, or when it cannot be known. */
function leastFavourable({ side, rules, referencePrice, makerFee }: PricingInput): Decimal | null {
  if (rules.minimumMargin === null || referencePrice === null || makerFee === null) return null;
  if (!Number(referencePrice) || Number.isNaN(Number(makerFee))) return null;
  const sign = side === 'SELL' ? 1 : -1;
  const earned = new Decimal(100).plus(new Decimal(rules.minimumMargin.replace('%', '')).times(sign)).dividedBy(100);
  return new Decimal(referencePrice).times(earned).times(new Decimal(1).plus(new Decimal(makerFee).times(sign)));
}

/** Each guard written a second time, from the outside. */
export function brokenGuards(price: string, input: PricingInput): string[] {
  const { rules, serviceRange, ownPrices, priceScale, zoneTicks } = input;
  const reach = new Decimal(10).pow(-priceScale).times(zoneTicks);
  const value = new Decimal(price);
  const isSelling = input.side === 'SELL';
  const least = leastFavourable(input);
  const broken: (readonly [string, boolean])[] = [
    ['floor', value.lessThan(rules.limits.floor)],
    ['ceiling', value.greaterThan(rules.limits.ceiling)],
    ['range', serviceRange !== null && (value.lessThan(serviceRange.low) || value.greaterThan(serviceRange.high))],
    ['zone', ownPrices.some((own) => value.minus(own.price).abs().lessThanOrEqualTo(reach))],
    ['margin', least !== null && (isSelling ? value.lessThan(least) : value.greaterThan(least))],
    ['positive', !value.greaterThan(0)],
  ];
  return broken.filter(([, holds]) => holds).map(([name]) => name);
}
