import { ruleChangesOf } from './rule-changes.ts';
import { none, type KeyChange } from './changes.ts';

/** Which way a change of a term offers more, and asks; `life`: an ad keeps it. */
type Asks = 'never' | 'there' | 'both' | 'life';

type TermCase = readonly [key: string, from: unknown, to: unknown, asks: Asks];

const termCases: readonly TermCase[] = [
  ['asset', 'USDT', 'BTC', 'life'],
  ['fiat', 'BOB', 'VES', 'life'],
  ['side', 'SELL', 'BUY', 'life'],
  ['quantity', '500', '600', 'there'],
  ['min_order', '100', '50', 'never'],
  ['max_order', '2000', '3000', 'there'],
  ['pay_methods', ['BANK'], ['TigoMoney'], 'both'],
  ['category', 'mass', 'profession', 'life'],
  ['pay_time_minutes', 15, 30, 'there'],
  ['remarks', 'one', 'two', 'never'],
  ['auto_reply', 'one', 'two', 'never'],
  ['buyer_kyc', true, false, 'there'],
  ['extra_kyc', true, false, 'there'],
  ['min_register_days', 30, 10, 'there'],
];

const differs = (key: string, [listed, wanted]: readonly [unknown, unknown]): string =>
  `main: ad of-fresh: ${key} is ${String(listed)} in the app, ${String(wanted)} in the file`;

function changeOf([key, from, to, asks]: TermCase): KeyChange {
  const line = (listed: unknown, wanted: unknown, isAsked: boolean): string => {
    if (asks === 'life') return `wrong ${differs(key, [listed, wanted])}; an ad keeps it for life: `;
    const looser = `; LOOSENS: ${key.replaceAll('_', ' ')} ${String(listed)} becomes ${String(wanted)}`;
    return `change ${differs(key, [listed, wanted])}${isAsked ? looser : ''}`;
  };
  return {
    key: `ads.*.terms.${key}`,
    at: `ads.fresh.terms.${key}`,
    from,
    to,
    beside: { 'account.main.mode': 'live' },
    there: [line(from, to, asks !== 'never')],
    back: [line(to, from, asks === 'both')],
  };
}

/** The same where nothing is sent: it stays as it is, and is no change. */
function shadowChangeOf([key, from, to, asks]: TermCase): KeyChange {
  const end = asks === 'life' ? 'an ad keeps it for life: ' : 'mode shadow sends nothing';
  const line = (values: readonly [unknown, unknown]): string =>
    `${asks === 'life' ? 'wrong' : 'kept'} ${differs(key, values)}; ${end}`;
  return {
    key: `ads.*.terms.${key}`,
    at: `ads.fresh.terms.${key}`,
    from,
    to,
    there: [line([from, to])],
    back: [line([to, from])],
  };
}

export const adChanges: readonly KeyChange[] = [
  ...ruleChangesOf('ads.*', 'ads.11'),
  ...termCases.map(changeOf),
  ...termCases.map(shadowChangeOf),
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
  {
    key: 'ads.*.status',
    from: 'offline',
    to: 'online',
    there: ['change main: ad 11 is put online [money]; LOOSENS: it comes back to the market'],
    back: ['change main: ad 11 is taken offline [money]'],
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
    there: ['change main: ad 11: floor 9.50 becomes 9.60 [money]'],
    back: ['change main: ad 11: floor 9.60 becomes 9.50 [money]; LOOSENS: floor 9.60 becomes 9.50'],
  },
  {
    key: 'ads.*.ceiling',
    from: '10.50',
    to: '10.60',
    there: ['change main: ad 11: ceiling 10.50 becomes 10.60 [money]'],
    back: ['change main: ad 11: ceiling 10.60 becomes 10.50 [money]'],
  },
];
