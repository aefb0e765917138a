import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import { isBlocked, type GuardMemory } from '../../domain/guard/guard-memory.ts';
import { permittedRelease, type PermittedRelease } from '../../domain/guard/open-call.ts';
import type { Approval } from '../../domain/orders/approval.ts';
import { notShownYet, paymentsElsewhere, type PaymentElsewhere } from '../../domain/orders/attached-payments.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import { isSamePerson } from '../../domain/orders/person-name.ts';
import type { Check, CheckName } from '../../domain/orders/release-check.ts';
import type { CounterpartyFacts } from '../../domain/orders/release-facts.ts';
import { evaluateRelease } from '../../domain/orders/release-policy.ts';
import { toCounterparty, toOrderFacts } from '../../exchange/index.ts';
import type { ReadOrder, ReleaseCheckInput } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { SwitchState } from '../../domain/switch-state.ts';

/** The result of one look at the release gate. Names and proofs stay in this process. */
interface GateLook {
  order: OrderFacts;
  missing: Check[];
  /** The payment that the release must claim, normalised; null: none. */
  proof: string | null;
  /** The other payments that it must claim; absent: none. */
  otherProofs?: string[];
  /** Attached payments that back another order; absent: none. */
  elsewhere?: PaymentElsewhere[];
  /** A release of this order that the guard permitted, and that may have left; absent: none. */
  permitted?: PermittedRelease;
  readAtMs: number;
}

/**
 * Reads one order (EP-13). An answer may carry another order's number (seen live): acting on it could move the wrong
 * coin, so it fails with WRONG_ORDER and is retried.
 */
export async function readDetail(deps: ActivityDependencies, orderNumber: string, priority: 'order' | 'money') {
  const order = toOrderFacts(await deps.exchange.orders.getUserOrderDetail(orderNumber, { priority }));
  if (order.orderNumber === orderNumber) return order;
  const message = `asked for order ${orderNumber}, the service answered with another one`;
  throw ApplicationFailure.create({ type: OwnFailure.WRONG_ORDER, message });
}

/** Returns the order for the run that asked, without the names of its people, which do not belong in a history. */
export function forHistory(order: OrderFacts): ReadOrder {
  const readBy = Context.current().info.workflowExecution?.runId;
  const known = { ...order, buyerName: null, sellerName: null, counterpartyNickname: null };
  return readBy === undefined ? known : { ...known, readBy };
}

/**
 * Looks at the release gate: reads the order again, compares names here, and returns only what is missing. The workflow
 * asks before it releases, and the release itself once more right before it sends (design 6).
 */
export async function lookAtGate(
  deps: ActivityDependencies,
  input: ReleaseCheckInput,
  priority: 'order' | 'money',
): Promise<GateLook> {
  const order = await readDetail(deps, input.orderNumber, priority);
  const readAtMs = deps.clock.now();
  if (order.status !== OrderStatus.PAID) return { order, missing: notPaid(order), proof: null, readAtMs };
  const { minCompletedOrders, minFinishRate, minRegisterDays } = input.rules.counterparty;
  const needsRecord = minCompletedOrders !== null || minFinishRate !== null || minRegisterDays !== null;
  const [serviceAllows, counterparty, guard] = await Promise.all([
    deps.exchange.orders.checkIfCanReleaseCoin({ orderNumber: input.orderNumber }, { priority }),
    needsRecord ? readCounterparty(deps, input.orderNumber, priority) : null,
    deps.guard.look(0),
  ]);
  const known = { order, serviceAllows, counterparty, guard, readAtMs };
  return judge(deps, input, known);
}

interface Known {
  order: OrderFacts;
  serviceAllows: boolean;
  counterparty: CounterpartyFacts | null;
  guard: GuardMemory | null;
  readAtMs: number;
}

function judge(deps: ActivityDependencies, input: ReleaseCheckInput, known: Known): GateLook {
  const { order, serviceAllows, counterparty, guard, readAtMs } = known;
  const { rules, match, earlierMatches, held, statusSinceMs, approvalLifeMs } = input;
  const counting = countingApprovals(deps, input, readAtMs);
  const { checks, proof, otherProofs } = evaluateRelease({
    order,
    statusSinceMs,
    held,
    nowMs: readAtMs,
    approvalLifeMs,
    rules,
    serviceAllows,
    approvals: counting,
    match,
    earlierMatches,
    payerIsBuyer: match === null || order.buyerName === null ? null : isSamePerson(match.payerName, order.buyerName),
    fiatScale: null,
    usedProofs: usedElsewhere(guard, input),
    counterparty,
    killSwitch: switchOf(guard),
  });
  const failing = [...checks.filter(({ ok }) => !ok), ...blockListCheck(guard, order)];
  const kept = keptByGuard(guard, input);
  const unsigned = unsignedCheck(failing, input.approvals.length - counting.length);
  const missing = [...failing, ...unsigned, ...unseenCheck(input, kept.elsewhere ?? [])];
  return { order, missing, proof, otherProofs, readAtMs, ...kept };
}

