import { none, type KeyChange } from './changes.ts';

/** A key of rules: its name, where its table stands, and two values of that. */
type RuleCase = readonly [key: string, at: string, from: unknown, to: unknown];

const undercut = (part: object): object => ({ kind: 'undercut', ...part });
const follow = (part: object): object => ({ kind: 'follow', users: ['a'], ...part });
const ofTwo = (part: object): object => ({ kind: 'combine', take: 'first', of: [{ kind: 'match' }, part] });

const strategies: readonly (readonly [key: string, from: object, to: object])[] = [
  ['kind', { kind: 'match' }, { kind: 'reference', percent: '101' }],
  ['ticks', undercut({ ticks: 1 }), undercut({ ticks: 2 })],
  ['percent', undercut({ percent: '0.1' }), undercut({ percent: '0.2' })],
  ['rank', { kind: 'rank', rank: 1 }, { kind: 'rank', rank: 2 }],
  ['users', follow({ users: ['a'] }), follow({ users: ['a', 'b'] })],
  ['position.kind', follow({ position: { kind: 'match' } }), follow({ position: { kind: 'trail', ticks: 1 } })],
  ['position.ticks', follow({ position: undercut({ ticks: 1 }) }), follow({ position: undercut({ ticks: 2 }) })],
  [
    'position.percent',
    follow({ position: undercut({ percent: '1' }) }),
    follow({ position: undercut({ percent: '2' }) }),
  ],
  ['rate', { kind: 'rate', rate: '10' }, { kind: 'rate', rate: '10.1' }],
  [
    'ad_number',
    { kind: 'own-ad', ad_number: '12', percent: '100' },
    { kind: 'own-ad', ad_number: '13', percent: '100' },
  ],
  ['symbol', { kind: 'spot', symbol: 'USDCUSDT' }, { kind: 'spot', symbol: 'BTCUSDT' }],
  ['price', { kind: 'fixed', price: '10' }, { kind: 'fixed', price: '10.1' }],
];

const strategyCases: readonly RuleCase[] = [
  ...strategies.flatMap(([key, from, to]): RuleCase[] => [
    [`strategy.${key}`, 'strategy', from, to],
    [`strategy.of.${key}`, 'strategy', ofTwo(from), ofTwo(to)],
  ]),
  [
    'strategy.take',
    'strategy',
    ofTwo({ kind: 'rank', rank: 1 }),
    { ...ofTwo({ kind: 'rank', rank: 1 }), take: 'taker' },
  ],
];

const plainCases: readonly (readonly [key: string, from: unknown, to: unknown])[] = [
  ['filter.min_finish_rate', 0.9, 'off'],
  ['filter.min_order_count', 20, 10],
  ['filter.min_remaining', '100', '10'],
  ['filter.max_deviation_ratio', '0.05', 'off'],
  ['filter.max_median_deviation_ratio', '0.05', '0.1'],
  ['filter.min_order_size_ratio', '0.5', '0.1'],
  ['filter.ignore_nicknames', ['Ana'], ['Ana', 'Bob']],
  ['filter.ignore_users', ['a'], []],
  ['filter.only_users', ['a'], []],
  ['filter.merchants_only', true, false],
  ['filter.without_extra_kyc', true, false],
  ['filter.limits_overlap', true, false],
  ['filter.pay_methods', 'shared', ['BANK']],
  ['minimum_margin', '0.6%', '0.1%'],
  ['maximum_step', { ticks: 5 }, 'off'],
  ['maximum_step.ticks', 5, 10],
  ['maximum_step.percent', '1', '2'],
  ['minimum_change_ticks', 1, 2],
  ['minimum_hold_ms', 0, 1_000],
  ['answer_hold_ms', 10_000, 20_000],
  ['order', 1, 2],
  ['behind_own', 'merchant', 'taker'],
  ['when_rival_beyond', 'limit', 'next'],
  ['when_bound', 'keep', 'offline'],
  ['when_paused', 'keep', 'offline'],
  ['pause_after_hits', { hits: 3, within_ms: 60_000 }, 'off'],
];

const hours = { open: 'Mon-Sat 08:00-22:00', timezone: 'America/La_Paz' };

/** Hours, by key: what the file says before and after. */
export const hoursCases: readonly (readonly [key: string, from: object, to: object])[] = [
  ['hours.open', hours, { ...hours, open: 'always' }],
  ['hours.timezone', hours, { ...hours, timezone: 'America/Lima' }],
  ['hours.closed', { ...hours, closed: ['2026-12-25'] }, hours],
  ['hours.exceptions', hours, { ...hours, exceptions: ['2026-12-24 08:00-12:00'] }],
  ['hours.resting_price', { ...hours, resting_price: '9.90' }, { ...hours, resting_price: 'off' }],
];

const stock = { target: '500', refill_below: '300', total: '2000', offline_below: '50' };

/** A quantity, by key: a rise offers more, and asks. */
const stockCases: readonly (readonly [key: string, from: object, to: object, looser?: string])[] = [
  ['target', stock, { ...stock, target: '600' }, 'target 500 becomes 600'],
  ['total', stock, { ...stock, total: '3000' }, 'total 2000 becomes 3000'],
  ['refill_below', stock, { ...stock, refill_below: '400' }],
  ['offline_below', stock, { ...stock, offline_below: 'off' }],
  ['hold_ms', stock, { ...stock, hold_ms: 90_000 }],
];

