/** What a pricing decision may have to deal with: any rules, any state, hostile books. */
import fc from 'fast-check';
import type { MarketOffer } from '../../../src/domain/ads/ad-facts.ts';
import { compare, Decimal, tickOf } from '../../../src/domain/decimal.ts';
import { floatingPrice } from '../../../src/domain/pricing/floating/floating-ratio.ts';
import type { PricingInput } from '../../../src/domain/pricing/pricing-input.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';

/** A price near `units` ticks of the scale, sometimes between two ticks. */
export function priceText(units: number, scale: number, offTick = 0): string {
  return new Decimal(units).plus(new Decimal(offTick).dividedBy(10)).times(tickOf(scale)).toFixed();
}

export function prices(scale: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: 1, max: 300 }), fc.constantFrom(0, 0, 0, 3, 5))
    .map(([units, offTick]) => priceText(units, scale, offTick));
}

export function orderedPair(scale: number): fc.Arbitrary<readonly [string, string]> {
  return fc
    .tuple(prices(scale), prices(scale))
    .map(([left, right]) => (compare(left, right) <= 0 ? [left, right] : [right, left]));
}

/** What a hostile book may hold besides prices. */
const badPrices = fc.constantFrom(
  '',
  '0',
  '-1',
  'NaN',
  'Infinity',
  '1e9',
  '0x1',
  '9,10',
  '9'.repeat(79),
  '0.'.padEnd(70, '0'),
);

function hostileOffers(scale: number): fc.Arbitrary<MarketOffer[]> {
  const offer: fc.Arbitrary<MarketOffer> = fc.record({
    adNumber: fc.constantFrom('own', 'other-0', 'other-1', 'a', 'b', 'c', 'd', 'e', 'f', 'g', '__proto__'),
    price: fc.oneof({ weight: 6, arbitrary: prices(scale) }, { weight: 1, arbitrary: badPrices }),
    nickname: fc.constantFrom('ana', 'luis', 'constructor', ''),
    userNo: fc.constantFrom('s1', 's2', null),
    userType: fc.constantFrom('merchant' as const, 'user' as const, null),
    payMethods: fc.option(fc.subarray(['BANK', 'Yape', '__proto__'])),
    additionalKyc: fc.option(fc.boolean()),
    remaining: fc.constantFrom('0', '100', '100000', 'lots', null),
    minFiat: fc.constantFrom('1', '50', 'some', null),
    maxFiat: fc.constantFrom('100', '2', 'all', null),
    orderCount: fc.option(fc.nat({ max: 1_000 })),
    finishRate: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    tradable: fc.option(fc.boolean()),
  });
  return fc.array(offer, { maxLength: 12 });
}

function sizes(): fc.Arbitrary<object> {
  return fc.oneof(
    fc.record({ ticks: fc.integer({ min: 1, max: 400 }) }),
    fc.record({ percent: fc.constantFrom('0.01', '1', '49.9') }),
  );
}

function simpleStrategies(scale: number): fc.Arbitrary<object> {
  const beside = fc.oneof(
    fc.constant({ kind: 'match' }),
    ...['undercut', 'trail'].map((kind) => sizes().map((size) => ({ kind, ...size }))),
  );
  const percent = fc.constantFrom('50', '99.5', '100', '101.25', '200');
  return fc.oneof(
    beside,
    fc.record({ kind: fc.constant('rank'), rank: fc.integer({ min: 1, max: 15 }) }),
    fc.record({ kind: fc.constant('follow'), users: fc.constantFrom(['s1'], ['s9', 's2']), position: beside }),
    fc.record({ kind: fc.constant('reference'), percent }),
    fc.record({ kind: fc.constant('spot'), symbol: fc.constantFrom('USDTBRL', 'USDTARS'), percent }),
    fc.record({ kind: fc.constant('rate'), rate: prices(scale), percent }),
    fc.record({ kind: fc.constant('own-ad'), adNumber: fc.constantFrom('other-0', 'derived', 'gone', 'own'), percent }),
    fc.record({ kind: fc.constant('fixed'), price: prices(scale) }),
  );
}

/** Of a floating price, in percent. */
export const ratios = fc.constantFrom('50', '97.31', '99.5', '100', '100.5', '101.2512345', '200');

function strategies(scale: number): fc.Arbitrary<object> {
  const combined = fc.record({
    kind: fc.constant('combine'),
    take: fc.constantFrom('first', 'merchant', 'taker'),
    of: fc.array(simpleStrategies(scale), { minLength: 2, maxLength: 4 }),
  });
  const floating = fc.record({ kind: fc.constant('floating'), ratio: ratios });
  return fc.oneof(
    { weight: 8, arbitrary: simpleStrategies(scale) },
    { weight: 2, arbitrary: combined },
    { weight: 1, arbitrary: floating },
  );
}

