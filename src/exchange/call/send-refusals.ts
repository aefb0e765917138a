import type { Dispatch, Lane, Moment, SenderParts } from './dispatch.ts';
import { ExchangeError } from '../exchange-error.ts';
import type { Gate, GateVerdict } from '../limits/gate.ts';

/** Refuses a call before it waits: the client is closed, the address banned or the breaker open. */
export function refuseEarly(parts: SenderParts, lane: Lane, dispatch: Dispatch): void {
  if (parts.closing.aborted) throw closedError(dispatch);
  refuseByBan(parts, dispatch);
  const verdict = lane.gate.peek();
  if (!passesBreaker(verdict, dispatch)) refuseByGate(verdict, dispatch);
}

/**
 * How a call passed the breaker. 'probe': the one call that a half-open breaker allows. 'urgent': a read that a money
 * step rests on. It finds out for itself whether the service answers, so that hanging reads of others do not delay it.
 */
export type Passage = 'plain' | 'probe' | 'urgent';

function passesBreaker(verdict: GateVerdict, { operation, priority, step }: Dispatch): boolean {
  const isUrgent = priority === 'money' && operation.kind === 'read' && step.signed;
  return isUrgent && !verdict.allowed && verdict.reason === 'breaker';
}

/** Checks the fence and the gate when the call's turn has come; returns how it passed the breaker. */
export function refuseAtTurn(parts: SenderParts, { gate }: Lane, dispatch: Dispatch): Passage {
  if (parts.closing.aborted) throw closedError(dispatch);
  refuseByFence(parts, dispatch);
  refuseByBan(parts, dispatch);
  if (passesBreaker(gate.peek(), dispatch)) return 'urgent';
  refuseByGate(gate.enter(), dispatch);
  return isHalfOpen(gate) ? 'probe' : 'plain';
}

/** Reports whether the gate's breaker waits for a probe. */
export function isHalfOpen(gate: Gate): boolean {
  return gate.state().breaker.phase === 'half-open';
}

/** A call whose turn has come, and how it passed the breaker. */
export interface PassedCall {
  readonly lane: Lane;
  readonly dispatch: Dispatch;
  readonly passage: Passage;
}

/**
 * Checks again when the bytes are about to leave: a new connection may have taken long, and calls may have been stopped
 * meanwhile. A half-open breaker does not stop its probe.
 */
export function refuseAtLeave(parts: SenderParts, { lane, dispatch, passage }: PassedCall): void {
  refuseByFence(parts, dispatch);
  refuseByBan(parts, dispatch);
  const verdict = lane.gate.peek();
  if (verdict.allowed || passesBreaker(verdict, dispatch)) return;
  if (passage === 'probe' && verdict.reason === 'breaker' && isHalfOpen(lane.gate)) return;
  refuseByGate(verdict, dispatch);
}

/** The error for a call on a closed client. */
export function closedError(dispatch: Dispatch): ExchangeError {
  return unsent(dispatch, 'CLOSED', 'the client is closed');
}

/** A ban applies to the address: while the service bans it, or may, its public host is not called either. */
function refuseByBan({ lanes }: SenderParts, dispatch: Dispatch): void {
  if (dispatch.operation.host !== 'public') return;
  const verdict = lanes.account.gate.peek();
  const isOthers = !verdict.allowed && (verdict.reason === 'breaker' || verdict.reason === 'keys');
  if (!isOthers) refuseByGate(verdict, dispatch);
}

function refuseByGate(verdict: GateVerdict, dispatch: Dispatch): void {
  if (verdict.allowed) return;
  const endpoint = dispatch.operation.name;
  const common = { endpoint, sent: 'no', retryAfterMs: verdict.retryAfterMs } as const;
  if (verdict.reason === 'ban') {
    throw new ExchangeError({ ...common, message: 'not sent: this address is banned', category: 'IP_BAN' });
  }
  if (verdict.reason === 'standstill') {
    const message = 'not sent: this process stood still, and asks first whether its address is banned';
    throw new ExchangeError({ ...common, message, code: 'STOOD_STILL', category: 'RETRIABLE_WITH_BACKOFF' });
  }
  if (verdict.reason === 'standby') {
    const message = 'not sent: another process calls for this account, or the lead of this one is not confirmed';
    throw new ExchangeError({ ...common, message, code: 'STANDS_BY', category: 'RETRIABLE_WITH_BACKOFF' });
  }
  if (verdict.reason === 'keys') {
    // As the refusal of the service, which it stands for: it blocks, and asks a human at once.
    const message = `not sent: the service refuses the API key of this account (${verdict.code}, its worker asked twice)`;
    throw new ExchangeError({ endpoint, sent: 'no', message, code: '-2015' });
  }
  const message = 'not sent: the circuit breaker is open';
  throw new ExchangeError({ ...common, message, code: 'BREAKER_OPEN', category: 'RETRIABLE_WITH_BACKOFF' });
}

/** Returns the current time by the wall clock and by the steady clock. */
export function momentNow({ wallNow, steadyNow }: Pick<SenderParts, 'wallNow' | 'steadyNow'>): Moment {
  return { wallMs: wallNow(), steadyMs: steadyNow() };
}

/** A time service that adjusts a clock slowly shifts it by milliseconds while a call waits. */
const jumpToleranceMs = 1_000;

/** A fence is a moment of this machine's clock: it holds only while that clock can be trusted. */
function refuseByFence(parts: SenderParts, dispatch: Dispatch): void {
  const { fence } = dispatch;
  if (fence === undefined) return;
  if (Math.abs(jumpMs(parts, dispatch)) > jumpToleranceMs) {
    throw unsent(dispatch, 'CLOCK_JUMPED', "this machine's clock was set while the step waited");
  }
  if (parts.wallNow() > fence.sendBeforeMs) {
    throw unsent(dispatch, 'FENCED', 'the time in which this step may be sent is over');
  }
  refuseBySkew(parts, dispatch);
}

function jumpMs(parts: SenderParts, { begun }: Dispatch): number {
  const { wallMs, steadyMs } = momentNow(parts);
  return wallMs - begun.wallMs - (steadyMs - begun.steadyMs);
}

/** S17: when two clocks differ this much, no one knows which is wrong. Other calls are signed with it nevertheless. */
function refuseBySkew({ clock, settings }: SenderParts, dispatch: Dispatch): void {
  if (dispatch.operation.kind !== 'money') return;
  const differenceMs = clock.differenceMs() ?? 0;
  if (Math.abs(differenceMs) <= settings.clockSkewLimitMs) return;
  const which = differenceMs > 0 ? 'ahead of' : 'behind';
  const message = `the service's clock is ${Math.abs(differenceMs)} ms ${which} this machine's`;
  throw unsent(dispatch, 'CLOCK_SKEW', message);
}

/** The error for a call that its door let go, and that did not leave then. */
export function notLeft(dispatch: Dispatch, reason: string): ExchangeError {
  return unsent(dispatch, 'NOT_LEFT', reason);
}

function unsent({ operation }: Dispatch, code: string, reason: string): ExchangeError {
  return new ExchangeError({ message: `not sent: ${reason}`, endpoint: operation.name, sent: 'no', code });
}
