import { describe, expect, it } from 'vitest';
import type { DroppedOffer } from '../../../src/domain/pricing/competitors/competitor.ts';
import type { Objection } from '../../../src/domain/pricing/competitors/objection.ts';
import type { StepNote } from '../../../src/domain/pricing/price-step.ts';
import { firstPriceWords, targetText } from '../../../src/words/ads/pricing-words.ts';
import { droppedText } from '../../../src/words/ads/rival-words.ts';
import { stepText } from '../../../src/words/ads/step-words.ts';

const span = { low: '9.00', high: '12.000' };
const crossing = { adNumber: '8', does: 'buys', at: '8.96' } as const;
const [price, ticks, size, from] = ['10.19', 4, { ticks: 1 }, '10.50'];

/** Each code with its words; prices have one rounding. */
const notes: { readonly [Code in StepNote['code']]: readonly [StepNote & { code: Code }, string] } = {
  'no-competitor': [{ code: 'no-competitor' }, 'no competitor is left to go by'],
  'none-followed': [{ code: 'none-followed', users: ['s1', 's2'] }, 'none of the followed merchants competes: s1, s2'],
  'basis-unknown': [
    { code: 'basis-unknown', basis: { of: 'own-ad', adNumber: '7' } },
    'the price of own ad 7 is not known',
  ],
  'ad-derived': [
    { code: 'ad-derived', adNumber: '7' },
    'own ad 7 follows an own ad itself: follow that one, or give it another strategy',
  ],
  'ad-not-online': [{ code: 'ad-not-online', adNumber: '7' }, 'own ad 7 is not online'],
  stale: [{ code: 'stale', what: 'market', ageMs: 60_001 }, 'the market was read 60 s ago: no price follows from it'],
  level: [
    { code: 'level', percent: '99', basis: { of: 'own-ad', adNumber: '7' }, at: '10.000', price: '9.9' },
    '99 % of own ad 7 at 10.00 is 9.9',
  ],
  'index-level': [
    { code: 'index-level', percent: '99', index: '10.20', price },
    '99 % of the index 10.20, cut to a tick, is 10.19',
  ],
  best: [{ code: 'best', of: 3, price }, 'the best of 3 competitors is 10.19'],
  same: [{ code: 'same', user: 's1', at: price }, 'merchant s1 stands at 10.19: the same'],
  better: [
    { code: 'better', user: null, at: '10.20000000', size, price },
    'the best competitor is 10.20; 1 tick better is 10.19',
  ],
  behind: [
    { code: 'behind', user: 's1', at: '10.20', size: { percent: '0.5' }, price },
    'merchant s1 stands at 10.20; 0.5 % behind is 10.19',
  ],
  rank: [{ code: 'rank', rank: 2, of: 3, before: '10.20', price }, 'rank 2 of 3 competitors, ahead of 10.20, is 10.19'],
  'rank-last': [
    { code: 'rank-last', rank: 4, of: 3, last: '10.18', price },
    'rank 4 of only 3 competitors: 1 tick behind the last at 10.18 is 10.19',
  ],
  combined: [
    { code: 'combined', of: 2, take: 'taker', best: { code: 'best', of: 3, price } },
    'of 2 targets the taker’s best: the best of 3 competitors is 10.19',
  ],
  fixed: [{ code: 'fixed', price }, 'the fixed price is 10.19'],
  'by-hand': [{ code: 'by-hand', price }, 'a human set 10.19'],
  fallback: [
    { code: 'fallback', instead: { code: 'no-competitor' }, price },
    'no competitor is left to go by: the fallback price is 10.19',
  ],
  'no-target': [
    { code: 'no-target', target: { code: 'no-competitor' }, broken: { code: 'in-own-zone', price, ticks } },
    'no competitor is left to go by, but 10.19 is within 4 ticks of an own ad',
  ],
  'outside-limits': [
    { code: 'outside-limits', price: '8.9', ...span, crossing },
    '8.9 is outside the limits 9.00 to 12.00, as own ad 8 buys at 8.96',
  ],
  'outside-service-range': [
    { code: 'outside-service-range', price: '8.9', ...span },
    '8.9 is outside the service range 9.00 to 12.00',
  ],
  'in-own-zone': [{ code: 'in-own-zone', price, ticks }, '10.19 is within 4 ticks of an own ad'],
  margin: [
    { code: 'margin', percent: '0.6', reference: '10', fee: '0.1', is: 'least', price: '10.07006' },
    '0.6 % net of the reference 10 after a fee of 0.1 % is at least 10.07006',
  ],
  'margin-unchecked': [
    { code: 'margin-unchecked', percent: '0.6', lacks: 'fee' },
    '0.6 % net cannot be checked: the maker’s fee is not known',
  ],
  within: [{ code: 'within', price, ...span }, '10.19 is within 9.00 to 12.00'],
  clamped: [
    { code: 'clamped', price: '8.9', ...span, to: '9.00', crossing: null },
    '8.9 is outside 9.00 to 12.00: 9.00',
  ],
  'limits-crossed': [
    { code: 'limits-crossed', by: 'own-ads', low: '12.04', high: '12.00' },
    'no price is left: own ads would need 12.04 to 12.00',
  ],
  'range-unknown': [{ code: 'range-unknown' }, 'the service range is not known'],
  'limits-beyond-range': [
    { code: 'limits-beyond-range', limit: 'ceiling', at: '8.00', ...span },
    'the ceiling 8.00 is below the service range 9.00 to 12.00',
  ],
  clear: [{ code: 'clear', price, ads: 2 }, '10.19 is clear of 2 own ads'],
  'zone-left': [
    { code: 'zone-left', price, ticks, to: null },
    '10.19 is within 4 ticks of an own ad: no price outside the zones satisfies limits and range',
  ],
  'on-tick': [{ code: 'on-tick', price }, '10.19 is on a tick'],
  'to-tick': [
    { code: 'to-tick', price: '10.205', to: null },
    '10.205 on a tick: none satisfies limits, range and zones',
  ],
  'step-within': [{ code: 'step-within', price, size, from }, '10.19 is within 1 tick of 10.50'],
  'step-cut': [
    { code: 'step-cut', price, size, from, to: from, isStuck: true },
    '10.19 is more than 1 tick from 10.50: 10.50, and no price on that way is free',
  ],
  change: [
    { code: 'change', price, ticks: '1', from: '10.20', least: 3 },
    '10.19 is 1 tick from 10.20, at least 3 wanted',
  ],
  'never-changed': [{ code: 'never-changed' }, 'never changed before'],
  hold: [
    { code: 'hold', elapsedMs: 5_000, holdMs: 10_000, answer: 3 },
    'last changed 5 s ago, answer 3 in a row waits 10 s',
  ],
  'waits-for-own-ad': [
    { code: 'waits-for-own-ad', price, adNumber: '2', at: '10.21' },
    '10.19 is free once own ad 2 has left 10.21',
  ],
  'steps-aside': [{ code: 'steps-aside', price }, 'steps aside to 10.19, so that own ads can change places'],
  ratio: [{ code: 'ratio', ratio: '99', index: '10.20', price }, 'a ratio of 99 % of the index 10.20 is 10.19 now'],
  'index-unknown': [{ code: 'index-unknown', price }, 'no ratio for 10.19: the service has no reference price'],
  'no-ratio': [{ code: 'no-ratio', price, index: '10.20' }, 'no ratio is worth 10.19 at the index 10.20'],
};

