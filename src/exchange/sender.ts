import type { DeskSettings } from '../domain/settings.ts';
import type { AuthStep } from './auth-plan.ts';
import { readAnswer } from './answer.ts';
import type { WireFields } from './call-input.ts';
import type { Fence, Priority } from './call-options.ts';
import { ExchangeError } from './exchange-error.ts';
import type { Gate } from './gate.ts';
import { TransportFailure } from './http-transport.ts';
import type { HttpTransport, WireAnswer } from './http-transport.ts';
import type { HttpMethod, Operation } from './operation.ts';
import { BudgetPaused } from './rate-budget.ts';
import type { RateBudget } from './rate-budget.ts';
import type { Redact } from './redact.ts';
import { retryAfterMs } from './retry-after.ts';
import type { ServerClock, Stamp } from './server-clock.ts';
import { usedShare } from './used-weight.ts';
import { buildRequest } from './wire-request.ts';
import type { SigningKeys } from './wire-request.ts';

/** Everything that sending needs and that lives as long as the client. */
export interface SenderParts {
  readonly settings: DeskSettings;
  readonly keys: SigningKeys;
  readonly gate: Gate;
  readonly budget: RateBudget;
  readonly clock: ServerClock;
  readonly wallNow: () => number;
  /** What the server clock runs by: its readings are timed with it. */
  readonly monotonicNow: () => number;
  readonly redact: Redact;
  readonly transport: HttpTransport;
  readonly publicTransport: HttpTransport;
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
 * Sends one request, once: waits for its turn, asks the gate and the fence at the last moment, stamps, signs, sends,
 * and reads the answer. Never throws: a failure is a value, since the caller decides what it means.
 */
export async function sendOnce(parts: SenderParts, dispatch: Dispatch): Promise<SendResult> {
  let stamp = parts.clock.stamp();
  let leftAtMs = parts.monotonicNow();
  try {
    refuseByGate(parts.gate.peek(), dispatch);
    const data = await parts.budget.run(dispatch, (markLeft) => {
      refuseByFence(parts, dispatch);
      refuseByGate(dispatch.operation.host === 'public' ? parts.gate.peek() : parts.gate.enter(), dispatch);
      // Stamped here, after the queue: a timestamp that waited in line would be refused under load (api-facts 1).
      stamp = parts.clock.stamp();
      const onLeave = (): void => {
        leftAtMs = parts.monotonicNow();
        markLeft();
      };
      return exchange(parts, dispatch, { timestampMs: stamp.timestampMs, onLeave });
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
  const { settings, keys } = parts;
  const recvWindowMs = dispatch.fence?.recvWindowMs ?? settings.recvWindowMs;
  const { operation, form, step, fields } = dispatch;
  const { timestampMs } = departure;
  const request = buildRequest({ operation, form, step, fields, timestampMs, recvWindowMs }, keys);
  const transport = dispatch.operation.host === 'public' ? parts.publicTransport : parts.transport;
  try {
    const answer = await transport.send(request, { onLeave: departure.onLeave, signal: dispatch.signal });
    const data = judgeAnswer(parts, dispatch, answer);
    record(parts.gate, dispatch, 'alive');
    return data;
  } catch (error) {
    const failure = asExchangeError(error, dispatch);
    record(parts.gate, dispatch, verdictOn(failure));
    throw failure;
  }
}

type Verdict = 'alive' | 'failing' | 'unclear';

/** The public host promises nothing (interface 4.6), so it tells nothing about the service either. */
function record(gate: Gate, { operation }: Dispatch, verdict: Verdict): void {
  if (operation.host === 'public') return;
  if (verdict === 'alive') gate.recordSuccess();
  if (verdict === 'failing') gate.recordFailure();
}

/** Reads the answer and obeys what its headers say, also when its body is of no use. */
function judgeAnswer(parts: SenderParts, dispatch: Dispatch, answer: WireAnswer): unknown {
  const nowMs = parts.wallNow();
  const waitMs = waitNamedBy(answer, nowMs);
  parts.budget.observeUsage(usedShare(answer.headers));
  const { operation, fields } = dispatch;
  try {
    return readAnswer(answer, { operation, fields, redact: parts.redact, retryAfterMs: waitMs });
  } catch (error) {
    if (error instanceof ExchangeError) obeyLimits(parts, error, nowMs);
    throw error;
  }
}

/** Interface 7.1: 418 bans the address for hours, 429 stops the account until Retry-After. */
function obeyLimits(parts: SenderParts, error: ExchangeError, nowMs: number): void {
  if (error.category === 'IP_BAN') parts.gate.setBan(nowMs + (error.retryAfterMs ?? parts.settings.ipBanDefaultMs));
  if (error.category === 'RATE_LIMITED') parts.budget.pause(error.retryAfterMs ?? parts.settings.backoffBaseMs);
}

/** A Retry-After with a date means the service's clock, which the answer tells; ours may be hours away from it. */
function waitNamedBy(answer: WireAnswer, nowMs: number): number | null {
  const header = headerText(answer, 'retry-after');
  if (header === undefined) return null;
  const answeredAtMs = Date.parse(headerText(answer, 'date') ?? '');
  return retryAfterMs(header, Number.isNaN(answeredAtMs) ? nowMs : answeredAtMs);
}

function headerText(answer: WireAnswer, name: string): string | undefined {
  const value = answer.headers[name];
  return Array.isArray(value) ? value[0] : value;
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

/** Business rejections prove that the service is alive; silence, 5xx, 429 and its own "try later" do not. */
function verdictOn(error: ExchangeError): Verdict {
  if (error.code === 'ABORTED') return 'unclear';
  if (error.httpStatus === null || error.httpStatus >= 500) return 'failing';
  return error.category === 'RATE_LIMITED' || error.category === 'RETRIABLE_WITH_BACKOFF' ? 'failing' : 'alive';
}

function asExchangeError(error: unknown, { operation, signal }: Dispatch): ExchangeError {
  if (error instanceof ExchangeError) return error;
  const endpoint = operation.name;
  if (error instanceof BudgetPaused) {
    const { message, restMs } = error;
    return new ExchangeError({ message, endpoint, sent: 'no', retryAfterMs: restMs, category: 'RATE_LIMITED' });
  }
  const sent = error instanceof TransportFailure ? error.sent : 'no';
  if (signal?.aborted === true) {
    return new ExchangeError({ message: 'the caller gave up', endpoint, sent, code: 'ABORTED' });
  }
  if (error instanceof TransportFailure) {
    return new ExchangeError({ message: error.message, endpoint, sent, httpStatus: error.status });
  }
  throw error;
}
