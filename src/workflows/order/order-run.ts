import type { ReadOrder } from '../../activities/read-contract.ts';
import type { OrderFacts, OrderRole } from '../../domain/orders/order-facts.ts';
import type { OrderStand } from '../../domain/register/order-stand.ts';
import { approvalsThatHold, type ApprovalMoment } from '../../domain/orders/approval.ts';
import { provenBy } from '../../domain/register/step-row.ts';
import { noteOrderRead } from '../../domain/orders/order-progress.ts';
import type { BlockReason } from '../../domain/orders/release-check.ts';
import type { OrderProblem, OrderTrouble, OrderWait } from '../../domain/orders/order-wait.ts';
import { isAhead, type ArrivalReason } from '../../domain/people/arrival.ts';
import { OrderStatus, isTerminal } from '../../domain/orders/order-status.ts';
import { defaultSettings, type DeskSettings } from '../../domain/settings.ts';
import { noRefusedMessages } from '../contract/message.ts';
import { arrivalNote, unknownPersonNote } from '../../words/people/people-words.ts';
import type { MoneyStepName } from '../../domain/once-steps.ts';
import type { OrderMemory, KeptWait, ParsedOrderInput, TakeBackWord } from '../contract/order-contract.ts';
import { resetIdOf } from '../kit/new-run.ts';
import { bounded } from '../kit/bounded.ts';
import { createRun, type Run } from '../kit/run.ts';
import { watchTroubles, type TroubleWatch } from '../kit/trouble.ts';
import { asShown } from '../../domain/orders/attached-payments.ts';
import { orderPage } from './order-page.ts';
import { attachedTo } from './shown-payments.ts';

/** One order inside its workflow. */
export interface OrderRun {
  readonly input: ParsedOrderInput;
  settings: DeskSettings;
  readonly run: Run<OrderMemory>;
  readonly troubles: TroubleWatch<OrderTrouble>;
  /** The revision at the start of the round: anything newer is a change. */
  round: number;
}

/** Creates the run of an order from the workflow's input; continues with the memory from continue-as-new. */
export function createOrderRun(input: ParsedOrderInput): OrderRun {
  // A part that the version before did not carry over gets its initial value.
  const resetId = resetIdOf(input.memory?.resetId ?? null);
  const run = createRun<OrderMemory>({ ...freshMemory(input), ...input.memory, resetId }, (memory) =>
    orderPage(input, memory),
  );
  return {
    input,
    settings: input.settings ?? defaultSettings,
    run,
    troubles: watchTroubles(run),
    round: 0,
  };
}

/** Returns what an order's first run remembers before it has read anything. */
export function freshMemory(input: ParsedOrderInput): OrderMemory {
  const sinceMs = Date.now();
  return {
    refused: noRefusedMessages,
    troubles: {},
    progress: { status: OrderStatus.AWAITING_PAYMENT, since: sinceMs },
    order: null,
    mark: null,
    open: null,
    resetId: null,
    unkept: [],
    stale: true,
    placedBy: input.placedBy ?? null,
    wait: { what: { code: 'reading' }, asks: 'nobody', sinceMs, untilMs: null },
    approvals: [],
    signedOnly: false,
    usedSignatures: [],
    match: null,
    payment: null,
    held: null,
    kycVerifiedBy: null,
    checks: [],
    idleLooks: 0,
    resolution: null,
    undecided: null,
    blockedUntilMs: null,
    sending: null,
    sendingIsStopped: false,
    doneSteps: [],
    attempts: { place: 0, 'mark-paid': 0, release: 0 },
    refusals: 0,
    lastProblem: null,
    stoppedBy: null,
    nextMode: null,
  };
}

/** Applies a read of the service: facts are replaced, the status follows the rules of progress (design 6). */
export function noteRead(orderRun: OrderRun, read: ReadOrder): void {
  const { stand, barredBy, arrival: _, ...order } = read;
  const { run, troubles } = orderRun;
  noteStand(orderRun, stand);
  noteArrival(orderRun, read);
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
  if (barredBy !== undefined) noteBlockList(orderRun, order.side, barredBy);
  for (const { name } of run.memory.doneSteps) {
    if (provenBy[name].includes(progress.status)) troubles.clear('confirm');
  }
}

/** A person learns at once that a counterparty is blocked, not when everything else is there for the release. */
function noteBlockList({ troubles }: OrderRun, side: OrderFacts['side'], barredBy: BlockReason | null): void {
  if (barredBy === null) return troubles.clear('block-list');
  troubles.noteUrgent('block-list', { code: 'block-list', reason: barredBy, side });
}

/** Whether an order has just arrived: no read has said yet whether it is held because of its person. */
export const isArriving = ({ run: { memory } }: OrderRun): boolean => memory.isArriving ?? memory.order === null;

const arrivalTrouble = 'arrival';

/**
 * A sale is held when it arrives because of its person: one looks before it is released (ADR 0059). A hold because that is not
 * known yet is this workflow's alone, and ends with the read that says it. Of a purchase a person is asked, and nothing is held:
 * what was paid for it is to be reported in time.
 */
function noteArrival(order: OrderRun, { side, arrival }: ReadOrder): void {
  if (!isArriving(order)) return;
  const { run } = order;
  // A look at the gate does not ask; a first read that was not asked is one of an older worker.
  const reason = (arrival === undefined && run.memory.order !== null ? unknown : arrival) ?? null;
  run.remember({ isArriving: reason?.kind === 'unknown' });
  const isHeld = run.memory.held !== null && !isUnknownHold(run.memory);
  if (side === 'BUY' || isHeld) noteReason(order, side, reason);
  else holdFor(order, reason);
}

