/** The single sequence by which a money call leaves, or does not. */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { ErrorCategory, type FailureCategory } from '../../domain/failures/error-category.ts';
import { OwnFailure, isOwnFailure } from '../../domain/failures/own-failures.ts';
import { longerOpenMs } from '../../domain/guard/guard-memory.ts';
import type { PermitRequest } from '../../domain/guard/permit-request.ts';
import { modes } from '../../domain/mode.ts';
import { judgeMoneyFailure } from '../../domain/orders/money-outcome.ts';
import { ExchangeError, type CallOptions, type Fence, type OneTimeCode } from '../../exchange/index.ts';
import type { OnceStepName } from '../../workflows/contract/order-contract.ts';
import type { MoneyAttempt, StepFence } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { GuardPort } from '../ports/guard-port.ts';
import { callerEnd, type Caller } from '../kit/caller.ts';

/** The rest of an attempt's time is for the answer: nothing is sent in its last second. */
const answerMarginMs = 1_000;

type MoneyOptions = CallOptions & { fence: Fence };

/** The result of a fresh look: the guard's question, and the call itself. */
export interface ReadyCall {
  amount: string;
  fiat: string;
  proof: string | null;
  /** The other payments that back a release; absent: none. */
  otherProofs?: string[];
  /** Sends it; returns the number of the new order, or null. */
  send: (options: MoneyOptions, code: OneTimeCode | null) => Promise<string | null>;
}

interface MoneyCall {
  step: OnceStepName;
  /** Order number, or the request id of a placement. */
  subject: string;
  mode: unknown;
  fence: StepFence;
  caller: Caller;
  needsCode: boolean;
  /** Reads everything again; throws a NotSent when a condition fails. */
  prepare: () => Promise<ReadyCall>;
}

/** A refusal by Peerdesk itself: nothing has left. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
  readonly category: OwnFailure | FailureCategory;
  readonly retryAfterMs: number | null;
  /** When the guard had permitted it all the same; null: it had not, as far as is known; untold: no one looks. */
  readonly permitAtMs: number | null | 'untold';
  /** An earlier call may have left, and shows by then or never; null: not known. */
  readonly openUntilMs: number | null;

  constructor(category: OwnFailure | FailureCategory, message: string, when: Partial<RefusalTimes> = {}) {
    super(message);
    this.category = category;
    this.retryAfterMs = when.retryAfterMs ?? null;
    this.permitAtMs = when.permitAtMs ?? null;
    this.openUntilMs = when.openUntilMs ?? null;
  }
}

interface RefusalTimes {
  retryAfterMs: number | null;
  permitAtMs: number | null | 'untold';
  openUntilMs: number | null;
}

/** Another dispatch of the same step was let go: this one sends nothing, and the outcome of that one is not known. */
class LeftBefore extends Error {
  override readonly name = 'LeftBefore';
}

/**
 * Sends a money call at most once: caller, mode, a fresh look, one-time code, departure from the order's workflow, the
 * guard last, then the fence. Never rejects for a reason of its own: the result states what is known.
 */
export async function sendMoney(deps: ActivityDependencies, call: MoneyCall): Promise<MoneyAttempt> {
  const early = callerEnd(call.caller) ?? modeEnd(deps, call);
  const end = early ?? (await sendOnce(deps, call));
  report(deps, call, end);
  return end;
}

/** Returns the end of a step that this mode never sends, or null. */
function modeEnd(deps: ActivityDependencies, { mode, step, subject }: MoneyCall): MoneyAttempt | null {
  try {
    if (!deps.isIntentOnly(mode)) return null;
    deps.onIntent({ operation: step, subject, detail: {} });
    return { kind: 'intent' };
  } catch (error) {
    if (!(error instanceof ApplicationFailure)) throw error;
    // The service could not be identified yet: that passes by itself.
    const category = error.type === OwnFailure.MODE_NOT_ALLOWED ? error.type : OwnFailure.NOT_SENT;
    return rejected(new NotSent(category, error.message));
  }
}

async function sendOnce(deps: ActivityDependencies, call: MoneyCall): Promise<MoneyAttempt> {
  const ready = await readyToSend(deps, call).catch((error: unknown) => notSentEnd(error));
  if ('kind' in ready) return ready;
  const { fence, code, send, permitAtMs } = ready;
  try {
    return { kind: 'executed', orderNumber: await send({ priority: 'money', fence }, code) };
  } catch (error) {
    return judge(error, permitAtMs);
  }
}

