import { describe, expect, it } from 'vitest';
import { weightOfRules } from '../../../src/domain/guard/looser-pricing.ts';
import {
  pricingRulesSchema,
  type PricingRules,
  type PricingRulesInput,
} from '../../../src/domain/pricing/pricing-rules.ts';

const base = { strategy: { kind: 'undercut', ticks: 1 }, limits: { floor: '9.50', ceiling: '10.50' } } as const;
const rules = (part: Partial<PricingRulesInput> = {}): PricingRules => pricingRulesSchema.parse({ ...base, ...part });

type Part = Partial<PricingRulesInput>;
type Side = 'BUY' | 'SELL' | null;

/** What a change from one part of the rules to another one loosens. */
function looser(from: Part, to: Part, side: Side = 'SELL'): readonly string[] {
  const wanted = rules(to);
  const names = Object.keys({ ...from, ...to }) as (keyof PricingRules)[];
  return weightOfRules(rules(from), Object.fromEntries(names.map((name) => [name, wanted[name]])), side).loosens;
}

const filter = (part: NonNullable<PricingRulesInput['filter']>): Part => ({ filter: part });
const limits = (floor: string, ceiling: string): Part => ({ limits: { floor, ceiling } });
const hours = (restingPrice: string | null): Part => ({
  hours: { open: 'Mon 08:00-22:00', timezone: 'America/La_Paz', restingPrice },
});
const caps = (daily: string): Part => ({
  paymentCaps: { timezone: 'America/La_Paz', caps: [{ method: 'BANK', daily, fiat: 'BOB' }] },
});
const pause = (hits: number, withinMs: number): Part => ({ pauseAfterHits: { hits, withinMs } });
const price = (text: string): Part => ({ fallback: { kind: 'price', price: text } });

describe('a change of limits loosens where worse prices pass', () => {
  it.each<[Side, Part, readonly string[]]>([
    ['SELL', limits('9.40', '10.50'), ['floor 9.50 becomes 9.40']],
    ['SELL', limits('9.50', '10.60'), []],
    ['SELL', limits('9.60', '10.60'), []],
    ['BUY', limits('9.40', '10.50'), []],
    ['BUY', limits('9.50', '10.60'), ['ceiling 10.50 becomes 10.60']],
    ['BUY', limits('9.40', '10.40'), []],
    [null, limits('9.40', '10.60'), ['floor 9.50 becomes 9.40', 'ceiling 10.50 becomes 10.60']],
    [null, limits('9.60', '10.40'), []],
    ['SELL', limits('9.5', '10.5'), []],
  ])('%s: %j', (side, to, words) => {
    expect(looser({ limits: base.limits }, to, side)).toEqual(words);
  });
});

