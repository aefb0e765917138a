import type { CommandGroup } from '../kit/command-spec.ts';
import {
  freePaymentOptions,
  registerBackupOptions,
  registerCreateOptions,
  registerExplainOptions,
  registerRecoverOptions,
  registerRestoreOptions,
  registerShowOptions,
} from '../options/register-options.ts';

export const registerGroup: CommandGroup = {
  name: 'register',
  summary: "make, show, back up and restore the register: the merchant's memory of money",
  commands: [
    {
      usage: 'create',
      summary: 'make the register of real money, once; no worker makes it by itself',
      options: registerCreateOptions,
      examples: ['peerdesk register create', 'peerdesk register create --config /etc/peerdesk/peerdesk.toml'],
      notes:
        'Never overwrites one. A register that is lost is put back from its backup (`restore`), or rebuilt as far as service and\nworkflows know (`recover`): a new one would take every payment for a new one.',
      load: async () => (await import('../register/register-create.ts')).registerCreate,
    },
    {
      usage: 'show',
      summary: 'show where it is, what may have left, what was released today, what restricts, and whether it is whole',
      options: registerShowOptions,
      examples: ['peerdesk register show', 'peerdesk register show --json'],
      notes: 'Reads every entry of its journal. Exit code 6 when the chain of the journal is broken.',
      load: async () => (await import('../register/register-show.ts')).registerShow,
    },
    {
      usage: 'explain <account>',
      summary: 'say what the releases are that the register does not know; until then no money moves',
      options: registerExplainOptions,
      examples: [
        'peerdesk register explain main --released-in-app',
        'peerdesk register explain main --released-in-app --yes --count 2 --by ana',
      ],
      notes:
        'Look at each order in the app first. An older copy has forgotten payments: the next release may be a second one.',
      load: async () => (await import('../register/register-explain.ts')).registerExplain,
    },
    {
      usage: 'free-payment <order-number>',
      summary: 'free the payment of an order whose release was not done, for the order that it pays',
      options: freePaymentOptions,
      examples: [
        'peerdesk register free-payment 22698351074563940352 --note "not released in the app; TRX-77 is of the next order"',
        'peerdesk register free-payment 22698351074563940352 --amount 400.00 --note "looked in the app" --by ana',
      ],
      notes:
        'Hold the order, and look in the app first. It reads the order at the service, shows what the register knows, and asks for\nthe total; without a terminal --amount has to equal it. Only a release that the reads of the worker have shown as not done\nfrees its payment, which never backs that order again. Where approvals are signed it takes the signature of an approver.',
      load: async () => (await import('../order/free-payment.ts')).freePayment,
    },
    {
      usage: 'backup <file>',
      summary: 'write a consistent copy to a new file, while workers go on',
      options: registerBackupOptions,
      examples: ['peerdesk register backup /backup/register-2026-11-21.sqlite'],
      notes:
        'A plain copy of the file misses what is in its write-ahead log. The backup holds references of payments: mode 0600, and\nkeep it like the keys. A register in PostgreSQL is backed up with its database (pg_dump).',
      load: async () => (await import('../register/register-backup.ts')).registerBackup,
    },
    {
      usage: 'restore [file]',
      summary: 'put a backup in the place of the register, as a new generation; the former one is kept aside',
      options: registerRestoreOptions,
      examples: ['peerdesk register restore /backup/register-2026-11-21.sqlite --yes'],
      notes:
        'Stop every worker first. What was released since the backup is asked about at the next start (`explain`), and no money moves\nbefore. In PostgreSQL put the database back with its own tools, then run it without a file: it begins a new generation.',
      load: async () => (await import('../register/register-restore.ts')).registerRestore,
    },
    {
      usage: 'recover',
      summary:
        'rebuild a lost register without a backup: releases switched off, open orders held, known releases booked',
      options: registerRecoverOptions,
      examples: ['peerdesk register recover', 'peerdesk register recover --days 3 --yes'],
      notes:
        'Prefer a backup. It cannot know payments that backed a release whose workflow is gone: check each payment by hand before\n`peerdesk desk open releases`. Needs the keys of the accounts; the workflows are asked as far as a worker answers.',
      load: async () => (await import('../register/register-recover.ts')).registerRecover,
    },
  ],
};
