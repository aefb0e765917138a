import { condition } from '@temporalio/workflow';
import type { MoneyAttempt, PlacementCheck } from '../../activities/activity-contract.ts';
import { OwnFailure, isOwnFailure } from '../../domain/failures/own-failures.ts';
import type { PlacementDoubt, PlacementEnd } from '../../domain/orders/placement-wait.ts';
import { failedText } from '../../words/failure-words.ts';
import { moneySteps, reconcilingReads } from '../kit/activity-proxies.ts';
import { runMoneyStep, type MoneyStepEnd } from '../kit/money-step.ts';
import { readPatiently } from '../kit/patient-read.ts';
import { show, type PlacementRun } from './placement-run.ts';

/** How a try has ended. */
interface Try {
  end: PlacementEnd;
  /** Nothing was placed, provably: it may be tried again. */
  mayRepeat: boolean;
}

/** Checks whether the order may be placed, the service's warnings, and the orders already on the ad. */
export async function checkPlacement(placement: PlacementRun): Promise<PlacementCheck> {
  const { adNumber, fiat, requestId, side, totalAmount } = placement.input;
  const check = await readPatiently(placement, 'May the order be placed?', (activities) =>
    activities.checkPlacement({ adNumber, fiat, requestId, side, totalAmount }),
  );
  placement.run.remember({ riskTips: check.riskTips });
  return check;
}

/**
 * Places the order once. There is no number yet, so an open outcome is looked up by ad, side and amount among the
 * account's new orders; one that another placement owns is not ours. An unknown outcome is never answered by a second
 * placement; when it cannot be determined, a human rules.
 */
export async function placeOnce(placement: PlacementRun, known: string[]): Promise<Try> {
  const before = { known, sinceMs: Date.now() };
  show(placement, { code: 'placing' });
  const { end, found } = await carryOut(placement, before, () => attempt(placement));
  if (end.kind !== 'rejected') return takeEnd(placement, end, found);
  if (end.category === OwnFailure.REQUEST_USED) return lookUpSent(placement, before, end.message);
  return isOwnFailure(end.category) ? takeEnd(placement, end, found) : lookUpRefused(placement, before, end);
}

type Rejection = Extract<MoneyStepEnd, { kind: 'rejected' }>;

const refusedBy = ({ category, code, message }: Rejection): PlacementEnd => ({
  code: 'refused',
  because: { code: 'refused', category, answer: code, message },
});

const ended = (end: PlacementEnd): Try => ({ end, mayRepeat: false });

/** One answer of the service proves nothing: reads end the step, and the refusal then says why. */
async function lookUpRefused(placement: PlacementRun, before: Before, refusal: Rejection): Promise<Try> {
  const { category, code: answer, message } = refusal;
  const reason = failedText({ category, answer, message });
  const { end, found } = await carryOut(placement, before, () => Promise.resolve({ kind: 'unknown', reason }));
  return end.kind === 'not-done' ? ended(refusedBy(refusal)) : takeEnd(placement, end, found);
}

/**
 * This request's call has left before, in a run that a reset took back: its order is looked up by the same reads as after
 * any other unknown outcome, and nothing is placed again.
 */
async function lookUpSent(placement: PlacementRun, before: Before, reason: string): Promise<Try> {
  const { found } = await carryOut(placement, before, () => Promise.resolve({ kind: 'unknown', reason }));
  if (found !== null) return ended({ code: 'placed', orderNumber: found });
  return awaitRuling(placement, { code: 'no-outcome', message: reason });
}

async function carryOut(placement: PlacementRun, before: Before, send: () => Promise<MoneyAttempt>) {
  const { input, settings } = placement;
  const sight: { found: string | null } = { found: null };
  const read = async (): Promise<'done' | 'not-done'> => {
    sight.found = await lookUp(placement, before);
    return sight.found === null ? 'not-done' : 'done';
  };
  const end = await runMoneyStep({ title: `placement ${input.requestId}`, settings, attempt: send, read });
  return { end, ...sight };
}

function attempt({ input, settings }: PlacementRun): Promise<MoneyAttempt> {
  const { mode, requestId, adNumber, asset, fiat, side, totalAmount, matchPrice, payId } = input;
  const { moneyStepBoundMs: boundMs, moneyRecvWindowMs: recvWindowMs } = settings;
  return moneySteps(`Placing ${side} for ${totalAmount} ${fiat}`, settings).placeOrder({
    mode,
    requestId,
    adNumber,
    asset,
    fiat,
    side,
    totalAmount,
    matchPrice,
    payId: payId ?? null,
    fence: { boundMs, recvWindowMs },
  });
}

interface Before {
  /** Orders on the ad before the call. */
  known: string[];
  sinceMs: number;
}

async function lookUp(placement: PlacementRun, before: Before): Promise<string | null> {
  const { adNumber, side, totalAmount, requestId } = placement.input;
  show(placement, { code: 'outcome-unknown' });
  const { orderNumber } = await reconcilingReads('Was the order placed?').findPlacedOrder({
    adNumber,
    side,
    totalAmount,
    requestId,
    ...before,
  });
  return orderNumber;
}

/**
 * Nothing has left, and the cause passes: what it rested on changed while it was on its way, such as the rules, or the
 * process that was to send it lost the lead. It is looked at again.
 */
const unsent: readonly string[] = [OwnFailure.TAKEN_BACK, OwnFailure.WORKER_STOPPING];

async function takeEnd(placement: PlacementRun, end: MoneyStepEnd, found: string | null): Promise<Try> {
  switch (end.kind) {
    case 'intent':
      return ended({ code: 'intent' });
    case 'rejected':
      return { end: refusedBy(end), mayRepeat: unsent.includes(end.category) };
    case 'not-done':
      return {
        end: { code: 'refused', because: { code: 'not-executed', message: end.reason } },
        mayRepeat: true,
      };
    case 'undecided':
      return awaitRuling(placement, { code: 'no-outcome', message: end.reason });
    case 'done': {
      const orderNumber = end.orderNumber ?? found;
      if (orderNumber !== null) return ended({ code: 'placed', orderNumber });
      return awaitRuling(placement, { code: 'no-number' });
    }
  }
}

async function awaitRuling(placement: PlacementRun, doubt: PlacementDoubt): Promise<Try> {
  const { run } = placement;
  show(placement, { code: 'needs-human', doubt });
  run.settle(run.revision);
  await condition(() => run.memory.ruling !== null);
  const { ruling } = run.memory;
  if (ruling?.outcome === 'done' && ruling.orderNumber !== undefined) {
    return ended({ code: 'placed', orderNumber: ruling.orderNumber });
  }
  const outcome = ruling?.outcome === 'give-up' ? 'given-up' : 'not-placed';
  return ended({ code: 'refused', because: { code: 'ruled', outcome, by: ruling?.by ?? null } });
}
