/** How an order is read, and what a read says of it. */
import { ActivityFailure } from '@temporalio/workflow';
import type { ReadOrder, ReadOrderInput } from '../../activities/read-contract.ts';
import { handlingOf } from '../../domain/failures/handling-table.ts';
import type { OrderFacts, OrderRole } from '../../domain/orders/order-facts.ts';
import { noteOrderRead } from '../../domain/orders/order-progress.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import type { OrderTrouble } from '../../domain/orders/order-wait.ts';
import type { BlockReason } from '../../domain/orders/release-check.ts';
import { isAhead, type ArrivalReason } from '../../domain/people/arrival.ts';
import { provenBy } from '../../domain/register/step-row.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import { arrivalNote } from '../../words/people/people-words.ts';
import type { OrderMemory, ParsedOrderInput } from '../contract/order-contract.ts';
import {
  ownQueue,
  reads,
  reconcilingReads,
  timelyReads,
  type OrderReads,
  type ReadTurn,
} from '../kit/activity-proxies.ts';
import { anyFailureFacts, failureFacts, hasNotBegun, hasRunOut, type FailureFacts } from '../kit/failure-facts.ts';
import type { Run } from '../kit/run.ts';
import type { TroubleWatch } from '../kit/trouble.ts';
import { workOrChange, workUnless } from '../kit/wait.ts';
import { noteProblem } from './last-problem.ts';
import { isUnknownHold, type OrderRegister } from './order-register.ts';
import type { OrderWaits } from './order-waiting.ts';

/**
 * The reads of one order. They change its facts, its progress and whether its person is known, a hold because of that
 * person, and the troubles of a read.
 */
export interface OrderReading {
  /** Reads the order again and applies the result. An event that arrives during the read triggers another one. */
  refresh(turn?: ReadTurn): Promise<void>;
  /** Reads the order for the outcome of a money step, and applies the result. Rejects when the service cannot be read. */
  readOutcome(summary: string): Promise<OrderStatus>;
  /**
   * Runs a read. One that lasts is reported and continues as a pending retry until a message arrives. One that the
   * service refuses for good (a key that was revoked, say) is shown, waited out and asks a human, and so is one that
   * fails for an unknown reason. Returns null when nothing was read.
   */
  readOrBlock<T>(wanted: OrderRead<T>): Promise<T | null>;
  /** Applies a read of the service: facts are replaced, the status follows the rules of progress (design 6). */
  noteRead(read: ReadOrder): void;
  /** Returns what a read of the order is taken with. */
  readInput(): ReadOrderInput;
}

interface ReadingParts {
  readonly input: ParsedOrderInput;
  readonly run: Run<OrderMemory>;
  readonly troubles: TroubleWatch<OrderTrouble>;
  readonly waits: OrderWaits;
  readonly register: OrderRegister;
  /** As they stand. */
  readonly settings: () => DeskSettings;
}

/** Creates the reads of an order, over what its run remembers. */
export function createOrderReading(parts: ReadingParts): OrderReading {
  return {
    refresh: (turn) => refresh(parts, turn),
    readOutcome: async (summary) => {
      const facts = await reconcilingReads(summary).readOrder(readInput(parts));
      noteRead(parts, facts);
      return facts.status;
    },
    readOrBlock: (wanted) => readOrBlock(parts, wanted),
    noteRead: (read) => noteRead(parts, read),
    readInput: () => readInput(parts),
  };
}

async function refresh(parts: ReadingParts, turn?: ReadTurn): Promise<void> {
  const { run } = parts;
  run.remember({ stale: false });
  const facts = await readOrBlock(parts, {
    summary: 'Reading the order',
    turn,
    read: (activities) =>
      activities.readOrder({ ...readInput(parts), ...(isArriving(run.memory) ? { isArrival: true } : {}) }),
  });
  if (facts === null) run.remember({ stale: true });
  else noteRead(parts, facts);
}

function readInput({ input, run }: ReadingParts): ReadOrderInput {
  const { orderNumber, mode } = input;
  const { resetId, match, earlierMatches = [], progress } = run.memory;
  // In shadow a person releases every order in the app.
  const role = roleOf(run.memory);
  const read = { orderNumber, role, resetId, match, earlierMatches, isReleasedHere: mode !== 'shadow' };
  return progress.status === OrderStatus.IN_APPEAL ? { ...read, wasInAppeal: true } : read;
}

/** What the desk is in the order: a person who takes an ad in the app leaves no trace here. */
function roleOf({ placedBy }: OrderMemory): OrderRole {
  return placedBy === null ? 'maker' : 'taker';
}

interface OrderRead<T> {
  summary: string;
  /** Absent: that of the order as it stands. */
  turn?: ReadTurn | undefined;
  read: (activities: OrderReads) => Promise<T>;
}

async function readOrBlock<T>(parts: ReadingParts, wanted: OrderRead<T>): Promise<T | null> {
  try {
    const answer = await readByTurn(parts, { ...wanted, turn: wanted.turn ?? readTurn(parts) });
    if (answer !== null) parts.troubles.clear('reading');
    return answer;
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    await waitOut(parts, anyFailureFacts(error), failureFacts(error) !== null);
    return null;
  }
}

type ReadInTurn<T> = OrderRead<T> & { turn: ReadTurn };

async function readByTurn<T>(parts: ReadingParts, wanted: ReadInTurn<T>): Promise<T | null> {
  const { run, waits } = parts;
  const answer = await readInTime(parts, wanted);
  if (answer !== null || hasWaitedInTheWrongTurn(parts, wanted)) return answer;
  const patient = () => wanted.read(reads(wanted.summary));
  const late = await workOrChange(run, { revision: waits.round, work: patient, onChange: 'abandon' });
  // A queue that was silent while no worker ran at all is served again with the others.
  if (late === null || !(moneyQueue in run.memory.troubles)) return late;
  return (await readInTime(parts, { ...wanted, turn: 'money' })) ?? late;
}

