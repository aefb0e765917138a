/** The desk buys: a person asks that the order is cancelled; it is sent once, and never by itself again. */
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import { isExplained, otherReason } from '../../domain/cancel-reason.ts';
import type { Mode } from '../../domain/mode.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { isCancellable, OrderStatus } from '../../domain/orders/order-status.ts';
import type { OrderRefusal } from '../../domain/refusals/order-refusal.ts';
import { refusalText } from '../../words/refusal-words.ts';
import type { KeptCancel, OrderMemory } from '../contract/order-contract.ts';
import type { CancelWord } from '../contract/order-messages.ts';
import type { Run } from '../kit/run.ts';
import { noteProblem } from './last-problem.ts';
import { awaitConfirmation, carryOut } from './order-money.ts';
import { mayBePaid, wasTakenUpLate } from './order-paying.ts';
import { markRefusal } from './order-register.ts';
import type { OrderRun } from './order-run.ts';

/** Returns the work of a round that cancels, or waits for a cancellation to show; null: nothing of the kind is due. */
export function cancelWork(order: OrderRun, facts: OrderFacts): (() => Promise<void>) | null {
  const { cancel, progress } = order.run.memory;
  if (facts.side !== 'BUY' || !isCancellable(progress.status)) return null;
  if (order.steps.how('cancel') !== null) return () => awaitConfirmation(order, 'cancel');
  return cancel?.isDue === true ? () => cancelPurchase(order, cancel) : null;
}

/** Reads the order first: it may have been paid, held or ended meanwhile. What was asked for is tried once, whatever comes of it. */
async function cancelPurchase(order: OrderRun, cancel: KeptCancel): Promise<void> {
  const { run, waits, reading } = order;
  await reading.refresh('money');
  const { order: facts, progress, stale } = run.memory;
  // A command that arrived during the read (a payment, a hold, another mode) is handled first.
  if (facts === null || stale || waits.isOvertaken()) return;
  run.remember({ cancel: { ...cancel, isDue: false } });
  if (!isCancellable(progress.status)) return;
  const lapsed = lapseOf(run.memory, facts, cancel);
  if (lapsed !== null) return noteLapse(run, lapsed);
  const { by: _by, note, reason, generation, epoch } = cancel;
  waits.show({ code: 'cancelling' });
  await carryOut(order, {
    name: 'cancel',
    summary: 'Cancelling',
    attempt: (money, call) =>
      money.cancelOrder({
        ...call,
        reason,
        // Every other note is for the books of this desk, not for the seller.
        text: reason === otherReason ? note : null,
        mayBePaid: isPaidFor(run.memory, facts) || mayBePaid(run.memory, facts),
        resetId: run.memory.resetId,
        seen: { generation, epoch },
      }),
  });
}

function lapseOf(memory: OrderMemory, facts: OrderFacts, cancel: KeptCancel): OrderRefusal | null {
  if (memory.held !== null) return { code: 'cancel-held' };
  return markRefusal(memory, cancel) ?? paidRefusal(memory, facts, cancel);
}

function noteLapse(run: Run<OrderMemory>, lapse: OrderRefusal): void {
  const refused = {
    answer: null,
    openUntilMs: null,
    message: refusalText(lapse),
    category: OwnFailure.TAKEN_BACK,
  };
  noteProblem(run, { code: 'refused', step: 'cancel', ...refused });
}

/** What the workflow knows of a payment: the register and the service know more. That it was reset decides nothing before a look has said so. */
function isPaidFor(memory: OrderMemory, facts: OrderFacts): boolean {
  const { payment, progress, attempts, doneSteps } = memory;
  const isMarked = attempts['mark-paid'] > 0 || doneSteps.some(({ name }) => name === 'mark-paid');
  return payment !== null || isMarked || progress.status === OrderStatus.PAID || wasTakenUpLate(memory, facts);
}

/** Whether a cancellation has left, or may have. */
function mayBeCancelled(memory: OrderMemory): boolean {
  const { sending, undecided, open, doneSteps } = memory;
  const isDone = doneSteps.some(({ name, how }) => name === 'cancel' && how !== 'shadow');
  return isDone || sending === 'cancel' || undecided === 'cancel' || open?.step === 'cancel';
}

/** Returns why an order cannot be cancelled now, or null. */
export function cancelRefusal(memory: OrderMemory, mode: Mode, word: CancelWord): OrderRefusal | null {
  const { order: facts } = memory;
  if (facts === null) return { code: 'order-unread' };
  const refusal = neverRefusal(mode, facts, word) ?? standRefusal(memory);
  return refusal ?? markRefusal(memory, word) ?? paidRefusal(memory, facts, word);
}

function neverRefusal(mode: Mode, { side }: OrderFacts, word: CancelWord): OrderRefusal | null {
  if (side === 'SELL') return { code: 'buyer-cancels' };
  if (!isExplained(word)) return { code: 'reason-unexplained' };
  return mode === 'shadow' ? { code: 'cancel-in-shadow' } : null;
}

function standRefusal(memory: OrderMemory): OrderRefusal | null {
  const { progress, cancel, sending, undecided, open, held } = memory;
  const { status } = progress;
  if (!isCancellable(status)) return { code: 'not-cancellable', status };
  if (mayBeCancelled(memory)) return { code: 'being-cancelled', by: cancel?.by ?? null };
  const isUnderWay = sending !== null || undecided !== null || open !== null;
  if (isUnderWay) return { code: 'step-underway' };
  return held === null ? null : { code: 'cancel-held' };
}

/** Of one who did not say that it may be paid. */
function paidRefusal(
  memory: OrderMemory,
  facts: OrderFacts,
  { despitePayment = false }: Pick<CancelWord, 'despitePayment'>,
): OrderRefusal | null {
  if (despitePayment || !isPaidFor(memory, facts)) return null;
  return { code: 'paid-for', by: memory.payment?.by ?? null };
}

/** Returns what is remembered of what was asked for; the main loop carries it out. */
export function keptCancel(word: CancelWord): KeptCancel {
  const { by, note = '', reason, generation, epoch, despitePayment = false } = word;
  return { by, note, reason, generation, epoch, despitePayment, atMs: Date.now(), isDue: true };
}
