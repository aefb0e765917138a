/**
 * The three calls that move money. Each is sent at most once by one attempt: fenced against waking up late, signed with
 * a small recvWindow so that the service itself refuses a late request, and judged by whether it can have been executed.
 */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { ErrorCategory } from '../domain/failures/error-category.ts';
import { judgeMoneyFailure } from '../domain/orders/money-outcome.ts';
import type { MoneyRefusal } from '../domain/orders/money-outcome.ts';
import { ExchangeError, toPlaceOrder } from '../exchange/index.ts';
import type { CallOptions, Fence } from '../exchange/index.ts';
import type { MarkPaidInput, MoneyAttempt, PlaceOrderActivityInput, ReleaseCoinInput } from './activity-contract.ts';
import { attemptFence } from './calls.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** How long the workflow waits before it asks a thrown kill switch again. */
const switchRecheckMs = 15_000;

/** Activities that move money; the workflow runs each with one attempt. */
export function createMoneyActivities(deps: ActivityDependencies) {
  return {
    /** EP-17. */
    markOrderAsPaid: (input: MarkPaidInput): Promise<MoneyAttempt> =>
      send(deps, { operation: 'markOrderAsPaid', subject: input.orderNumber, mode: input.mode }, async (options) => {
        const payId = input.payId === null ? {} : { payId: input.payId };
        await deps.exchange.orders.markOrderAsPaid({ orderNumber: input.orderNumber, ...payId }, options);
        return null;
      }),

    /** EP-20. */
    releaseCoin: async (input: ReleaseCoinInput): Promise<MoneyAttempt> => {
      if (!deps.allowsPolicy(input.policy)) return policyRefused(input.policy);
      return send(deps, { operation: 'releaseCoin', subject: input.orderNumber, mode: input.mode }, async (options) => {
        const factor = await secondFactorFields(deps, options.fence);
        const payId = input.payId === null ? {} : { payId: input.payId };
        const body = { orderNumber: input.orderNumber, confirmPaidType: 'normal', ...payId, ...factor };
        await deps.exchange.orders.releaseCoin(body, options);
        return null;
      });
    },

    /** EP-18. */
    placeOrder: (input: PlaceOrderActivityInput): Promise<MoneyAttempt> =>
      send(deps, { operation: 'placeOrder', subject: input.adNumber, mode: input.mode }, async (options) => {
        const answer = await deps.exchange.orders.placeOrder(toPlaceOrder(input), options);
        return answer.orderMatch.orderNumber;
      }),
  };
}

/** Whoever started the order, by whatever way: this process does not release by that policy. */
function policyRefused(policy: string): MoneyAttempt {
  const message = `release policy ${policy} is allowed only where the service is on this machine or a simulator`;
  return { kind: 'rejected', category: 'POLICY_NOT_ALLOWED', code: null, message, retryAfterMs: null };
}

interface MoneyCall {
  operation: string;
  subject: string;
  mode: PlaceOrderActivityInput['mode'];
}

type MoneyOptions = CallOptions & { fence: Fence };

async function send(
  deps: ActivityDependencies,
  call: MoneyCall,
  run: (options: MoneyOptions) => Promise<string | null>,
): Promise<MoneyAttempt> {
  const context = Context.current();
  const barred = barredAttempt(deps, call) ?? (await switchedOff(deps, call));
  if (barred !== null) return barred;
  // A cancel that waits is seen before anything leaves.
  context.heartbeat();
  context.cancellationSignal.throwIfAborted();
  try {
    return { kind: 'executed', orderNumber: await run({ priority: 'money', fence: moneyFence(deps) }) };
  } catch (error) {
    return judge(error);
  }
}

/** The end of an attempt that this mode does not send at all; null when it may be sent. */
function barredAttempt(deps: ActivityDependencies, call: MoneyCall): MoneyAttempt | null {
  try {
    if (!deps.isIntentOnly(call.mode)) return null;
    deps.onIntent({ operation: call.operation, subject: call.subject, detail: {} });
    return { kind: 'intent' };
  } catch (error) {
    if (!(error instanceof ApplicationFailure)) throw error;
    const { message } = error;
    return { kind: 'rejected', category: 'MODE_NOT_ALLOWED', code: null, message, retryAfterMs: null };
  }
}

/** The kill switch is asked once more right before the call; no answer is no permission. */
async function switchedOff(deps: ActivityDependencies, { operation }: MoneyCall): Promise<MoneyAttempt | null> {
  const state = await deps.desk.killSwitch(operation === 'releaseCoin' ? 'releases' : 'money');
  if (state === 'open') return null;
  const message = state === 'closed' ? 'the desk is switched off' : 'it is unknown whether the desk is switched off';
  return { kind: 'rejected', category: 'SWITCHED_OFF', code: null, message, retryAfterMs: switchRecheckMs };
}

function moneyFence(deps: ActivityDependencies): Fence {
  return attemptFence(deps.settings.moneyRecvWindowMs);
}

/** No code in time: the release was not sent, and waits for the next code like any step that came too late. */
class NoCodeInTime extends Error {
  override readonly name = 'NoCodeInTime';
}

/**
 * Only an error of the exchange client, or of a step before the call, can prove that nothing was executed; any other
 * leaves the outcome unknown.
 */
function judge(error: unknown): MoneyAttempt {
  if (error instanceof NoCodeInTime) {
    return { kind: 'rejected', category: 'FENCED', code: null, message: error.message, retryAfterMs: null };
  }
  if (!(error instanceof ExchangeError)) return { kind: 'unknown', reason: nameOf(error) };
  const { sent, retryAfterMs, category } = error;
  const outcome = judgeMoneyFailure({ ...error.facts, sent, retryAfterMs, category });
  if (outcome.kind === 'executed') return { kind: 'executed', orderNumber: null };
  if (outcome.kind === 'unknown') return outcome;
  return { ...outcome, category: categoryOfRejection(error) };
}

/** FENCED and NOT_SENT pass by themselves: no answer forbids the step, it only did not leave. */
function categoryOfRejection({ code, sent, category }: ExchangeError): MoneyRefusal {
  if (code === 'FENCED') return 'FENCED';
  return sent === 'no' && category === ErrorCategory.UNKNOWN ? 'NOT_SENT' : category;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'an error without a name';
}

/** The code is made at send time and never leaves this process but to the service. */
async function secondFactorFields(deps: ActivityDependencies, fence: Fence): Promise<Record<string, string>> {
  if (deps.secondFactor === null) return {};
  const inTime = AbortSignal.timeout(Math.max(1, fence.sendBeforeMs - deps.clock.now()));
  try {
    const code = await deps.secondFactor(inTime);
    return { authType: 'GOOGLE', code, googleVerifyCode: code };
  } catch (error) {
    if (!inTime.aborted) throw error;
    throw new NoCodeInTime('not sent: there was no unused one-time code in time');
  }
}
