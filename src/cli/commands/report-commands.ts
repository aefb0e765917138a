import { periodKinds, type PeriodKind } from '../../domain/books/period.ts';
import type { CommandGroup, CommandSpec } from '../kit/command-spec.ts';
import { reportCheckOptions, reportOptions } from '../options/report-options.ts';

const examples: Readonly<Record<PeriodKind, CommandSpec['examples']>> = {
  day: ['peerdesk report day', 'peerdesk report day 2026-11-21 --by method'],
  week: ['peerdesk report week', 'peerdesk report week 2026-11-21 --by counterparty --csv'],
  month: ['peerdesk report month 2026-11', 'peerdesk report month 2026-11 --cost fifo --entries opening.csv'],
  year: [
    'peerdesk report year 2026',
    'peerdesk report year 2026 --json',
    'peerdesk report year 2026 --export koinly --out trades-2026.csv',
  ],
};

function periodCommand(kind: PeriodKind): CommandSpec {
  return {
    usage: `${kind} [date]`,
    summary: `sum up the trades of a ${kind}: volume, fees, what was earned, what is left (default: the present ${kind})`,
    options: reportOptions,
    examples: examples[kind],
    notes:
      'Reads the journal of the register, on the clock of PEERDESK_TIME_ZONE (default: UTC), and calls no service. A worker fills it\nfrom the history of the service, half a year back at first, then once an hour. Each pair has sums of its own.',
    load: async () => (await import('../report/report-period.ts')).reportPeriod(kind),
  };
}

export const reportGroup: CommandGroup = {
  name: 'report',
  summary: 'the books: what was traded and earned, and whether the journal has what the service shows',
  commands: [
    ...periodKinds.map(periodCommand),
    {
      usage: 'check',
      summary: 'compare the journal with the history of the service, and check its chain',
      options: reportCheckOptions,
      examples: ['peerdesk report check', 'peerdesk report check --account main --json'],
      notes:
        'Reads the last six months with the keys of the account. Each difference has one of twelve names. Exit code 6 when there is\none, or when the chain of the journal is broken.',
      load: async () => (await import('../report/report-check.ts')).reportCheck,
    },
  ],
};
