import { describe, expect, it } from 'vitest';
import { noteOf } from '../pricing-by-text.ts';
import {
  planMarket,
  type MarketPlanInput,
  type PlanAd,
  type PlannedPrice,
} from '../../../src/domain/pricing/market-plan.ts';
import { offers, rules } from './pricing-fixture.ts';

function ad(adNumber: string, currentPrice: string, wish: Partial<PlanAd['wish']> | null = {}): PlanAd {
  const plain = { rules: rules(), override: null, lastChangeAtMs: null, answers: 0, serviceRange: null };
  return { adNumber, currentPrice, priceScale: 2, terms: null, wish: wish === null ? null : { ...plain, ...wish } };
}

/** A SELL market whose best competitor is 11.62. */
function market(ads: PlanAd[], changes: Partial<MarketPlanInput> = {}): MarketPlanInput {
  return {
    side: 'SELL',
    ads,
    opposite: [],
    ownAdNumbers: ads.map(({ adNumber }) => adNumber),
    offers: offers('11.62', '11.65', '11.70'),
    referencePrice: '11.60',
    makerFee: null,
    anchors: [],
    readAt: null,
    nowMs: 1_000_000,
    zoneTicks: 4,
    ...changes,
  };
}

const pricesOf = (plan: readonly PlannedPrice[]): [string, string][] =>
  plan.map(({ adNumber, decision }) => [adNumber, decision.price]);
const reasonsOf = (plan: readonly PlannedPrice[]): string[] => plan.map(({ decision }) => decision.reason);

interface Rest {
  prices: Record<string, string>;
  writes: [string, string][];
}

/** Writes one decision after the other, as the ads do, until nothing is left to write. */
function settled(input: MarketPlanInput): Rest {
  let { ads } = input;
  const writes: [string, string][] = [];
  for (let write = 0; write < 50; write += 1) {
    const next = planMarket({ ...input, ads }).find(({ decision }) => decision.action === 'set');
    if (next === undefined)
      return { prices: Object.fromEntries(ads.map((one) => [one.adNumber, one.currentPrice])), writes };
    writes.push([next.adNumber, next.decision.price]);
    ads = ads.map((one) => (one.adNumber === next.adNumber ? { ...one, currentPrice: next.decision.price } : one));
  }
  throw new Error('the ads never come to rest');
}

