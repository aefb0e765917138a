import { ActivityFailure } from '@temporalio/workflow';
import { handlingOf } from '../../domain/failures/handling-table.ts';
import { anyFailureFacts, failureFacts, hasNotBegun, hasRunOut, type FailureFacts } from '../kit/failure-facts.ts';
import type { ReadOrderInput } from '../../activities/read-contract.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import type { OrderTrouble, OrderWait } from '../../domain/orders/order-wait.ts';
import { waitWords } from '../../words/order-words.ts';
import { ownQueue, reads, timelyReads, type OrderReads, type ReadTurn } from '../kit/activity-proxies.ts';
import { changeWithin, workOrChange, workUnless } from '../kit/wait.ts';
import { isArriving, noteProblem, noteRead, roleOf, waitFor, type OrderRun, type WaitAsks } from './order-run.ts';
import { readTurn } from './read-turn.ts';

/** Slack after a deadline of the service before the order is read again: its own clock and lag. */
const deadlineSlackMs = 5_000;
/** Pauses between looks at an order that should soon move by itself; looks without news come later and later. */
const idlePausesMs = [15_000, 15_000, 30_000, 120_000, 900_000] as const;
/** The longest wait for what heals by itself without a message: the desk's own register, or its clock. */
export const ownTroublePauseMs = 60_000;
/** A look although no message arrived, whatever the reason: some eleven events each, at most twenty an hour. */
export const quietLookMs = 3_600_000;

/** Returns the pause before the next look at something that should have moved by now. */
export function idlePauseMs({ run }: OrderRun): number {
  return idlePausesMs[run.memory.idleLooks] ?? quietLookMs;
}

/** Reads the order again and applies the result. An event that arrives during the read triggers another one. */
export async function refresh(order: OrderRun, turn: ReadTurn = readTurn(order)): Promise<void> {
  const { run } = order;
  run.remember({ stale: false });
  const facts = await readOrBlock(order, {
    summary: 'Reading the order',
    turn,
    read: (activities) =>
      activities.readOrder({ ...readInput(order), ...(isArriving(order) ? { isArrival: true } : {}) }),
  });
  if (facts === null) run.remember({ stale: true });
  else noteRead(order, facts);
}

/** Returns what a read of the order is taken with. */
export function readInput(order: OrderRun): ReadOrderInput {
  const { orderNumber, mode } = order.input;
  const { resetId, match, earlierMatches = [], progress } = order.run.memory;
  // In shadow a person releases every order in the app.
  const read = { orderNumber, role: roleOf(order), resetId, match, earlierMatches, isReleasedHere: mode !== 'shadow' };
  return progress.status === OrderStatus.IN_APPEAL ? { ...read, wasInAppeal: true } : read;
}

interface OrderRead<T> {
  summary: string;
  turn: ReadTurn;
  read: (activities: OrderReads) => Promise<T>;
}

/**
 * Runs a read. One that lasts is reported and continues as a pending retry until a message arrives. One that the
 * service refuses for good (a key that was revoked, say) is shown, waited out and asks a human, and so is one that
 * fails for an unknown reason. Returns null when nothing was read.
 */
export async function readOrBlock<T>(order: OrderRun, wanted: OrderRead<T>): Promise<T | null> {
  try {
    const answer = await readByTurn(order, wanted);
    if (answer !== null) order.troubles.clear('reading');
    return answer;
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    await waitOut(order, anyFailureFacts(error), failureFacts(error) !== null);
    return null;
  }
}

async function readByTurn<T>(order: OrderRun, wanted: OrderRead<T>): Promise<T | null> {
  const { round: revision, run } = order;
  const answer = await readInTime(order, wanted);
  if (answer !== null || hasWaitedInTheWrongTurn(order, wanted)) return answer;
  const patient = () => wanted.read(reads(wanted.summary));
  const late = await workOrChange(run, { revision, work: patient, onChange: 'abandon' });
  // A queue that was silent while no worker ran at all is served again with the others.
  if (late === null || !(moneyQueue in run.memory.troubles)) return late;
  return (await readInTime(order, { ...wanted, turn: 'money' })) ?? late;
}

const moneyQueue = 'money-queue';

