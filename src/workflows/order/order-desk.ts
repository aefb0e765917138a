import { approvalsThatHold } from '../../domain/orders/approval.ts';
import type { ApprovalMoment } from '../../domain/orders/approval.ts';
import { noteOrderRead } from '../../domain/orders/order-progress.ts';
import { OrderStatus, isTerminal } from '../../domain/orders/order-status.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { defaultSettings } from '../../domain/settings.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { OrderLifecycleInput, OrderMemory, OrderView, WaitReason } from '../contract/order-contract.ts';

/** One order's desk inside its workflow. Handlers replace parts of the memory; `revision` counts what may matter. */
export interface OrderDesk {
  readonly input: OrderLifecycleInput;
  readonly settings: DeskSettings;
  memory: OrderMemory;
  revision: number;
  /** True when an event or a command asks for a fresh read of the order. */
  stale: boolean;
  /** The request id of the placement that owns the order; null: nobody claimed it yet. */
  placedBy: string | null;
  present: () => void;
}

/** Makes the desk of an order from the workflow's input; continues the memory that continue-as-new carried. */
export function createOrderDesk(input: OrderLifecycleInput): OrderDesk {
  return {
    input,
    settings: { ...defaultSettings, ...input.settings },
    // A part that an older version did not carry over has its first value.
    memory: { ...freshMemory(), ...input.memory },
    revision: 0,
    stale: false,
    placedBy: input.placedBy ?? null,
    present: () => undefined,
  };
}

function freshMemory(): OrderMemory {
  return {
    progress: { status: OrderStatus.AWAITING_PAYMENT, since: Date.now() },
    order: null,
    waitingFor: 'reading',
    why: 'reading the order',
    untilMs: null,
    approvals: [],
    match: null,
    payment: null,
    held: null,
    kycVerifiedBy: null,
    checks: [],
    resolution: null,
    undecided: null,
    doneSteps: [],
    attempts: { place: 0, 'mark-paid': 0, release: 0 },
    lastProblem: null,
  };
}

/** Replaces parts of the memory. */
export function remember(desk: OrderDesk, part: Partial<OrderMemory>): void {
  desk.memory = { ...desk.memory, ...part };
}

/** Replaces parts of the memory and wakes whoever waits for a change. */
export function change(desk: OrderDesk, part: Partial<OrderMemory>): void {
  remember(desk, part);
  desk.revision += 1;
}

/** Takes what a read of the service says: facts are replaced, the status follows the rules of progress. */
export function noteRead(desk: OrderDesk, order: OrderFacts): void {
  const progress = noteOrderRead(desk.memory.progress, { status: order.status, atMs: Date.now() });
  remember(desk, { order, progress });
  // The approvals of a release that was sent stay on the page: they say who let it go.
  if (isTerminal(progress.status) || desk.memory.doneSteps.includes('release')) return;
  const now = approvalMoment(desk);
  if (now !== null) remember(desk, { approvals: approvalsThatHold(desk.memory.approvals, now) });
}

/** What approvals are looked at with; null before the first read. */
export function approvalMoment({ memory, settings }: OrderDesk): ApprovalMoment | null {
  const { order, progress, held } = memory;
  if (order === null) return null;
  const { approvalLifeMs } = settings;
  return { order, statusSinceMs: progress.since, held: held !== null, nowMs: Date.now(), approvalLifeMs };
}

/** What an order waits for, why, and until when if that is known. */
export interface Wait {
  reason: WaitReason;
  why: string;
  untilMs?: number | null;
}

/** Says what the order waits for; shown at once. */
export function waitFor(desk: OrderDesk, { reason, why, untilMs = null }: Wait): void {
  remember(desk, { waitingFor: reason, why, untilMs });
  desk.present();
}

/** True when the order has ended. */
export function hasEnded(desk: OrderDesk): boolean {
  return isTerminal(desk.memory.progress.status);
}

const humanReasons: readonly WaitReason[] = ['our-payment', 'held', 'appeal', 'needs-human'];

/** What the `state` query answers; no names of people. */
export function orderView(desk: OrderDesk): OrderView {
  const { input, memory } = desk;
  const { order } = memory;
  return {
    account: input.account,
    orderNumber: input.orderNumber,
    mode: input.mode,
    status: memory.progress.status,
    side: order?.side ?? null,
    pair: order === null ? null : `${order.asset}/${order.fiat}`,
    amount: order?.amount ?? null,
    price: order?.price ?? null,
    totalPrice: order?.totalPrice ?? null,
    waitingFor: memory.waitingFor,
    why: memory.why,
    untilMs: memory.untilMs,
    needsHuman: needsHuman(desk),
    checks: memory.checks,
    approvals: memory.approvals,
    held: memory.held,
    undecided: memory.undecided,
    attempts: memory.attempts,
    lastProblem: memory.lastProblem,
  };
}

function needsHuman(desk: OrderDesk): boolean {
  const { memory, input } = desk;
  if (hasEnded(desk)) return false;
  if (memory.waitingFor === 'release-gate') return input.release.policy !== 'paid' || memory.checks.length > 0;
  return humanReasons.includes(memory.waitingFor);
}
