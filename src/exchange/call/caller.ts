import { backoffMs } from '../../domain/failures/backoff.ts';
import type { Operation } from '../table/operation.ts';
import { authPlanOf, authSteps, type AuthPlan, type AuthStepOverrides } from './auth-plan.ts';
import { checkInput } from './call-input.ts';
import type { CallInput, CallOptions, Priority } from '../call-options.ts';
import { BrokenExchange, EmptyAnswer, ExchangeError, UnreadableAnswer } from '../exchange-error.ts';
import { momentNow } from './send-refusals.ts';
import { sendOnce, type SendResult } from './sender.ts';
import type { Dispatch, SenderParts } from './dispatch.ts';
import { carriesCode } from './sent-values.ts';
import type { Stamp } from '../limits/server-clock.ts';
import type { Sleep } from '../limits/sleep.ts';

export interface CallerParts extends SenderParts {
  readonly random: () => number;
  readonly sleep: Sleep;
  readonly authSteps: AuthStepOverrides;
  /** Operations to call in their alternative form; shared by all clients of the service. */
  readonly alternatives: Set<string>;
}

type Failed = Extract<SendResult, { ok: false }>;
type WithoutStep = Omit<Dispatch, 'step'>;

/** Runs the calls of one client: auth plan, resynchronisation, short backoff. Longer waits are left to the caller. */
export class Caller {
  readonly #parts: CallerParts;
  /** The stamp of the last signed call that ended with -1000. */
  #doubted: Stamp | null = null;

  constructor(parts: CallerParts) {
    this.#parts = parts;
  }