/**
 * Runs one read on the queue of its turn; null when it took too long, which is then reported, or when its turn changed.
 */
async function readInTime<T>(order: OrderRun, { summary, turn, read }: OrderRead<T>): Promise<T | null> {
  const { troubles, settings } = order;
  try {
    const answer = await workUnless({
      work: () => read(timelyReads(summary, { turn, settings })),
      isOvertaken: () => hasWaitedInTheWrongTurn(order, { turn }),
      onChange: 'abandon',
    });
    if (turn === 'money') troubles.clear(moneyQueue);
    return answer;
  } catch (error) {
    if (!hasRunOut(error)) throw error;
    if (turn === 'money' && hasNotBegun(error))
      troubles.noteUrgent(moneyQueue, { code: 'unserved-queue', queue: ownQueue('money') });
    else troubles.noteUrgent('reading', { code: 'unanswered', message: error.cause?.message ?? 'no answer' });
    return null;
  }
}

/** An approval makes a read urgent that waits among the others: it is repeated on the money queue. */
function hasWaitedInTheWrongTurn(order: OrderRun, { turn }: { turn: ReadTurn }): boolean {
  return turn === 'ordinary' && readTurn(order) === 'money';
}

async function waitOut(order: OrderRun, facts: FailureFacts, isKnown: boolean): Promise<void> {
  const { category, message, retryAfterMs } = facts;
  const { asksHuman } = handlingOf(category, 'read');
  const waitMs = retryAfterMs ?? order.settings.businessBlockMs;
  const problem = { code: 'unread', category, message } as const;
  noteProblem(order, problem);
  order.troubles.noteAs(isKnown ? asksHuman : 'at-once', 'reading', problem);
  await rest(order, { code: 'blocked' }, { untilMs: Date.now() + waitMs, ms: waitMs });
}

interface Rest extends WaitAsks {
  /** The longest wait. */
  ms: number;
}

/**
 * Shows what the order waits for and waits for an event or a command since the round began, up to this long; then the
 * order is read again, because silence proves nothing. Returns true for a message.
 */
export async function rest(order: OrderRun, wait: OrderWait, { ms, ...asks }: Rest): Promise<boolean> {
  const { run, round } = order;
  waitFor(order, wait, asks);
  const summary = `Waiting for ${waitWords[wait.code]}`;
  const heard = await changeWithin(run, { revision: round, ms: Math.min(ms, untilSettledMs(order)), summary });
  if (heard) run.remember({ idleLooks: 0 });
  else run.remember({ stale: true, idleLooks: run.memory.idleLooks + 1 });
  return heard;
}

/**
 * A call that may have left shows by then or never, which reads have to find out; those of a register that stays silent
 * come later and later. So do those of an order whose person is not known yet.
 */
function untilSettledMs(order: OrderRun): number {
  const { open, order: read } = order.run.memory;
  if (isArriving(order) && read !== null) return idlePauseMs(order);
  return open === null ? Number.POSITIVE_INFINITY : Math.abs(open.untilMs - Date.now()) + settledSlackMs;
}

const settledSlackMs = 1_000;

/** Time until a deadline of the service plus slack; the pause of idle looks once it has passed or is unknown. */
export function untilDeadlineMs(order: OrderRun, deadlineMs: number | null): number {
  if (deadlineMs === null) return quietLookMs;
  const waitMs = deadlineMs + deadlineSlackMs - Date.now();
  return waitMs > 0 ? Math.min(waitMs, quietLookMs) : idlePauseMs(order);
}

interface Overdue extends WaitAsks {
  /** The counterparty's deadline. */
  untilMs: number | null;
  trouble: OrderTrouble;
}

/**
 * Waits for a message until the counterparty's deadline. What still reads the same then has a time in which it may move
 * by itself, and then asks a human (P4); a change of the status takes the trouble away.
 */
export async function untilOverdue(order: OrderRun, wait: OrderWait, overdue: Overdue): Promise<void> {
  const { untilMs, trouble, asks } = overdue;
  const heard = await rest(order, wait, { untilMs, ms: untilDeadlineMs(order, untilMs), ...(asks && { asks }) });
  const isOver = untilMs === null || Date.now() >= untilMs;
  if (!heard && isOver) order.troubles.note('status', trouble);
}
