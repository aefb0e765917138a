import { BudgetPaused } from '../limits/budget-error.ts';
import type { Door } from '../call-options.ts';
import type { Dispatch, Moment, SenderParts } from './dispatch.ts';
import { RefusedAtDoor } from '../exchange-error.ts';
import { closedError, momentNow, notLeft, refuseAtLeave, type PassedCall } from './send-refusals.ts';
import { ConnectionLost, type Connection } from '../wire/connection.ts';
import { TransportFailure, type WireAnswer, type WireRequest } from '../wire/wire-message.ts';

/** How a call is built and leaves. */
export interface Departure {
  readonly request: () => WireRequest;
  /** Throws when the call may not leave after all. */
  readonly onLeave: () => void;
}

type CallWithDoor = PassedCall & { readonly door: Door };

/**
 * Sends a call whose turn has come, with its door as the last thing before it leaves: an open connection is kept for
 * it first, so that nothing that may take long lies behind the door. Whatever keeps it from leaving at once then ends
 * it with NOT_LEFT, since it would need a new answer of the door. Rejects with BudgetPaused only before the door was
 * asked.
 */
export async function departThroughDoor(
  parts: SenderParts,
  call: CallWithDoor,
  { request, onLeave }: Departure,
): Promise<WireAnswer> {
  const { dispatch, lane } = call;
  const { signal } = dispatch;
  const reserved = await lane.transport.reserve(signal);
  const armedAt = await armed(parts, call, reserved);
  const onLeaveInTime = (): void => {
    refuseLate(parts, call, armedAt);
    leave(dispatch, onLeave);
  };
  try {
    return await lane.transport.send(request, { onLeave: onLeaveInTime, signal, reserved });
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
    throw notLeft(dispatch, 'its connection was lost after the last check');
  }
}

/** Returns when the door was asked, once it has let the call go. A refusal returns the connection for other calls. */
async function armed(parts: SenderParts, call: CallWithDoor, reserved: Connection): Promise<Moment> {
  const { dispatch, lane, door } = call;
  try {
    refuseAtLeave(parts, call);
    lane.budget.refusePaused();
    refuseOver(parts, dispatch);
    const armedAt = momentNow(parts);
    await answered(parts, dispatch, door);
    return armedAt;
  } catch (error) {
    lane.transport.giveBack(reserved);
    throw error;
  }
}

/** Settles as the door does, or rejects when the call ends before: a late answer then counts for nothing. */
async function answered(parts: SenderParts, dispatch: Dispatch, door: Door): Promise<void> {
  const { closing } = parts;
  const ended = Promise.withResolvers<never>();
  const end = (): void => {
    try {
      refuseOver(parts, dispatch);
    } catch (error) {
      ended.reject(error);
    }
  };
  const over = dispatch.signal === undefined ? closing : AbortSignal.any([dispatch.signal, closing]);
  over.addEventListener('abort', end, { once: true });
  try {
    await Promise.race([asked(door, dispatch), ended.promise]);
  } finally {
    over.removeEventListener('abort', end);
  }
}

async function asked(door: Door, { operation }: Dispatch): Promise<void> {
  try {
    await door.arm();
  } catch (reason) {
    const message = 'not sent: the last check refused it';
    throw new RefusedAtDoor({ message, endpoint: operation.name, sent: 'no', code: 'NOT_LEFT' }, reason);
  }
}

function refuseOver({ closing }: SenderParts, dispatch: Dispatch): void {
  if (closing.aborted) throw closedError(dispatch);
  if (dispatch.signal?.aborted === true) throw new TransportFailure('the caller gave up', 'no');
}

/** Refuses a call whose door was asked too long ago by either clock: one stands still with its machine, the other can be set. */
function refuseLate(parts: SenderParts, { dispatch, door }: CallWithDoor, armedAt: Moment): void {
  const now = momentNow(parts);
  const passedMs = [now.wallMs - armedAt.wallMs, now.steadyMs - armedAt.steadyMs];
  if (passedMs.every((ms) => ms >= 0 && ms <= door.withinMs)) return;
  throw notLeft(dispatch, 'it took too long between the last check and the departure');
}

/** Back in the queue it would leave later, on an old answer of its door. */
function leave(dispatch: Dispatch, onLeave: () => void): void {
  try {
    onLeave();
  } catch (error) {
    if (!(error instanceof BudgetPaused)) throw error;
    const { restMs, message } = error;
    throw notLeft(dispatch, `after the last check ${message}`).withRetryAfter(restMs);
  }
}
