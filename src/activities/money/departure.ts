/** The second half of a money call: from its claim to the answer. */
import { Context } from '@temporalio/activity';
import { ErrorCategory, type FailureCategory } from '../../domain/failures/error-category.ts';
import { OwnFailure, isOwnFailure } from '../../domain/failures/own-failures.ts';
import { judgeMoneyFailure, leaseMs } from '../../domain/orders/money-outcome.ts';
import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import type { MoneyAttempt } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { NotSent, nameOf, notSentEnd, refusedByRegister, rejected } from './not-sent.ts';
import type { FencedCall, MoneyCall, Permit, PermittedCall } from './ready-call.ts';

/** The longest time from arming to the socket, in ms: what a person takes back after it may be too late. */
const doorMs = 250;

/** Claims a call and asks the guard; returns its end where one of them does not let it go. */
export async function claimPermitted(
  deps: ActivityDependencies,
  call: MoneyCall,
  ready: FencedCall,
): Promise<PermittedCall | MoneyAttempt> {
  const { step, subject } = call;
  const claim = await deps.register.claim({ ...ready.wish, step, subject, epoch: ready.seen.epoch });
  if (!claim.claimed) return rejected(refusedByRegister(claim));
  try {
    return { ...ready, claim, permit: await askGuard(deps, call, { claim, fence: ready.fence }) };
  } catch (error) {
    return unsent(deps, claim.number, error);
  }
}

/**
 * Sends a permitted call: armed once it has its turn and a connection, and at the socket within a quarter of a second. A
 * call of which nothing has left is withdrawn; anything else ends by reads.
 */
export async function departOnce(
  deps: ActivityDependencies,
  call: MoneyCall,
  permitted: PermittedCall,
): Promise<MoneyAttempt> {
  const { claim, code, send, permit } = permitted;
  let isArmed = false;
  try {
    const fence = {
      ...permitted.fence,
      sendBeforeMs: Math.min(permitted.fence.sendBeforeMs, deps.clock.now() + permit.leftMs),
    };
    const armCall = async (): Promise<void> => {
      await arm(deps, call, permitted);
      isArmed = true;
    };
    const orderNumber = await send({ priority: 'money', fence, door: { withinMs: doorMs, arm: armCall } }, code);
    const placed = call.step === 'place' ? orderNumber : null;
    await noted(deps, () => deps.register.noteAnswer(claim.number, 'executed', placed));
    return { kind: 'executed', orderNumber };
  } catch (error) {
    return mayHaveLeft(error, isArmed) ? afterLeaving(deps, claim.number, error) : unsent(deps, claim.number, error);
  }
}

/** The exchange client says of each of its errors whether the call has left; any other proves it only before arming. */
function mayHaveLeft(error: unknown, isArmed: boolean): boolean {
  return error instanceof MarketplaceFailure ? error.sent !== 'no' : isArmed;
}

async function unsent(deps: ActivityDependencies, number: number, error: unknown): Promise<MoneyAttempt> {
  await noted(deps, () => deps.register.withdraw(number, nameOf(error)));
  return error instanceof MarketplaceFailure ? judged(error) : notSentEnd(error);
}

async function afterLeaving(deps: ActivityDependencies, number: number, error: unknown): Promise<MoneyAttempt> {
  const answer = error instanceof MarketplaceFailure ? (error.code ?? error.httpStatus) : null;
  await noted(deps, () => deps.register.noteAnswer(number, `${answer ?? 'none'}`));
  return error instanceof MarketplaceFailure ? judged(error) : { kind: 'unknown', reason: nameOf(error) };
}

function judged(error: MarketplaceFailure): MoneyAttempt {
  const outcome = judgeMoneyFailure(error);
  if (outcome.kind === 'executed') return { kind: 'executed', orderNumber: null };
  if (outcome.kind === 'unknown') return outcome;
  return { ...outcome, category: categoryOfRejection(error) };
}

/** What cannot be written now is found out by reads: it must not hide the end of the call. */
async function noted(deps: ActivityDependencies, write: () => Promise<void>): Promise<void> {
  await write().catch((error: unknown) => {
    const message = `the register did not take the end of a money step: ${nameOf(error)}`;
    deps.report({ event: 'register', level: 'error', mode: null, message });
  });
}

/** Refusals by the client itself have names of their own: the service did not forbid the step, it was never sent. */
function categoryOfRejection({ code, sent, category }: MarketplaceFailure): FailureCategory | OwnFailure {
  if (sent === 'no' && isOwnFailure(code)) return code;
  return sent === 'no' && category === ErrorCategory.UNKNOWN ? OwnFailure.NOT_SENT : category;
}

/** Asks the guard. Its answer includes Temporal's time, which validates this clock before anything is judged by it. */
async function askGuard(
  deps: ActivityDependencies,
  call: MoneyCall,
  { claim, fence }: Pick<PermittedCall, 'claim' | 'fence'>,
): Promise<Permit> {
  const { step, subject } = call;
  const { generation, number, callId, known } = claim;
  const askedAtMs = deps.clock.now();
  const reply = await deps.guard.permit({ step, subject, generation, number, callId, known });
  if (!reply.permitted) throw refusedByRegister(reply);
  const { atMs } = reply;
  const skewMs = Math.max(0, askedAtMs - atMs, atMs - deps.clock.now());
  if (skewMs > deps.settings.clockSkewLimitMs) {
    throw new NotSent(OwnFailure.CLOCK_SKEW, `this worker's clock is ${skewMs} ms away from Temporal's`);
  }
  const leftMs = fence.sendBeforeMs - atMs;
  if (leftMs >= 0) return { atMs, leftMs };
  throw new NotSent(OwnFailure.FENCED, 'the time of the step was over when the guard answered');
}

/** The last word: with turn and connection taken, the register compares everything once more. */
async function arm(
  deps: ActivityDependencies,
  { fence: { boundMs, recvWindowMs } }: MoneyCall,
  { claim: { number }, permit: { atMs: guardAtMs }, wish, seen, code }: PermittedCall,
): Promise<void> {
  Context.current().cancellationSignal.throwIfAborted();
  const latestMs = Context.current().info.scheduledTimestampMs + Math.max(boundMs, leaseMs);
  const reply = await deps.register.arm({
    number,
    seen,
    payments: wish.payments.map(({ key }) => key),
    codeStep: code?.step ?? null,
    guardAtMs,
    untilMs: latestMs + recvWindowMs + deps.settings.moneySettleMs,
  });
  if (!reply.armed) throw refusedByRegister(reply);
}