/**
 * An approval outweighs a payment that backs another order only when its giver could see that: two orders may be approved
 * in one moment on the same payment (ADR 0044). Without approvals nothing rests on a sum that a person has made.
 */
function unseenCheck({ approvals, shownElsewhere = [] }: ReleaseCheckInput, elsewhere: PaymentElsewhere[]): Check[] {
  if (approvals.length === 0) return [];
  return notShownYet(elsewhere, shownElsewhere).map(({ orderNumber }) => {
    const text = `an attached payment backs order ${orderNumber}, which was not known when it was approved`;
    return { name: 'proof-unused', ok: false, text, bringer: 'human' };
  });
}

/** What the guard knows of the attached payments and of this order: a person who approves has to know it, too. */
function keptByGuard(
  guard: GuardMemory | null,
  { orderNumber, match, earlierMatches: earlier = [] }: ReleaseCheckInput,
): Pick<GateLook, 'elsewhere' | 'permitted'> {
  if (guard === null) return {};
  const elsewhere = paymentsElsewhere({ match, earlier }, guard, orderNumber);
  const permitted = permittedRelease(guard, orderNumber);
  return { ...(elsewhere.length === 0 ? {} : { elsewhere }), ...(permitted === null ? {} : { permitted }) };
}

/** Checks with a failure name of their own; the table of own failures decides what waits and who is asked. */
const failureOfCheck: ReadonlyMap<CheckName, OwnFailure> = new Map([
  ['not-held', OwnFailure.HELD],
  ['approval', OwnFailure.APPROVAL_MISSING],
  ['proof-unused', OwnFailure.PROOF_USED],
  ['amount-cap', OwnFailure.OVER_CAP],
  ['block-list', OwnFailure.BLOCKED_COUNTERPARTY],
]);

/** Returns the refusal of a release with these missing checks: that of the first check with one. */
export function refusalOf(missing: readonly Check[]): OwnFailure {
  return missing.map(failureOf).find((failure) => failure !== null) ?? OwnFailure.ORDER_MISMATCH;
}

function failureOf({ name, bringer }: Check): OwnFailure | null {
  // A human lifts an engaged switch; an unknown one means that the guard does not answer.
  if (name === 'kill-switch') return bringer === 'switch' ? OwnFailure.SWITCHED_OFF : OwnFailure.GUARD_SILENT;
  return failureOfCheck.get(name) ?? null;
}

/** Where the worker requires signed approvals, one that was typed into Temporal does not count. */
function countingApprovals(deps: ActivityDependencies, input: ReleaseCheckInput, nowMs: number): readonly Approval[] {
  const { verifyApproval } = deps;
  if (verifyApproval === null) return input.approvals;
  const { orderNumber, approvalLifeMs } = input;
  return input.approvals.filter((approval) => verifyApproval(approval, { orderNumber, nowMs, approvalLifeMs }));
}

/** Explains why an approval on the order's page does not count. */
function unsignedCheck(failing: readonly Check[], notCounting: number): Check[] {
  if (notCounting === 0 || !failing.some(({ name }) => name === 'approval')) return [];
  const text = `${notCounting} of the approvals given do not count: this worker wants each signed by an approver it knows (\`peerdesk approver init\`)`;
  return [{ name: 'approval-signed', ok: false, text, bringer: 'human' }];
}

function usedElsewhere(
  guard: GuardMemory | null,
  { orderNumber, match, earlierMatches: earlier = [] }: ReleaseCheckInput,
): string[] {
  return guard === null ? [] : paymentsElsewhere({ match, earlier }, guard, orderNumber).map(({ proofId }) => proofId);
}

function switchOf(guard: GuardMemory | null): SwitchState {
  if (guard === null) return 'unknown';
  return guard.switches.all === null && guard.switches.releases === null ? 'open' : 'closed';
}

function blockListCheck(guard: GuardMemory | null, { counterpartyNickname }: OrderFacts): Check[] {
  if (counterpartyNickname === null || guard === null || !isBlocked(guard, counterpartyNickname)) return [];
  return [{ name: 'block-list', ok: false, text: 'the counterparty is on the block list', bringer: 'human' }];
}

function notPaid({ status }: OrderFacts): Check[] {
  return [{ name: 'status', ok: false, text: `the order is ${status}, not PAID`, bringer: 'service' }];
}

async function readCounterparty(
  deps: ActivityDependencies,
  orderNumber: string,
  priority: 'order' | 'money',
): Promise<CounterpartyFacts> {
  const record = await deps.exchange.orders.queryCounterPartyOrderStatistic(orderNumber, { priority });
  return toCounterparty(record);
}
