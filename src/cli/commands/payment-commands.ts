import type { CommandGroup, CommandSpec } from '../kit/command-spec.ts';
import { doorOptions, paymentListOptions, paymentShowOptions } from '../options/payment-options.ts';

export const doorCommand: CommandSpec = {
  usage: 'door [init]',
  summary: 'take in what banks and payment providers report, by signed posts; it needs no key of the service',
  options: doorOptions,
  examples: ['peerdesk door init', 'peerdesk door', 'peerdesk door --port 8450 --json'],
  notes:
    'Sources are [payments.NAME] of the configuration file, and each posts to /v1/payments/NAME. A post is verified before it is\nread, and answered by 200 once the register has it; the same delivery again changes nothing. `door init` makes the key by\nwhich evidence is signed: a worker counts nothing else as evidence. Payments are shown by `peerdesk payment list` and with\ntheir order; under policy match the one that is matched carries the release.',
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
  ],
};
