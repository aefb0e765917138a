/**
 * The three calls that move money. Each is sent at most once by one attempt: fenced against waking up late, signed with
 * a small recvWindow so that the service itself refuses a late request, and judged by whether it can have been executed.
 */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { judgeMoneyFailure } from '../domain/money-outcome.ts';
import { ExchangeError, toPlaceOrder } from '../exchange/index.ts';
import type { CallOptions } from '../exchange/index.ts';
import type {
  MarkPaidInput,
  MoneyAttempt,
  PlaceOrderActivityInput,
  ReleaseCoinInput,
} from './activity-contract.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** What is left of the bound for the answer: nothing is sent in the last second. */
const answerMarginMs = 1_000;

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
    releaseCoin: (input: ReleaseCoinInput): Promise<MoneyAttempt> =>
      send(deps, { operation: 'releaseCoin', subject: input.orderNumber, mode: input.mode }, async (options) => {
        const factor = await secondFactorFields(deps, options);
        const payId = input.payId === null ? {} : { payId: input.payId };
        const body = { orderNumber: input.orderNumber, confirmPaidType: 'normal', ...payId, ...factor };
        await deps.exchange.orders.releaseCoin(body, options);
        return null;
      }),

    /** EP-18. */
    placeOrder: (input: PlaceOrderActivityInput): Promise<MoneyAttempt> =>
      send(deps, { operation: 'placeOrder', subject: input.adNumber, mode: input.mode }, async (options) => {
        const answer = await deps.exchange.orders.placeOrder(toPlaceOrder(input), options);
        return answer.orderMatch.orderNumber;
      }),
  };
}

interface MoneyCall {
  operation: string;
  subject: string;
  mode: PlaceOrderActivityInput['mode'];
}

async function send(
  deps: ActivityDependencies,
  call: MoneyCall,
  run: (options: CallOptions) => Promise<string | null>,
): Promise<MoneyAttempt> {
  const context = Context.current();
  const barred = barredAttempt(deps, call);
  if (barred !== null) return barred;
  // A cancel that waits is seen before anything leaves.
  context.heartbeat();
  context.cancellationSignal.throwIfAborted();
  try {
    return { kind: 'executed', orderNumber: await run(fencedOptions(deps, context)) };
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

function fencedOptions(deps: ActivityDependencies, context: Context): CallOptions {
  const { currentAttemptScheduledTimestampMs, startToCloseTimeoutMs } = context.info;
  const sendBeforeMs = currentAttemptScheduledTimestampMs + startToCloseTimeoutMs - answerMarginMs;
  return { priority: 'money', fence: { sendBeforeMs, recvWindowMs: deps.settings.moneyRecvWindowMs } };
}

/** Only an error of the exchange client can prove that nothing was executed; any other leaves the outcome unknown. */
function judge(error: unknown): MoneyAttempt {
  if (!(error instanceof ExchangeError)) return { kind: 'unknown', reason: nameOf(error) };
  const { sent, retryAfterMs, category, code } = error;
  const outcome = judgeMoneyFailure({ ...error.facts, sent, retryAfterMs, category });
  if (outcome.kind === 'executed') return { kind: 'executed', orderNumber: null };
  if (outcome.kind === 'unknown') return outcome;
  return { ...outcome, category: code === 'FENCED' ? 'FENCED' : outcome.category };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'an error without a name';
}

/** The code is made at send time and never leaves this process but to the service. */
async function secondFactorFields(
  deps: ActivityDependencies,
  options: CallOptions,
): Promise<Record<string, string>> {
  if (deps.secondFactor === null) return {};
  const leftMs = Math.max(1, (options.fence?.sendBeforeMs ?? 0) - deps.clock.now());
  const code = await deps.secondFactor(AbortSignal.timeout(leftMs));
  return { authType: 'GOOGLE', code, googleVerifyCode: code };
}