/** Everything before the call: on any failure here nothing has left. */
async function readyToSend(deps: ActivityDependencies, call: MoneyCall) {
  const fence = fenceOf(deps, call.fence);
  const context = Context.current();
  context.heartbeat();
  const { send, ...request } = await call.prepare();
  const code = call.needsCode ? await oneTimeCode(deps, fence) : null;
  // A cancel that waits is seen before anything leaves.
  context.heartbeat();
  context.cancellationSignal.throwIfAborted();
  await depart(deps, call);
  const { leftMs, permitAtMs } = await askGuard(deps, call, { ...request, codeStep: code?.step ?? null });
  const sendBeforeMs = Math.min(fence.sendBeforeMs, deps.clock.now() + leftMs);
  return { fence: { ...fence, sendBeforeMs }, code, send, permitAtMs };
}

/** Asks the run that wants this call, and no later one of the same workflow: a call of its own would be let go instead. */
async function depart({ orders }: ActivityDependencies, { caller, step }: MoneyCall): Promise<void> {
  const departure = await orders.depart(caller.workflowId, step, Context.current().info.workflowExecution?.runId);
  if (departure.go) return;
  if (departure.hasLeft === true) throw new LeftBefore(departure.text);
  throw new NotSent(departure.reason, departure.text);
}

/**
 * The fence is based on the first schedule time, which no reset moves, and on the bound and window in the input;
 * smaller values of this worker win.
 */
function fenceOf(deps: ActivityDependencies, fence: StepFence): Fence {
  const recvWindowMs = Math.min(fence.recvWindowMs, deps.settings.moneyRecvWindowMs);
  return { sendBeforeMs: endOfStep(deps, fence), recvWindowMs };
}

/** The moment of Temporal's clock after which nothing is sent. */
function endOfStep({ settings }: ActivityDependencies, { boundMs }: StepFence): number {
  return Context.current().info.scheduledTimestampMs + Math.min(boundMs, settings.moneyStepBoundMs) - answerMarginMs;
}

/** Returns the worker's cap for a currency, null without caps. If there are caps, a currency without one is refused. */
export function capIn(caps: Readonly<Record<string, string>>, fiat: string): string | null {
  if (Object.keys(caps).length === 0) return null;
  if (Object.hasOwn(caps, fiat)) return caps[fiat] ?? null;
  throw new NotSent(OwnFailure.OVER_CAP, `no cap of this worker names ${fiat}`);
}

/**
 * Asks the guard, as the last check before the call leaves. Its answer includes Temporal's time, which validates this
 * clock. Returns that time, and how long the call may still leave by it, in ms.
 */
async function askGuard(
  deps: ActivityDependencies,
  { step, subject, fence }: MoneyCall,
  asked: Pick<PermitRequest, 'amount' | 'fiat' | 'proof' | 'otherProofs' | 'codeStep'>,
): Promise<{ leftMs: number; permitAtMs: number }> {
  const askedAtMs = deps.clock.now();
  // Limits on releases must not keep a sent payment from being reported.
  const perDay = step === 'release' ? capIn(deps.releasePermission.maxReleasePerDay, asked.fiat) : null;
  const openMs = longerOpenMs(deps.settings);
  const { otherProofs = [] } = asked;
  const reply = await deps.guard.permit({
    step,
    orderNumber: subject,
    amount: asked.amount,
    fiat: asked.fiat,
    proof: asked.proof,
    codeStep: asked.codeStep,
    counterparty: null,
    caps: { perDay },
    ...(otherProofs.length === 0 ? {} : { otherProofs }),
    ...(openMs === undefined ? {} : { openMs }),
  });
  if (!reply.permitted) throw refusedByGuard(step, reply);
  const permitAtMs = reply.atMs;
  const answeredAtMs = deps.clock.now();
  const skewMs = Math.max(0, askedAtMs - reply.atMs, reply.atMs - answeredAtMs);
  if (skewMs > deps.settings.clockSkewLimitMs) {
    const text = `this worker's clock is ${skewMs} ms away from Temporal's`;
    throw new NotSent(OwnFailure.CLOCK_SKEW, text, { permitAtMs });
  }
  const leftMs = endOfStep(deps, fence) - permitAtMs;
  if (leftMs >= 0) return { leftMs, permitAtMs };
  throw new NotSent(OwnFailure.FENCED, 'the time of the step was over when the guard answered', { permitAtMs });
}

