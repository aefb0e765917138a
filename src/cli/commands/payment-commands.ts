import type { CommandGroup, CommandSpec } from '../kit/command-spec.ts';
import {
  doorOptions,
  paymentImportOptions,
  paymentListOptions,
  paymentShowOptions,
  paymentTestOptions,
} from '../options/payment-options.ts';

export const doorCommand: CommandSpec = {
  usage: 'door',
  summary: 'take in what banks and payment providers report, by signed posts; it needs no key of the service',
  options: doorOptions,
  examples: ['peerdesk door', 'peerdesk door --port 8450 --json'],
  notes:
    'Sources are [payments.NAME] of the configuration file, and each posts to /v1/payments/NAME. A post is verified before it is\nread, and answered by 200 once the register has it; the same delivery again changes nothing. It releases nothing: payments\nare shown by `peerdesk payment list` and with their order.',
  load: async () => (await import('../payment/door-run.ts')).door,
};

export const paymentGroup: CommandGroup = {
  name: 'payment',
  summary: 'show the payments that came in, as their sources have reported them',
  commands: [
    {
      usage: 'list',
      summary: 'list the payments that were seen lately, the newest first, with the order that each backs',
      options: paymentListOptions,
      examples: ['peerdesk payment list', 'peerdesk payment list --since 2h --currency BOB --json'],
      notes: 'Reads the register, and needs neither Temporal nor a worker.',
      load: async () => (await import('../payment/payment-list.ts')).paymentList,
    },
    {
      usage: 'show <number>',
      summary: 'show one payment with everything that its sources have said of it',
      options: paymentShowOptions,
      examples: ['peerdesk payment show 12', 'peerdesk payment show 12 --json'],
      load: async () => (await import('../payment/payment-show.ts')).paymentShow,
    },
    {
      usage: 'import <source> <file>',
      summary: "take in the payments of a bank's statement: CSV, camt.052/053/054 or MT940",
      options: paymentImportOptions,
      examples: [
        'peerdesk payment import bank november.csv --dry-run',
        'peerdesk payment import bank november.xml --format camt --json',
      ],
      notes:
        'The source is a [payments.NAME] with scheme = "statement". The same file again, or one that overlaps with it, adds nothing\ntwice, as long as it has whole days. Of a file with a row that is refused nothing is written, unless --skip-bad.',
      load: async () => (await import('../payment/payment-import.ts')).paymentImport,
    },
    {
      usage: 'test <source> <file>',
      summary: 'say what the templates of a source of texts read in sample messages; it writes nothing',
      options: paymentTestOptions,
      examples: ['peerdesk payment test phone samples.txt', 'peerdesk payment test phone - --json'],
      notes: 'The file has one message or several, with an empty line between them; - is standard input.',
      load: async () => (await import('../payment/payment-test.ts')).paymentTest,
    },
  ],
};
