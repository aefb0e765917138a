import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { SearchAttributeUpdatePair } from '@temporalio/common';
import { orderView } from './order-desk.ts';
import type { OrderDesk } from './order-desk.ts';
import { commandBlock, moment, plainDecimal, updateCommand } from '../kit/details-text.ts';
import type { OrderView, WaitReason } from '../contract/order-contract.ts';
import * as attributes from '../contract/search-attributes.ts';
import { orderWorkflowId } from '../contract/workflow-ids.ts';

/** Short waits that would only flicker in a list: they keep the state before them. */
const passing = ['reading', 'releasing', 'marking-paid', 'nothing'];

/** Shows the order in the Web UI: details in Markdown (no history), search attributes when one has changed. */
export function createOrderPresenter(desk: OrderDesk): () => void {
  let shown = '';
  return () => {
    const view = orderView(desk);
    setCurrentDetails(orderDetails(view));
    const pairs = orderAttributes(view);
    const key = JSON.stringify(pairs.map((pair) => pair.value));
    if (key === shown || isFlicker(view, shown)) return;
    shown = key;
    upsertSearchAttributes(pairs);
  };
}

function isFlicker(view: OrderView, shown: string): boolean {
  return shown !== '' && passing.includes(view.waitingFor) && !isOver(view);
}

function isOver(view: OrderView): boolean {
  return view.waitingFor === 'nothing';
}

function orderAttributes(view: OrderView): SearchAttributeUpdatePair[] {
  return [
    { key: attributes.peerdeskAccount, value: view.account },
    { key: attributes.peerdeskOrderNumber, value: view.orderNumber },
    { key: attributes.peerdeskMode, value: view.mode },
    { key: attributes.peerdeskState, value: isOver(view) ? view.status.toLowerCase() : view.waitingFor },
    { key: attributes.peerdeskPair, value: view.pair },
    { key: attributes.peerdeskSide, value: view.side },
    { key: attributes.peerdeskNeedsHuman, value: view.needsHuman },
  ];
}

/** The page of an order in the Web UI, in Markdown. No names of people, no bank accounts. */
export function orderDetails(view: OrderView): string {
  return [
    `## ${titleOf(view)}`,
    '',
    `**Status** ${view.status} · mode ${view.mode}`,
    '',
    `**Waits for** ${waitWords[view.waitingFor]} (\`${view.waitingFor}\`)`,
    '',
    `**Why** ${view.why}`,
    '',
    ...factLines(view),
    '',
    ...checkLines(view),
    ...commandBlock(commandsFor(view)),
  ].join('\n');
}

/** What each wait means to a merchant. */
const waitWords: Record<WaitReason, string> = {
  reading: 'the first read of the order',
  'awaiting-payment': 'the counterparty’s payment',
  'our-payment': 'YOU: pay, then confirm the payment',
  'marking-paid': 'the service to take the payment notice',
  'awaiting-release': 'the coin to be released',
  'release-gate': 'what its release still lacks',
  releasing: 'the service to take the release',
  held: 'YOU: take the hold away when it may go on',
  appeal: 'YOU: answer the appeal at the service',
  'outcome-unknown': 'a read that tells what happened to the last call',
  'needs-human': 'YOU: look at the service and say what happened',
  shadow: 'whoever really runs the account: a shadow desk writes nothing',
  blocked: 'the end of a block',
  nothing: 'nothing, it has ended',
};

function titleOf({ side, amount, pair, price, orderNumber }: OrderView): string {
  if (side === null || amount === null || pair === null || price === null) return `Order ${orderNumber}`;
  const [asset, fiat] = pair.split('/');
  return `${side} ${plainDecimal(amount)} ${asset ?? ''} @ ${plainDecimal(price)} ${fiat ?? ''}`;
}

function factLines(view: OrderView): string[] {
  const fiat = view.pair?.split('/')[1] ?? '';
  return [
    ...(view.totalPrice === null ? [] : [`- **Total** ${plainDecimal(view.totalPrice)} ${fiat}`]),
    ...(view.untilMs === null ? [] : [`- **Until** ${moment(view.untilMs)}`]),
    ...view.approvals.map(({ by, atMs }) => `- **Approved** by ${by} (${moment(atMs)})`),
    ...(view.held === null ? [] : [`- **Held** by ${view.held.by}: ${view.held.note}`]),
    ...(view.lastProblem === null ? [] : [`- **Last problem** ${view.lastProblem}`]),
  ];
}

function checkLines({ checks }: OrderView): string[] {
  if (checks.length === 0) return [];
  return ['**The release still lacks**', '', ...checks.map(({ name, text }) => `- \`${name}\`: ${text}`), ''];
}

function commandsFor(view: OrderView): string[] {
  const command = commandFor(view);
  if (command === null) return [];
  const { account, orderNumber } = view;
  return [
    `npx peerdesk order ${command.typed.replace('NUMBER', orderNumber)} --account ${account}`,
    updateCommand(orderWorkflowId(account, orderNumber), command.update, command.input),
  ];
}

interface OrderCommand {
  /** As `peerdesk order` takes it. */
  typed: string;
  update: string;
  input: object;
}

/** The command that the order most likely needs now; null when nobody is asked. */
function commandFor(view: OrderView): OrderCommand | null {
  switch (view.waitingFor) {
    case 'release-gate':
      return gateCommand(view);
    case 'held':
      return { typed: 'unhold NUMBER', update: 'unhold', input: { by: 'me' } };
    case 'our-payment': {
      const input = { by: 'me', payId: null, proof: 'bank reference' };
      return { typed: "paid NUMBER --proof 'bank reference'", update: 'confirmPayment', input };
    }
    case 'needs-human': {
      const input = { by: 'me', outcome: 'done', note: 'seen in the app' };
      return { typed: "resolve NUMBER --outcome done --note 'seen in the app'", update: 'resolve', input };
    }
    case 'awaiting-payment':
      return view.side === 'SELL' ? { typed: 'hold NUMBER', update: 'hold', input: { by: 'me', note: 'why' } } : null;
    default:
      return null;
  }
}

/** What brings the missing piece that a human or a bank reader can bring. */
function gateCommand({ checks }: OrderView): OrderCommand | null {
  const lacks = (...names: string[]): boolean => checks.some((check) => names.includes(check.name));
  if (lacks('approval')) return { typed: 'approve NUMBER', update: 'approveRelease', input: { by: 'me' } };
  if (!lacks('payment-match', 'payment-amount', 'payer-name', 'proof-unused')) return null;
  const input = { amount: '0.00', payerName: 'name on the transfer', proofId: 'bank reference', atMs: 0 };
  const typed = "match NUMBER --amount 0.00 --payer 'name on the transfer' --proof 'bank reference'";
  return { typed, update: 'attachMatch', input };
}
