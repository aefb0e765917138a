import type { CommandSpec } from '../kit/command-spec.ts';
import { recordOptions, tuneOptions } from '../options/market-options.ts';

export const marketCommands: readonly CommandSpec[] = [
  {
    usage: 'record',
    summary: 'record a market as the service shows it, for replay and tune',
    options: recordOptions,
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
    options: tuneOptions,
    examples: ['peerdesk tune --market usdt-bob-2026.csv --rules rules.json'],
    notes:
      'It tries strategies, smallest changes and holds; limits and filter stay yours. Rules that earn more by no more than\nchance are not recommended.',
    load: async () => (await import('../backtest/tune.ts')).tune,
  },
];
