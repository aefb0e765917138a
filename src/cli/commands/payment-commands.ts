import type { CommandGroup, CommandSpec } from '../kit/command-spec.ts';
import {
  doorOptions,
  paymentAssignOptions,
  paymentImportOptions,
  paymentListOptions,
  paymentRefuseOptions,
  paymentShowOptions,
  paymentTestOptions,
} from '../options/payment-options.ts';

export const doorCommand: CommandSpec = {
  usage: 'door [act] [person]',
  summary:
    'take in what banks and payment providers report, and show the page to phones; it needs no key of the service',
  options: doorOptions,
  examples: [
    'peerdesk door init',
    'peerdesk door',
    'peerdesk door --port 8450 --json',
    'peerdesk door enrol ana',
    'peerdesk door push-key',
  ],
  notes:
    'Sources are [payments.NAME] of the configuration file, and each posts to /v1/payments/NAME. A post is verified before it is\nread, and answered by 200 once the register has it; the same delivery again changes nothing. `door init` makes the key by\nwhich evidence is signed: a worker counts nothing else as evidence. Payments are shown by `peerdesk payment list` and with\ntheir order; under policy match the one that is matched carries the release. With [door.page] the page for phones is open, too;\n`door enrol NAME` prints a word by which that person makes a passkey there, once, within ten minutes,\nand `door push-key` makes the key by which the devices of the page are notified. Where accounts are notified by a bot of Telegram\nits buttons are heard, which hold an order and do nothing else.',
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
      examples: [
        'peerdesk payment list',
        'peerdesk payment list --unmatched --since 30d',
        'peerdesk payment list --currency BOB --json',
      ],
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
      summary: "take in the payments of a bank's statement: CSV, camt.052/053/054, MT940 or OFX",
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
      usage: 'assign <number> <order-number>',
      summary: 'SELL order: attach a payment that was seen, as `order received` attaches one that is typed',
      options: paymentAssignOptions,
      examples: [
        'peerdesk payment assign 12 22698351074563940352',
        'peerdesk payment assign 12 22698351074563940352 --payer "ANA PEREZ" --by ana',
      ],
      notes:
        'Amount, payer, reference and time are those of the payment; its amount and currency have to be those of the order.',
      load: async () => (await import('../payment/payment-assign.ts')).paymentAssign,
    },
    {
      usage: 'refuse <number>',
      summary: 'refuse a payment, so that no release rests on it, or take that back',
      options: paymentRefuseOptions,
      examples: [
        'peerdesk payment refuse 12 --reason "sent back to its payer" --by ana',
        'peerdesk payment refuse 12 --undo --reason "it is of the next order" --key ana',
      ],
      notes:
        'What the payment is claimed by is refused: other payments with the same reference of the bank are refused with it.\nWhere approvals are signed --undo is, too: with --key, or the key of --by.',
      load: async () => (await import('../payment/payment-refuse.ts')).paymentRefuse,
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