function inputs(scale: number): fc.Arbitrary<PricingInput> {
  const rules = fc
    .record({
      strategy: strategies(scale),
      limits: orderedPair(scale).map(([floor, ceiling]) => ({ floor, ceiling })),
      filter: fc.record({
        maxDeviationRatio: fc.constantFrom(null, '0.05', '0.5'),
        minOrderCount: fc.constantFrom(null, 100),
        minRemaining: fc.constantFrom(null, '50'),
        maxMedianDeviationRatio: fc.constantFrom(null, '0.05'),
        minOrderSizeRatio: fc.constantFrom(null, '0.1'),
        merchantsOnly: fc.boolean(),
        limitsOverlap: fc.boolean(),
        payMethods: fc.constantFrom('any' as const, 'shared' as const, ['Yape']),
      }),
      fallback: fc.oneof(
        fc.constantFrom({ kind: 'hold' }, { kind: 'offline' }),
        prices(scale).map((price) => ({ kind: 'price', price })),
      ),
      minimumMargin: fc.constantFrom(null, null, '0.6%', '-3%', '20%'),
      maximumStep: fc.oneof(fc.constant(null), sizes()),
      whenRivalBeyond: fc.constantFrom('limit', 'next', 'offline'),
      minimumChangeTicks: fc.constantFrom(0, 1, 3),
      minimumHoldMs: fc.constantFrom(0, 60_000),
    })
    .map((draw) => pricingRulesSchema.parse(draw));
  return fc.record({
    adNumber: fc.constant('own'),
    side: fc.constantFrom('SELL' as const, 'BUY' as const),
    currentPrice: prices(scale),
    priceScale: fc.constant(scale),
    rules,
    serviceRange: fc.option(orderedPair(scale).map(([low, high]) => ({ low, high }))),
    ownPrices: fc
      .array(prices(scale), { maxLength: 5 })
      .map((list) => list.map((price, index) => ({ adNumber: `other-${index}`, price }))),
    offers: hostileOffers(scale),
    ownAdNumbers: fc.constant(['own']),
    referencePrice: fc.oneof(fc.constantFrom(null, '0', 'none'), prices(scale)),
    makerFee: fc.constantFrom('0.001', '0', null, 'none'),
    anchors: fc.constant([
      { adNumber: 'other-0', price: priceText(120, scale), isDerived: false },
      { adNumber: 'derived', price: priceText(130, scale), isDerived: true },
    ]),
    readAt: fc.option(
      fc.record({
        offersAtMs: fc.nat({ max: 200_000 }),
        maxOffersAgeMs: fc.constant(60_000),
        referenceAtMs: fc.nat({ max: 200_000 }),
        maxReferenceAgeMs: fc.constant(60_000),
      }),
    ),
    terms: fc.option(
      fc.record({
        minFiat: fc.constantFrom('10', null),
        maxFiat: fc.constant('500'),
        payMethods: fc.constantFrom(['BANK'], null),
      }),
    ),
    answers: fc.nat({ max: 12 }),
    lastChangeAtMs: fc.option(fc.nat({ max: 200_000 })),
    nowMs: fc.nat({ max: 200_000 }),
    override: fc.option(fc.record({ price: prices(scale), untilMs: fc.nat({ max: 200_000 }) })),
    zoneTicks: fc.constantFrom(0, 4, 20),
  });
}

export const anyInput = fc.constantFrom(0, 2, 3, 8).chain(inputs);

/** An ad that floats under any rules: at most one of four has no reference price. */
export const anyFloatingInput = fc
  .integer({ min: 0, max: 8 })
  .chain((scale) =>
    fc.record({
      input: inputs(scale),
      wanted: fc.option(ratios),
      ratio: ratios,
      reference: fc.option(fc.oneof(prices(scale), fc.integer({ min: 1, max: 4_000_000 }).map(String)), { freq: 4 }),
    }),
  )
  .map(({ input, wanted, ratio, reference: referencePrice }): PricingInput => {
    const strategy = wanted === null ? input.rules.strategy : ({ kind: 'floating', ratio: wanted } as const);
    return floatingAt(ratio, { ...input, referencePrice, rules: { ...input.rules, strategy } });
  });

/** The same ad at a ratio, as a look finds it whose listing is as new as the reference. */
export function floatingAt(ratio: string, input: PricingInput): PricingInput {
  const index = input.referencePrice;
  const currentPrice = floatingPrice(ratio, { ...input, index }) ?? input.currentPrice;
  return { ...input, currentPrice, floating: { ratio, index } };
}
