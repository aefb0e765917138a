import { ruleChangesOf } from './rule-changes.ts';
import { none, type KeyChange } from './changes.ts';

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
  ...ruleChangesOf('ads.*', 'ads.11'),
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
