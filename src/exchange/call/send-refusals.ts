import type { Dispatch, Lane, Moment, SenderParts } from './dispatch.ts';
import { ExchangeError } from '../exchange-error.ts';
import type { Gate, GateVerdict } from '../limits/gate.ts';

/** Refuses a call before it waits for anything: the client is closed, the address banned, the breaker open. */
export function refuseEarly(parts: SenderParts, lane: Lane, dispatch: Dispatch): void {
  if (parts.closing.aborted) throw closedError(dispatch);
  refuseByBan(parts, dispatch);
  const verdict = lane.gate.peek();
  if (!passesBreaker(verdict, dispatch)) refuseByGate(verdict, dispatch);
}

/**
 * How a call came past the breaker. 'probe': the one that a half-open breaker lets through. 'urgent': a read that a money
 * step rests on, which finds out for itself whether the service answers: reads of others that hang must not hold it up.
 */
export type Passage = 'plain' | 'probe' | 'urgent';

function passesBreaker(verdict: GateVerdict, { operation, priority, step }: Dispatch): boolean {
  const isUrgent = priority === 'money' && operation.kind === 'read' && step.signed;
  return isUrgent && !verdict.allowed && verdict.reason === 'breaker';
}

/** Asks the fence and the gate when its turn has come; gives how the call has come past the breaker. */
export function refuseAtTurn(parts: SenderParts, { gate }: Lane, dispatch: Dispatch): Passage {
  if (parts.closing.aborted) throw closedError(dispatch);
  refuseByFence(parts, dispatch);
  refuseByBan(parts, dispatch);
  if (passesBreaker(gate.peek(), dispatch)) return 'urgent';
  refuseByGate(gate.enter(), dispatch);
  return isHalfOpen(gate) ? 'probe' : 'plain';
}

/** Takes a gate and tells whether its breaker waits for a probe. */
export function isHalfOpen(gate: Gate): boolean {
  return gate.state().breaker.phase === 'half-open';
}

interface Leaving {
  readonly lane: Lane;
  readonly dispatch: Dispatch;
  readonly passage: Passage;
}

/**
 * Asks again when the bytes are about to leave: a new connection may have taken long to come about, and others may have
 * been told to stop meanwhile. A half-open breaker does not stop its probe.
 */
export function refuseAtLeave(parts: SenderParts, { lane, dispatch, passage }: Leaving): void {
  refuseByFence(parts, dispatch);
  refuseByBan(parts, dispatch);
  const verdict = lane.gate.peek();
  if (verdict.allowed || passesBreaker(verdict, dispatch)) return;
  if (passage === 'probe' && verdict.reason === 'breaker' && isHalfOpen(lane.gate)) return;
  refuseByGate(verdict, dispatch);
}

/** What a call is told that comes too late. */
export function closedError(dispatch: Dispatch): ExchangeError {
  return unsent(dispatch, 'CLOSED', 'the client is closed');
}

/** A ban is the address's: who is banned by the service, or may be, asks its public host nothing either. */
function refuseByBan({ lanes }: SenderParts, dispatch: Dispatch): void {
  if (dispatch.operation.host !== 'public') return;
  const verdict = lanes.account.gate.peek();
  if (!verdict.allowed && verdict.reason !== 'breaker') refuseByGate(verdict, dispatch);
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
  const message = 'not sent: the circuit breaker is open';
  throw new ExchangeError({ ...common, message, code: 'BREAKER_OPEN', category: 'RETRIABLE_WITH_BACKOFF' });
}

/** Gives this moment by the wall clock and by the one that nothing sets. */
export function momentNow({ wallNow, steadyNow }: Pick<SenderParts, 'wallNow' | 'steadyNow'>): Moment {
  return { wallMs: wallNow(), steadyMs: steadyNow() };
}

/** A time service that adjusts a clock slowly changes it by milliseconds while a call waits. */
const jumpToleranceMs = 1_000;

/** A fence is a moment of this machine's clock: it holds only while that clock can be believed. */
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

/** S17: of a time that is this far from ours nobody knows which of the two is wrong. Other calls are signed with it. */
function refuseBySkew({ clock, settings }: SenderParts, dispatch: Dispatch): void {
  if (dispatch.operation.kind !== 'money') return;
  const differenceMs = clock.differenceMs() ?? 0;
  if (Math.abs(differenceMs) <= settings.clockSkewLimitMs) return;
  const which = differenceMs > 0 ? 'ahead of' : 'behind';
  const message = `the service's clock is ${Math.abs(differenceMs)} ms ${which} this machine's`;
  throw unsent(dispatch, 'CLOCK_SKEW', message);
}

function unsent({ operation }: Dispatch, code: string, reason: string): ExchangeError {
  return new ExchangeError({ message: `not sent: ${reason}`, endpoint: operation.name, sent: 'no', code });
}
