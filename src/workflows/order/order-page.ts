import type { SearchAttributeUpdatePair } from '@temporalio/common';
import { isTerminal, OrderStatus } from '../../domain/orders/order-status.ts';
import type { OrderMemory, OrderView, ParsedOrderInput, WaitReason } from '../contract/order-contract.ts';
import * as attributes from '../contract/search-attributes.ts';
import { codeText, commandBlock, moment, plainDecimal, plainText } from '../kit/details-text.ts';
import type { Presentation } from '../kit/run.ts';
import { urgentTroubles } from '../kit/trouble.ts';
import { orderCommandLines } from './order-page-commands.ts';
import { shownPayments } from './shown-payments.ts';

/** Answers the `state` query; no names of people. */
export function orderView(input: ParsedOrderInput, memory: OrderMemory, settled = true): OrderView {
  const { wait, progress, approvals } = memory;
  return {
    account: input.account,
    orderNumber: input.orderNumber,
    mode: input.mode,
    policy: input.release.policy,
    status: progress.status,
    statusSinceMs: progress.since,
    paidSinceMs: paidSince(memory),
    ...tradeFacts(memory),
    waitingFor: wait.reason,
    why: whyOf(memory),
    sinceMs: wait.sinceMs,
    untilMs: wait.untilMs,
    needsHuman: needsHuman(memory),
    checks: memory.checks,
    approvals: approvals.map(({ by, atMs, expiresAtMs, signed }) => ({
      by,
      atMs,
      expiresAtMs,
      signed: signed !== null,
    })),
    payments: shownPayments(memory),
    paymentConfirmedBy: memory.payment?.by ?? null,
    held: memory.held,
    mayHaveLeft: memory.open,
    mark: memory.mark,
    isKept: memory.unkept.length === 0,
    hasLeft: hasLeft(memory),
    undecided: memory.undecided,
    placedBy: memory.placedBy,
    attempts: memory.attempts,
    troubles: Object.values(memory.troubles).map(({ text }) => text),
    lastProblem: memory.lastProblem,
    refused: memory.refused,
    settled,
  };
}

/** The service's word first: a desk that was away has seen the payment later than it was marked. */
function paidSince({ order, progress }: OrderMemory): number | null {
  if (progress.status === OrderStatus.AWAITING_PAYMENT) return null;
  return order?.paidAtMs ?? (progress.status === OrderStatus.PAID ? progress.since : null);
}

/** Whether a call of the desk's own step may be on its way. */
function hasLeft({ sending, sendingIsStopped, held, open }: OrderMemory): boolean {
  const isUnderWay = sending !== null && !(sendingIsStopped && held !== null);
  return isUnderWay || open !== null;
}

/** The desk's own step in the order. */
const stepOf = ({ order }: OrderMemory): string => (order?.side === 'BUY' ? 'payment notice' : 'release');

/** What a merchant reads while a call may show, or null. */
function openText(memory: OrderMemory): string | null {
  const { open, sending } = memory;
  if (open === null || sending !== null) return null;
  return `a ${stepOf(memory)} may have left at ${moment(open.armedAtMs)}: the order is read until ${moment(open.untilMs)}`;
}

/** A hold stops nothing that has left: its answer and the page say so, no matter who gave it, and how. */
function whyOf(memory: OrderMemory): string {
  const { wait, held } = memory;
  const isLate = held !== null && (hasLeft(memory) || wait.reason === 'confirming');
  if (isLate)
    return `the ${stepOf(memory)} may have left before the hold; the order is held in case it did not happen; ${wait.why}`;
  return [openText(memory), wait.why, ...elsewhereTexts(memory)].filter((part) => part !== null).join('; ');
}

/** At the gate a person adds payments up: those that do not count are named. */
function elsewhereTexts(memory: OrderMemory): string[] {
  const { reason } = memory.wait;
  if (reason !== 'release-gate' && reason !== 'held') return [];
  return shownPayments(memory).flatMap(({ reference, amount, backs }) =>
    backs === null ? [] : [`payment ${reference} of ${amount} backs order ${backs} and does not count for this one`],
  );
}

/** Facts of the trade from the last read; nothing before the first. */
function tradeFacts({
  order,
}: OrderMemory): Pick<OrderView, 'side' | 'pair' | 'amount' | 'price' | 'totalPrice' | 'payId' | 'counterpartyNumber'> {
  if (order === null) return unread;
  const { side, amount, price, totalPrice, selectedPayId: payId, counterpartyNumber } = order;
  return { side, pair: `${order.asset}/${order.fiat}`, amount, price, totalPrice, payId, counterpartyNumber };
}

const unread = {
  side: null,
  pair: null,
  amount: null,
  price: null,
  totalPrice: null,
  payId: null,
  counterpartyNumber: null,
};

function needsHuman(memory: OrderMemory): boolean {
  if (isTerminal(memory.progress.status) || memory.stoppedBy !== null) return false;
  return memory.wait.asks === 'human' || urgentTroubles(memory).length > 0;
}

/** Short waits that would only flicker in a list: they keep the state before them. */
const passing: readonly WaitReason[] = ['reading', 'releasing', 'marking-paid'];