describe('a change of a rule loosens', () => {
  it('everybody counts again, by whichever key', () => {
    const none = filter({ onlyUsers: [], ignoreNicknames: [], minOrderCount: null, merchantsOnly: false });
    const some = filter({ onlyUsers: ['a'], ignoreNicknames: ['Ana'], minOrderCount: 9, merchantsOnly: true });
    expect(looser(some, none)).toEqual([
      'more offers count: min order count 9 becomes off',
      'more offers count: ignore nicknames Ana becomes off',
      'more offers count: only users a becomes off',
      'more offers count: merchants only true becomes false',
    ]);
  });

  it.each<[what: string, Part, Part, string]>([
    ['a smaller margin', { minimumMargin: '0.6%' }, { minimumMargin: '-0.1%' }, 'minimum margin 0.6% becomes -0.1%'],
    ['no margin', { minimumMargin: '0.6%' }, { minimumMargin: null }, 'the minimum margin 0.6% ends'],
    [
      'a larger step',
      { maximumStep: { ticks: 1 } },
      { maximumStep: { ticks: 2 } },
      'maximum step 1 tick becomes 2 ticks',
    ],
    [
      'a step in another unit',
      { maximumStep: { ticks: 5 } },
      { maximumStep: { percent: '0.1' } },
      'maximum step 5 ticks becomes 0.1 %',
    ],
    ['no step', { maximumStep: { percent: '1' } }, { maximumStep: null }, 'the maximum step of 1 % ends'],
    [
      'more hits',
      pause(3, 60_000),
      pause(4, 60_000),
      'the pause after 3 hits within 60000 ms comes after 4 hits within 60000 ms',
    ],
    [
      'a shorter window',
      pause(3, 60_000),
      pause(3, 1_000),
      'the pause after 3 hits within 60000 ms comes after 3 hits within 1000 ms',
    ],
    ['no pause', pause(3, 60_000), { pauseAfterHits: null }, 'the pause after 3 hits within 60000 ms ends'],
    ['a price for an empty book', { fallback: { kind: 'hold' } }, price('10'), 'without a competitor: hold becomes 10'],
    ['a worse price for it', price('10.1'), price('10'), 'without a competitor: 10.1 becomes 10'],
    [
      'staying without a competitor',
      { fallback: { kind: 'offline' } },
      { fallback: { kind: 'hold' } },
      'without a competitor: offline becomes hold',
    ],
    [
      'the taker’s side',
      { behindOwn: 'merchant' },
      { behindOwn: 'taker' },
      'the price behind an own ad: merchant becomes taker',
    ],
    [
      'the limit instead of the next',
      { whenRivalBeyond: 'next' },
      { whenRivalBeyond: 'limit' },
      'a rival beyond the limit: next becomes limit',
    ],
    [
      'the next rival instead of leaving the market',
      { whenRivalBeyond: 'offline' },
      { whenRivalBeyond: 'next' },
      'a rival beyond the limit: offline becomes next',
    ],
    [
      'a larger quantity',
      { inventory: { target: '500', refillBelow: '300', total: '2000' } },
      { inventory: { target: '500', refillBelow: '300', total: '3000' } },
      'total 2000 becomes 3000',
    ],
    ['more by a payment method', caps('50000'), caps('60000'), 'the cap of BANK, 50000 BOB a day, becomes 60000 BOB'],
    ['a resting price instead of none', hours(null), hours('9.90'), 'outside its hours: offline becomes 9.90'],
    ['a worse resting price', hours('9.90'), hours('9.80'), 'outside its hours: 9.90 becomes 9.80'],
    ['hours with a resting price', { hours: null }, hours('9.90'), 'outside its hours: no hours becomes 9.90'],
    [
      'a rival who was ignored',
      filter({ ignoreUsers: ['a', 'b'] }),
      filter({ ignoreUsers: ['b'] }),
      'more offers count: ignore users a, b becomes b',
    ],
    [
      'one more who counts',
      filter({ onlyUsers: ['a'] }),
      filter({ onlyUsers: ['a', 'b'] }),
      'more offers count: only users a becomes a, b',
    ],
    [
      'any method',
      filter({ payMethods: ['BANK'] }),
      filter({ payMethods: 'any' }),
      'more offers count: pay methods BANK becomes any',
    ],
    [
      'one more method',
      filter({ payMethods: ['A'] }),
      filter({ payMethods: ['A', 'B'] }),
      'more offers count: pay methods A becomes A, B',
    ],
    [
      'the methods of the ad',
      filter({ payMethods: ['A'] }),
      filter({ payMethods: 'shared' }),
      'more offers count: pay methods A becomes shared',
    ],
    [
      'a lower demand',
      filter({ minFinishRate: 0.9 }),
      filter({ minFinishRate: 0.05 }),
      'more offers count: min finish rate 0.9 becomes 0.05',
    ],
    [
      'more distance',
      filter({ maxDeviationRatio: '0.05' }),
      filter({ maxDeviationRatio: null }),
      'more offers count: max deviation ratio 0.05 becomes off',
    ],
  ])('%s', (...[, from, to, words]) => {
    expect(looser(from, to)).toEqual([words]);
    expect(looser(to, to)).toEqual([]);
  });

  it.each<[what: string, Part, Part]>([
    ['a margin', { minimumMargin: null }, { minimumMargin: '-5%' }],
    ['a larger margin', { minimumMargin: '0.1%' }, { minimumMargin: '0.6%' }],
    ['a step', { maximumStep: null }, { maximumStep: { ticks: 900 } }],
    ['a smaller step', { maximumStep: { percent: '2' } }, { maximumStep: { percent: '1' } }],
    ['a pause', { pauseAfterHits: null }, pause(50, 1)],
    ['an earlier pause', pause(3, 60_000), pause(2, 90_000)],
    ['a better price for an empty book', price('10'), price('10.1')],
    ['no price for it', price('10'), { fallback: { kind: 'hold' } }],
    ['a better resting price', hours('9.80'), hours('9.90')],
    ['no resting price', hours('9.80'), hours(null)],
    ['fewer who count', filter({ onlyUsers: [] }), filter({ onlyUsers: ['a'] })],
    ['one of them less', filter({ onlyUsers: ['a', 'b'] }), filter({ onlyUsers: ['a'] })],
    ['one method less', filter({ payMethods: ['A', 'B'] }), filter({ payMethods: ['B'] })],
    ['the methods of the ad instead of any', filter({ payMethods: 'any' }), filter({ payMethods: 'shared' })],
    ['a distance', filter({ maxDeviationRatio: null }), filter({ maxDeviationRatio: '0.5' })],
    ['a demand', filter({ minOrderCount: null }), filter({ minOrderCount: 1 })],
    ['less distance', filter({ maxDeviationRatio: '0.050' }), filter({ maxDeviationRatio: '0.05' })],
    ['merchants only', filter({ merchantsOnly: false }), filter({ merchantsOnly: true })],
  ])('%s: not', (...[, from, to]) => {
    expect(looser(from, to)).toEqual([]);
  });

  it('a buyer’s price is worse when it is higher, and either when the side is not known', () => {
    expect(looser(price('10'), price('10.1'), 'BUY')).toEqual(['without a competitor: 10 becomes 10.1']);
    expect(looser(hours('9.90'), hours('9.80'), 'BUY')).toEqual([]);
    expect(looser(hours('9.90'), hours('9.80'), null)).toEqual(['outside its hours: 9.90 becomes 9.80']);
    expect(looser(hours('9.90'), hours('9.9'), null)).toEqual([]);
  });
});

it('what bounds no price is about no money: strategy, waits and places among the own ads', () => {
  const from = rules();
  const free = {
    strategy: { kind: 'match' },
    minimumChangeTicks: 3,
    minimumHoldMs: 1,
    answerHoldMs: 0,
    order: 2,
  } as const;
  expect(weightOfRules(from, free, 'SELL')).toEqual({ isBound: false, loosens: [] });
  expect(weightOfRules(from, { ...free, minimumMargin: '1%' }, 'SELL')).toEqual({ isBound: true, loosens: [] });
});
