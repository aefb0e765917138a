import type { CommandSpec } from '../kit/command-spec.ts';
import { backtestOptions } from './backtest-options.ts';
import { jsonOption } from './common-options.ts';

export const marketCommands: readonly CommandSpec[] = [
  {
    usage: 'record',
    summary: 'record a market as the service shows it, for replay and tune',
    options: [
      { flags: '--pair <asset/fiat>', text: 'the market, such as USDT/BOB', repeats: true },
      { flags: '--side <side>', text: 'only this side: sell or buy (default: both)' },
      { flags: '--dir <folder>', text: 'where the files go, one a market and day (default: recordings)' },
      { flags: '--interval <duration>', text: 'how often each side is looked at (default: 15s)' },
      { flags: '--for <duration>', text: 'stop after this time (default: run until Ctrl-C)' },
      { flags: '--max-size <megabytes>', text: 'the oldest days are deleted beyond this (default: 1000)' },
      jsonOption,
    ],
    examples: [
      'peerdesk record --pair USDT/BOB --dir recordings',
      'peerdesk record --pair USDT/BOB --side sell --for 24h',
    ],
    notes:
      'Each look is two calls with the keys of the environment, beside those of a worker: a side costs eight a minute at the\ndefault interval. A ban ends it, and is reported to the desk.',
    load: async () => (await import('../record/record.ts')).record,
  },
  {
    usage: 'tune',
    summary: 'search better pricing rules in a recorded market, and prove them in a part that was not searched',
    options: [
      ...backtestOptions,
      { flags: '--train <share>', text: 'the share of the recording that is searched (default: 0.7)' },
      jsonOption,
    ],
    examples: ['peerdesk tune --market usdt-bob-2026.csv --rules rules.json'],
    notes:
      'It tries strategies, smallest changes and holds; limits and filter stay yours. Rules that earn more by no more than\nchance are not recommended.',
    load: async () => (await import('../backtest/tune.ts')).tune,
  },
];
