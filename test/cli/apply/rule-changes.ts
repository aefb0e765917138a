import type { KeyChange } from './changes.ts';

/** What a change loosens, in words; absent: nothing. */
interface Looser {
  there?: string;
  back?: string;
}

/** `free` bounds no price: such a change is about no money. */
type Weight = Looser | 'free';

/** A key of rules: its name, where its table stands, two values of that, and what the change weighs. */
type RuleCase = readonly [key: string, at: string, from: unknown, to: unknown, weight: Weight];

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
    [`strategy.${key}`, 'strategy', from, to, 'free'],
    [`strategy.of.${key}`, 'strategy', ofTwo(from), ofTwo(to), 'free'],
  ]),
  ['strategy.ratio', 'strategy', { kind: 'floating', ratio: '100' }, { kind: 'floating', ratio: '101' }, 'free'],
  [
    'strategy.take',
    'strategy',
    ofTwo({ kind: 'rank', rank: 1 }),
    { ...ofTwo({ kind: 'rank', rank: 1 }), take: 'taker' },
    'free',
  ],
];

type PlainCase = readonly [key: string, from: unknown, to: unknown, weight: Weight];

const counts = (words: string): string => `more offers count: ${words}`;

const filterCases: readonly PlainCase[] = [
  ['min_finish_rate', 0.9, 'off', { there: counts('min finish rate 0.9 becomes off') }],
  ['min_order_count', 20, 10, { there: counts('min order count 20 becomes 10') }],
  ['min_remaining', '100', '10', { there: counts('min remaining 100 becomes 10') }],
  ['max_deviation_ratio', '0.05', 'off', { there: counts('max deviation ratio 0.05 becomes off') }],
  ['max_median_deviation_ratio', '0.05', '0.1', { there: counts('max median deviation ratio 0.05 becomes 0.1') }],
  ['min_order_size_ratio', '0.5', '0.1', { there: counts('min order size ratio 0.5 becomes 0.1') }],
  ['ignore_nicknames', ['Ana'], ['Ana', 'Bob'], { back: counts('ignore nicknames Ana, Bob becomes Ana') }],
  ['ignore_users', ['a'], [], { there: counts('ignore users a becomes off') }],
  ['only_users', ['a'], [], { there: counts('only users a becomes off') }],
  ['merchants_only', true, false, { there: counts('merchants only true becomes false') }],
  ['without_extra_kyc', true, false, { there: counts('without extra kyc true becomes false') }],
  ['limits_overlap', true, false, { there: counts('limits overlap true becomes false') }],
  [
    'pay_methods',
    'shared',
    ['BANK'],
    { there: counts('pay methods shared becomes BANK'), back: counts('pay methods BANK becomes shared') },
  ],
];

const thrice = { hits: 3, within_ms: 60_000 };
const afterThree = 'the pause after 3 hits within 60000 ms';

const plainCases: readonly PlainCase[] = [
  ...filterCases.map(([key, from, to, weight]): PlainCase => [`filter.${key}`, from, to, weight]),
  ['minimum_margin', '0.6%', '0.1%', { there: 'minimum margin 0.6% becomes 0.1%' }],
  ['maximum_step', { ticks: 5 }, 'off', { there: 'the maximum step of 5 ticks ends' }],
  ['maximum_step.ticks', 5, 10, { there: 'maximum step 5 ticks becomes 10 ticks' }],
  ['maximum_step.percent', '1', '2', { there: 'maximum step 1 % becomes 2 %' }],
  ['minimum_change_ticks', 1, 2, 'free'],
  ['minimum_hold_ms', 0, 1_000, 'free'],
  ['answer_hold_ms', 10_000, 20_000, 'free'],
  ['order', 1, 2, 'free'],
  ['behind_own', 'merchant', 'taker', { there: 'the price behind an own ad: merchant becomes taker' }],
  ['when_rival_beyond', 'limit', 'next', { back: 'a rival beyond the limit: next becomes limit' }],
  ['when_bound', 'keep', 'offline', { back: 'an ad that a limit binds for long: offline becomes keep' }],
  ['when_paused', 'keep', 'offline', { back: 'a paused ad: offline becomes keep' }],
  ['pause_after_hits', thrice, 'off', { there: `${afterThree} ends` }],
];

const hours = { open: 'Mon-Sat 08:00-22:00', timezone: 'America/La_Paz' };

/** Hours, by key: what the file says before and after. The times bound no price: they never ask. */
export const hoursCases: readonly PlainCase[] = [
  ['hours.open', hours, { ...hours, open: 'always' }, {}],
  ['hours.timezone', hours, { ...hours, timezone: 'America/Lima' }, {}],
  ['hours.closed', { ...hours, closed: ['2026-12-25'] }, hours, {}],
  ['hours.exceptions', hours, { ...hours, exceptions: ['2026-12-24 08:00-12:00'] }, {}],
  [
    'hours.resting_price',
    { ...hours, resting_price: '9.90' },
    { ...hours, resting_price: 'off' },
    { back: 'outside its hours: offline becomes 9.90' },
  ],
];

