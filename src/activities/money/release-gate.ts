/** The release gate: what of everything that the rules ask for is missing, looked at freshly. */
import { Context } from '@temporalio/activity';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import type { GuardMemory } from '../../domain/guard/guard-memory.ts';
import type { Approval } from '../../domain/orders/approval.ts';
import {
  allAttached,
  asShown,
  hasStranger,
  notShownYet,
  paymentsElsewhere,
  type PaymentElsewhere,
} from '../../domain/orders/attached-payments.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import { isSamePerson } from '../../domain/orders/names/person-name.ts';
import { unless, type Check, type CheckName } from '../../domain/orders/release-check.ts';
import type { CounterpartyFacts, EvidenceLook } from '../../domain/orders/release-facts.ts';
import { evaluateRelease } from '../../domain/orders/release-policy.ts';
import type { ReleaseRules } from '../../domain/orders/release-rules.ts';
import type { PaymentOwner } from '../../domain/payment-owner.ts';
import { stopsOf, type Stops } from '../../domain/guard/restriction.ts';
import type { OrderStand } from '../../domain/register/order-stand.ts';
import type { ReleaseCheckInput } from '../activity-contract.ts';
import type { ReadOrder } from '../read-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { barredBy } from './barred-order.ts';
import { unlessClocksDiffer } from './clock-check.ts';
import { askService } from './ask-service.ts';
import { lookForEvidence } from './payment-evidence.ts';
import { claimedPayments, takeAnswer, unlessSilent, type StoodOrder } from './order-stand.ts';
import type { SaleRead } from '../../domain/orders/sale-reads.ts';

/** The result of one look at the release gate. Names and proofs stay in this process. */
interface GateLook extends StoodOrder {
  missing: Check[];
  /** The payments that the release must claim, normalised. */
  proofs: string[];
  /** Attached payments that back another order. */
  elsewhere: PaymentElsewhere[];
  /** What the block list says of it. */
  barred: Pick<ReadOrder, 'barredBy'>;
  readAtMs: number;
  /** What the service said. */
  said: SaleRead;
}

/** Returns the order for the run that asked, without the names of its people, which do not belong in a history. */
export function forHistory({ order, stand }: StoodOrder): ReadOrder {
  return { ...order, buyerName: null, sellerName: null, counterpartyNickname: null, stand };
}

/**
 * Looks at the release gate: reads the order, compares names here, and returns only what is missing. The workflow asks
 * before it releases, and the release itself once more right before it sends (design 6). What the service said a moment ago is not
 * asked again; what people and the register say always is.
 */
export async function lookAtGate(
  deps: ActivityDependencies,
  input: ReleaseCheckInput,
  priority: 'order' | 'money',
): Promise<GateLook> {
  const { orderNumber, match, earlierMatches } = input;
  const attached = { match, earlier: earlierMatches };
  const { said, mayRelease } = await askService(deps, input, priority);
  const stood = await takeAnswer(deps, input, said);
  const { order, stand } = stood;
  const readAtMs = deps.clock.now();
  const nothing = { ...stood, proofs: [], elsewhere: [], barred: {}, readAtMs, said };
  const { status } = order;
  if (status !== OrderStatus.PAID) return { ...nothing, missing: [{ name: 'status', status, bringer: 'service' }] };
  if (stand === null) return { ...nothing, missing: [registerCheck] };
  const keys = claimedPayments(allAttached(attached).map(({ proofId }) => proofId)).map(({ key }) => key);
  const [serviceAllows, guard, restrictions, owners, evidence] = await Promise.all([
    mayRelease(),
    deps.guard.look(0),
    unlessSilent(() => deps.register.restrictions()),
    unlessSilent(() => deps.register.paymentOwners(keys)),
    unlessSilent(() => lookForEvidence(deps, order, { priority, nowMs: readAtMs })),
  ]);
  if (restrictions === null || owners === null || evidence === null) return { ...nothing, missing: [registerCheck] };
  const stops = stopsOf(restrictions, guard);
  const needsRecord = [input.rules, ...stops.rules].some(asksForRecord);
  const counterparty = needsRecord
    ? (said.counterparty ?? (await readCounterparty(deps, orderNumber, priority)))
    : null;
  const known = {
    order,
    stand,
    serviceAllows,
    counterparty,
    guard,
    owners,
    evidence,
    stops,
    barred: barredBy(order, { guard, restrictions }),
    readAtMs,
  };
  return { ...stood, readAtMs, ...judge(deps, input, known), said: { ...said, serviceAllows, counterparty } };
}