describe('design 6, I16: own ads of a market are priced together', () => {
  it('none undercuts another: those behind stand on the merchant’s side of the one in front', () => {
    const wide = { rules: rules({ limits: { floor: '11.00', ceiling: '12.50' } }) };
    const four = [ad('1', '11.80', wide), ad('2', '11.90', wide), ad('3', '12.00', wide), ad('4', '12.10', wide)];
    const { prices, writes } = settled(market(four));
    expect(prices).toEqual({ 1: '11.61', 2: '11.66', 3: '11.71', 4: '11.76' });
    expect(writes).toHaveLength(4);
  });

  it('buying, those behind stand lower', () => {
    const buying = [ad('1', '10.80'), ad('2', '10.90'), ad('3', '11.00')];
    const plan = planMarket(market(buying, { side: 'BUY', offers: offers('11.50', '11.40') }));
    expect(pricesOf(plan)).toEqual([
      ['1', '11.51'],
      ['2', '11.46'],
      ['3', '11.41'],
    ]);
  });

  it('a rule that asks for the rank stands on the taker’s side', () => {
    const ranked = [ad('1', '11.80'), ad('2', '11.90', { rules: rules({ behindOwn: 'taker' }) })];
    expect(pricesOf(planMarket(market(ranked)))).toEqual([
      ['1', '11.61'],
      ['2', '11.56'],
    ]);
  });

  it('the order is the merchant’s, then the ad number read as a number; a human’s price comes before both', () => {
    const override = { price: '11.61', untilMs: 1_000_001 };
    const ads = [
      ad('10', '11.80'),
      ad('9', '11.90'),
      ad('30', '12.00', { rules: rules({ order: 2 }) }),
      ad('20', '12.00', { rules: rules({ order: 1 }) }),
      ad('40', '12.00', { override }),
      ad('50', '12.00', { override: { ...override, untilMs: 1_000_000 } }),
    ];
    expect(planMarket(market(ads)).map(({ adNumber }) => adNumber)).toEqual(['40', '20', '30', '9', '10', '50']);
    expect(planMarket(market(ads.toReversed())).map(({ adNumber }) => adNumber)).toEqual([
      '40',
      '20',
      '30',
      '9',
      '10',
      '50',
    ]);
  });

  it('an ad that is not kept here stands where it stands, and has no decision', () => {
    const plan = planMarket(market([ad('1', '11.61', null), ad('2', '12.00')]));
    expect(pricesOf(plan)).toEqual([['2', '11.66']]);
  });

  it('the other side is never crossed', () => {
    const opposite = [{ adNumber: '7', price: '11.60', side: 'BUY' as const }];
    expect(pricesOf(planMarket(market([ad('1', '12.00')], { opposite })))).toEqual([['1', '11.65']]);
  });

  it('a hold keeps an ad where it is; its next place is kept free, and where it stands too', () => {
    const held = { rules: rules({ minimumHoldMs: 60_000 }), lastChangeAtMs: 999_000 };
    const plan = planMarket(market([ad('1', '11.67', held), ad('2', '12.00')]));
    expect(reasonsOf(plan)).toEqual(['held', 'target']);
    expect(pricesOf(plan)).toEqual([
      ['1', '11.67'],
      ['2', '11.72'],
    ]);
  });

  it('the next place of a held ad is where its limits let it go', () => {
    const limits = { floor: '11.64', ceiling: '12.00' };
    const held = { rules: rules({ minimumHoldMs: 60_000, limits }), lastChangeAtMs: 999_000 };
    expect(pricesOf(planMarket(market([ad('1', '11.75', held), ad('2', '12.00')])))).toEqual([
      ['1', '11.75'],
      ['2', '11.69'],
    ]);
  });

  it('an ad whose basis is not known, or whose market is old, keeps its place, and the others stand beside it', () => {
    const byMargin = { rules: rules({ minimumMargin: '0.6%' }) };
    const blind = planMarket(market([ad('1', '12.00'), ad('2', '11.61', byMargin)]));
    expect(reasonsOf(blind)).toEqual(['target', 'no-basis']);
    expect(pricesOf(blind)[0]).toEqual(['1', '11.66']);
    const readAt = { offersAtMs: 0, maxOffersAgeMs: 1_000, referenceAtMs: 0, maxReferenceAgeMs: 1_000 };
    const byHand = ad('1', '12.00', { override: { price: '11.61', untilMs: 1_000_001 } });
    const old = planMarket(market([byHand, ad('2', '11.61')], { readAt }));
    expect(reasonsOf(old)).toEqual(['override', 'stale']);
    expect(pricesOf(old)[0]).toEqual(['1', '11.66']);
  });

  it('an ad in its place waits for none that still stands too near and leaves', () => {
    const plan = planMarket(market([ad('1', '11.61'), ad('2', '11.63')]));
    expect(reasonsOf(plan)).toEqual(['at-target', 'guards-broken']);
    expect(pricesOf(plan)[1]).toEqual(['2', '11.66']);
  });

  it('an ad that may not move for a smaller change is stood beside where it is', () => {
    const calm = { rules: rules({ minimumChangeTicks: 3 }) };
    expect(pricesOf(planMarket(market([ad('1', '11.62', calm), ad('2', '12.00')])))).toEqual([
      ['1', '11.62'],
      ['2', '11.67'],
    ]);
  });

  it('an ad for which no other price is left keeps its place, and the others stand beside it', () => {
    const only = { rules: rules({ limits: { floor: '11.61', ceiling: '11.61' } }) };
    const { prices } = settled(market([ad('1', '12.00'), ad('2', '11.61', only)]));
    expect(prices).toEqual({ 1: '11.66', 2: '11.61' });
  });
});

