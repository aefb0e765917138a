import type { CommandGroup, CommandSpec, OptionSpec } from '../kit/command-spec.ts';
import { listOptions } from '../options/ad-options.ts';
import { orderChatOptions, orderSayOptions } from '../options/chat-options.ts';
import { orderDossierOptions } from '../options/dossier-options.ts';
import { actingOptions, sessionOptions } from '../options/common-options.ts';
import {
  orderApproveOptions,
  orderCancelOptions,
  orderHistoryCommandOptions,
  orderPaidOptions,
  orderTakeOptions,
  orderPlaceOptions,
  orderReceivedOptions,
  orderResolveOptions,
  orderShowOptions,
  orderStartOptions,
  orderStopOptions,
  orderUnholdOptions,
  orderUnmatchOptions,
} from '../options/order-options.ts';

function operatorCommand(
  name: string,
  summary: string,
  options: readonly OptionSpec[] = actingOptions,
): Omit<CommandSpec, 'load'> {
  return {
    usage: `${name} <order-number...>`,
    summary,
    options,
    examples: [
      `peerdesk order ${name} 22698351074563940352 --by ana${name === 'stop' ? ' --yes' : ''}`,
      `peerdesk order ${name} 22698351074563940352 22698351074563940977${name === 'stop' ? ' --yes' : ''}`,
    ],
  };
}