function refusedByGuard(step: OnceStepName, reply: Refused): NotSent {
  const openUntilMs = 'untilMs' in reply ? (reply.untilMs ?? null) : null;
  const permitAtMs = permitOfRefusal(step, reply.atMs);
  const text = reply.atMs === null && permitAtMs === null ? `${reply.text}; ${latePermit}` : reply.text;
  return new NotSent(reply.reason, text, { permitAtMs, openUntilMs });
}

const latePermit = 'if it permits this try late, which never leaves, the next one is held back for a minute from then';

type Refused = Extract<Awaited<ReturnType<GuardPort['permit']>>, { permitted: false }>;

/**
 * A silent guard may permit later than anyone waits. A release and a payment notice are then held back for a minute; the
 * request of a placement and the name of an ad would be used forever, so they are given back.
 */
function permitOfRefusal(step: OnceStepName, atMs: number | null): null | 'untold' {
  return atMs === null && (step === 'place' || step === 'publish') ? 'untold' : null;
}

/** The code is created at send time and leaves this process only towards the service. */
async function oneTimeCode({ secondFactor, clock }: ActivityDependencies, fence: Fence): Promise<OneTimeCode | null> {
  if (secondFactor === null) return null;
  const inTime = AbortSignal.timeout(Math.max(1, fence.sendBeforeMs - clock.now()));
  try {
    return await secondFactor(inTime);
  } catch (error) {
    if (!inTime.aborted) throw error;
    throw new NotSent(OwnFailure.NO_CODE, 'there was no unused one-time code in time');
  }
}

function notSentEnd(error: unknown): MoneyAttempt {
  if (error instanceof NotSent) return rejected(error);
  if (error instanceof LeftBefore) return { kind: 'unknown', reason: error.message };
  if (error instanceof ExchangeError) {
    const { category, retryAfterMs, message } = error;
    const passes = category === ErrorCategory.UNKNOWN || category === ErrorCategory.NON_RETRIABLE_BUSINESS;
    return rejected(new NotSent(passes ? OwnFailure.NOT_SENT : category, `not read: ${message}`, { retryAfterMs }));
  }
  if (error instanceof ApplicationFailure && isOwnFailure(error.type))
    return rejected(new NotSent(error.type, error.message));
  return rejected(new NotSent(OwnFailure.NOT_SENT, nameOf(error)));
}

/** The end of a step that Peerdesk itself does not let go. */
export function rejected({ category, message, retryAfterMs, permitAtMs, openUntilMs }: NotSent): MoneyAttempt {
  const open = openUntilMs === null ? {} : { openUntilMs };
  const end = { kind: 'rejected', category, code: null, message, retryAfterMs, ...open } as const;
  return permitAtMs === 'untold' ? end : { ...end, permitAtMs };
}

/** Only an error of the exchange client can prove that nothing was executed; any other leaves the outcome unknown. */
function judge(error: unknown, permitAtMs: number): MoneyAttempt {
  if (!(error instanceof ExchangeError)) return { kind: 'unknown', reason: nameOf(error) };
  const { sent, retryAfterMs, category } = error;
  const outcome = judgeMoneyFailure({ ...error.facts, sent, retryAfterMs, category });
  if (outcome.kind === 'executed') return { kind: 'executed', orderNumber: null };
  if (outcome.kind === 'unknown') return outcome;
  return { ...outcome, category: categoryOfRejection(error), permitAtMs };
}

/** Refusals by the client itself have names of their own: the service did not forbid the step, it was never sent. */
function categoryOfRejection({ code, sent, category }: ExchangeError): FailureCategory | OwnFailure {
  if (sent === 'no' && isOwnFailure(code)) return code;
  return sent === 'no' && category === ErrorCategory.UNKNOWN ? OwnFailure.NOT_SENT : category;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'an error without a name';
}

/** Writes the end of a step into the worker's log, once. */
export function report(
  deps: ActivityDependencies,
  { step, subject, mode }: Pick<MoneyCall, 'step' | 'subject' | 'mode'>,
  end: MoneyAttempt,
): void {
  const line = {
    event: end.kind,
    mode: modes.find((known) => known === mode) ?? null,
    orderNumber: subject,
    operation: step,
  };
  if (end.kind === 'rejected') {
    const { category, code, message } = end;
    deps.report({ ...line, level: 'warn', category, code, message });
  } else if (end.kind === 'unknown') deps.report({ ...line, level: 'warn', message: end.reason });
  else deps.report({ ...line, level: 'info', message: `${step} ${end.kind}` });
}
