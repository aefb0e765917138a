/** The single sequence by which a money call leaves, or does not. */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import { modes } from '../../domain/mode.ts';
import type { OneTimeCode } from '../../domain/orders/code-step.ts';
import type { Fence } from '../../domain/sending.ts';
import type { MoneyAttempt, StepFence } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { callerEnd } from '../kit/caller.ts';
import { inLine } from './claim-line.ts';
import { claimPermitted, departOnce } from './departure.ts';
import { NotSent, notSentEnd, rejected } from './not-sent.ts';
import type { FencedCall, MoneyCall } from './ready-call.ts';

/** The rest of an attempt's time is for the answer: nothing is sent in its last second. */
const answerMarginMs = 1_000;

/**
 * Sends a money call at most once: caller, mode, a fresh look, one-time code, the claim in the register, the guard's
 * permit, turn and connection, arming, the socket. Never rejects for a reason of its own: the result states what is known.
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
  const permitted = await readyToClaim(deps, call)
    .then((ready) => inLine(deps.register, () => claimPermitted(deps, call, ready)))
    .catch(notSentEnd);
  return 'kind' in permitted ? permitted : departOnce(deps, call, permitted);
}

/** Everything before the claim: on any failure here nothing is written down, and nothing has left. */
async function readyToClaim(deps: ActivityDependencies, call: MoneyCall): Promise<FencedCall> {
  const fence = fenceOf(deps, call.fence);
  const context = Context.current();
  context.heartbeat();
  const ready = await call.prepare();
  const code = call.needsCode ? await oneTimeCode(deps, fence) : null;
  // A cancel that waits is seen before anything leaves.
  context.heartbeat();
  context.cancellationSignal.throwIfAborted();
  return { ...ready, fence, code };
}

/**
 * The fence is based on the first schedule time, which no reset moves, and on the bound and window in the input;
 * smaller values of this worker win.
 */
function fenceOf({ settings }: ActivityDependencies, { boundMs, recvWindowMs }: StepFence): Fence {
  const endMs = Context.current().info.scheduledTimestampMs + Math.min(boundMs, settings.moneyStepBoundMs);
  return {
    sendBeforeMs: endMs - answerMarginMs,
    recvWindowMs: Math.min(recvWindowMs, settings.moneyRecvWindowMs),
  };
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
