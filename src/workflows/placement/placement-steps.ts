import { condition } from '@temporalio/workflow';
import type { MoneyAttempt, PlacementCheck } from '../../activities/activity-contract.ts';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import { moneySteps, reconcilingReads } from '../kit/activity-proxies.ts';
import { permitOfRefused, spanOfAttempt, tellGuard, type PermitSpan } from '../kit/guard-message.ts';
import { runMoneyStep, type MoneyStepEnd } from '../kit/money-step.ts';
import { readPatiently } from '../kit/patient-read.ts';
import { show, type PlacementRun } from './placement-run.ts';

export type PlacementEnd =
  | { kind: 'placed'; orderNumber: string }
  | { kind: 'refused'; why: string }
  /** Provably not executed: it may be tried again. */
  | { kind: 'not-done'; why: string }
  | { kind: 'intent' };

/** Checks whether the order may be placed, the service's warnings, and the orders already on the ad. */
export async function checkPlacement(placement: PlacementRun): Promise<PlacementCheck> {
  const { adNumber, fiat, requestId } = placement.input;
  const check = await readPatiently(placement, 'May the order be placed?', (activities) =>
    activities.checkPlacement({ adNumber, fiat, requestId }),
  );
  placement.run.remember({ riskTips: check.riskTips });
  return check;
}

/**
 * Places the order once. There is no number yet, so an open outcome is looked up by ad, side and amount among the
 * account's new orders; one that another placement owns is not ours. An unknown outcome is never answered by a second
 * placement; when it cannot be determined, a human rules.
 */
export async function placeOnce(placement: PlacementRun, known: string[]): Promise<PlacementEnd> {
  const { input, settings, run } = placement;
  show(placement, 'placing', 'placing the order');
  let found: string | null = null;
  run.remember({ sending: { name: 'place', leftAtMs: null } });
  const sinceMs = Date.now();
  const end = await runMoneyStep({
    title: `placement ${input.requestId}`,
    settings,
    attempt: () => attempt(placement),
    read: async () => {
      found = await lookUp(placement, { known, sinceMs });
      return found === null ? 'not-done' : 'done';
    },
  });
  run.remember({ sending: null });
  return takeEnd(placement, end, { found, span: spanOfAttempt(sinceMs, settings) });
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
  show(placement, 'outcome-unknown', 'the outcome of the placement is not known: looking the order up');
  const { orderNumber } = await reconcilingReads('Was the order placed?').findPlacedOrder({
    adNumber,
    side,
    totalAmount,
    requestId,
    ...before,
  });
  return orderNumber;
}

async function takeEnd(
  placement: PlacementRun,
  end: MoneyStepEnd,
  { found, span }: { found: string | null; span: PermitSpan },
): Promise<PlacementEnd> {
  switch (end.kind) {
    case 'intent':
      return { kind: 'intent' };
    case 'rejected':
      // This request's call has left before, in a run that a reset took back: its outcome is unknown.
      if (end.category === OwnFailure.REQUEST_USED) return awaitRuling(placement, end.message);
      await giveBack(placement, permitOfRefused(end, span));
      return { kind: 'refused', why: `${end.category} ${end.code ?? ''} ${end.message}` };
    case 'not-done':
      await giveBack(placement, span);
      return { kind: 'not-done', why: `proven not executed: ${end.reason}` };
    case 'undecided':
      return awaitRuling(placement, end.reason, span);
    case 'done': {
      const orderNumber = end.orderNumber ?? found;
      if (orderNumber !== null) return { kind: 'placed', orderNumber };
      return awaitRuling(placement, 'placed, but without a number', span);
    }
  }
}

/** Frees the guard's memory of the request: it may be sent once more. What left by another attempt stays known. */
async function giveBack({ input }: PlacementRun, span: Partial<PermitSpan> | null): Promise<void> {
  if (span !== null) await tellGuard(input.account, { orderNumber: input.requestId, step: 'place', ...span });
}

async function awaitRuling(
  placement: PlacementRun,
  why: string,
  span: Partial<PermitSpan> = {},
): Promise<PlacementEnd> {
  const { run } = placement;
  show(placement, 'needs-human', `it is unknown whether the order was placed: ${why}`);
  run.settle(run.revision);
  await condition(() => run.memory.ruling !== null);
  const { ruling } = run.memory;
  if (ruling?.outcome === 'done' && ruling.orderNumber !== undefined) {
    return { kind: 'placed', orderNumber: ruling.orderNumber };
  }
  await giveBack(placement, span);
  return { kind: 'refused', why: `${ruling?.by ?? 'a human'} ruled that it was not placed` };
}
