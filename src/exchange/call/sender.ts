import { readAnswer } from './answer.ts';
import { callObserver } from './attempt-report.ts';
import { stepName } from './auth-plan.ts';
import type { Dispatch, SenderParts } from './dispatch.ts';
import { ExchangeError } from '../exchange-error.ts';
import type { Gate } from '../limits/gate.ts';
import { TransportFailure, type AnswerHead, type WireAnswer, type WireRequest } from '../wire/wire-message.ts';
import { BudgetPaused } from '../limits/budget-error.ts';
import { retryAfterMs, saidRestMs } from '../limits/retry-after.ts';
import { asExchangeError, verdictOn, type Verdict } from './send-failure.ts';
import { departThroughDoor, type Departure } from './door.ts';
import {
  closedError,
  isHalfOpen,
  refuseAtLeave,
  refuseAtTurn,
  refuseEarly,
  type PassedCall,
  type Passage,
} from './send-refusals.ts';
import { redactSent } from './sent-values.ts';
import type { Stamp } from '../limits/server-clock.ts';
import { isLimit } from '../../domain/failures/error-category.ts';
import { closedBreaker } from '../../domain/failures/circuit-breaker.ts';
import { usedShares } from '../limits/used-weight.ts';
import { buildRequest } from './wire-request.ts';

/** The result of one send, with its stamp: a resynchronisation checks whether that stamp is still current. */
export type SendResult =
  | { readonly ok: true; readonly data: unknown; readonly leftAtMs: number; readonly answeredAtMs: number }
  | { readonly ok: false; readonly error: ExchangeError; readonly stamp: Stamp; readonly leftAtMs: number };

/**
 * Sends one request, once: waits for its turn, checks fence and gate at the last moment, stamps, signs, sends and reads
 * the answer. Never throws: a failure is a value, since the caller decides what it means.
 */
export async function sendOnce(parts: SenderParts, dispatch: Dispatch): Promise<SendResult> {
  const sinceMs = parts.monotonicNow();
  const result = await send(parts, dispatch);
  report(parts, dispatch, { sinceMs, result });
  return result;
}

/** An attempt that left has a time of departure, unless its failure proves that nothing was sent. */
function report(
  { monotonicNow, onAttempt }: SenderParts,
  { operation, priority, step, onAttempt: ofCall }: Dispatch,
  { sinceMs, result }: { sinceMs: number; result: SendResult },
): void {
  const endMs = monotonicNow();
  const error = result.ok ? null : result.error;
  const leftAtMs = error?.sent === 'no' ? null : result.leftAtMs;
  const waitedMs = (leftAtMs ?? endMs) - sinceMs;
  const tookMs = leftAtMs === null ? null : endMs - leftAtMs;
  const attempt = { operation: operation.name, priority, step: stepName(step), waitedMs, tookMs, error };
  callObserver(onAttempt, attempt);
  if (ofCall !== undefined) callObserver(ofCall, attempt);
}

async function send(parts: SenderParts, dispatch: Dispatch): Promise<SendResult> {
  const lane = parts.lanes[dispatch.operation.host ?? 'account'];
  let stamp = parts.clock.stamp();
  let leftAtMs = parts.monotonicNow();
  try {
    refuseEarly(parts, lane, dispatch);
    const data = await lane.budget.run(dispatch, async (markLeft) => {
      // Stamped after the queue, on an open connection: a stamp from before would arrive too old (wire-facts 1).
      const timestampMs = (): number => {
        stamp = parts.clock.stamp();
        return stamp.timestampMs;
      };
      const onLeave = (): void => {
        leftAtMs = parts.monotonicNow();
        markLeft();
      };
      return await exchange(parts, dispatch, { timestampMs, onLeave });
    });
    return { ok: true, data, leftAtMs, answeredAtMs: parts.monotonicNow() };
  } catch (error) {
    return { ok: false, error: asExchangeError(error, dispatch), stamp, leftAtMs };
  }
}

interface DepartureHooks {
  readonly timestampMs: () => number;
  readonly onLeave: () => void;
}

async function exchange(parts: SenderParts, dispatch: Dispatch, hooks: DepartureHooks): Promise<unknown> {
  const lane = parts.lanes[dispatch.operation.host ?? 'account'];
  const { gate } = lane;
  const passage = refuseAtTurn(parts, lane, dispatch);
  try {
    const answer = await depart(parts, { lane, dispatch, passage }, hooks);
    const data = judgeAnswer(parts, dispatch, answer);
    record(gate, 'alive', passage);
    return data;
  } catch (error) {
    const failure = withWaitOfHead(parts, error, dispatch);
    record(gate, parts.closing.aborted ? 'unclear' : verdictOn(failure, error), passage);
    // Its queue takes such a call back, unless the pause is too long.
    if (error instanceof BudgetPaused) throw error;
    throw obeyLimits(parts, failure, dispatch);
  }
}

async function depart(parts: SenderParts, passed: PassedCall, hooks: DepartureHooks): Promise<WireAnswer> {
  const { lane, dispatch } = passed;
  const { door, signal } = dispatch;
  const departure: Departure = {
    request: () => requestOf(parts, dispatch, hooks.timestampMs()),
    onLeave: () => {
      refuseAtLeave(parts, passed);
      hooks.onLeave();
    },
  };
  if (door !== undefined) return await departThroughDoor(parts, { ...passed, door }, departure);
  return await lane.transport.send(departure.request, { onLeave: departure.onLeave, signal });
}