const stock = { target: '500', refill_below: '300', total: '2000', offline_below: '50' };

/** A quantity, by key: a rise offers more, and asks. */
const stockCases: readonly PlainCase[] = [
  ['inventory.target', stock, { ...stock, target: '600' }, { there: 'target 500 becomes 600' }],
  ['inventory.total', stock, { ...stock, total: '3000' }, { there: 'total 2000 becomes 3000' }],
  ['inventory.refill_below', stock, { ...stock, refill_below: '400' }, {}],
  ['inventory.offline_below', stock, { ...stock, offline_below: 'off' }, {}],
  ['inventory.hold_ms', stock, { ...stock, hold_ms: 90_000 }, {}],
];

const cap = { method: 'BANK', daily: '500', fiat: 'BOB' };
const caps = (part: object = {}, timezone = 'UTC'): object => ({ timezone, caps: [{ ...cap, ...part }] });
const capEnds = 'the cap of BANK, 500 BOB a day, ends';

/** Payment caps, by key: a cap that rises or ends asks. */
export const capsCases: readonly PlainCase[] = [
  ['payment_caps.timezone', caps(), caps({}, 'America/Lima'), {}],
  [
    'payment_caps.caps.daily',
    caps(),
    caps({ daily: '600' }),
    { there: 'the cap of BANK, 500 BOB a day, becomes 600 BOB' },
  ],
  [
    'payment_caps.caps.method',
    caps(),
    caps({ method: 'Wise' }),
    { there: capEnds, back: 'the cap of Wise, 500 BOB a day, ends' },
  ],
  [
    'payment_caps.caps.fiat',
    caps(),
    caps({ fiat: 'USD' }),
    { there: capEnds, back: 'the cap of BANK, 500 USD a day, ends' },
  ],
];

/** Returns what a line shows: a table of another kind whole, of any other one the key that differs. */
export function shownKey(key: string): string {
  const [table = '', inner] = key.split('.');
  return inner === undefined || table === 'strategy' || table === 'fallback' ? table : `${table}.${inner}`;
}

const ruleCases: readonly RuleCase[] = [
  ...capsCases.map(([key, ...rest]): RuleCase => [key, 'payment_caps', ...rest]),
  ...hoursCases.map(([key, ...rest]): RuleCase => [key, 'hours', ...rest]),
  ...stockCases.map(([key, ...rest]): RuleCase => [key, 'inventory', ...rest]),
  ...strategyCases,
  ...plainCases.map(([key, ...rest]): RuleCase => [key, key, ...rest]),
  [
    'pause_after_hits.hits',
    'pause_after_hits',
    thrice,
    { ...thrice, hits: 4 },
    { there: `${afterThree} comes after 4 hits within 60000 ms` },
  ],
  [
    'pause_after_hits.within_ms',
    'pause_after_hits',
    thrice,
    { ...thrice, within_ms: 9_000 },
    { there: `${afterThree} comes after 3 hits within 9000 ms` },
  ],
  [
    'fallback.kind',
    'fallback',
    { kind: 'hold' },
    { kind: 'offline' },
    { back: 'without a competitor: offline becomes hold' },
  ],
  [
    'fallback.price',
    'fallback',
    { kind: 'price', price: '10' },
    { kind: 'price', price: '10.1' },
    { back: 'without a competitor: 10.1 becomes 10' },
  ],
];

const marked = (line: string, looser: string | undefined): string =>
  looser === undefined ? `${line}…[money]` : `${line}…[money]; LOOSENS: ${looser}`;

/** Returns the beginning of a line for a change of rules, with its marks, there and back. */
export function ruleLines(line: string, weight: Weight): { there: string; back: string } {
  if (weight === 'free') return { there: line, back: line };
  return { there: marked(line, weight.there), back: marked(line, weight.back) };
}

/** Returns each key of rules in a section of the file, changed at a place. The ad sells. */
export function ruleChangesOf(section: string, place: string): KeyChange[] {
  return ruleCases.map(([key, at, from, to, weight]) => {
    const { there, back } = ruleLines(`change main: ad 11: ${shownKey(key)} `, weight);
    return { key: `${section}.${key}`, at: `${place}.${at}`, from, to, there: [there], back: [back] };
  });
}

/** Rules that several ads share. */
export const ruleChanges: readonly KeyChange[] = ruleChangesOf('rules.*', 'rules.tight');
