import type { OrderView, PlacementView, RefusedMessages, WorkflowEnd } from '../../client/index.ts';
import type { OrderSheet } from '../../domain/sheet/order-sheet.ts';
import { needText } from '../list/need-text.ts';
import { fieldList, textTable } from '../text/text-table.ts';
import { coded } from '../../words/coded.ts';
import { timeText } from '../text/time-zone.ts';
import { askedCancelText, elsewhereText, problemText, waitWords } from '../../words/order-words.ts';
import { checkText } from '../../words/check-words.ts';
import { amountText } from '../../words/amount-words.ts';
import type { WindowAnswer } from '../window/ask-window.ts';
import { codeFields } from '../../words/signing/approval-words.ts';
import { sheetParts } from './sheet-text.ts';

type AttachedPayment = NonNullable<OrderView['payments']>[number];

/** Formats one order with the checks of its release; `end`: how its workflow ended; `answer`: what the window says. */
export function orderText(
  view: OrderView,
  end: WorkflowEnd | null = null,
  answer: WindowAnswer<OrderSheet> | null = null,
): string {
  const fields = fieldList(orderFields(view, end, answer));
  return view.checks.length === 0 ? fields : `${fields}\n\n${checksText(view)}`;
}

/** Returns what is said of an order without the checks of its release, each part under its name. */
export function orderFields(
  view: OrderView,
  end: WorkflowEnd | null,
  answer: WindowAnswer<OrderSheet> | null,
): (readonly [name: string, text: string | null])[] {
  const { head, rest } = sheetParts(view, answer);
  return [
    ...head,
    ['order', `${view.orderNumber} of ${view.account}, mode ${view.mode}`],
    ['trade', tradeText(view)],
    ['counterparty', view.counterpartyNumber],
    ['status', `${view.status} since ${timeText(view.statusSinceMs)}, as the desk has seen it`],
    ...(head.some(([name]) => name === 'paid') ? [] : paidSince(view)),
    ['waits for', `${waitText(view)}, since ${timeText(view.sinceMs)}`],
    ['why', view.why],
    ...(end === null ? [] : [['its workflow', endText(end)] as const]),
    ...standing(view),
    ...codeFields(view),
    ['approvals', view.approvals.map(approvalText).join(', ') || 'none'],
    ...paymentFields(view),
    ...(view.cancel === undefined ? [] : [['cancellation', cancelText(view.cancel)] as const]),
    ['attempts', attemptsText(view)],
    ...(view.lastProblem === null ? [] : [['last problem', problemText(view.lastProblem)] as const]),
    ...(view.refused.last === null ? [] : [['refused messages', refusedText(view.refused)] as const]),
    ...rest,
  ];
}

/** Of a sale it is what the buyer says. */
const paidSince = ({ paidSinceMs }: OrderView): (readonly [string, string])[] =>
  paidSinceMs === null ? [] : [['paid since', timeText(paidSinceMs)]];

/** What stands in the way of an order. */
function standing({ troubles, held, undecided }: OrderView): (readonly [string, string])[] {
  return [
    ...troubles.map(({ text }) => ['trouble', text] as const),
    ...(held === null ? [] : [['held', `by ${held.by}${held.note === '' ? '' : `: ${held.note}`}`] as const]),
    ...(undecided === null
      ? []
      : [['undecided step', `${undecided}: \`peerdesk order record-outcome\` says what happened`] as const]),
  ];
}

/** Returns an order in one line: "PAID, needs you: no human has approved the release (release-gate)". */
export function standText(view: OrderView): string {
  const { waitingFor, status, why, untilMs, needsHuman } = view;
  if (waitingFor.code === 'nothing') return `${status}: ${why}`;
  return `${status}${needsHuman ? ', needs you' : ''}: ${coded(why, waitingFor.code, untilText(untilMs))}`;
}

/** Describes how a workflow ended: a running desk takes one up again that was ended from outside. */
export function endText({ how, atMs }: WorkflowEnd): string {
  const again = how === 'completed' ? '' : '; a desk that runs takes the order up again while it lives';
  return `${how} at ${timeText(atMs)}${again}`;
}

function approvalText({ by, atMs, expiresAtMs, signed }: OrderView['approvals'][number]): string {
  return `${by} at ${timeText(atMs)}${signed ? ' (signed: it counts while its key does)' : ''}, holds until ${timeText(expiresAtMs)}`;
}

function paymentFields({ payments }: OrderView): (readonly [string, string])[] {
  return payments.map((payment) => ['payment', paymentText(payment)] as const);
}

/** Returns "REF-1: 500.00, attached by ana at 2026-11-21T08:00:00Z". */
function paymentText(payment: AttachedPayment): string {
  const { reference, amount, by, atMs, backs } = payment;
  const whose = payment.despite === undefined ? '' : ' of a THIRD PARTY';
  const origin = atMs === null ? '' : `, attached${by === null ? '' : ` by ${by}`} at ${timeText(atMs)}`;
  return `${reference}: ${amountText(amount)}${whose}${origin}${backs === null ? '' : `; ${elsewhereText(payment)}`}`;
}

const cancelText = (cancel: NonNullable<OrderView['cancel']>): string =>
  `${askedCancelText(cancel)}, at ${timeText(cancel.atMs)}`;

function refusedText({ count, last }: RefusedMessages): string {
  if (last === null) return String(count);
  return `${count}, the last at ${timeText(last.atMs)}: ${last.message}: ${last.reason}`;
}

/** Returns "SELL 250.00 USDT/BOB @ 11.62, total 2905.00"; empty while the order has not been read. */
export function tradeText({ side, amount, pair, price, totalPrice }: OrderView): string {
  if (side === null) return '';
  return `${side} ${shown(amount)} ${pair ?? ''} @ ${shown(price)}, total ${shown(totalPrice)}`;
}

const shown = (decimal: string | null): string => (decimal === null ? '?' : amountText(decimal));

function waitText({ waitingFor, untilMs, needsHuman }: OrderView): string {
  return coded(waitWords[waitingFor.code], waitingFor.code, untilText(untilMs), needsHuman ? 'needs you' : null);
}

const untilText = (untilMs: number | null): string | null => (untilMs === null ? null : `until ${timeText(untilMs)}`);

function attemptsText({ attempts }: OrderView): string {
  const made = Object.entries(attempts).filter(([, count]) => count > 0);
  return made.map(([step, count]) => `${step} ${count}`).join(', ') || 'none';
}

function checksText({ checks }: OrderView): string {
  return textTable(
    [
      { title: 'THE RELEASE STILL LACKS', cell: checkText },
      { title: 'CHECK', cell: ({ name }) => name },
    ],
    checks,
  );
}

export function placementText(view: PlacementView): string {
  return fieldList([
    ['placement', view.requestId],
    ['ad', view.adNumber],
    ['why', view.why],
    ['state', coded(view.state, view.needsHuman ? 'needs you' : null)],
    ['order', view.orderNumber],
    ...view.riskTips.map((tip) => ['risk tip', tip] as const),
    ...(view.refused.last === null ? [] : [['refused messages', refusedText(view.refused)] as const]),
  ]);
}

export function placementLine({ requestId, state, orderNumber, why, needsHuman }: PlacementView): string {
  const order = orderNumber === null ? '' : `, order ${orderNumber}`;
  return `placement ${requestId}${order}: ${coded(needsHuman ? needText(why) : why, state)}`;
}