function requestOf({ keys, settings, lanes }: SenderParts, dispatch: Dispatch, timestampMs: number): WireRequest {
  const { operation, form, step, fields, fence } = dispatch;
  const recvWindowMs = fence?.recvWindowMs ?? settings.recvWindowMs;
  try {
    const { headers } = lanes[operation.host ?? 'account'];
    return buildRequest({ operation, form, step, fields, timestampMs, recvWindowMs, headers }, keys);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = 'not sent, because a parameter cannot be written as JSON';
    throw new ExchangeError({ message, endpoint: operation.name, sent: 'no', code: '-1102' });
  }
}

/**
 * While half-open only the probe counts: calls from before the pause prove nothing about the time after it. A call that
 * passed an open breaker ends the pause when it is answered, and changes nothing otherwise.
 */
function record(gate: Gate, verdict: Verdict, passage: Passage): void {
  if (passage === 'urgent') {
    if (verdict === 'alive') gate.setBreaker(closedBreaker);
    return;
  }
  if (passage !== 'probe' && isHalfOpen(gate)) return;
  if (verdict === 'alive') gate.recordSuccess();
  else if (verdict === 'failing') gate.recordFailure();
  else gate.recordUnclear();
}

/** Reads the answer and obeys its headers, even when its body is useless. */
function judgeAnswer(parts: SenderParts, dispatch: Dispatch, answer: WireAnswer): unknown {
  const { operation, fields, onData } = dispatch;
  const { budget } = parts.lanes[operation.host ?? 'account'];
  budget.observeUsage(usedShares(answer.headers));
  const nowMs = parts.wallNow();
  try {
    const data = readAnswer(answer, {
      operation,
      fields,
      redact: redactSent(parts.redact, fields),
      retryAfterMs: waitNamedBy(answer, nowMs),
      saidRestMs: (said) => saidRestMs(said, clockOf(answer, nowMs)),
      onData,
    });
    budget.noteWithinLimit();
    return data;
  } catch (error) {
    if (error instanceof ExchangeError && !isLimit(error.category)) budget.noteWithinLimit();
    throw error;
  }
}

/** A truncated body does not invalidate the status and headers that arrived. */
function withWaitOfHead(parts: SenderParts, error: unknown, dispatch: Dispatch): ExchangeError {
  const failure = asExchangeError(error, dispatch);
  if (!(error instanceof TransportFailure)) return failure;
  if (parts.closing.aborted && error.sent === 'no') return closedError(dispatch);
  if (error.head === null) return failure;
  parts.lanes[dispatch.operation.host ?? 'account'].budget.observeUsage(usedShares(error.head.headers));
  const waitMs = waitNamedBy(error.head, parts.wallNow());
  return waitMs === null ? failure : failure.withRetryAfter(waitMs);
}

/**
 * Interface 7.1: 418 bans the address for hours, however few Retry-After names; 429 stops the account until
 * Retry-After. Returns the error with the resulting wait, even where the service named none.
 */
function obeyLimits(parts: SenderParts, error: ExchangeError, { operation }: Dispatch): ExchangeError {
  const { banGates, budget } = parts.lanes[operation.host ?? 'account'];
  const { category, retryAfterMs: namedMs, sent } = error;
  if (sent === 'no') return error;
  if (category === 'IP_BAN') {
    const waitMs = Math.max(namedMs ?? parts.settings.ipBanDefaultMs, parts.settings.ipBanMinimumMs);
    const untilMs = parts.wallNow() + waitMs;
    for (const gate of banGates) gate.setBan(untilMs);
    return saysUntil(error, waitMs, `this address is banned until ${dateText(untilMs)}`);
  }
  if (category !== 'RATE_LIMITED') return error;
  // Without a key the service counts the address.
  if (operation.auth === 'none') budget.pauseAddress(namedMs);
  const waitMs = budget.pauseForLimit(namedMs);
  return saysUntil(error, waitMs, `nothing is sent for this account until ${dateText(parts.wallNow() + waitMs)}`);
}

/** The service rarely says in words how long its limit lasts, and people read the message. */
function saysUntil(error: ExchangeError, retryAfterMs: number, until: string): ExchangeError {
  const message = error.message === '' ? until : `${error.message}; ${until}`;
  return new ExchangeError({ ...error.toJSON(), message, retryAfterMs });
}

/** The next full second: none before it is meant. */
const dateText = (ms: number): string => new Date(Math.ceil(ms / 1_000) * 1_000).toISOString().replace('.000', '');

/** Of several headers, which proxies add, the longest counts. */
function waitNamedBy(answer: AnswerHead, nowMs: number): number | null {
  const texts = headerTexts(answer, 'retry-after');
  if (texts.length === 0) return null;
  const fromMs = clockOf(answer, nowMs);
  const maxMs = Math.max(...texts.map((text) => retryAfterMs(text, fromMs) ?? 0));
  return maxMs === 0 ? null : maxMs;
}

/** Further away is no clock, as that of a middle box which begins in 1970: a wait by it would take years, or no time. */
const maxClockErrorMs = 2 * 86_400_000;

/** A moment in an answer refers to the service's clock, which the answer shows; ours may be hours away. */
function clockOf(answer: AnswerHead, nowMs: number): number {
  const answeredAtMs = Date.parse(headerTexts(answer, 'date')[0] ?? '');
  return Math.abs(answeredAtMs - nowMs) <= maxClockErrorMs ? answeredAtMs : nowMs;
}

function headerTexts(answer: AnswerHead, name: string): readonly string[] {
  const value = answer.headers[name];
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