const own = { min: '10', max: '20' };
const its = { min: '30', max: '40' };

/** Each reason why an offer does not count, with everything that changes its words. */
const dropped: {
  readonly [Reason in Objection['reason']]: readonly (readonly [Objection & { reason: Reason }, string])[];
} = {
  own: [[{ reason: 'own' }, 'an own ad']],
  'bad-price': [[{ reason: 'bad-price' }, 'its price is no decimal above zero']],
  duplicate: [[{ reason: 'duplicate' }, 'the ad was listed before']],
  ignored: [[{ reason: 'ignored' }, 'its merchant is on the ignore list']],
  'not-tradable': [[{ reason: 'not-tradable' }, 'it cannot be traded']],
  'not-listed': [
    [{ reason: 'not-listed', userNo: 's1' }, 'its merchant s1 is not on the list of those that count'],
    [{ reason: 'not-listed', userNo: null }, 'its merchant (unknown) is not on the list of those that count'],
  ],
  'no-merchant': [
    [{ reason: 'no-merchant', isKnown: true }, 'it is not a merchant’s'],
    [{ reason: 'no-merchant', isKnown: false }, 'it is not known to be a merchant’s'],
  ],
  'extra-kyc': [
    [{ reason: 'extra-kyc', isKnown: true }, 'it demands an additional identity check'],
    [{ reason: 'extra-kyc', isKnown: false }, 'it may demand an additional identity check'],
  ],
  'finish-rate': [
    [{ reason: 'finish-rate', rate: 0.5, least: 0.9 }, 'finish rate 0.5 is below 0.9'],
    [{ reason: 'finish-rate', rate: null, least: 0.9 }, 'finish rate unknown is below 0.9'],
  ],
  'order-count': [
    [{ reason: 'order-count', orders: 5, least: 9 }, '5 orders are fewer than 9'],
    [{ reason: 'order-count', orders: null, least: 9 }, 'unknown orders are fewer than 9'],
  ],
  remaining: [
    [{ reason: 'remaining', remaining: '5', least: '9' }, 'remaining 5 is below 9'],
    [{ reason: 'remaining', remaining: null, least: '9' }, 'remaining unknown is below 9'],
  ],
  limits: [
    [{ reason: 'limits', own: null, its }, 'the limits of the own ad are not known'],
    [{ reason: 'limits', own, its: null }, 'its limits are not known'],
    [{ reason: 'limits', own, its }, 'it takes 30 to 40, the own ad 10 to 20'],
  ],
  'pay-methods': [
    [{ reason: 'pay-methods', wanted: null, its: [] }, 'the payment methods of the own ad are not known'],
    [{ reason: 'pay-methods', wanted: [], its: null }, 'its payment methods are not known'],
    [{ reason: 'pay-methods', wanted: [], its: [] }, 'it takes none, not any'],
    [{ reason: 'pay-methods', wanted: ['A', 'B'], its: ['C', 'D'] }, 'it takes C, D, not A, B'],
  ],
  bait: [
    [
      { reason: 'bait', share: '0.05', basis: 'reference', at: '10' },
      '9.50 is away from it by more than 0.05 of the reference price 10',
    ],
  ],
  outlier: [
    [
      { reason: 'outlier', share: '0.05', basis: 'median', at: '9' },
      '9.50 is away from it by more than 0.05 of the median of the offers 9',
    ],
  ],
  'tiny-limits': [
    [
      { reason: 'tiny-limits', largest: null, share: '0.1', median: '500' },
      'its largest order, unknown, is below 0.1 of the median one, 500',
    ],
  ],
  'beyond-limit': [
    [{ reason: 'beyond-limit', limit: 'floor', at: '9.60' }, '9.50 is below the floor 9.60'],
    [{ reason: 'beyond-limit', limit: 'ceiling', at: '9.40' }, '9.50 is above the ceiling 9.40'],
  ],
  unreadable: [
    [{ reason: 'unreadable', why: 'adv.price: not a decimal' }, 'ad 5 cannot be read: adv.price: not a decimal'],
  ],
};