const ruleCases: readonly RuleCase[] = [
  ...hoursCases.map(([key, from, to]): RuleCase => [key, 'hours', from, to]),
  ...strategyCases,
  ...plainCases.map(([key, from, to]): RuleCase => [key, key, from, to]),
  ['fallback.kind', 'fallback', { kind: 'hold' }, { kind: 'offline' }],
  ['fallback.price', 'fallback', { kind: 'price', price: '10' }, { kind: 'price', price: '10.1' }],
  ['pause_after_hits.hits', 'pause_after_hits', { hits: 3, within_ms: 60_000 }, { hits: 4, within_ms: 60_000 }],
  ['pause_after_hits.within_ms', 'pause_after_hits', { hits: 3, within_ms: 60_000 }, { hits: 3, within_ms: 9_000 }],
];

const ruleOf = (key: string): string => key.split('.')[0] ?? '';

/** Rules that several ads share. */
export const ruleChanges: readonly KeyChange[] = [
  ...ruleCases.map(([key, at, from, to]): KeyChange => ({
    key: `rules.*.${key}`,
    at: `rules.tight.${at}`,
    from,
    to,
    there: [`change main: ad 11: ${ruleOf(key)} `],
  })),
  ...stockChanges('rules.*', 'rules.tight'),
];

function stockChanges(section: string, place: string): KeyChange[] {
  const line = 'change main: ad 11: inventory ';
  return stockCases.map(([key, from, to, looser]) => ({
    key: `${section}.inventory.${key}`,
    at: `${place}.inventory`,
    from,
    to,
    there: [looser === undefined ? line : `${line}…; LOOSENS: ${looser}`],
    back: [line],
  }));
}

/** Which way a change of a term offers more, and asks. */
type Asks = 'never' | 'there' | 'both';

type TermCase = readonly [key: string, from: unknown, to: unknown, asks: Asks];

const termCases: readonly TermCase[] = [
  ['asset', 'USDT', 'BTC', 'never'],
  ['fiat', 'BOB', 'VES', 'never'],
  ['side', 'SELL', 'BUY', 'never'],
  ['quantity', '500', '600', 'there'],
  ['min_order', '100', '50', 'never'],
  ['max_order', '2000', '3000', 'there'],
  ['pay_methods', ['BANK'], ['TigoMoney'], 'both'],
  ['category', 'mass', 'profession', 'never'],
  ['pay_time_minutes', 15, 30, 'there'],
  ['remarks', 'one', 'two', 'never'],
  ['auto_reply', 'one', 'two', 'never'],
  ['buyer_kyc', true, false, 'there'],
  ['extra_kyc', true, false, 'there'],
  ['min_register_days', 30, 10, 'there'],
];

function termChange([key, from, to, asks]: TermCase): KeyChange {
  const line = (listed: unknown, wanted: unknown, isAsked: boolean): string => {
    const looser = `; LOOSENS: ${key.replaceAll('_', ' ')} ${String(listed)} becomes ${String(wanted)}`;
    return `change main: ad of-fresh: ${key} is ${String(listed)} in the app, ${String(wanted)} in the file${isAsked ? looser : ''}`;
  };
  return {
    key: `ads.*.terms.${key}`,
    at: `ads.fresh.terms.${key}`,
    from,
    to,
    there: [line(from, to, asks !== 'never')],
    back: [line(to, from, asks === 'both')],
  };
}

export const adChanges: readonly KeyChange[] = [
  ...ruleCases.map(([key, at, from, to]): KeyChange => ({
    key: `ads.*.${key}`,
    at: `ads.11.${at}`,
    from,
    to,
    there: [`change main: ad 11: ${ruleOf(key)} `],
  })),
  ...stockChanges('ads.*', 'ads.11'),
  ...termCases.map(termChange),
  {
    key: 'ads.*.account',
    from: 'main',
    to: 'far',
    there: ['start far: ad 11, mode shadow, undercut the best by 1 tick between 9.50 and 10.50 [money]'],
    back: ['start main: ad 11, mode shadow, undercut the best by 1 tick between 9.50 and 10.50 [money]'],
  },
  {
    key: 'ads.*.number',
    from: '11',
    to: '12',
    there: ['start main: ad 12, mode shadow, undercut the best by 1 tick between 9.50 and 10.50 [money]'],
    back: ['start main: ad 11, mode shadow, undercut the best by 1 tick between 9.50 and 10.50 [money]'],
  },
  { key: 'ads.*.on_difference', at: 'ads.fresh.on_difference', from: 'file', to: 'app', there: none },
  {
    key: 'ads.*.mode',
    from: 'shadow',
    to: 'live',
    beside: { 'account.main.mode': 'live' },
    there: [
      'change main: ad 11, mode shadow becomes live [money]; LOOSENS: mode shadow becomes live',
      'change main: ads in shadow; it begins again',
      'HELD main: ad 11 leaves mode shadow',
    ],
    back: ['change main: ad 11, mode live becomes shadow [money]', 'change main: ads in shadow; it begins again'],
  },
  { key: 'ads.*.rules', from: 'tight', to: 'wide', there: ['change main: ad 11: strategy '] },
  {
    key: 'ads.*.floor',
    from: '9.50',
    to: '9.60',
    there: ['change main: ad 11: floor 9.50 becomes 9.60'],
    back: ['change main: ad 11: floor 9.60 becomes 9.50'],
  },
  {
    key: 'ads.*.ceiling',
    from: '10.50',
    to: '10.60',
    there: ['change main: ad 11: ceiling 10.50 becomes 10.60'],
    back: ['change main: ad 11: ceiling 10.60 becomes 10.50'],
  },
];
