import { condition } from '@temporalio/workflow';
import type { MoneyAttempt, PlacementCheck } from '../../activities/activity-contract.ts';
import { moneySteps, promptReads, reads } from '../kit/activity-proxies.ts';
import { runMoneyStep } from '../kit/money-step.ts';
import type { MoneyStepEnd } from '../kit/money-step.ts';
import { show } from './placement-desk.ts';
import type { PlacementDesk } from './placement-desk.ts';

export type PlacementEnd =
  | { kind: 'placed'; orderNumber: string }
  | { kind: 'refused'; why: string }
  /** Provably not executed: it may be tried again. */
  | { kind: 'not-done'; why: string }
  | { kind: 'intent' };

/** May the order be placed, what does the service warn of, and which orders are on the ad already. */
export async function checkPlacement(desk: PlacementDesk): Promise<PlacementCheck> {
  const { account, adNumber, fiat } = desk.input;
  const check = await reads(account, 'May the order be placed?').checkPlacement({ adNumber, fiat });
  desk.view = { ...desk.view, riskTips: check.riskTips };
  return check;
}

/**
 * Places the order once. There is no number yet, so an open outcome is looked up by ad, amount and time among the
 * account's orders; one that another placement owns is not ours. An unknown outcome is never answered by a second
 * placement; when nobody can tell, a human rules.
 */
export async function placeOnce(desk: PlacementDesk, known: string[]): Promise<PlacementEnd> {
  show(desk, 'placing', 'placing the order');
  const scheduledAtMs = Date.now();
  let found: string | null = null;
  const end = await runMoneyStep({
    title: `placement ${desk.input.requestId}`,
    settings: desk.settings,
    attempt: () => attempt(desk),
    read: async () => {
      found = await lookUp(desk, known, scheduledAtMs);
      return found === null ? 'not-done' : 'done';
    },
  });
  return takeEnd(desk, end, found);
}

function attempt(desk: PlacementDesk): Promise<MoneyAttempt> {
  const { account, mode, adNumber, asset, fiat, side, totalAmount, matchPrice, payId } = desk.input;
  return moneySteps(account, `Placing ${side} for ${totalAmount} ${fiat}`, desk.settings).placeOrder({
    mode,
    adNumber,
    asset,
    fiat,
    side,
    totalAmount,
    matchPrice,
    payId: payId ?? null,
  });
}

async function lookUp(desk: PlacementDesk, known: string[], sinceMs: number): Promise<string | null> {
  const { account, adNumber, side, totalAmount, requestId } = desk.input;
  show(desk, 'outcome-unknown', 'the outcome of the placement is not known: looking the order up');
  const { orderNumber } = await promptReads(account, 'Was the order placed?').findPlacedOrder({
    adNumber,
    side,
    totalAmount,
    sinceMs,
    known,
    requestId,
  });
  return orderNumber;
}

async function takeEnd(desk: PlacementDesk, end: MoneyStepEnd, found: string | null): Promise<PlacementEnd> {
  switch (end.kind) {
    case 'intent':
      return { kind: 'intent' };
    case 'rejected':
      return { kind: 'refused', why: `${end.category} ${end.code ?? ''} ${end.message}` };
    case 'not-done':
      return { kind: 'not-done', why: `proven not executed: ${end.reason}` };
    case 'undecided':
      return awaitRuling(desk, end.reason);
    case 'done': {
      const orderNumber = end.orderNumber ?? found;
      return orderNumber === null ? awaitRuling(desk, 'placed, but without a number') : { kind: 'placed', orderNumber };
    }
  }
}

async function awaitRuling(desk: PlacementDesk, why: string): Promise<PlacementEnd> {
  show(desk, 'needs-human', `nobody can tell whether the order was placed: ${why}`);
  await condition(() => desk.ruling !== null);
  const orderNumber = desk.ruling?.orderNumber;
  if (desk.ruling?.outcome === 'done' && orderNumber) return { kind: 'placed', orderNumber };
  return { kind: 'refused', why: 'a human ruled that it was not placed' };
}