/** The order in the Web UI: details in Markdown and search attributes. */
export function orderPage(input: ParsedOrderInput, memory: OrderMemory): Presentation {
  const view = orderView(input, memory);
  return {
    details: orderDetails(view),
    attributes: orderAttributes(view),
    isPassing: passing.includes(view.waitingFor) && !view.needsHuman,
  };
}

function orderAttributes(view: OrderView): SearchAttributeUpdatePair[] {
  return [
    { key: attributes.peerdeskAccount, value: view.account },
    { key: attributes.peerdeskOrderNumber, value: view.orderNumber },
    { key: attributes.peerdeskMode, value: view.mode },
    {
      key: attributes.peerdeskState,
      value: view.waitingFor === 'nothing' ? view.status.toLowerCase() : view.waitingFor,
    },
    { key: attributes.peerdeskPair, value: view.pair },
    { key: attributes.peerdeskSide, value: view.side },
    { key: attributes.peerdeskNeedsHuman, value: view.needsHuman },
    { key: attributes.peerdeskPaidSince, value: view.paidSinceMs === null ? null : new Date(view.paidSinceMs) },
  ];
}

/** The page of an order in the Web UI, in Markdown. No names of people, no bank accounts. */
function orderDetails(view: OrderView): string {
  return [
    `## ${titleOf(view)}`,
    '',
    `**Status** ${view.status} · mode ${view.mode}${view.needsHuman ? ' · **needs you**' : ''}`,
    '',
    `**Waits for** ${waitWords[view.waitingFor]} (\`${view.waitingFor}\`), since ${moment(view.sinceMs)}`,
    '',
    `**Why** ${plainText(view.why)}`,
    '',
    ...factLines(view),
    '',
    ...checkLines(view),
    ...commandBlock(orderCommandLines(view)),
  ].join('\n');
}

/** What each wait means to a merchant. */
const waitWords: Record<WaitReason, string> = {
  reading: 'a read of the order',
  'awaiting-payment': 'the counterparty’s payment',
  'our-payment': 'YOU: read why, then pay or confirm the payment',
  'marking-paid': 'the service to take the payment notice',
  'awaiting-release': 'the coin to be released',
  confirming: 'the service to show what it has accepted',
  'release-gate': 'what its release still lacks',
  releasing: 'the service to take the release',
  held: 'YOU: take the hold away when it may go on',
  appeal: 'YOU: answer the appeal at the service',
  'outcome-unknown': 'a read that shows the outcome of the last call',
  'needs-human': 'YOU: look at the service and say what happened',
  shadow: 'the operator of the real account: a shadow desk writes nothing',
  blocked: 'the end of a block',
  'given-up': 'nothing of this desk: continue in the app',
  nothing: 'nothing, it has ended',
};

function titleOf({ side, amount, pair, price, orderNumber }: OrderView): string {
  if (side === null || amount === null || pair === null || price === null) return `Order ${orderNumber}`;
  const [asset, fiat] = pair.split('/');
  return plainText(`${side} ${plainDecimal(amount)} ${asset ?? ''} @ ${plainDecimal(price)} ${fiat ?? ''}`);
}

function factLines(view: OrderView): string[] {
  const fiat = view.pair?.split('/')[1] ?? '';
  return [
    ...(view.totalPrice === null ? [] : [`- **Total** ${plainText(`${plainDecimal(view.totalPrice)} ${fiat}`)}`]),
    ...(view.counterpartyNumber === null ? [] : [`- **Counterparty** ${plainText(view.counterpartyNumber)}`]),
    ...(view.untilMs === null ? [] : [`- **Until** ${moment(view.untilMs)}`]),
    ...view.approvals.map(
      ({ by, atMs, expiresAtMs, signed }) =>
        `- **Approved** by ${plainText(by)} (${moment(atMs)}, holds until ${moment(expiresAtMs)}${signed ? ', signed' : ''})`,
    ),
    ...paymentLines(view),
    ...(view.isKept ? [] : ['- **Not kept outside Temporal yet**: a worker has to copy what was taken back']),
    ...(view.held === null ? [] : [`- **Held** by ${plainText(view.held.by)}: ${plainText(view.held.note)}`]),
    ...view.troubles.map((text) => `- **Trouble** ${plainText(text)}`),
    ...(view.lastProblem === null ? [] : [`- **Last problem** ${plainText(view.lastProblem)}`]),
    ...(view.refused.last === null
      ? []
      : [`- **Messages refused** ${view.refused.count}, the last: ${plainText(view.refused.last.reason)}`]),
  ];
}

function paymentLines({ payments, pair }: OrderView): string[] {
  const fiat = pair?.split('/')[1] ?? '';
  return payments.map(({ reference, amount, by, atMs, backs, despite }) => {
    const whose = despite === undefined ? '' : ', **of a third party**';
    const origin = atMs === null ? '' : `, attached${by === null ? '' : ` by ${plainText(by)}`} (${moment(atMs)})`;
    const count = backs === null ? '' : `; **does not count**: it backs order ${plainText(backs)}`;
    return `- **Payment** ${plainText(reference)}, ${plainText(`${plainDecimal(amount)} ${fiat}`)}${whose}${origin}${count}`;
  });
}

function checkLines({ checks }: OrderView): string[] {
  if (checks.length === 0) return [];
  const lines = checks.map(({ name, text }) => `- ${codeText(name)}: ${plainText(text)}`);
  return ['**The release still lacks**', '', ...lines, ''];
}
