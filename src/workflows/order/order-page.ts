import type { SearchAttributeUpdatePair } from '@temporalio/common';
import { isTerminal, OrderStatus } from '../../domain/orders/order-status.ts';
import type { WaitCode } from '../../domain/orders/order-wait.ts';
import { askedCancelText, orderWhy, problemText, waitWords } from '../../words/order-words.ts';
import { orderTroubleText } from '../../words/order-trouble-words.ts';
import { checkText } from '../../words/check-words.ts';
import type { OrderMemory, OrderView, ParsedOrderInput } from '../contract/order-contract.ts';
import * as attributes from '../contract/search-attributes.ts';
import { codeText, commandBlock, plainText } from '../kit/details-text.ts';
import { moment } from '../../words/moment.ts';
import { amountText, tradeTitle } from '../../words/amount-words.ts';
import { pageHead } from '../kit/page-head.ts';
import type { Presentation } from '../kit/run.ts';
import { shownTroubles, urgentTroubles } from '../kit/trouble.ts';
import { orderCommandLines } from './order-page-commands.ts';
import { shownPayments } from './shown-payments.ts';
import { refusedLines, shownRefusals } from '../kit/refused-messages.ts';

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
    waitingFor: wait.what,
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
    payDeadlineMs: memory.order?.payDeadlineMs ?? null,
    paymentConfirmedBy: memory.payment?.by ?? null,
    ...(memory.cancel === undefined ? {} : { cancel: memory.cancel }),
    held: memory.held,
    mayHaveLeft: memory.open,
    mark: memory.mark,
    isKept: memory.unkept.length === 0,
    hasLeft: hasLeft(memory),
    undecided: memory.undecided,
    placedBy: memory.placedBy,
    attempts: memory.attempts,
    troubles: Object.values(shownTroubles(memory, orderTroubleText)),
    lastProblem: memory.lastProblem,
    refused: shownRefusals(memory.refused),
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

function whyOf(memory: OrderMemory): string {
  const { wait, order, held, checks, lastProblem, open, sending } = memory;
  return orderWhy({
    wait: wait.what,
    side: order?.side ?? null,
    due: order === null ? null : { total: order.totalPrice, fiat: order.fiat },
    held,
    checks,
    problem: lastProblem,
    payments: shownPayments(memory),
    hasLeft: hasLeft(memory),
    open: sending === null ? open : null,
  });
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
const passing: readonly WaitCode[] = ['reading', 'releasing', 'marking-paid', 'keeping-end'];

/** The order in the Web UI: details in Markdown and search attributes. */
export function orderPage(input: ParsedOrderInput, memory: OrderMemory): Presentation {
  const view = orderView(input, memory);
  return {
    details: orderDetails(view),
    attributes: orderAttributes(view),
    isPassing: passing.includes(view.waitingFor.code) && !view.needsHuman && !isEndUnkept(view),
  };
}

/** The end of an order that the register does not take is no short wait. */
const isEndUnkept = ({ waitingFor, troubles }: OrderView): boolean =>
  waitingFor.code === 'keeping-end' && troubles.some(({ urgent }) => urgent);

function orderAttributes(view: OrderView): SearchAttributeUpdatePair[] {
  return [
    { key: attributes.peerdeskAccount, value: view.account },
    { key: attributes.peerdeskOrderNumber, value: view.orderNumber },
    { key: attributes.peerdeskMode, value: view.mode },
    {
      key: attributes.peerdeskState,
      value: view.waitingFor.code === 'nothing' ? view.status.toLowerCase() : view.waitingFor.code,
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
    ...pageHead({
      title: titleOf(view),
      says: view.why,
      code: view.waitingFor.code,
      sinceMs: view.sinceMs,
      untilMs: view.untilMs,
      mode: view.mode,
      needsHuman: view.needsHuman,
    }),
    `- **Waits for** ${waitWords[view.waitingFor.code]}`,
    `- **Status at the service** ${view.status}`,
    ...factLines(view),
    '',
    ...checkLines(view),
    ...commandBlock(orderCommandLines(view)),
  ].join('\n');
}

function titleOf({ side, amount, pair, price, orderNumber }: OrderView): string {
  if (side === null || amount === null || pair === null || price === null) return `Order ${orderNumber}`;
  const [asset, fiat] = pair.split('/');
  return tradeTitle({ side, amount, asset: asset ?? '', price, fiat: fiat ?? '' });
}

function factLines(view: OrderView): string[] {
  const fiat = view.pair?.split('/')[1] ?? '';
  return [
    ...(view.totalPrice === null ? [] : [`- **Total** ${plainText(`${amountText(view.totalPrice)} ${fiat}`)}`]),
    ...(view.counterpartyNumber === null ? [] : [`- **Counterparty** ${plainText(view.counterpartyNumber)}`]),
    ...view.approvals.map(
      ({ by, atMs, expiresAtMs, signed }) =>
        `- **Approved** by ${plainText(by)} (${moment(atMs)}, holds until ${moment(expiresAtMs)}${signed ? ', signed' : ''})`,
    ),
    ...paymentLines(view),
    ...(view.cancel === undefined
      ? []
      : [`- **Cancellation** ${plainText(askedCancelText(view.cancel))} (${moment(view.cancel.atMs)})`]),
    ...(view.isKept ? [] : ['- **Not kept outside Temporal yet**: a worker has to copy what was taken back']),
    ...(view.held === null ? [] : [`- **Held** by ${plainText(view.held.by)}: ${plainText(view.held.note)}`]),
    ...view.troubles.map(({ text }) => `- **Trouble** ${plainText(text)}`),
    ...(view.lastProblem === null ? [] : [`- **Last problem** ${plainText(problemText(view.lastProblem))}`]),
    ...refusedLines(view.refused),
  ];
}

function paymentLines({ payments, pair }: OrderView): string[] {
  const fiat = pair?.split('/')[1] ?? '';
  return payments.map(({ reference, amount, by, atMs, backs, despite }) => {
    const whose = despite === undefined ? '' : ', **of a third party**';
    const origin = atMs === null ? '' : `, attached${by === null ? '' : ` by ${plainText(by)}`} (${moment(atMs)})`;
    const count = backs === null ? '' : `; **does not count**: it backs order ${plainText(backs)}`;
    return `- **Payment** ${plainText(reference)}, ${plainText(`${amountText(amount)} ${fiat}`)}${whose}${origin}${count}`;
  });
}

function checkLines({ checks }: OrderView): string[] {
  if (checks.length === 0) return [];
  const lines = checks.map((check) => `- ${plainText(checkText(check))} (${codeText(check.name)})`);
  return ['**The release still lacks**', '', ...lines, ''];
}
