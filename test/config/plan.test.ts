import { describe, expect, it } from 'vitest';
import { changeLine } from '../../src/cli/apply/change-text.ts';
import type { AccountState, AccountWish, WantedAd } from '../../src/config/account-plan.ts';
import { doubledAd } from '../../src/config/ad-plan.ts';
import { planAccount } from '../../src/config/plan.ts';
import { remarksOf } from '../../src/config/remarks.ts';
import { terms } from '../activities/publication/publication-fixture.ts';
import { brief, cap, live, nothing, plan, rules, runsLive, same, wanted, wider, wish } from './plan-fixture.ts';

describe('the plan of an account', () => {
  it('ads#the-quantity: the quantity of an ad with inventory rules is no difference, and is never sent', () => {
    const inventory = { target: '500', refillBelow: '300', total: '2000', offlineBelow: null, holdMs: 60_000 };
    const ad = { ...wanted('1', { ...rules, inventory }), terms: { quantity: '500', maxOrder: '900' } };
    const state = { ...runsLive, ads: runsLive.ads.map((one) => ({ ...one, rules: ad.rules })) };
    const quantity = { term: 'quantity' as const, wanted: '500', listed: '960', isForLife: false };
    const maxOrder = { term: 'maxOrder' as const, wanted: '900', listed: '700', isForLife: false };
    expect(plan({ ...live, ads: [ad] }, { ...state, differences: { '1': [quantity] } })).toEqual([]);
    const planned = plan({ ...live, ads: [ad] }, { ...state, differences: { '1': [quantity, maxOrder] } });
    expect(planned.map(({ change }) => change)).toEqual([
      { kind: 'ad-terms', adNumber: '1', mode: 'live', terms: { maxOrder: '900' }, differences: [maxOrder] },
    ]);
    const app = { ...live, ads: [{ ...ad, fileWins: false }] };
    expect(remarksOf(app, { ...same, differences: { '1': [quantity] } })).toEqual([]);
  });

  it('ads#the-quantity: inventory rules that let an ad offer more are agreed to', () => {
    const inventory = { target: '500', refillBelow: '300', total: '2000', offlineBelow: null, holdMs: 60_000 };
    expect(brief(plan({ ads: [wanted('1', { ...rules, inventory })] }))).toEqual([
      ['ad-rules', 'the ad may be refilled to 500, 2000 in all'],
    ]);
  });

  it('ads#payment-caps: methods that its caps have taken out are not sent, and come back by themselves', () => {
    const [bank, wise] = ['BANK', 'Wise'].map((identifier) => ({ payId: '', identifier, name: '' }));
    if (bank === undefined || wise === undefined) throw new Error('two methods');
    const ad = { ...wanted('1'), terms: { payMethods: ['bank', 'Wise'], maxOrder: '900' } };
    const maxOrder = { term: 'maxOrder' as const, wanted: '900', listed: '700', isForLife: false };
    const mode = 'live' as const;
    const sent = (withheld: (typeof bank)[]) => {
      const running = { adNumber: '1', mode, rules, side: 'SELL' as const, withheld };
      const state = { desk: { mode }, ads: [running], differences: { '1': [maxOrder] } };
      const planned = plan({ ads: [ad], mode }, state);
      return planned.map(({ change }) => (change.kind === 'ad-terms' ? change.terms : change.kind));
    };
    expect(sent([])).toEqual([{ payMethods: ['bank', 'Wise'], maxOrder: '900' }]);
    expect(sent([bank])).toEqual([{ payMethods: ['Wise'], maxOrder: '900' }]);
    expect(sent([bank, wise])).toEqual([{ maxOrder: '900' }]);
  });

  it('ads#payment-caps: caps that rise or end are agreed to', () => {
    const capped = (daily: string) => ({
      ...rules,
      paymentCaps: { timezone: 'UTC', caps: [{ method: 'BANK', daily, fiat: 'BOB' }] },
    });
    const ads = [{ adNumber: '1', mode: 'shadow' as const, rules: capped('500'), side: 'SELL' as const }];
    const loosens = (its: typeof rules) => brief(plan({ ads: [wanted('1', its)] }, { ads }));
    expect(loosens(rules)).toEqual([['ad-rules', 'the cap of BANK, 500 BOB a day, ends']]);
    expect(loosens(capped('600'))).toEqual([['ad-rules', 'the cap of BANK, 500 BOB a day, becomes 600 BOB']]);
    expect(loosens(capped('400'))).toEqual([['ad-rules']]);
    expect(loosens({ ...capped('500'), minimumChangeTicks: 3 })).toEqual([['ad-rules']]);
  });

  it('is empty when what runs is what the file says, whatever the order of its keys', () => {
    const turned = Object.fromEntries(Object.entries(rules).toReversed()) as typeof rules;
    expect(plan({ ads: [wanted('1', turned)] })).toEqual([]);
  });

  it('an ad with a mode of its own is held in it beside the others, and freeing it loosens', () => {
    const held: WantedAd = { ...wanted('1'), mode: 'shadow' };
    const live = { mode: 'live' as const, ads: [held, wanted('2')] };
    const runs = {
      desk: { mode: 'live' as const },
      ads: [{ adNumber: '1', mode: 'live' as const, rules, side: 'SELL' as const }],
    };
    expect(plan(live, runs).map(({ change }) => change)).toMatchObject([
      { kind: 'ad-mode', adNumber: '1', from: 'live', mode: 'shadow' },
      { kind: 'start-ad', adNumber: '2', mode: 'live' },
    ]);
    const inShadow = { ...runs, ads: [{ adNumber: '1', mode: 'shadow' as const, rules, side: 'SELL' as const }] };
    expect(brief(plan({ mode: 'live', ads: [wanted('1')] }, inShadow))).toEqual([
      ['ad-mode', 'mode shadow becomes live'],
    ]);
  });

  it('a desk that begins live loosens, and is said to begin so: a merchant who comes back has not been in shadow', () => {
    const begun = brief(plan({ mode: 'live', ads: [wanted('1')] }, nothing));
    expect(begun.filter(([kind]) => kind?.startsWith('start-'))).toEqual([
      ['start-desk', 'it begins in mode live'],
      ['start-ad', 'it begins in mode live'],
    ]);
    const held = brief(plan({ mode: 'shadow', ads: [wanted('1')] }, nothing));
    expect(held.filter(([kind]) => kind === 'start-desk')).toEqual([['start-desk']]);
  });

  it('an ad is taken off the market and put back as the file says; back asks, and comes last', () => {
    const kept = (offBy?: 'command' | 'app') => {
      const [ad] = same.ads;
      if (ad === undefined) throw new Error('no ad');
      return { ads: [offBy === undefined ? ad : { ...ad, offBy }] };
    };
    const written = (status: 'online' | 'offline' | null, fileWins = true) => ({
      ads: [{ ...wanted('1'), status, fileWins }],
    });
    expect(plan(written('offline'), kept()).map((one) => one.change)).toEqual([
      { kind: 'ad-status', adNumber: '1', status: 'offline' },
    ]);
    expect(brief(plan(written('offline'), kept()))).toEqual([['ad-status']]);
    const back = [['ad-status', 'it comes back to the market']];
    expect(brief(plan(written('online'), kept('command')))).toEqual(back);
    expect(brief(plan(written('online'), kept('app')))).toEqual(back);
    const reversed = same.ads.map((ad) => ({ ...ad, offBy: 'command' as const, isBackInApp: true }));
    expect(brief(plan(written('offline'), { ads: reversed }))).toEqual([['ad-status']]);
    expect(brief(plan(written('online'), { ads: reversed }))).toEqual(back);
    const settled = [
      plan(written('offline', false), { ads: reversed }),
      plan(written('online'), kept()),
      plan(written('offline'), kept('command')),
      plan(written('offline'), kept('app')),
      plan(written(null), kept()),
      plan(written(null), kept('command')),
      plan(written('online', false), kept('app')),
    ];
    expect(settled.flat()).toEqual([]);
  });

  it('of a table of the rules a change names the keys that differ', () => {
    const ad = wanted('1', { ...rules, filter: { ...rules.filter, minFinishRate: 0.9 }, maximumStep: { ticks: 5 } });
    const [change] = plan({ ...live, ads: [ad] }, runsLive);
    const line = change === undefined ? '' : changeLine(change);
    expect(line).toContain('filter.min_finish_rate "off" becomes 0.9, maximum_step "off" becomes { ticks = 5 }');
    expect(line).not.toContain('merchants_only');
  });

  it('an ad that is started or published off the market says so', () => {
    const fresh = { ...wanted('fresh'), adNumber: null, terms };
    const ads = [
      fresh,
      { ...fresh, name: 'away', status: 'offline' as const },
      { ...wanted('3'), status: 'offline' as const },
    ];
    const planned = plan({ ads }, nothing);
    expect(planned.flatMap(({ change }) => ('status' in change ? [change.status] : []))).toEqual([
      'online',
      'offline',
      'offline',
    ]);
    expect(planned.map(changeLine).filter((line) => line.includes(', offline'))).toHaveLength(2);
  });

  it('terms that were changed in the app are sent again, or only reported, as the file says', () => {
    const differences = { '1': [{ term: 'maxOrder' as const, wanted: '900', listed: '700', isForLife: false }] };
    const ad = { ...wanted('1'), terms: { maxOrder: '900' } };
    const runs = { ...runsLive, differences };
    expect(plan({ ...live, ads: [ad] }, runs).map(({ change }) => change)).toMatchObject([
      { kind: 'ad-terms', adNumber: '1', terms: { maxOrder: '900' } },
    ]);
    const app = { ...ad, fileWins: false };
    expect(plan({ ...live, ads: [app] }, runs)).toEqual([]);
    expect(remarksOf({ ...live, ads: [app] }, { ...same, differences })).toMatchObject([
      { kind: 'app-wins', adNumber: '1' },
    ]);
    expect(remarksOf({ ...live, ads: [ad] }, { ...same, differences })).toEqual([]);
  });

  it('terms of the file that offer more than the app has now are agreed to first: a limit lowered there stays', () => {
    const differences = [{ term: 'maxOrder' as const, wanted: '900', listed: '700', isForLife: false }];
    const ad = { ...wanted('1'), terms: { maxOrder: '900' } };
    expect(brief(plan({ ...live, ads: [ad] }, { ...runsLive, differences: { '1': differences } }))).toEqual([
      ['ad-terms', 'max order 700 becomes 900'],
    ]);
    const [less] = differences.map((one) => ({ ...one, listed: '1000' }));
    expect(
      brief(plan({ ...live, ads: [ad] }, { ...runsLive, differences: { '1': less === undefined ? [] : [less] } })),
    ).toEqual([['ad-terms']]);
  });

  it('a name that is new beside a name that has left the file: the table may have been renamed', () => {
    const fresh = { ...wanted('fresh'), adNumber: null, terms };
    const published = { old: '7', open: null, fresh: null };
    const [planned] = plan({ ads: [fresh] }, { published, ads: [] });
    expect(planned?.change).toMatchObject({ kind: 'publish-ad', name: 'fresh', left: ['old (7)'] });
    if (planned === undefined) throw new Error('nothing is planned');
    expect(changeLine(planned)).toContain('the file does not name old (7) any more');
    const [kept] = plan({ ads: [fresh, { ...wanted('7'), name: 'renamed' }] }, { published, ads: [] });
    expect(kept?.change).toMatchObject({ kind: 'publish-ad', left: [] });
  });

  it('two tables of one ad are refused: its number, and the name that owns it', () => {
    const fresh = { ...wanted('fresh'), adNumber: null, terms };
    const ads = [fresh, wanted('7'), wanted('8')];
    expect(doubledAd({ ads }, { published: { fresh: '7' } })).toBe(
      '[ads.fresh] and [ads.7] both mean ad 7: keep one of them',
    );
    expect(doubledAd({ ads }, { published: { fresh: null } })).toBeNull();
    expect(doubledAd({ ads: [fresh, { ...fresh, name: 'other' }] }, { published: {} })).toBeNull();
  });

  it('starts everything where nothing runs', () => {
    expect(brief(planAccount(wish, nothing))).toEqual([['release-rules'], ['block'], ['start-desk'], ['start-ad']]);
  });

  it.each<[string, Partial<AccountWish>, Partial<AccountState>, string[][]]>([
    ['the limit that holds worse prices', { ads: [wanted('1', wider)] }, {}, [['ad-rules', 'floor 9.50 becomes 9.00']]],
    [
      'a limit that holds better prices',
      { ads: [wanted('1', { ...rules, limits: { floor: '9.50', ceiling: '11' } })] },
      {},
      [['ad-rules']],
    ],
    [
      'a mode',
      { mode: 'live' },
      {},
      [
        ['desk-mode', 'mode shadow becomes live'],
        ['ad-mode', 'mode shadow becomes live'],
      ],
    ],
    ['a mode that writes less', { mode: 'shadow' }, { desk: { mode: 'live' } }, [['desk-mode']]],
    [
      'a cap that rises',
      { rules: { ...cap, amountCap: { BOB: '9' } } },
      {},
      [['release-rules', 'the cap 5 BOB becomes 9 BOB']],
    ],
    ['a shorter block list', { blocked: [] }, {}, [['unblock', 'mallory leaves the block list']]],
    [
      'a block list in another writing',
      { blocked: [' MALLORY '] },
      { guard: { rules: cap, blocked: ['nickname:Mallory'], thrown: [] } },
      [],
    ],
    ['a longer block list', { blocked: ['mallory', 'trudy'] }, {}, [['block']]],
    [
      'a switch that is lifted',
      { kill: { all: false } },
      { guard: { rules: cap, blocked: ['mallory'], thrown: ['all'] } },
      [['switch', 'kill switch all is lifted']],
    ],
    ['a switch that is engaged', { kill: { releases: true } }, {}, [['switch']]],
    ['no desk', { desk: false }, {}, [['stop-desk']]],
    ['an ad less', { ads: [] }, {}, [['stop-ad']]],
    ['an ad less, and others are left alone', { ads: [], stopsOtherAds: false }, {}, []],
    ['rules and a block list that the file does not name', { rules: null, blocked: null }, {}, []],
    [
      'a switch that an operator engaged, and the file does not name',
      {},
      { guard: { rules: cap, blocked: ['mallory'], thrown: ['all'] } },
      [],
    ],
    [
      'an ad more beside a desk that writes',
      { mode: 'live', ads: [...wish.ads, wanted('2')] },
      { desk: { mode: 'live' }, ads: [{ adNumber: '1', mode: 'live', rules, side: 'SELL' }] },
      [['start-ad']],
    ],
  ])('%s', (...change) => {
    const [, part, state, expected] = change;
    expect(brief(plan(part, state))).toEqual(expected);
  });

  it('of an ad that was not looked at yet the terms tell the side; without them both limits count', () => {
    const ads = [{ adNumber: '1', mode: 'shadow' as const, rules, side: null }];
    const other = { ...rules, limits: { floor: '9.50', ceiling: '11' } };
    const asBuyer = { ...wanted('1', other), terms: { side: 'BUY' as const } };
    const asSeller = { ...wanted('1', other), terms: { side: 'SELL' as const } };
    const higher = ['ad-rules', 'ceiling 10.50 becomes 11'];
    expect(brief(plan({ ads: [asBuyer] }, { ads }))).toEqual([higher]);
    expect(brief(plan({ ads: [asSeller] }, { ads }))).toEqual([['ad-rules']]);
    expect(brief(plan({ ads: [wanted('1', other)] }, { ads }))).toEqual([higher]);
  });

  it('a stricter limit comes before what bounds nothing, a looser one after it', () => {
    const aim = { ...rules, strategy: { kind: 'match' as const } };
    const stricter = { ...rules, limits: { floor: '9.60', ceiling: '10.50' } };
    const ads = ['1', '2', '3'].map((adNumber) => ({
      adNumber,
      mode: 'shadow' as const,
      rules,
      side: 'SELL' as const,
    }));
    const planned = plan({ ads: [wanted('1', wider), wanted('2', aim), wanted('3', stricter)] }, { ads });
    expect(planned.map(({ change, isMoney }) => [change.kind === 'ad-rules' && change.adNumber, isMoney])).toEqual([
      ['3', true],
      ['2', false],
      ['1', true],
    ]);
  });

  it('names only the rules of an ad that differ', () => {
    const [planned] = plan({ ads: [wanted('1', wider)] });
    expect(planned?.change).toMatchObject({ kind: 'ad-rules', part: { limits: wider.limits } });
    expect(planned?.change).not.toHaveProperty('part.strategy');
  });

  it('puts what holds more first and what loosens last: a run that is cut off leaves the desk stricter', () => {
    const kinds = brief(plan({ mode: 'live', blocked: ['trudy'], kill: { repricing: true }, ads: [] }));
    expect(kinds.map(([kind]) => kind)).toEqual(['block', 'switch', 'stop-ad', 'unblock', 'desk-mode']);
  });
});
