import type { DeskSettings } from '../domain/settings.ts';
import type { AuthStep } from './auth-plan.ts';
import { readAnswer } from './answer.ts';
import type { WireFields } from './call-input.ts';
import type { Fence, Priority } from './call-options.ts';
import { EmptyAnswer, ExchangeError, UnreadableAnswer } from './exchange-error.ts';
import type { Gate } from './gate.ts';
import { TransportFailure } from './http-transport.ts';
import type { AnswerHead, HttpTransport, WireAnswer, WireRequest } from './http-transport.ts';
import type { HttpMethod, Operation } from './operation.ts';
import { BudgetPaused } from './rate-budget.ts';
import type { RateBudget } from './rate-budget.ts';
import type { Redact } from './redact.ts';
import { retryAfterMs } from './retry-after.ts';
import type { ServerClock, Stamp } from './server-clock.ts';
import { usedShare } from './used-weight.ts';
import { buildRequest } from './wire-request.ts';
import type { SigningKeys } from './wire-request.ts';

/**
 * One host with what its answers mean: who is limited or banned there says nothing about the other host. The public one
 * promises nothing (interface 4.6), so it must not stop an account.
 */
export interface Lane {
  readonly gate: Gate;
  readonly budget: RateBudget;
  readonly transport: HttpTransport;
}

/** Everything that sending needs and that lives as long as the client. */
export interface SenderParts {
  readonly settings: DeskSettings;
  readonly keys: SigningKeys;
  readonly lanes: { readonly account: Lane; readonly public: Lane };
  readonly clock: ServerClock;
  readonly wallNow: () => number;
  /** What the server clock runs by: its readings are timed with it. */
  readonly monotonicNow: () => number;
  readonly redact: Redact;
}

/** One call, ready to be sent in one of its ways. */
export interface Dispatch {
  readonly operation: Operation;
  readonly form: { readonly method: HttpMethod; readonly path: string };
  readonly step: AuthStep;
  readonly fields: WireFields;
  readonly priority: Priority;
  readonly adKey: string | null;
  readonly signal: AbortSignal | undefined;
  readonly fence: Fence | undefined;
}

/** What one send came to, with the stamp it was signed with: a resynchronisation asks whether that one is still current. */
export type SendResult =
  | { readonly ok: true; readonly data: unknown; readonly leftAtMs: number; readonly answeredAtMs: number }
  | { readonly ok: false; readonly error: ExchangeError; readonly stamp: Stamp };

/**
 * Sends one request, once: waits for its turn, asks the fence and the gate at the last moment, stamps, signs, sends,
 * and reads the answer. Never throws: a failure is a value, since the caller decides what it means.
 */
export async function sendOnce(parts: SenderParts, dispatch: Dispatch): Promise<SendResult> {
  const lane = parts.lanes[dispatch.operation.host ?? 'account'];
  let stamp = parts.clock.stamp();
  let leftAtMs = parts.monotonicNow();
  try {
    refuseByBan(parts, dispatch);
    refuseByGate(lane.gate.peek(), dispatch);
    const data = await lane.budget.run(dispatch, async (markLeft) => {
      // Stamped here, after the queue: a timestamp that waited in line would be refused under load (api-facts 1).
      stamp = parts.clock.stamp();
      const onLeave = (): void => {
        // Asked again: a new connection may have taken long to come about.
        refuseByFence(parts, dispatch);
        leftAtMs = parts.monotonicNow();
        markLeft();
      };
      return await exchange(parts, dispatch, { timestampMs: stamp.timestampMs, onLeave });
    });
    return { ok: true, data, leftAtMs, answeredAtMs: parts.monotonicNow() };
  } catch (error) {
    return { ok: false, error: asExchangeError(error, dispatch), stamp };
  }
}

interface Departure {
  readonly timestampMs: number;
  readonly onLeave: () => void;
}

async function exchange(parts: SenderParts, dispatch: Dispatch, departure: Departure): Promise<unknown> {
  const { gate, transport } = parts.lanes[dispatch.operation.host ?? 'account'];
  const request = requestOf(parts, dispatch, departure.timestampMs);
  refuseByFence(parts, dispatch);
  refuseByBan(parts, dispatch);
  refuseByGate(gate.enter(), dispatch);
  try {
    const answer = await transport.send(request, { onLeave: departure.onLeave, signal: dispatch.signal });
    const data = judgeAnswer(parts, dispatch, answer);
    gate.recordSuccess();
    return data;
  } catch (error) {
    const failure = withWaitOfHead(parts, error, dispatch);
    record(gate, verdictOn(failure, error));
    obeyLimits(parts, failure, dispatch);
    throw failure;
  }
}

function requestOf({ keys, settings }: SenderParts, dispatch: Dispatch, timestampMs: number): WireRequest {
  const { operation, form, step, fields, fence } = dispatch;
  const recvWindowMs = fence?.recvWindowMs ?? settings.recvWindowMs;
  try {
    return buildRequest({ operation, form, step, fields, timestampMs, recvWindowMs }, keys);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = 'not sent, because a parameter cannot be written as JSON';
    throw new ExchangeError({ message, endpoint: operation.name, sent: 'no', code: '-1102' });
  }
}

type Verdict = 'alive' | 'failing' | 'unclear';

