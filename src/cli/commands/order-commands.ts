import type { CommandGroup, CommandSpec, OptionSpec } from '../command-spec.ts';
import { listOptions } from './ad-commands.ts';
import { modeOptions, operatorOptions, releaseOptions, sessionOptions } from './common-options.ts';

const placementOption: OptionSpec = {
  flags: '--placement',
  text: 'the number is the request id of `order place`',
};

/** A command of an operator to one order or several. */
function operatorCommand(name: string, summary: string, more: readonly OptionSpec[] = []): Omit<CommandSpec, 'load'> {
  return {
    usage: `${name} <order-number...>`,
    summary,
    options: [...operatorOptions, ...more, ...sessionOptions],
    examples: [`peerdesk order ${name} 22698351074563940352 --by ana${name === 'stop' ? ' --yes' : ''}`],
  };
}

export const orderGroup: CommandGroup = {
  name: 'order',
  summary: 'carry orders: look, approve, hold, confirm a payment, resolve, place',
  commands: [
    {
      usage: 'list',
      summary: 'the orders that are carried, and placements that have not ended',
      options: listOptions,
      examples: ['peerdesk order list', 'peerdesk order list --needs-human --json'],
      load: async () => (await import('../order/order-list.ts')).orderList,
    },
    {
      usage: 'show <order-number>',
      summary: 'one order: status, what it waits for, what its release still lacks',
      options: [placementOption, ...sessionOptions],
      examples: ['peerdesk order show 22698351074563940352'],
      load: async () => (await import('../order/order-show.ts')).orderShow,
    },
    {
      usage: 'start <order-number>',
      summary: 'carry one order that exists, as the intake of a desk would; needs no desk',
      options: [...modeOptions, ...sessionOptions],
      examples: ['peerdesk order start 22698351074563940352'],
      notes: 'Mode and release rules are those of the account. An order that is carried already goes on as it is.',
      load: async () => (await import('../order/order-start.ts')).orderStart,
    },
    {
      ...operatorCommand('approve', 'a human approves the release; every other check must still hold', [
        { flags: '--key <name>', text: 'sign with this key (default: the key of --by, when there is one)' },
      ]),
      notes:
        'An approval holds for what the order shows, for 15 minutes. Signed when this machine has a key of the person (`peerdesk approver init`).',
      load: async () => (await import('../order/order-operate.ts')).orderApprove,
    },
    {
      ...operatorCommand('revoke', 'take every approval of the order back'),
      load: async () => (await import('../order/order-operate.ts')).orderRevoke,
    },
    {
      ...operatorCommand('hold', 'pay and release nothing until unhold; kept where no worker runs'),
      load: async () => (await import('../order/order-operate.ts')).orderHold,
    },
    {
      ...operatorCommand('unhold', 'take a hold away'),
      load: async () => (await import('../order/order-operate.ts')).orderUnhold,
    },
    {
      ...operatorCommand('verify-kyc', "the counterparty's extra identity check is fine: tell the service"),
      load: async () => (await import('../order/order-operate.ts')).orderVerifyKyc,
    },
    {
      ...operatorCommand('stop', 'carry the order no longer; it stays at the service as it is; asks for --yes', [
        { flags: '--yes', text: 'really stop carrying it, for good' },
      ]),
      load: async () => (await import('../order/order-operate.ts')).orderStop,
    },
    {
      usage: 'match <order-number>',
      summary: 'the bank shows the payment of an order that the desk sells: what policy match compares',
      options: [
        { flags: '--amount <fiat>', text: 'the amount that arrived' },
        { flags: '--payer <name>', text: "the payer's name as the bank shows it" },
        { flags: '--proof <reference>', text: 'the bank reference; good for one order' },
        { flags: '--at <moment>', text: 'when it arrived, such as 2026-11-21T09:30:00Z (default: now)' },
        ...sessionOptions,
      ],
      examples: ['peerdesk order match 22698351074563940352 --amount 500.00 --payer "ANA PEREZ" --proof TRX-77'],
      load: async () => (await import('../order/order-operate.ts')).orderMatch,
    },
    {
      usage: 'paid <order-number>',
      summary: 'the bank transfer of an order that the desk buys with has left: mark it paid',
      options: [
        { flags: '--proof <reference>', text: 'what proves the payment, such as the bank reference' },
        {
          flags: '--pay-id <id>',
          text: "the counterparty's payment method that was paid to (default: the order's own choice)",
        },
        { flags: '--by <name>', text: 'who does it; stands in the history (default: $USER)' },
        ...sessionOptions,
      ],
      examples: ['peerdesk order paid 22698351074563940352 --proof TRX-20261121-77'],
      load: async () => (await import('../order/order-operate.ts')).orderPaid,
    },
    {
      usage: 'resolve <order-number>',
      summary: 'say what happened to a step whose outcome could not be told, or how an appeal ended',
      options: [
        { flags: '--outcome <outcome>', text: 'done, not-done (it may run again) or give-up' },
        ...operatorOptions,
        placementOption,
        { flags: '--yes', text: 'really not-done or give-up' },
        { flags: '--order-number <number>', text: 'with --placement and outcome done: the order that was placed' },
        ...sessionOptions,
      ],
      examples: ['peerdesk order resolve 22698351074563940352 --outcome done --note "released in the app"'],
      load: async () => (await import('../order/order-resolve.ts')).orderResolve,
    },
    {
      usage: 'place',
      summary: "take somebody else's ad; asks for --yes because it commits money",
      options: [
        { flags: '--ad <number>', text: 'the ad' },
        { flags: '--side <side>', text: "the desk's own side: buy or sell" },
        { flags: '--amount <fiat>', text: 'total in the fiat' },
        { flags: '--price <price>', text: 'the price you saw; the order is refused when it has changed' },
        { flags: '--asset <asset>', text: 'such as USDT' },
        { flags: '--fiat <fiat>', text: 'such as BOB' },
        { flags: '--pay-id <id>', text: 'own payment method, needed to sell' },
        {
          flags: '--request-id <id>',
          text: 'idempotency key: the same one never places twice (default: a new one, printed)',
        },
        { flags: '--wait', text: 'wait until it is placed or refused (up to --timeout, then 60s)' },
        { flags: '--yes', text: 'really place it' },
        ...releaseOptions,
        ...modeOptions,
        ...sessionOptions,
      ],
      examples: [
        'peerdesk order place --ad 11485604983042220032 --side buy --amount 500 --price 9.31 --asset USDT --fiat BOB --wait --yes',
      ],
      notes: 'Mode and release rules are those of the account’s desk when it runs and nothing else is given.',
      load: async () => (await import('../order/order-place.ts')).orderPlace,
    },
  ],
};
