import type { Dispatch, Lane, SenderParts } from './dispatch.ts';
import { ExchangeError } from './exchange-error.ts';
import type { Gate, GateVerdict } from './gate.ts';

/** Refuses a call before it waits for anything: the client is closed, the address banned, the breaker open. */
export function refuseEarly(parts: SenderParts, lane: Lane, dispatch: Dispatch): void {
  if (parts.closing.aborted) throw closedError(dispatch);
  refuseByBan(parts, dispatch);
  refuseByGate(lane.gate.peek(), dispatch);
}

/** Asks the fence and the gate when its turn has come; gives true when this call has become the half-open probe. */
export function refuseAtTurn(parts: SenderParts, { gate }: Lane, dispatch: Dispatch): boolean {
  if (parts.closing.aborted) throw closedError(dispatch);
  refuseByFence(parts, dispatch);
  refuseByBan(parts, dispatch);
  refuseByGate(gate.enter(), dispatch);
  return isHalfOpen(gate);
}

/** Takes a gate and tells whether its breaker waits for a probe. */
export function isHalfOpen(gate: Gate): boolean {
  return gate.state().breaker.phase === 'half-open';
}

interface Leaving {
  readonly lane: Lane;
  readonly dispatch: Dispatch;
  readonly isProbe: boolean;
}

/**
 * Asks again when the bytes are about to leave: a new connection may have taken long to come about, and others may have
 * been told to stop meanwhile. A half-open breaker does not stop its probe.
 */
export function refuseAtLeave(parts: SenderParts, { lane, dispatch, isProbe }: Leaving): void {
  refuseByFence(parts, dispatch);
  refuseByBan(parts, dispatch);
  const verdict = lane.gate.peek();
  if (verdict.allowed || (isProbe && verdict.reason === 'breaker' && isHalfOpen(lane.gate))) return;
  refuseByGate(verdict, dispatch);
}

/** What a call is told that comes too late. */
export function closedError({ operation }: Dispatch): ExchangeError {
  return new ExchangeError({
    message: 'not sent: the client is closed',
    endpoint: operation.name,
    sent: 'no',
    code: 'CLOSED',
  });
}

/** A ban is the address's: whoever is banned by the service asks its public host nothing either. */
function refuseByBan({ lanes }: SenderParts, dispatch: Dispatch): void {
  if (dispatch.operation.host !== 'public') return;
  const verdict = lanes.account.gate.peek();
  if (!verdict.allowed && verdict.reason === 'ban') refuseByGate(verdict, dispatch);
}

function refuseByGate(verdict: GateVerdict, dispatch: Dispatch): void {
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
