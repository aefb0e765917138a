import { asShown } from '../../domain/orders/attached-payments.ts';
import { approvalsThatHold, type ApprovalMoment } from '../../domain/orders/approval.ts';
import type { OrderProblem, OrderTrouble } from '../../domain/orders/order-wait.ts';
import { OrderStatus, isTerminal } from '../../domain/orders/order-status.ts';
import { provenBy } from '../../domain/register/step-row.ts';
import { defaultSettings, type DeskSettings } from '../../domain/settings.ts';
import { noRefusedMessages } from '../contract/message.ts';
import type { OrderMemory, ParsedOrderInput } from '../contract/order-contract.ts';
import { bounded } from '../kit/bounded.ts';
import { resetIdOf } from '../kit/new-run.ts';
import { createRun, type Run } from '../kit/run.ts';
import { watchTroubles, type TroubleWatch } from '../kit/trouble.ts';
import { orderPage } from './order-page.ts';
import { createOrderRegister, type OrderRegister } from './order-register.ts';
import { createOrderSteps, type OrderSteps } from './order-steps.ts';
import { createOrderWaits, type OrderWaits } from './order-waiting.ts';
import { attachedTo } from './shown-payments.ts';

/** One order inside its workflow. */
export interface OrderRun {
  readonly input: ParsedOrderInput;
  settings: DeskSettings;
  readonly run: Run<OrderMemory>;
  readonly troubles: TroubleWatch<OrderTrouble>;
  readonly waits: OrderWaits;
  readonly steps: OrderSteps;
  readonly register: OrderRegister;
}

/** Creates the run of an order from the workflow's input; continues with the memory from continue-as-new. */
export function createOrderRun(input: ParsedOrderInput): OrderRun {
  // A part that the version before did not carry over gets its initial value.
  const resetId = resetIdOf(input.memory?.resetId ?? null);
  const run = createRun<OrderMemory>({ ...freshMemory(input), ...input.memory, resetId }, (memory) =>
    orderPage(input, memory),
  );
  const troubles = watchTroubles<OrderTrouble>(run);
  return {
    input,
    settings: input.settings ?? defaultSettings,
    run,
    troubles,
    waits: createOrderWaits(run, troubles),
    steps: createOrderSteps(run, troubles),
    register: createOrderRegister({ input, run, troubles }),
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
  const isUsed = order.steps.how('release') !== null || provenBy.release.includes(progress.status);
  if (now === null || approvals.length === 0 || isUsed) return;
  const holding = approvalsThatHold(approvals, now);
  if (holding.length !== approvals.length) order.run.remember({ approvals: holding });
}

/** Notes what failed last. Anyone who may fail an activity by hand writes its message. */
export function noteProblem({ run }: OrderRun, problem: OrderProblem): void {
  run.remember({ lastProblem: bounded(problem) });
}

/** Reports whether the order has ended at the service, or must not be carried any longer. */
export function isOver({ run: { memory } }: OrderRun): boolean {
  return isTerminal(memory.progress.status) || memory.stoppedBy !== null;
}
