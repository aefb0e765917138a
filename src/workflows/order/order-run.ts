import type { ReadOrder } from '../../activities/activity-contract.ts';
import { approvalsThatHold, type ApprovalMoment } from '../../domain/orders/approval.ts';
import { noteOrderRead } from '../../domain/orders/order-progress.ts';
import { OrderStatus, isTerminal } from '../../domain/orders/order-status.ts';
import { defaultSettings, type DeskSettings } from '../../domain/settings.ts';
import { noRefusedMessages } from '../contract/message.ts';
import { maxShownText } from '../contract/kept-memory.ts';
import type { MoneyStepName, OrderMemory, OrderWait, ParsedOrderInput } from '../contract/order-contract.ts';
import { createRun, type Run } from '../kit/run.ts';
import { watchTroubles, type TroubleWatch } from '../kit/trouble.ts';
import { earlierCallAfter } from './earlier-call.ts';
import { orderPage } from './order-page.ts';

/** One order inside its workflow. */
export interface OrderRun {
  readonly input: ParsedOrderInput;
  settings: DeskSettings;
  readonly run: Run<OrderMemory>;
  readonly troubles: TroubleWatch;
  /** The revision at the start of the round: anything newer is a change. */
  round: number;
  /** What the release that is under way rests on; null: none has begun in this run. */
  gate: Pick<OrderMemory, 'approvals' | 'match' | 'earlierMatches'> | null;
}

/** Creates the run of an order from the workflow's input; continues with the memory from continue-as-new. */
export function createOrderRun(input: ParsedOrderInput): OrderRun {
  // A part that the version before did not carry over gets its initial value.
  const run = createRun<OrderMemory>({ ...freshMemory(input), ...input.memory }, (memory) => orderPage(input, memory));
  return {
    input,
    settings: input.settings ?? defaultSettings,
    run,
    troubles: watchTroubles(run),
    round: 0,
    gate: null,
  };
}

function freshMemory(input: ParsedOrderInput): OrderMemory {
  const sinceMs = Date.now();
  return {
    refused: noRefusedMessages,
    troubles: {},
    progress: { status: OrderStatus.AWAITING_PAYMENT, since: sinceMs },
    order: null,
    readBy: null,
    stale: true,
    placedBy: input.placedBy ?? null,
    wait: { reason: 'reading', why: 'reading the order', asks: 'nobody', sinceMs, untilMs: null },
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
    doneSteps: [],
    attempts: { place: 0, 'mark-paid': 0, release: 0 },
    refusals: 0,
    lastProblem: null,
    stoppedBy: null,
    nextMode: null,
  };
}

/** The statuses that prove a step done. A placement has no order to read yet. */
export const provenBy: Record<MoneyStepName, readonly OrderStatus[]> = {
  place: [],
  'mark-paid': [OrderStatus.PAID, OrderStatus.RELEASING, OrderStatus.COMPLETED, OrderStatus.IN_APPEAL],
  release: [OrderStatus.RELEASING, OrderStatus.COMPLETED],
};

/** Applies a read of the service: facts are replaced, the status follows the rules of progress (design 6). */
export function noteRead({ run, troubles, settings }: OrderRun, { readBy, ...order }: ReadOrder): void {
  const before = run.memory.progress;
  const progress = noteOrderRead(before, { status: order.status, atMs: Date.now() });
  run.remember({
    order,
    readBy: readBy ?? null,
    progress,
    earlierCall: earlierCallAfter(run.memory, { settings, readBy: readBy ?? null }),
    ...(progress.status === before.status ? {} : { idleLooks: 0, lastProblem: null }),
  });
  if (progress.status !== before.status) troubles.clear('status');
  if (order.additionalKyc !== 1) troubles.clear('kyc');
  for (const { name } of run.memory.doneSteps) {
    if (provenBy[name].includes(progress.status)) troubles.clear('confirm');
  }
}

/** Returns the order and the moment by which approvals are judged; null while the order has not been read. */
export function approvalMoment({ run: { memory }, settings }: OrderRun): ApprovalMoment | null {
  const { order, progress, held } = memory;
  if (order === null) return null;
  const { approvalLifeMs } = settings;
  return {
    order: { ...order, status: progress.status },
    statusSinceMs: progress.since,
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

/** Sets what the order waits for, and who is asked; shown at once. A continued wait keeps its beginning. */
export function waitFor(
  { run }: OrderRun,
  wait: Omit<OrderWait, 'sinceMs' | 'untilMs'> & { untilMs?: number | null },
): void {
  const before = run.memory.wait;
  const sinceMs = before.reason === wait.reason ? before.sinceMs : Date.now();
  run.remember({ wait: { untilMs: null, ...wait, why: wait.why.slice(0, maxShownText), sinceMs } });
  run.present();
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