  /** Returns the data of the answer, or rejects with an ExchangeError. */
  async call(operation: Operation, input: CallInput, options: CallOptions): Promise<unknown> {
    const { fields, adKey } = checkInput(operation, input);
    const { signal, fence, door, onAttempt, onData } = options;
    checkFence(operation, fence);
    this.#parts.clock.keepFresh(this.#parts.settings.clockRefreshMs);
    const priority = options.priority ?? defaultPriority(operation);
    const { method, path } = operation;
    const form = { method, path };
    const begun = momentNow(this.#parts);
    const common = { operation, form, fields, priority, signal, fence, door, onAttempt, onData, begun };
    const dispatch = { ...common, adKey: options.adKey ?? adKey };
    return await (operation.alternative === undefined
      ? this.#withBackoff(dispatch)
      : this.#inKnownForm(dispatch, operation.alternative));
  }

  async #inKnownForm(call: WithoutStep, alternative: NonNullable<Operation['alternative']>): Promise<unknown> {
    const { name } = call.operation;
    const other = { ...call, form: alternative };
    if (this.#parts.alternatives.has(name)) return await this.#withBackoff(other);
    try {
      return await this.#withBackoff(call);
    } catch (error) {
      if (goesOnce(call) || !isUnknownForm(error)) throw error;
      const data = await this.#withBackoff(other);
      this.#parts.alternatives.add(name);
      return data;
    }
  }

  /** Reads wait within the attempt while the wait is short; the caller decides everything else (design 4). */
  async #withBackoff(call: WithoutStep): Promise<unknown> {
    const { settings, random, sleep, monotonicNow } = this.#parts;
    const startMs = monotonicNow();
    let sleptMs = 0;
    let known: ExchangeError | null = null;
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.#throughPlan(call);
      if (result.ok) return result.data;
      if (!this.#mayBackOff(call, result.error)) throw causeOf(result.error, known);
      known = result.error;
      const delayMs = backoffMs(attempt, random, settings);
      const spentMs = Math.max(sleptMs, monotonicNow() - startMs);
      const isLast = attempt >= maxTries || spentMs + delayMs > settings.inAttemptBackoffLimitMs;
      // A broken connection carries no Retry-After; the activity's own backoff takes over.
      if (isLast) throw saysLater(known) ? known.withRetryAfter(delayMs) : known;
      await this.#waitedOut(sleep(delayMs, this.#unlessOver(call)), call, known);
      sleptMs += delayMs;
    }
  }

  /** Interface 5 rules 5 and 6: tries the next way of authenticating when this one failed in the way that allows it. */
  async #throughPlan(call: WithoutStep): Promise<SendResult> {
    const plan = authPlanOf(call.operation, this.#parts.authSteps);
    const failures: Failed[] = [];
    for (const step of plan.steps) {
      const result = await this.#withResync({ ...call, step: authSteps[step] });
      if (result.ok) return result;
      failures.push(result);
      if (!mayAdvance(plan, call, result.error)) break;
    }
    return mostUseful(failures);
  }

  /**
   * Interface 5 rule 3: once more with a fresh timestamp, and for a fenced call only while its fence is open. A money
   * step is signed once: behind a -1021 this machine may have stood still, and its fence with it (reliability 2.3).
   */
  async #withResync(dispatch: Dispatch): Promise<SendResult> {
    if (!dispatch.step.signed) return await sendOnce(this.#parts, dispatch);
    const first = await this.#sendInTime(dispatch);
    if (first.ok || !isOutOfSync(first.error, dispatch.operation)) return first;
    if (goesOnce(dispatch)) {
      // For the calls after this one.
      this.#parts.clock.refreshLater(first.stamp);
      return first;
    }
    if (!this.#fenceStaysOpen(dispatch)) return first;
    if (!(await this.#resync(first.stamp, dispatch)) || !(await this.#restedAfterSync(dispatch))) return first;
    return await this.#sendInTime(dispatch);
  }

  /** SERVICE_RETRY_SYNC_ON_1000 (interface 7.4): after a -1000 the time is fetched before anything is signed again. */
  async #sendInTime(dispatch: Dispatch): Promise<SendResult> {
    if (this.#doubted !== null) await this.#resync(this.#doubted, dispatch);
    const result = await sendOnce(this.#parts, dispatch);
    const isDoubtful = !result.ok && result.error.code === '-1000' && this.#parts.settings.retrySyncOn1000;
    if (isDoubtful) this.#doubted = result.stamp;
    return result;
  }

  /**
   * Returns false when the service's time is unavailable or the caller gave up (the fetch continues, others may need
   * it); the refusal that caused it then counts.
   */
  async #resync(seen: Stamp, { signal }: Pick<Dispatch, 'signal'>): Promise<boolean> {
    try {
      await unlessAborted(this.#parts.clock.refreshSince(seen), signal);
      return signal?.aborted !== true;
    } catch (error) {
      if (error instanceof ExchangeError) return false;
      throw error;
    }
  }

  /** Returns false when the caller gave up meanwhile: a refusal is better news than an abort. */
  async #restedAfterSync({ signal }: Dispatch): Promise<boolean> {
    try {
      await this.#parts.sleep(this.#parts.settings.timeSyncWaitMs, signal);
      return true;
    } catch (error) {
      if (signal?.aborted === true) return false;
      throw error;
    }
  }

  /**
   * Whether backing off may help. The queue obeys a Retry-After, local refusals do not improve by trying, and a call
   * that was tried in several ways has been repeated enough.
   */
  #mayBackOff(call: WithoutStep, error: ExchangeError): boolean {
    const { operation, fields } = call;
    // A one-time code works once: sent again, the service would complain about the code and hide the first failure.
    if (this.#parts.closing.aborted || carriesCode(fields) || goesOnce(call)) return false;
    const retriable = mayPass(error) && error.retryAfterMs === null;
    if (operation.alternative !== undefined && isUnknownForm(error)) return false;
    const { advance } = authPlanOf(operation, this.#parts.authSteps);
    // A broken connection had no answer, so no other way of authenticating was tried either.
    const wasOneWay = advance !== 'any-answer' || error instanceof BrokenExchange;
    return operation.kind === 'read' && wasOneWay && retriable;
  }

  /** Aborts when the caller gives up or the client is closed. */
  #unlessOver({ signal }: WithoutStep): AbortSignal {
    const { closing } = this.#parts;
    return signal === undefined ? closing : AbortSignal.any([signal, closing]);
  }

  /** Waits. An abort ends the call with the last known failure; nothing is in flight then. */
  async #waitedOut(wait: Promise<void>, call: WithoutStep, known: ExchangeError): Promise<void> {
    try {
      await wait;
    } catch (error) {
      if (this.#parts.closing.aborted) throw known;
      if (call.signal?.aborted !== true) throw error;
      const { httpStatus, sent } = known;
      const message = `the caller gave up while waiting to try again after: ${known.message}`;
      throw new ExchangeError({ message, endpoint: call.operation.name, sent, httpStatus, code: 'ABORTED' });
    }
  }

  #fenceStaysOpen({ fence }: Dispatch): boolean {
    if (fence === undefined) return true;
    return this.#parts.wallNow() + this.#parts.settings.timeSyncWaitMs <= fence.sendBeforeMs;
  }
}

/** A money step may have taken effect, and a door is asked once (reliability 2.1). */
const goesOnce = ({ operation, door }: WithoutStep): boolean => operation.kind === 'money' || door !== undefined;

const maxRecvWindowMs = 60_000;

/** The service accepts no wider window (wire-facts 1), and a fence with a hole protects nothing. */
function checkFence({ name }: Operation, fence: CallOptions['fence']): void {
  if (fence === undefined) return;
  const { recvWindowMs } = fence;
  if (Number.isInteger(recvWindowMs) && recvWindowMs >= 1 && recvWindowMs <= maxRecvWindowMs) return;
  const message = `not sent, because recvWindowMs of the fence must be a whole number from 1 to ${maxRecvWindowMs}`;
  throw new ExchangeError({ message, endpoint: name, sent: 'no', code: '-1102' });
}

/** Whether a second try may succeed: the service says so, is unwell, or the connection broke. Our own refusals stay. */
function mayPass(error: ExchangeError): boolean {
  if (saysLater(error) || error instanceof BrokenExchange) return true;
  const status = error.httpStatus ?? 0;
  return error.sent === 'yes' && (status >= 500 || (status < 300 && error instanceof UnreadableAnswer));
}

/** The failure that opened the breaker is worth more than "the breaker is open"; the remaining pause is added. */
function causeOf(error: ExchangeError, known: ExchangeError | null): ExchangeError {
  if (known === null || error.code !== 'BREAKER_OPEN') return error;
  return known.withRetryAfter(error.retryAfterMs ?? 0);
}

const saysLater = ({ category, sent }: ExchangeError): boolean =>
  category === 'RETRIABLE_WITH_BACKOFF' && sent === 'yes';

/** Jitter may produce many very short waits in a row. */
const maxTries = 5;

function defaultPriority(operation: Operation): Priority {
  if (operation.kind === 'money') return 'money';
  if (operation.kind === 'idempotent-write') return 'price';
  return operation.group === 'ads' || operation.group === 'public' ? 'market' : 'order';
}

/** After a 5xx a write may have taken effect, whatever code the body holds (reliability 2.1). */
function isOutOfSync({ code, category, httpStatus }: ExchangeError, { kind }: Operation): boolean {
  if (code === 'CLOCK_SKEW') return true;
  if (category !== 'RETRY_WITH_SYNC') return false;
  return kind === 'read' || httpStatus === null || httpStatus < 500;
}

/** A call that goes once never tries a second way. */
function mayAdvance(plan: AuthPlan, call: WithoutStep, error: ExchangeError): boolean {
  if (plan.advance === 'never' || goesOnce(call) || error.sent !== 'yes') return false;
  if (plan.advance === 'sync-errors') return isOutOfSync(error, call.operation);
  return error.category !== 'IP_BAN' && error.category !== 'RATE_LIMITED';
}

const credentialCodes: ReadonlySet<string> = new Set(['-1021', '-1022', '-1102', '-2008', '-2014', '-2015']);

/** When a repair step passed authentication, its failure is the real one; otherwise the first failure is. */
function mostUseful(failures: readonly Failed[]): Failed {
  const last = failures.at(-1);
  const first = failures[0];
  if (first === undefined || last === undefined) throw new RangeError('an auth plan needs at least one step');
  const aboutCredentials = last.error.code !== null && credentialCodes.has(last.error.code);
  return aboutCredentials || last.error.httpStatus === 401 ? first : last;
}

/** EP-37: 404, 405, an empty 200, or the wrong method mean that this form of the endpoint does not exist here. */
function isUnknownForm(error: unknown): boolean {
  if (!(error instanceof ExchangeError) || error.sent !== 'yes') return false;
  if (error.httpStatus === 404 || error.httpStatus === 405) return true;
  return error instanceof EmptyAnswer || /method .* not supported/i.test(error.message);
}

/** Settles with the work, or early when the signal aborts; the work then continues, and its failure is ignored here. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return await work;
  const given = Promise.withResolvers<void>();
  const giveUp = (): void => given.resolve();
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await Promise.race([work, given.promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
