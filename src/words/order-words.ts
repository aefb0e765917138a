/** What is said of an order: what it waits for, and what failed. */
import type { CancelReason } from '../domain/cancel-reason.ts';
import { isOwnFailure } from '../domain/failures/own-failures.ts';
import type { MoneyStepName, OnceStepName } from '../domain/once-steps.ts';
import type { OrderEnd, OrderProblem, OrderWait, WaitCode } from '../domain/orders/order-wait.ts';
import type { Check } from '../domain/orders/release-check.ts';
import { amountText } from './amount-words.ts';
import { lacksText } from './check-words.ts';
import { moment } from './moment.ts';

export const stepWords: Readonly<Record<MoneyStepName, string>> = {
  place: 'placement',
  'mark-paid': 'payment notice',
  release: 'release',
  cancel: 'cancellation',
};

/** What each wait means to a merchant. */
export const waitWords: Readonly<Record<WaitCode, string>> = {
  reading: 'a read of the order',
  'awaiting-payment': 'the counterparty’s payment',
  'our-payment': 'YOU: read why, then pay or confirm the payment',
  'marking-paid': 'the service to take the payment notice',
  cancelling: 'the service to take the cancellation',
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
  'keeping-end': 'the register to keep its end',
  nothing: 'nothing, it has ended',
};

/** A payment that backs another order. */
interface ElsewherePayment {
  readonly reference: string;
  readonly amount: string;
  readonly backs: string | null;
}

/** What of an order its wait is said with. */
interface WaitingOrder {
  readonly wait: OrderWait;
  readonly side: 'BUY' | 'SELL' | null;
  /** In its fiat; null: it was not read yet. */
  readonly due: { readonly total: string; readonly fiat: string } | null;
  readonly held: { readonly by: string; readonly note: string } | null;
  readonly checks: readonly Check[];
  readonly problem: OrderProblem | null;
  readonly payments: readonly ElsewherePayment[];
  /** Whether a call may be on its way. */
  readonly hasLeft: boolean;
  /** A call that may have left, while none is being sent; null: none. */
  readonly open: { readonly step?: OnceStepName; readonly armedAtMs: number; readonly untilMs: number } | null;
}

/** Returns why an order waits. A hold stops nothing that has left, and that is said. */
export function orderWhy(order: WaitingOrder): string {
  const { wait, held, side, hasLeft } = order;
  const ofSide = side === 'BUY' ? 'mark-paid' : 'release';
  const step = stepWords[order.open?.step === 'cancel' ? 'cancel' : ofSide];
  if (held !== null && (hasLeft || wait.code === 'confirming'))
    return `the ${step} may have left before the hold; the order is held in case it did not happen; ${waitText(order)}`;
  return [...openTexts(order, step), waitText(order), ...elsewhereTexts(order)].join('; ');
}

function openTexts({ open }: WaitingOrder, step: string): string[] {
  if (open === null) return [];
  return [`a ${step} may have left at ${moment(open.armedAtMs)}: the order is read until ${moment(open.untilMs)}`];
}

/** At the gate a person adds payments up: those that do not count are named. */
function elsewhereTexts({ wait, payments }: WaitingOrder): string[] {
  if (wait.code !== 'release-gate' && wait.code !== 'held') return [];
  return payments.flatMap((payment) => (payment.backs === null ? [] : [elsewhereText(payment)]));
}

/** Returns why an attached payment does not count. */
export function elsewhereText({ reference, amount, backs }: ElsewherePayment): string {
  return `payment ${reference} of ${amountText(amount)} backs order ${backs} and does not count for this one`;
}

function waitText(order: WaitingOrder): string {
  const { wait } = order;
  switch (wait.code) {
    case 'awaiting-payment':
      return `the counterparty has to pay ${dueText(order)}`;
    case 'our-payment':
      return ourPaymentText(wait, dueText(order));
    case 'awaiting-release':
      return wait.isMoving ? 'the service is moving the coin' : 'paid; the counterparty has to release';
    case 'confirming':
      return unshownStepText(wait);
    case 'release-gate':
      return gateText(wait, order);
    case 'held':
      return heldText(wait, order);
    case 'outcome-unknown':
      return unknownText(wait.step);
    case 'shadow':
      return `shadow: would ${wait.isDone ? 'have done' : 'now do'} the ${stepWords[wait.step]}`;
    case 'given-up':
      return `the ${stepWords[wait.step]} was given up here: it is carried on in the app`;
    case 'needs-human':
      return order.problem === null ? 'a step is undecided' : problemText(order.problem);
    case 'blocked':
      return order.problem === null ? 'refused by the service' : problemText(order.problem);
    case 'nothing':
      return endText(wait.end);
    default:
      return plain[wait.code];
  }
}

/** Returns that a call has no known outcome yet. */
export const unknownText = (step: MoneyStepName): string =>
  `the outcome of the ${stepWords[step]} is not known: reading the order`;

/** Returns how a step is known to be done that no read shows. */
export function unshownStepText({ step, how }: Omit<Of<'confirming'>, 'code'>): string {
  const source = how === 'human' ? 'a human says that it is done' : 'the service accepted it';
  return `${stepWords[step]}: ${source}; the service does not show it`;
}

type Of<Code extends WaitCode> = Extract<OrderWait, { code: Code }>;