function holdFor({ run }: OrderRun, reason: ArrivalReason | null): void {
  run.remember({ held: reason === null ? null : { by: 'Peerdesk', note: arrivalNote(reason) } });
  if (reason !== null && reason.kind !== 'unknown') run.remember({ unkept: withHold(run.memory) });
}

/** A hold that stands already was lifted for its own reason; of who is blocked the page says it by itself. */
function noteReason({ troubles }: OrderRun, side: OrderFacts['side'], reason: ArrivalReason | null): void {
  if (reason?.kind === 'first-order' || reason?.kind === 'cooldown')
    troubles.noteUrgent(arrivalTrouble, { code: 'arrival', reason, side });
}

/** Whether it is held by nothing but a read that is still to come. */
const isUnknownHold = ({ held }: Pick<OrderMemory, 'held'>): boolean => held?.note === unknownPersonNote;

const unknown = { kind: 'unknown' } as const;

/** What the desk is in the order: a person who takes an ad in the app leaves no trace here. */
export function roleOf({ run: { memory } }: OrderRun): OrderRole {
  return memory.placedBy === null ? 'maker' : 'taker';
}

/**
 * Applies what the register says of the order. A hold that it keeps holds here, too; one that was given here is being
 * kept. Without an answer the last one stands, and a human is asked.
 */
export function noteStand({ run, troubles }: OrderRun, stand: OrderStand | null): void {
  if (stand === null) return troubles.noteUrgent(registerTrouble, { code: 'register' });
  troubles.clear(registerTrouble);
  const { generation, epoch, held, open } = stand;
  const { mark } = run.memory;
  const isOther = mark !== null && mark.generation !== generation;
  // Answers overtake each other: an older one must not undo what was taken back since.
  if (mark !== null && !isOther && epoch < mark.epoch) return;
  const unkept = isOther && held === null ? withHold(run.memory) : run.memory.unkept;
  run.remember({ mark: { generation, epoch }, open, unkept, held: heldNow({ ...run.memory, unkept }, held) });
}

/** What is being kept holds already, and so does an order whose person is not known, which the register does not hold. */
function heldNow({ held: here, unkept }: OrderMemory, there: OrderStand['held']): OrderMemory['held'] {
  if (isUnknownHold({ held: here })) return there ?? here;
  return unkept.length === 0 ? there : (here ?? there);
}

/** A register that is an older copy, or a new one, has forgotten the hold of this order: it is kept once more. */
function withHold(memory: OrderMemory): TakeBackWord[] {
  const { held, unkept } = memory;
  if (held === null || isUnknownHold(memory) || unkept.some(({ what }) => what === 'hold')) return unkept;
  return [...unkept, { what: 'hold', ...held, mode: null }];
}

/** The place of the trouble of a register that does not answer. */
export const registerTrouble = 'register';

/** Returns the order and the moment by which approvals are judged; null while the order has not been read. */
export function approvalMoment({ run: { memory }, settings }: OrderRun): ApprovalMoment | null {
  const { order, progress, held, mark } = memory;
  if (order === null || mark === null) return null;
  const { approvalLifeMs } = settings;
  return {
    order: { ...order, status: progress.status },
    ...mark,
    paidSinceMs: progress.since,
    payments: asShown(attachedTo(memory)),
    held: held !== null,
    nowMs: Date.now(),
    approvalLifeMs,
  };
}

/** Drops lapsed approvals (hold, appeal, change, expiry) for good; once used they are history. */
export function dropLapsedApprovals(order: OrderRun): void {
  const now = approvalMoment(order);
  const { approvals, progress } = order.run.memory;
  const isUsed = doneHow(order, 'release') !== null || provenBy.release.includes(progress.status);
  if (now === null || approvals.length === 0 || isUsed) return;
  const holding = approvalsThatHold(approvals, now);
  if (holding.length !== approvals.length) order.run.remember({ approvals: holding });
}

/** Whom a wait asks, and when it ends; absent: no one, and it is not known. */
export type WaitAsks = Partial<Pick<KeptWait, 'asks' | 'untilMs'>>;

/** Sets what the order waits for, and who is asked; shown at once. A continued wait keeps its beginning. */
export function waitFor({ run }: OrderRun, what: OrderWait, { asks = 'nobody', untilMs = null }: WaitAsks = {}): void {
  const before = run.memory.wait;
  const sinceMs = before.what.code === what.code ? before.sinceMs : Date.now();
  run.remember({ wait: { what, asks, untilMs, sinceMs } });
  run.present();
}

/** Notes what failed last. Anyone who may fail an activity by hand writes its message. */
export function noteProblem({ run }: OrderRun, problem: OrderProblem): void {
  run.remember({ lastProblem: bounded(problem) });
}

/** Reports whether the order has ended at the service, or must not be carried any longer. */
export function isOver({ run: { memory } }: OrderRun): boolean {
  return isTerminal(memory.progress.status) || memory.stoppedBy !== null;
}

/** How a step is known to be done; null while it is not. */
export function doneHow(
  { run: { memory } }: OrderRun,
  name: MoneyStepName,
): OrderMemory['doneSteps'][number]['how'] | null {
  return memory.doneSteps.find((step) => step.name === name)?.how ?? null;
}