const moneyQueue = 'money-queue';

/**
 * Runs one read on the queue of its turn; null when it took too long, which is then reported, or when its turn changed.
 */
async function readInTime<T>(parts: ReadingParts, { summary, turn, read }: ReadInTurn<T>): Promise<T | null> {
  const { troubles } = parts;
  try {
    const answer = await workUnless({
      work: () => read(timelyReads(summary, { turn, settings: parts.settings() })),
      isOvertaken: () => hasWaitedInTheWrongTurn(parts, { turn }),
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
function hasWaitedInTheWrongTurn(parts: ReadingParts, { turn }: { turn: ReadTurn }): boolean {
  return turn === 'ordinary' && readTurn(parts) === 'money';
}

/**
 * Returns the turn of a read of this order: on the money queue where it shows the outcome of a money step, or where a
 * release may follow it at once.
 */
function readTurn(parts: ReadingParts): ReadTurn {
  const { undecided, doneSteps, progress } = parts.run.memory;
  const isUnproven = doneSteps.some(({ name, how }) => how === 'service' && !provenBy[name].includes(progress.status));
  return undecided !== null || isUnproven || mayBeReleased(parts) ? 'money' : 'ordinary';
}

/** Whether people and banks have supplied their pieces: only then a look may end in a release. */
function mayBeReleased({ input: { release }, run: { memory } }: ReadingParts): boolean {
  const { approvals, match, held, progress, order } = memory;
  if (held !== null || order?.side !== 'SELL' || progress.status !== OrderStatus.PAID) return false;
  return release.policy === 'paid' || approvals.length > 0 || (release.policy === 'match' && match !== null);
}

async function waitOut(parts: ReadingParts, facts: FailureFacts, isKnown: boolean): Promise<void> {
  const { category, message, retryAfterMs } = facts;
  const { asksHuman } = handlingOf(category, 'read');
  const waitMs = retryAfterMs ?? parts.settings().businessBlockMs;
  const problem = { code: 'unread', category, message } as const;
  noteProblem(parts.run, problem);
  parts.troubles.noteAs(isKnown ? asksHuman : 'at-once', 'reading', problem);
  await parts.waits.rest({ code: 'blocked' }, { untilMs: Date.now() + waitMs, ms: waitMs });
}

function noteRead(parts: ReadingParts, read: ReadOrder): void {
  const { stand, barredBy, arrival: _, ...order } = read;
  const { run, troubles, register } = parts;
  register.noteStand(stand);
  noteArrival(parts, read);
  const before = run.memory.progress;
  const progress = noteOrderRead(before, { status: order.status, atMs: Date.now() });
  run.remember({
    order,
    progress,
    ...(run.memory.order === null ? { firstPrice: order.price } : {}),
    ...(progress.status === before.status ? {} : { idleLooks: 0, lastProblem: null }),
  });
  if (progress.status !== before.status) troubles.clear('status');
  if (order.additionalKyc !== 1) troubles.clear('kyc');
  if (!isAhead({ side: order.side, status: progress.status })) troubles.clear(arrivalTrouble);
  if (barredBy !== undefined) noteBlockList(parts, order.side, barredBy);
  for (const { name } of run.memory.doneSteps) {
    if (provenBy[name].includes(progress.status)) troubles.clear('confirm');
  }
}

/** A person learns at once that a counterparty is blocked, not when everything else is there for the release. */
function noteBlockList({ troubles }: ReadingParts, side: OrderFacts['side'], barredBy: BlockReason | null): void {
  if (barredBy === null) return troubles.clear('block-list');
  troubles.noteUrgent('block-list', { code: 'block-list', reason: barredBy, side });
}

/** Whether an order has just arrived: no read has said yet whether it is held because of its person. */
const isArriving = (memory: OrderMemory): boolean => memory.isArriving ?? memory.order === null;

const arrivalTrouble = 'arrival';

/**
 * A sale is held when it arrives because of its person: one looks before it is released (ADR 0059). A hold because that is not
 * known yet is this workflow's alone, and ends with the read that says it. Of a purchase a person is asked, and nothing is held:
 * what was paid for it is to be reported in time.
 */
function noteArrival(parts: ReadingParts, { side, arrival }: ReadOrder): void {
  const { run } = parts;
  if (!isArriving(run.memory)) return;
  // A look at the gate does not ask; a first read that was not asked is one of an older worker.
  const reason = (arrival === undefined && run.memory.order !== null ? unknown : arrival) ?? null;
  run.remember({ isArriving: reason?.kind === 'unknown' });
  const isHeld = run.memory.held !== null && !isUnknownHold(run.memory);
  if (side === 'BUY' || isHeld) noteReason(parts, side, reason);
  else holdFor(parts, reason);
}

function holdFor({ run, register }: ReadingParts, reason: ArrivalReason | null): void {
  run.remember({ held: reason === null ? null : { by: 'Peerdesk', note: arrivalNote(reason) } });
  if (reason !== null && reason.kind !== 'unknown') register.keepHold();
}

/** A hold that stands already was lifted for its own reason; of who is blocked the page says it by itself. */
function noteReason({ troubles }: ReadingParts, side: OrderFacts['side'], reason: ArrivalReason | null): void {
  if (reason?.kind === 'first-order' || reason?.kind === 'cooldown')
    troubles.noteUrgent(arrivalTrouble, { code: 'arrival', reason, side });
}

const unknown = { kind: 'unknown' } as const;