const registerCheck: Check = { name: 'register', register: 'silent', bringer: 'time' };

interface Known {
  order: OrderFacts;
  stand: OrderStand;
  serviceAllows: boolean;
  counterparty: CounterpartyFacts | null;
  guard: GuardMemory | null;
  owners: readonly PaymentOwner[];
  evidence: EvidenceLook;
  stops: Stops;
  barred: GateLook['barred'];
  readAtMs: number;
}

function judge(deps: ActivityDependencies, input: ReleaseCheckInput, known: Known) {
  const here = judgeAt(deps, input, known);
  if (here.missing.length === 0) return here;
  const { currentAttemptScheduledTimestampMs: askedAtMs } = Context.current().info;
  const asked = judgeAt(deps, input, { ...known, readAtMs: askedAtMs });
  const apartMs = known.readAtMs - askedAtMs;
  return { ...here, missing: unlessClocksDiffer({ here: here.missing, asked: asked.missing, apartMs }) };
}

function judgeAt(deps: ActivityDependencies, input: ReleaseCheckInput, known: Known) {
  const { stand, barred } = known;
  const elsewhere = paymentsElsewhere(
    { match: input.match, earlier: input.earlierMatches },
    known.owners.filter((owner) => owner.account !== deps.account || owner.orderNumber !== input.orderNumber),
  );
  const ofNow = input.approvals.filter(({ seen }) => isOfNow(seen, stand));
  const counting = countingApprovals(deps, { ...input, approvals: ofNow }, known.readAtMs);
  const countsTyped = deps.verifyApproval === null;
  const sets: ReleaseRules[] = [input.rules, ...known.stops.rules];
  const verdicts = sets.map((rules) =>
    evaluateRelease(factsFor({ input, known, counting, elsewhere, countsTyped }, rules)),
  );
  const failing = [...distinct(verdicts.flatMap((verdict) => verdict.missing)), ...blockListCheck(known.barred)];
  const missing = [
    ...failing,
    ...voidCheck(failing, { input, stand }),
    ...unsignedCheck(failing, counting.length < ofNow.length),
    ...unseenCheck(counting, input.shownElsewhere, elsewhere),
  ];
  return { missing, proofs: proofsToClaim(verdicts), elsewhere, barred };
}

/**
 * Every payment that the page shows as attached is claimed, whether it counts or not: a person who approves adds up what he
 * sees, whatever was taken back since it was attached.
 */
function proofsToClaim(verdicts: readonly ReturnType<typeof evaluateRelease>[]): string[] {
  return [
    ...new Set(verdicts.flatMap(({ proof, otherProofs }) => [...(proof === null ? [] : [proof]), ...otherProofs])),
  ];
}

interface Judged {
  countsTyped: boolean;
  input: ReleaseCheckInput;
  known: Known;
  counting: readonly Approval[];
  elsewhere: readonly PaymentElsewhere[];
}

function factsFor({ input, known, counting, elsewhere, countsTyped }: Judged, rules: ReleaseRules) {
  const { order, stand, serviceAllows, counterparty, evidence, readAtMs } = known;
  const { paidSinceMs, approvalLifeMs } = input;
  const match = isOfNow(input.match, stand) ? input.match : null;
  // A payment that counts no more still belongs to this order: an approver has to see it.
  const attached = { match: match === null ? input.match : null, earlier: input.earlierMatches };
  const isBuyer = match !== null && order.buyerName !== null ? isSamePerson(match.payerName, order.buyerName) : null;
  return {
    order,
    generation: stand.generation,
    epoch: stand.epoch,
    paidSinceMs,
    payments: asShown({ match: input.match, earlier: input.earlierMatches }),
    held: input.held || stand.held !== null,
    wasTakenBack: Math.max(stand.epoch, input.knownEpoch) > 0,
    nowMs: readAtMs,
    approvalLifeMs,
    rules,
    serviceAllows,
    approvals: counting,
    match,
    countsTyped,
    evidence,
    earlierMatches: allAttached(attached),
    payerIsBuyer: isBuyer,
    hasStranger: hasStranger({ match: input.match, earlier: input.earlierMatches }, order.buyerName),
    fiatScale: null,
    usedProofs: elsewhere.map(({ proofId }) => proofId),
    counterparty,
    killSwitch: known.stops.switchStand('releases'),
  };
}