export const orderGroup: CommandGroup = {
  name: 'order',
  summary: 'manage orders: list, approve, hold, record payments and outcomes, place',
  commands: [
    {
      usage: 'list',
      summary: 'list orders, and placements that have not ended',
      options: listOptions,
      examples: [
        'peerdesk order list --needs-human --json',
        'peerdesk order list --all-accounts --needs-human --watch',
      ],
      load: async () => (await import('../order/order-list.ts')).orderList,
    },
    {
      usage: 'history',
      summary: 'list orders that have ended, with amount, price and times; needs no worker',
      options: orderHistoryCommandOptions,
      examples: ['peerdesk order history --since 30d --csv', 'peerdesk order history --all-accounts'],
      load: async () => (await import('../order/order-history.ts')).orderHistoryCommand,
    },
    {
      usage: 'show <order-number>',
      summary: 'show one order: status, what it waits for, what its release is missing',
      options: orderShowOptions,
      examples: ['peerdesk order show 22698351074563940352'],
      load: async () => (await import('../order/order-show.ts')).orderShow,
    },
    {
      usage: 'chat <order-number>',
      summary: 'show what was written at one order, the newest last; needs the worker of this machine that leads',
      options: orderChatOptions,
      examples: ['peerdesk order chat 22698351074563940352', 'peerdesk order chat 22698351074563940352 --limit 100'],
      notes: 'What others write is data: each message takes one line. Showing it marks nothing as read.',
      load: async () => (await import('../chat/order-chat.ts')).orderChat,
    },
    {
      usage: 'read <order-number>',
      summary: 'mark the messages of one order as read',
      options: sessionOptions,
      examples: ['peerdesk order read 22698351074563940352'],
      load: async () => (await import('../chat/order-read.ts')).orderRead,
    },
    {
      usage: 'say <order-number> [text]',
      summary: 'write to the counterparty of one order, over the chat that the desk holds',
      options: orderSayOptions,
      examples: [
        'peerdesk order say 22698351074563940352 "Hola, ya lo reviso"',
        'peerdesk order say 22698351074563940352 --image receipt.jpg',
        'peerdesk order say 22698351074563940352 --greeting welcome',
      ],
      notes:
        'It says whether the message was sent, was not, or may have been (exit code 5): repeated with its --id it is looked for in\nthe chat first. What it says is kept nowhere. After an appeal has begun it takes --yes.',
      load: async () => (await import('../chat/order-say.ts')).orderSay,
    },
    {
      usage: 'dossier <order-number> [folder]',
      summary: 'write what an appeal needs of one order into a folder; `order dossier check FOLDER` verifies one',
      options: orderDossierOptions,
      examples: [
        'peerdesk order dossier 22698351074563940352 --out appeal --key ana',
        'peerdesk order dossier check appeal',
      ],
      notes:
        'It has the order, its people, chat and pictures, payments and their verdicts, approvals, and when what was read and called:\ndossier.json, dossier.md and the sums of all files. The folder names people: keep it as you keep the keys. Exit code 1: a part\nis missing, and it says which; 6, of a check: a file was changed, added or taken away.',
      load: async () => (await import('../dossier/order-dossier.ts')).orderDossier,
    },
    {
      usage: 'start <order-number>',
      summary: 'start the workflow of one existing order; needs no desk',
      options: orderStartOptions,
      examples: ['peerdesk order start 22698351074563940352'],
      notes: 'Mode and release rules are those of the account. A running order is left as it is.',
      load: async () => (await import('../order/order-start.ts')).orderStart,
    },
    {
      usage: 'approve-release <order-number...>',
      formerly: 'approve',
      summary: 'approve the release, with its total; all other checks still apply',
      options: orderApproveOptions,
      examples: [
        'peerdesk order approve-release 22698351074563940352 --amount 400.00 --by ana',
        'peerdesk order approve-release 22698351074563940352 22698351074563940977 --each',
        'peerdesk order approve-release 22698351074563940352 22698351074563940977 --each --amount 22698351074563940352=400.00 --amount 22698351074563940977=250.00',
      ],
      notes:
        "At a terminal it shows each order and asks for its total; without one --amount has to equal it, and nothing else stands\nfor that. An approval covers what the order shows, and expires after 15 minutes. It is signed when this machine has the\napprover's key (`peerdesk approver init`). Exit code 6: it does not count, and why.",
      load: async () => (await import('../order/order-approve.ts')).orderApprove,
    },
    {
      ...operatorCommand('revoke', 'withdraw all approvals of the order'),
      load: async () => (await import('../order/order-operate.ts')).orderRevoke,
    },
    {
      ...operatorCommand('hold', 'stop payment and release until unhold; works without a worker'),
      load: async () => (await import('../order/order-operate.ts')).orderHold,
    },
    {
      ...operatorCommand('unhold', 'end a hold, or confirm that it goes on', orderUnholdOptions),
      notes:
        'Where approvals are signed it takes the signature of an approver, over the hold that the order shows: look at it first\n(`peerdesk order show`).',
      load: async () => (await import('../order/order-operate.ts')).orderUnhold,
    },
    {
      ...operatorCommand('verify-kyc', "confirm the counterparty's extra identity check to the service"),
      load: async () => (await import('../order/order-operate.ts')).orderVerifyKyc,
    },
    {
      ...operatorCommand(
        'stop',
        'stop managing the order for good; it stays unchanged at the service; needs --yes',
        orderStopOptions,
      ),
      load: async () => (await import('../order/order-operate.ts')).orderStop,
    },
    {
      usage: 'received <order-number>',
      formerly: 'match',
      summary: 'SELL order: attach the payment that has come in at your bank',
      options: orderReceivedOptions,
      examples: ['peerdesk order received 22698351074563940352 --amount 500.00 --payer "ANA PEREZ" --proof TRX-77'],
      notes:
        'Under every release policy its amount is compared with the total before it is attached, and its payer with the buyer by\nthe worker: nothing is released on a payment of another person, unless it was attached as one of a third party and a person\napproves it as that.',
      load: async () => (await import('../order/order-received.ts')).orderReceived,
    },
    {
      usage: 'not-received <order-number>',
      formerly: 'unmatch',
      summary: 'take an attached payment back, before a release rests on it',
      options: orderUnmatchOptions,
      examples: [
        'peerdesk order not-received 22698351074563940352 --payment TRX-77 --by ana --note "of another order"',
      ],
      notes: 'Approvals have to be given again: who approved may have counted it.',
      load: async () => (await import('../order/order-operate.ts')).orderUnmatch,
    },
    {
      usage: 'take <order-number>',
      summary: 'say for ten minutes that you work at an order: no other one reports its transfer meanwhile',
      options: orderTakeOptions,
      examples: [
        'peerdesk order take 22698351074563940352 --by ana',
        'peerdesk order take 22698351074563940352 --drop',
      ],
      notes:
        'Again, it begins again. Needs the register on this machine, and no Temporal; `order show` says who has an order. Who has paid\nall the same reports it with `order transferred --despite holder`.',
      load: async () => (await import('../order/order-take.ts')).orderTake,
    },
    {
      usage: 'transferred <order-number>',
      formerly: 'paid',
      summary: 'BUY order: you have sent the bank transfer; the order is marked paid',
      options: orderPaidOptions,
      examples: ['peerdesk order transferred 22698351074563940352 --proof TRX-20261121-77'],
      load: async () => (await import('../order/order-transferred.ts')).orderTransferred,
    },
    {
      usage: 'cancel <order-number>',
      summary: 'BUY order: cancel it at the service, for a reason; asked at the terminal, or --yes',
      options: orderCancelOptions,
      examples: [
        'peerdesk order cancel 22698351074563940352 --reason 4 --yes',
        'peerdesk order cancel 22698351074563940352 --reason 4 --despite-payment --key ana',
      ],
      notes:
        'On the merchant’s machine; signed where approvals are signed. Sent once, and never again by itself. Refused where the order\nmay be paid: then two different people say it with --despite-payment and the same reason, within 15 minutes. Only\nthe note of reason 5 goes to the service. Exit code 6: it was not sent, and why.',
      load: async () => (await import('../order/order-cancel.ts')).orderCancel,
    },
    {
      usage: 'record-outcome <order-number>',
      formerly: 'resolve',
      summary: 'say how a step with an unknown outcome, or an appeal, has ended',
      options: orderResolveOptions,
      examples: ['peerdesk order record-outcome 22698351074563940352 --outcome done --note "released in the app"'],
      notes:
        'That a placement was not done is kept in the register first, so say it on its machine. Where approvals are signed it takes\nthe signature of an approver. A release or a payment notice is ended by reads alone: "not-done" lets the order try again.',
      load: async () => (await import('../order/order-resolve.ts')).orderResolve,
    },
    {
      usage: 'place',
      summary: "place an order on another merchant's ad; needs --yes because it commits money",
      options: orderPlaceOptions,
      examples: [
        'peerdesk order place --ad 11485604983042220032 --side buy --amount 500 --price 9.31 --asset USDT --fiat BOB --wait --yes',
      ],
      notes: 'Default for mode and release rules: those of the account’s running desk.',
      load: async () => (await import('../order/order-place.ts')).orderPlace,
    },
  ],
};
