/** The desk sells: the release gate. Nothing is released without a fresh read and everything the policy asks for. */
import type { ReleaseFacts } from '../../activities/activity-contract.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import { isSamePerson } from '../../domain/orders/person-name.ts';
import { needsPolling } from '../../domain/orders/release-check.ts';
import { evaluateRelease } from '../../domain/orders/release-policy.ts';
import { moneySteps, reads } from '../kit/activity-proxies.ts';
import { noteRead, remember, waitFor } from './order-desk.ts';
import type { OrderDesk } from './order-desk.ts';
import { carryOut } from './order-money.ts';
import { heardWithin, quietRecheckMs, readOrBlock, soonRecheckMs, untilDeadlineMs } from './order-waiting.ts';

/** One round at the gate: look, evaluate, release or wait for what is missing. */
export async function releaseGate(desk: OrderDesk): Promise<void> {
  if (desk.memory.doneSteps.includes('release')) return awaitCompletion(desk);
  const facts = await readOrBlock(desk, () => readFacts(desk));
  if (facts === null) return;
  desk.stale = false;
  noteRead(desk, facts.order);
  if (facts.order.status !== OrderStatus.PAID) return lookAgain(desk);
  const { ready, checks } = evaluate(desk, facts);
  remember(desk, { checks: ready ? [] : checks.filter((check) => !check.ok) });
  if (ready) return release(desk, facts.order.selectedPayId);
  const why = checks
    .filter((check) => !check.ok)
    .map((check) => check.text)
    .join('; ');
  const reason = desk.memory.held === null ? 'release-gate' : 'held';
  waitFor(desk, { reason, why, untilMs: facts.order.releaseDeadlineMs });
  await heardWithin(desk, needsPolling(checks) ? 2 * soonRecheckMs : quietRecheckMs, 'Release gate: looking again');
}

/** The order has moved on, or an old answer says it is not paid yet: never released on that, looked at again. */
async function lookAgain(desk: OrderDesk): Promise<void> {
  if (desk.memory.progress.status !== OrderStatus.PAID) return;
  waitFor(desk, { reason: 'release-gate', why: 'the service does not show the order as paid' });
  await heardWithin(desk, soonRecheckMs, 'The service does not show the order as paid');
}

function readFacts(desk: OrderDesk): Promise<ReleaseFacts> {
  const { account, orderNumber } = desk.input;
  const proofId = desk.memory.match?.proofId ?? null;
  const needsCounterparty = Object.values(desk.input.release.counterparty).some((minimum) => minimum !== null);
  return reads(account, 'Reading what the release needs').readReleaseFacts({ orderNumber, proofId, needsCounterparty });
}

function evaluate(desk: OrderDesk, facts: ReleaseFacts): ReturnType<typeof evaluateRelease> {
  const { input, memory } = desk;
  const { match } = memory;
  const { buyerName } = facts.order;
  return evaluateRelease({
    order: facts.order,
    statusSinceMs: memory.progress.since,
    held: memory.held !== null,
    nowMs: Date.now(),
    approvalLifeMs: desk.settings.approvalLifeMs,
    rules: input.release,
    serviceAllows: facts.serviceAllows,
    approvals: memory.approvals,
    match,
    payerIsBuyer: match === null || buyerName === null ? null : isSamePerson(match.payerName, buyerName),
    fiatScale: null,
    usedProofs: facts.usedProofIds,
    counterparty: facts.counterparty,
    killSwitch: facts.killSwitch,
  });
}

async function release(desk: OrderDesk, payId: string | null): Promise<void> {
  const { account, mode, orderNumber } = desk.input;
  const { policy } = desk.input.release;
  waitFor(desk, { reason: 'releasing', why: 'everything the policy asks for is there: releasing' });
  await carryOut(desk, {
    name: 'release',
    title: `release of order ${orderNumber}`,
    attempt: () =>
      moneySteps(account, 'Releasing the coin', desk.settings).releaseCoin({ mode, orderNumber, payId, policy }),
  });
}

/** The release is sent and done: it is never sent again, whatever a late read says. */
async function awaitCompletion(desk: OrderDesk): Promise<void> {
  if (desk.input.mode === 'shadow') return awaitSomebodyElse(desk);
  waitFor(desk, { reason: 'awaiting-release', why: 'released; the service does not show it completed yet' });
  await heardWithin(desk, soonRecheckMs, 'Waiting for the service to show the release');
}

/** A shadow desk has only recorded what it would do: whoever really runs the account releases. */
async function awaitSomebodyElse(desk: OrderDesk): Promise<void> {
  waitFor(desk, { reason: 'shadow', why: 'shadow: would have released the coin' });
  await heardWithin(desk, quietRecheckMs, 'Shadow: looking again');
}

/** The counterparty releases: nothing to do but look when its deadline passes. */
export async function awaitCounterpartyRelease(desk: OrderDesk): Promise<void> {
  const deadlineMs = desk.memory.order?.releaseDeadlineMs ?? null;
  waitFor(desk, { reason: 'awaiting-release', why: 'paid; the counterparty has to release', untilMs: deadlineMs });
  await heardWithin(desk, untilDeadlineMs(deadlineMs), 'Release deadline of the counterparty');
}