/** What a person has said is good for the epoch that he saw: whatever was taken back since raised it (design 6). */
function isOfNow(word: { generation: string | null; epoch: number } | null, stand: OrderStand): boolean {
  return word !== null && word.epoch === stand.epoch && word.generation === stand.generation;
}

/** Two sets of rules that ask for the same say so once. */
function distinct(checks: readonly Check[]): Check[] {
  return [...new Map(checks.map((check) => [JSON.stringify(check), check])).values()];
}

/**
 * An approval outweighs a payment that backs another order only when its giver could see that: two orders may be approved
 * in one moment on the same payment (money-steps#payments-and-approvals). Without approvals nothing rests on a sum that a person has made.
 */
function unseenCheck(
  approvals: readonly Approval[],
  shownElsewhere: readonly string[],
  elsewhere: readonly PaymentElsewhere[],
): Check[] {
  if (approvals.length === 0) return [];
  return notShownYet(elsewhere, shownElsewhere).map(({ orderNumber }) => ({
    name: 'proof-unused',
    use: 'unseen',
    orderNumber,
    bringer: 'human',
  }));
}

/** Checks with a failure name of their own; the table of own failures decides what waits and who is asked. */
const failureOfCheck: ReadonlyMap<CheckName, OwnFailure> = new Map([
  ['clock', OwnFailure.CLOCK_SKEW],
  ['not-held', OwnFailure.HELD],
  ['approval', OwnFailure.APPROVAL_MISSING],
  ['proof-unused', OwnFailure.PROOF_USED],
  ['amount-cap', OwnFailure.OVER_CAP],
  ['block-list', OwnFailure.BLOCKED_COUNTERPARTY],
  ['register', OwnFailure.REGISTER_SILENT],
  ['taken-back', OwnFailure.TAKEN_BACK],
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

/** Where the worker requires signed approvals, none that was typed into Temporal counts. */
function countingApprovals(
  { verifyApproval }: ActivityDependencies,
  { approvals, orderNumber, mode, approvalLifeMs }: ReleaseCheckInput,
  nowMs: number,
): readonly Approval[] {
  if (verifyApproval === null) return approvals;
  return approvals.filter((approval) => verifyApproval(approval, { orderNumber, mode, nowMs, approvalLifeMs }));
}

/** Explains why an approval on the order's page does not count. */
function unsignedCheck(failing: readonly Check[], doesNotCount: boolean): Check[] {
  const isMissing = failing.some(({ name }) => name === 'approval');
  return unless(!doesNotCount || !isMissing, { name: 'approval-signed', bringer: 'human' });
}

/** Explains why something that was said counts no more. */
function voidCheck(
  failing: readonly Check[],
  { input, stand }: { input: ReleaseCheckInput; stand: OrderStand },
): Check[] {
  const words = [
    ...input.approvals.map(({ seen }) => seen),
    ...allAttached({ match: input.match, earlier: input.earlierMatches }),
  ];
  const isMissing = failing.some(({ name }) => name === 'approval' || name === 'payment-match');
  const isVoid = isMissing && !words.every((word) => isOfNow(word, stand));
  return unless(!isVoid, { name: 'taken-back', bringer: 'human' });
}

function blockListCheck({ barredBy: reason = null }: GateLook['barred']): Check[] {
  return reason === null ? [] : [{ name: 'block-list', reason, bringer: 'human' }];
}

function asksForRecord({ counterparty }: ReleaseRules): boolean {
  return Object.values(counterparty).some((least) => least !== null);
}

async function readCounterparty(
  deps: ActivityDependencies,
  orderNumber: string,
  priority: 'order' | 'money',
): Promise<CounterpartyFacts> {
  return deps.marketplace.orders.counterparty(orderNumber, { priority });
}