const plain: Readonly<
  Record<'reading' | 'marking-paid' | 'cancelling' | 'releasing' | 'appeal' | 'keeping-end', string>
> = {
  reading: 'reading the order',
  'keeping-end': 'it is over at the service, and the register has to keep that before anything else says so',
  'marking-paid': 'notifying the service that the payment has left',
  cancelling: 'asking the service to cancel the order: DO NOT PAY',
  releasing: 'everything the policy asks for is there: releasing',
  appeal: 'in appeal: answer it at the service; this page follows',
};

const dueText = ({ due }: WaitingOrder): string => (due === null ? '' : `${amountText(due.total)} ${due.fiat}`);

/** What was taken back since voids a confirmation: a reader of this must not pay a second time. */
function ourPaymentText(wait: Of<'our-payment'>, due: string): string {
  const pay = `pay ${due}, then confirm the payment`;
  switch (wait.asks) {
    case 'payment':
      return pay;
    case 'look-first':
      return `this order was taken up again, or late: look at the bank first, it may have been paid already; if it was not, ${pay}`;
    case 'again':
      return `DO NOT PAY AGAIN: ${wait.by} has confirmed transfer ${wait.proof}, and something was taken back since; if it has left, confirm it once more`;
  }
}

/** Who has taken back what was said of a payment, when what corrects it names no person. */
export const unnamedReader = 'a bank reader';

export const unshownText = 'the service does not show the order as paid';

function gateText(wait: Of<'release-gate'>, { checks }: WaitingOrder): string {
  switch (wait.gate) {
    case 'lacks':
      return lacksText(checks);
    case 'unshown':
      return unshownText;
    case 'approved':
      return `approved by ${wait.by}: being checked`;
  }
}

function heldText({ beside }: Of<'held'>, order: WaitingOrder): string {
  const besides = {
    payment: `the counterparty has to pay ${dueText(order)}`,
    'our-payment': null,
    'our-notice': 'the payment has left and the service is not notified yet',
    gate: lacksText(order.checks),
  }[beside];
  return [order.held === null ? 'held' : holdText(order.held), besides].filter((part) => part !== null).join('; ');
}

/** Returns who holds an order, and why when that was said. */
function holdText({ by, note }: NonNullable<WaitingOrder['held']>): string {
  return note === '' ? `held by ${by}` : `held by ${by}: ${note}`;
}

/** Returns how an order has ended. */
export function endText(end: OrderEnd): string {
  switch (end.kind) {
    case 'completed':
    case 'cancelled':
      return end.kind;
    case 'cancelled-by-system':
      return 'cancelled by the service at its deadline';
    case 'stopped':
      return `stopped by ${end.by}: the desk no longer carries it`;
  }
}

/** Returns what failed, the sentence first and the codes behind. */
export function problemText(problem: OrderProblem): string {
  switch (problem.code) {
    case 'attempts':
      return `the ${stepWords[problem.step]} was not executed in ${problem.attempts} attempts`;
    case 'undecided':
      return `it is unknown whether the ${stepWords[problem.step]} was executed: ${problem.message}`;
    case 'not-done':
      return `the ${stepWords[problem.step]} had no effect: ${problem.message}; no read until ${moment(problem.atMs)} showed it, so it counts as not executed`;
    case 'refused':
      return refusedText(problem);
    case 'unread':
      return `the order cannot be read: ${problem.message} (${problem.category})`;
    case 'identity-check':
      return `the identity check could not be confirmed: ${problem.message}`;
  }
}

function refusedText(problem: Extract<OrderProblem, { code: 'refused' }>): string {
  const { category, answer, openUntilMs, inApp, lacks } = problem;
  const step = stepWords[problem.step];
  const codes = answer === null ? category : `${category} ${answer}`;
  const head = isOwnFailure(category) ? `${step} not sent` : `the service refused the ${step}`;
  const message = lacks === undefined ? problem.message : lacksText(lacks);
  const again =
    openUntilMs === null ? '' : `; the order is read until ${moment(openUntilMs)}, then the ${step} is tried again`;
  const until = inApp === undefined || inApp.untilMs === null ? '' : `, until ${moment(inApp.untilMs)}`;
  const app = inApp === undefined ? '' : `; the payment has left: press “paid” in the app${until}`;
  return `${head}: ${message} (${codes})${again}${app}`;
}

/** Why a buyer cancels, by the codes of the service. */
export const cancelReasonWords: Readonly<Record<CancelReason, string>> = {
  1: 'I changed my mind',
  2: 'I do not meet the seller’s requirements',
  3: 'the seller asks for a fee',
  4: 'the seller’s payment method has a problem',
  5: 'another reason',
  6: 'the seller cannot release',
};

/** What is said to who reports a payment too late. */
export const mayBeCancelledText =
  'the payment is kept, but the order may have been cancelled already: look in the app, and write to the seller';

interface AskedCancel {
  readonly by: string;
  readonly note: string;
  readonly reason: CancelReason;
  readonly despitePayment: boolean;
}

/** Returns who has asked that an order is cancelled, and why. */
export function askedCancelText({ by, note, reason, despitePayment }: AskedCancel): string {
  const despite = despitePayment ? ', despite its payment' : '';
  return `asked by ${by}: ${cancelReasonWords[reason]} (${reason})${note === '' ? '' : `: ${note}`}${despite}`;
}