function record(gate: Gate, verdict: Verdict): void {
  if (verdict === 'alive') gate.recordSuccess();
  else if (verdict === 'failing') gate.recordFailure();
  else gate.recordUnclear();
}

/** Reads the answer and obeys what its headers say, also when its body is of no use. */
function judgeAnswer(parts: SenderParts, dispatch: Dispatch, answer: WireAnswer): unknown {
  const { operation, fields } = dispatch;
  const { budget } = parts.lanes[operation.host ?? 'account'];
  budget.observeUsage(usedShare(answer.headers));
  const waitMs = waitNamedBy(answer, parts.wallNow());
  const data = readAnswer(answer, { operation, fields, redact: parts.redact, retryAfterMs: waitMs });
  budget.noteWithinLimit();
  return data;
}

/** A body that never arrived whole takes nothing from the status and headers that did. */
function withWaitOfHead(parts: SenderParts, error: unknown, dispatch: Dispatch): ExchangeError {
  const failure = asExchangeError(error, dispatch);
  if (!(error instanceof TransportFailure) || error.head === null) return failure;
  parts.lanes[dispatch.operation.host ?? 'account'].budget.observeUsage(usedShare(error.head.headers));
  const waitMs = waitNamedBy(error.head, parts.wallNow());
  return waitMs === null ? failure : failure.withRetryAfter(waitMs);
}

/** Interface 7.1: 418 bans the address for hours, 429 stops the account until Retry-After. */
function obeyLimits(parts: SenderParts, error: ExchangeError, { operation }: Dispatch): void {
  const { gate, budget } = parts.lanes[operation.host ?? 'account'];
  const { category, retryAfterMs: waitMs } = error;
  if (category === 'IP_BAN') gate.setBan(parts.wallNow() + (waitMs ?? parts.settings.ipBanDefaultMs));
  if (category === 'RATE_LIMITED') budget.pauseForLimit(waitMs);
}

/** A Retry-After with a date means the service's clock, which the answer tells; ours may be hours away from it. */
function waitNamedBy(answer: AnswerHead, nowMs: number): number | null {
  const header = headerText(answer, 'retry-after');
  if (header === undefined) return null;
  const answeredAtMs = Date.parse(headerText(answer, 'date') ?? '');
  return retryAfterMs(header, Number.isNaN(answeredAtMs) ? nowMs : answeredAtMs);
}

function headerText(answer: AnswerHead, name: string): string | undefined {
  const value = answer.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** A ban is the address's: whoever is banned by the service asks its public host nothing either. */
function refuseByBan({ lanes }: SenderParts, dispatch: Dispatch): void {
  if (dispatch.operation.host !== 'public') return;
  const verdict = lanes.account.gate.peek();
  if (!verdict.allowed && verdict.reason === 'ban') refuseByGate(verdict, dispatch);
}

function refuseByGate(verdict: ReturnType<Gate['peek']>, dispatch: Dispatch): void {
  if (verdict.allowed) return;
  const endpoint = dispatch.operation.name;
  const common = { endpoint, sent: 'no', retryAfterMs: verdict.retryAfterMs } as const;
  if (verdict.reason === 'ban') {
    throw new ExchangeError({ ...common, message: 'not sent: this address is banned', category: 'IP_BAN' });
  }
  const message = 'not sent: the circuit breaker is open';
  throw new ExchangeError({ ...common, message, code: 'BREAKER_OPEN', category: 'RETRIABLE_WITH_BACKOFF' });
}

function refuseByFence({ wallNow }: SenderParts, { fence, operation }: Dispatch): void {
  if (fence === undefined || wallNow() <= fence.sendBeforeMs) return;
  const message = 'not sent: the time in which this step may be sent is over';
  throw new ExchangeError({ message, endpoint: operation.name, sent: 'no', code: 'FENCED' });
}

/**
 * Business rejections prove that the service is alive; silence, 5xx, 429, half an answer, a web page in its place and its
 * own "try later" do not.
 */
function verdictOn(failure: ExchangeError, cause: unknown): Verdict {
  if (failure.code === 'ABORTED' || failure.code === 'FENCED' || failure instanceof EmptyAnswer) return 'unclear';
  if (cause instanceof TransportFailure || failure instanceof UnreadableAnswer) return 'failing';
  if (failure.httpStatus === null || failure.httpStatus >= 500) return 'failing';
  return failure.category === 'RATE_LIMITED' || failure.category === 'RETRIABLE_WITH_BACKOFF' ? 'failing' : 'alive';
}

function asExchangeError(error: unknown, { operation, signal }: Dispatch): ExchangeError {
  if (error instanceof ExchangeError) return error;
  const endpoint = operation.name;
  if (error instanceof BudgetPaused) {
    const { message, restMs } = error;
    return new ExchangeError({ message, endpoint, sent: 'no', retryAfterMs: restMs, category: 'RATE_LIMITED' });
  }
  const sent = error instanceof TransportFailure ? error.sent : 'no';
  const httpStatus = error instanceof TransportFailure ? (error.head?.status ?? null) : null;
  if (signal?.aborted === true) {
    return new ExchangeError({ message: 'the caller gave up', endpoint, sent, httpStatus, code: 'ABORTED' });
  }
  if (error instanceof TransportFailure) {
    return new ExchangeError({ message: error.message, endpoint, sent, httpStatus });
  }
  throw error;
}
