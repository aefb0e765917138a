/** The desk sells: the release gate. Nothing is released without a fresh read and everything the policy requires. */
import type { ReleaseCheckInput, ReleaseLook } from '../../activities/activity-contract.ts';
import { notShownYet } from '../../domain/orders/attached-payments.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import { needsPolling, type Check } from '../../domain/orders/release-check.ts';
import { awaitConfirmation, carryOut, waitOutBlock } from './order-money.ts';
import type { OrderRun } from './order-run.ts';
import { ownTroublePauseMs, quietLookMs } from './order-waiting.ts';

/** One round at the gate: look, then release or wait for what is missing. */
export async function releaseGate(order: OrderRun): Promise<void> {
  const { run, waits, steps, reading } = order;
  if (steps.how('release') !== null) return awaitConfirmation(order, 'release');
  if (run.memory.blockedUntilMs !== null) return waitOutBlock(order);
  const input = checkInput(order);
  run.remember({ stale: false });
  const look = await reading.readOrBlock({
    summary: 'Reading what the release needs',
    read: (reads) => reads.checkRelease(input),
  });
  if (look === null) return;
  reading.noteRead(look.order);
  order.approvals.dropLapsed();
  noteLook(order, look);
  // The verdict rests on what was known when the look began: later changes are looked at first.
  if (waits.isOvertaken()) return;
  if (look.order.status !== OrderStatus.PAID || run.memory.progress.status !== OrderStatus.PAID)
    return lookAgain(order);
  const missing = run.memory.unkept.length === 0 ? look.missing : [...look.missing, unkeptCheck];
  if (missing.length === 0) return release(order, look.order.selectedPayId);
  return awaitMissing(order, missing);
}

/** What was taken back must not be released on before the register knows of it. */
const unkeptCheck: Check = { name: 'register', register: 'behind', bringer: 'time' };

/** A payment that backs another order is a reason to ask again: who approved before did not see it (money-steps#payments-and-approvals). */
function noteElsewhere({ run }: OrderRun, { elsewhere }: ReleaseLook): void {
  const shown = (run.memory.elsewhere ?? []).map(({ proofId }) => proofId);
  const isNew = notShownYet(elsewhere, shown).length > 0;
  if (isNew && run.memory.approvals.length > 0) run.change({ approvals: [] });
}

function noteLook(order: OrderRun, look: ReleaseLook): void {
  noteElsewhere(order, look);
  const { run } = order;
  const { missing, signedOnly, elsewhere } = look;
  run.remember({ checks: missing, signedOnly, elsewhere });
}

/** Collects what the gate is judged by at one moment: the activity reads the rest. */
function checkInput(order: OrderRun): ReleaseCheckInput {
  const { input, settings } = order;
  const { memory } = order.run;
  const { approvals, elsewhere = [], held, mark, progress } = memory;
  const { approvalLifeMs } = settings;
  return {
    ...order.reading.readInput(),
    mode: input.mode,
    rules: input.release,
    approvals,
    shownElsewhere: elsewhere.map(({ proofId }) => proofId),
    held: held !== null,
    knownEpoch: mark?.epoch ?? 0,
    paidSinceMs: progress.since,
    approvalLifeMs,
  };
}

/** A piece that may come by itself is polled ever less often; for the others it waits for a message. */
async function awaitMissing({ run, troubles, waits }: OrderRun, missing: readonly Check[]): Promise<void> {
  const { held, order: facts } = run.memory;
  const asksHuman = missing.some(({ bringer }) => bringer !== 'service' && bringer !== 'time');
  run.remember({ checks: [...missing] });
  if (asksHuman) troubles.clear('release');
  else troubles.note('release', { code: 'lacks', checks: missing });
  await waits.rest(held === null ? { code: 'release-gate', gate: 'lacks' } : { code: 'held', beside: 'gate' }, {
    asks: asksHuman ? 'human' : 'nobody',
    untilMs: facts?.releaseDeadlineMs ?? null,
    ms: needsPolling(missing) ? pauseFor(missing, waits.idlePauseMs()) : quietLookMs,
  });
}

/**
 * No message reaches the order when a clock is set right, or a register answers that another process has kept busy for a moment: what
 * was given must not lapse, and a payment that was reported meanwhile not lie, until its next look.
 */
function pauseFor(missing: readonly Check[], idlePauseMs: number): number {
  return missing.some(({ bringer }) => bringer === 'time') ? Math.min(ownTroublePauseMs, idlePauseMs) : idlePauseMs;
}

/** The order has moved on, or an old answer shows it as not paid yet: such a read never releases; it looks again. */
async function lookAgain({ run, troubles, waits }: OrderRun): Promise<void> {
  if (run.memory.progress.status !== OrderStatus.PAID) return;
  troubles.note('release', { code: 'unshown' });
  await waits.rest({ code: 'release-gate', gate: 'unshown' }, { ms: waits.idlePauseMs() });
}

async function release(order: OrderRun, payId: string | null): Promise<void> {
  const gate = checkInput(order);
  order.waits.show({ code: 'releasing' });
  await carryOut(order, {
    name: 'release',
    summary: 'Releasing the coin',
    attempt: (money, call) => money.releaseCoin({ ...call, payId, gate }),
  });
}

/** The counterparty releases: once its time is over only a person can appeal. */
export async function awaitCounterpartyRelease({ run, waits }: OrderRun): Promise<void> {
  const untilMs = run.memory.order?.releaseDeadlineMs ?? null;
  const overdue = { untilMs, trouble: { code: 'unreleased' } } as const;
  await waits.untilOverdue({ code: 'awaiting-release', isMoving: false }, overdue);
}

/** Both numberings of the service exist: what reads as releasing may be an appeal, so it must not last. */
export async function awaitReleasing({ troubles, waits, settings }: OrderRun): Promise<void> {
  troubles.note('status', { code: 'moving' }, settings.releasingStuckMs);
  await waits.rest({ code: 'awaiting-release', isMoving: true }, { ms: waits.idlePauseMs() });
}