describe('design 6: the order of writing', () => {
  it('an ad whose place is still taken waits for the other one to move, and says for which', () => {
    const plan = planMarket(market([ad('1', '11.66'), ad('2', '11.71')], { offers: offers('11.67') }));
    expect(reasonsOf(plan)).toEqual(['at-target', 'at-target']);
    const up = planMarket(market([ad('1', '11.61'), ad('2', '11.66')], { offers: offers('11.65') }));
    expect(reasonsOf(up)).toEqual(['waits-for-own-ad', 'guards-broken']);
    expect(up[0]?.decision).toMatchObject({ action: 'keep', price: '11.61', bound: null });
    expect(up[0]?.decision.floatingRatio).toBeUndefined();
    expect(up[0]?.decision.steps[0]).toMatchObject({ name: 'target', price: '11.64' });
    expect(up[0]?.decision.steps.at(-1)).toEqual({
      name: 'own-order',
      price: '11.61',
      note: { code: 'waits-for-own-ad', price: '11.64', adNumber: '2', at: '11.66' },
    });
  });

  it('of several ads that stand in its way it names the first in placing order, not the nearest', () => {
    const named = (second: string, third: string): string | undefined => {
      const ads = [ad('1', '11.55'), ad('2', second), ad('3', third)];
      const [first] = planMarket(market(ads, { offers: offers('11.65') }));
      return first && noteOf(first.decision, 'own-order');
    };
    expect(named('11.66', '11.63')).toBe('11.64 is free once own ad 2 has left 11.66');
    expect(named('11.63', '11.66')).toBe('11.64 is free once own ad 2 has left 11.63');
  });

  it('a move of the whole market costs one write an ad, whichever way it goes', () => {
    const ads = [ad('1', '11.61'), ad('2', '11.66'), ad('3', '11.71')];
    const down = settled(market(ads, { offers: offers('11.59') }));
    expect(down.writes).toEqual([
      ['1', '11.58'],
      ['2', '11.63'],
      ['3', '11.68'],
    ]);
    const up = settled(market(ads, { offers: offers('11.65') }));
    expect(up.writes).toEqual([
      ['3', '11.74'],
      ['2', '11.69'],
      ['1', '11.64'],
    ]);
  });

  it('ads that want each other’s places do not wait forever: the last one steps aside', () => {
    const ads = [ad('1', '11.66'), ad('2', '11.61')];
    const plan = planMarket(market(ads));
    expect(reasonsOf(plan)).toEqual(['waits-for-own-ad', 'steps-aside']);
    expect(plan[1]?.decision.steps[0]?.name).toBe('target');
    expect(plan[1]?.decision.steps.at(-1)).toEqual({
      name: 'own-order',
      price: '11.71',
      note: { code: 'steps-aside', price: '11.71' },
    });
    expect(settled(market(ads))).toEqual({
      prices: { 1: '11.61', 2: '11.66' },
      writes: [
        ['2', '11.71'],
        ['1', '11.61'],
        ['2', '11.66'],
      ],
    });
  });

  it('I16: it steps aside to where no other own ad stands or goes', () => {
    const swapped = [ad('1', '11.66'), ad('2', '11.61')];
    const heldRules = rules({ strategy: { kind: 'fixed', price: '11.71' }, minimumHoldMs: 60_000 });
    for (const third of [ad('3', '11.71', null), ad('3', '12.00', { rules: heldRules, lastChangeAtMs: 999_000 })]) {
      const [, second] = planMarket(market([...swapped, third]));
      expect(second?.decision).toMatchObject({ reason: 'steps-aside', price: '11.76' });
    }
  });

  it('design 6: stepping aside for an own ad is no answer to a rival', () => {
    const fixed = (price: string) => ({
      rules: rules({ strategy: { kind: 'fixed', price }, limits: { floor: '15', ceiling: '25' } }),
    });
    // The first two want each other's places, and the third waits for one of them.
    const ads = [ad('1', '20.00', fixed('20.07')), ad('2', '20.10', fixed('20.00')), ad('3', '20.16', fixed('20.12'))];
    const alone = planMarket(market(ads.slice(2)));
    expect(alone[0]?.decision).toMatchObject({ price: '20.12', isAnswer: true });
    const plan = planMarket(market(ads));
    expect(plan[2]?.decision).toMatchObject({ reason: 'steps-aside', price: '20.15', isAnswer: false });
    // Where the third stands is as far aside as it could go, so another one has to.
    const stuck = planMarket(market([...ads.slice(0, 2), ad('3', '20.15', fixed('20.12'))]));
    expect(reasonsOf(stuck)).toEqual(['waits-for-own-ad', 'steps-aside', 'waits-for-own-ad']);
  });

  it('without room to step aside both stay where they are, and say so', () => {
    const tight = { rules: rules({ limits: { floor: '11.61', ceiling: '11.66' } }) };
    const plan = planMarket(market([ad('1', '11.66', tight), ad('2', '11.61', tight)]));
    expect(reasonsOf(plan)).toEqual(['waits-for-own-ad', 'waits-for-own-ad']);
    expect(settled(market([ad('1', '11.66', tight), ad('2', '11.61', tight)])).writes).toEqual([]);
  });

  it('I16: beside a write whose effect no listing has shown, an ad waits; its own does not hold it', () => {
    const ads = [ad('1', '11.61'), ad('2', '12.00')];
    const [of1, of2] = [
      { adNumber: '1', price: '11.68', side: 'SELL' as const },
      { adNumber: '2', price: '11.66' },
    ];
    const plan = planMarket(market(ads, { doubtful: [of2, of1] }));
    expect(plan[1]).toMatchObject({
      awaitsListing: true,
      decision: { action: 'keep', reason: 'waits-for-own-ad', price: '12.00' },
    });
    expect(plan[1] && noteOf(plan[1].decision, 'own-order')).toBe('11.66 is free once own ad 1 has left 11.68');
    const clear = planMarket(market(ads, { doubtful: [of2, { ...of1, price: '11.71' }] }));
    expect(pricesOf(clear)[1]).toEqual(['2', '11.66']);
    expect(clear.map(({ awaitsListing }) => awaitsListing)).toEqual([false, false]);
    const [keeps] = planMarket(market([ad('1', '11.61')], { doubtful: [{ ...of2, price: '11.63' }] }));
    expect(keeps).toMatchObject({ awaitsListing: false, decision: { action: 'keep', reason: 'at-target' } });
  });

  it('I16: it waits as well where it might sell below what the desk may still buy for', () => {
    const bought = { adNumber: '7', price: '11.80', side: 'BUY' as const };
    const plan = planMarket(market([ad('1', '12.00')], { doubtful: [bought] }));
    expect(plan[0]).toMatchObject({ awaitsListing: true, decision: { reason: 'waits-for-own-ad' } });
    expect(pricesOf(planMarket(market([ad('1', '12.00')], { doubtful: [{ ...bought, price: '11.50' }] })))).toEqual([
      ['1', '11.61'],
    ]);
  });
});