describe('U16: what is said of a pricing decision', () => {
  it.each(Object.values(notes).map(([note, text]) => [text, note] as const))('%s', (text, note) => {
    expect(stepText(note)).toBe(text);
  });

  it.each(Object.values(dropped).flatMap((rows) => rows.map(([why, text]) => [text, why] as const)))(
    '%s',
    (text, why) => {
      const offer: DroppedOffer = { adNumber: '5', nickname: 'bo', price: '9.500', ...why };
      expect(droppedText(offer)).toBe(text);
    },
  );

  it('a code stands with its own words, and a sentence belongs to one of them', () => {
    for (const [code, [note]] of Object.entries(notes)) expect(note.code).toBe(code);
    const texts = [...Object.values(notes), ...Object.values(dropped).flat()].map(([, text]) => text);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('a code of another version of the worker stops no page', () => {
    const newer = { code: 'of-tomorrow', price } as unknown as StepNote;
    expect(stepText(newer)).toBe('of-tomorrow');
    expect(targetText(newer)).toBe('of-tomorrow');
  });

  it('a new ad says how its price was found, or what keeps it from one', () => {
    expect(targetText(null)).toBe('its limit, no target is known');
    expect(targetText({ code: 'fixed', price })).toBe('the fixed price is 10.19');
    expect(new Set(Object.values(firstPriceWords)).size).toBe(3);
  });
});
