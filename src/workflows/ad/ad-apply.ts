import { CancellationScope, condition, isCancellation, sleep } from '@temporalio/workflow';
import type { WatchMarketVerdict, WriteReceipt } from '../../activities/activity-contract.ts';
import { repeatableWrites } from '../kit/activity-proxies.ts';
import { remember } from './ad-desk.ts';
import type { AdDesk } from './ad-desk.ts';
import { noteRefusal } from './ad-refusal.ts';
import { failureFacts, failureType } from '../kit/failure-facts.ts';

type SetVerdict = Extract<WatchMarketVerdict, { kind: 'set' }>;

/**
 * Sends the decided price (interface EP-7, price only) and remembers what came of it. A refusal is handled by its
 * category; the next watch decides anew on fresh data, never on the old decision.
 */
export async function applyDecision(desk: AdDesk, verdict: SetVerdict): Promise<void> {
  const { price } = verdict.decision;
  const { revision } = desk;
  try {
    const receipt = await sendUnlessChanged(desk, verdict);
    remember(desk, {
      ad: receipt.kind === 'applied' ? { ...verdict.ad, price } : verdict.ad,
      assumedPrice: receipt.kind === 'intent' ? price : null,
      lastChangeAtMs: receipt.atMs,
      reprices: desk.memory.reprices + 1,
      refusalsInARow: 0,
      lastProblem: null,
    });
  } catch (error) {
    // Taken back by a command, which has changed what there is to do.
    if (isCancellation(error) && desk.revision !== revision) return;
    await refused(desk, error, verdict);
  }
}

/** Sends the price; a command (pause, stop, other limits) takes it back, so that no retry of it goes out afterwards. */
async function sendUnlessChanged(desk: AdDesk, { decision, ad }: SetVerdict): Promise<WriteReceipt> {
  const { input, memory, revision } = desk;
  const { price } = decision;
  const scope = new CancellationScope();
  const writing = scope.run(async () =>
    repeatableWrites(input.account, `${memory.assumedPrice ?? ad.price} → ${price}`).updateAdPrice({
      mode: input.mode,
      adNumber: input.adNumber,
      price,
      limits: memory.rules.limits,
    }),
  );
  const changed = condition(() => desk.revision !== revision).then(() => null);
  const receipt = await Promise.race([writing, changed]);
  if (receipt !== null) return receipt;
  scope.cancel();
  // What has left is waited for: its answer is the truth about the price.
  return writing;
}

async function refused(desk: AdDesk, error: unknown, verdict: SetVerdict): Promise<void> {
  if (failureType(error) === 'STALE_DECISION') {
    // The book moved between the decision and the call, and nothing was sent. The next watch decides on a fresh one.
    await sleep(desk.settings.marketIntervalMs, { summary: 'The decision was stale: looking again' });
    return;
  }
  const facts = failureFacts(error);
  if (facts === null) throw error;
  noteRefusal(desk, facts, verdict.referencePrice ?? verdict.ad.price);
}
