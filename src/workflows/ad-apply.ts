import type { WatchMarketVerdict } from '../activities/activity-contract.ts';
import { repeatableWrites } from './activity-proxies.ts';
import { remember } from './ad-desk.ts';
import type { AdDesk } from './ad-desk.ts';
import { noteRefusal } from './ad-refusal.ts';
import { failureFacts, failureType } from './failure-facts.ts';

type SetVerdict = Extract<WatchMarketVerdict, { kind: 'set' }>;

/**
 * Sends the decided price (interface EP-7, price only) and remembers what came of it. A refusal is handled by its
 * category; the next watch decides anew on fresh data, never on the old decision.
 */
export async function applyDecision(desk: AdDesk, verdict: SetVerdict): Promise<void> {
  const { input, memory } = desk;
  const { price } = verdict.decision;
  const from = memory.assumedPrice ?? verdict.ad.price;
  try {
    const receipt = await repeatableWrites(input.account, `${from} → ${price}`).updateAdPrice({
      mode: input.mode,
      adNumber: input.adNumber,
      price,
      limits: memory.rules.limits,
    });
    remember(desk, {
      ad: receipt.kind === 'applied' ? { ...verdict.ad, price } : verdict.ad,
      assumedPrice: receipt.kind === 'intent' ? price : null,
      lastChangeAtMs: receipt.atMs,
      reprices: desk.memory.reprices + 1,
      refusalsInARow: 0,
      lastProblem: null,
    });
  } catch (error) {
    refused(desk, error, verdict);
  }
}

function refused(desk: AdDesk, error: unknown, verdict: SetVerdict): void {
  // The book moved between the decision and the call; the activity refused to send. The next watch decides again.
  if (failureType(error) === 'STALE_DECISION') return;
  const facts = failureFacts(error);
  if (facts === null) throw error;
  noteRefusal(desk, facts, verdict.referencePrice ?? verdict.ad.price);
}
