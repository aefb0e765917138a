import { ActivityFailure } from '@temporalio/workflow';
import type { WatchMarketVerdict, WriteReceipt } from '../../activities/activity-contract.ts';
import { afterWrite, beforeWrite } from '../../domain/ads/price-trail.ts';
import { longestGapMs, settleDiff } from '../../domain/diff/price-diff.ts';
import { answersAfter } from '../../domain/pricing/price-change.ts';
import { repeatableWrites } from '../kit/activity-proxies.ts';
import { anyFailureFacts, failureFacts, failureType } from '../kit/failure-facts.ts';
import { changeWithin, workOrChange } from '../kit/wait.ts';
import { acceptPrices } from './ad-prices.ts';
import { noteRefusal, repeatWaitMs } from './ad-refusal.ts';
import { clearProblem, type AdRun } from './ad-run.ts';
import { amountText } from '../../words/amount-words.ts';

type SetVerdict = Extract<WatchMarketVerdict, { kind: 'set' }>;

/**
 * Sends the decided price (interface EP-7, price only) and remembers the outcome. A refusal is handled by its category;
 * the next watch decides again on fresh data, never on the old decision. A command (pause, stop, other limits) takes
 * the price back, so that no retry of it goes out afterwards; the answer to a call that has left is awaited.
 */
export async function applyDecision(adRun: AdRun, verdict: SetVerdict): Promise<void> {
  const { run } = adRun;
  const { revision, memory } = run;
  run.remember({ prices: beforeWrite(memory.prices, { from: verdict.ad, to: verdict.decision }) });
  try {
    const receipt = await workOrChange(run, { revision, work: () => send(adRun, verdict), onChange: 'await-end' });
    if (receipt !== null) noteReceipt(adRun, verdict, receipt);
  } catch (error) {
    await noteRefusedWrite(adRun, error, { referencePrice: verdict.referencePrice ?? verdict.ad.price, revision });
  }
}

function send({ input, run }: AdRun, { decision, ad }: SetVerdict): Promise<WriteReceipt> {
  const { adNumber, mode } = input;
  const { assumedPrice, rules } = run.memory;
  const { price, floatingRatio } = decision;
  const what = floatingRatio === undefined ? amountText(price) : `${amountText(price)}, at ${floatingRatio} %`;
  const writes = repeatableWrites(`${amountText(assumedPrice ?? ad.price)} → ${what}`);
  const ratio = floatingRatio === undefined ? {} : { floatingRatio };
  return writes.updateAdPrice({ mode, adNumber, price, ...ratio, limits: rules.limits });
}

function noteReceipt(adRun: AdRun, { ad, decision }: SetVerdict, { kind, atMs }: WriteReceipt): void {
  const { run, settings } = adRun;
  const { reprices, intents, answers: before, lastChangeAtMs } = run.memory;
  const { price, floatingRatio = null } = decision;
  const outcome =
    kind === 'applied'
      ? { ad: { ...ad, price, floatingRatio }, assumedPrice: null, assumedRatio: null, reprices: reprices + 1 }
      : { ad, assumedPrice: price, assumedRatio: floatingRatio, intents: intents + 1 };
  const answers = answersAfter(decision, { answers: before, lastChangeAtMs, nowMs: atMs });
  const maxGapMs = longestGapMs(settings);
  const diff = kind === 'applied' ? settleDiff(run.memory.diff, price, { atMs, maxGapMs }) : run.memory.diff;
  run.remember({ ...outcome, diff, lastChangeAtMs: atMs, answers, refusalsInARow: 0 });
  if (kind === 'applied') run.remember({ prices: afterWrite(run.memory.prices, decision, atMs) });
  else acceptPrices(adRun);
  clearProblem(adRun);
}

interface RefusedWrite {
  /** The basis for estimating a price range when the refusal names none. */
  referencePrice: string | null;
  revision: number;
}

/** Handles a failed write of an ad: a stale decision is looked at again, a refusal is handled by its category. */
export async function noteRefusedWrite(
  adRun: AdRun,
  error: unknown,
  { referencePrice, revision }: RefusedWrite,
): Promise<void> {
  const facts = failureFacts(error);
  if (failureType(error) === 'STALE_DECISION' || facts?.code === 'FENCED') {
    // The book moved between the decision and the call, or its turn came too late, and nothing was sent. The next watch
    // decides on a fresh book; repeated staleness slows the tries down.
    const { run, settings } = adRun;
    run.remember({ refusalsInARow: run.memory.refusalsInARow + 1 });
    const ms = repeatWaitMs(adRun) ?? settings.marketIntervalMs;
    await changeWithin(run, { revision, ms, summary: 'The decision was stale: looking again' });
    return;
  }
  if (!(error instanceof ActivityFailure)) throw error;
  noteRefusal(adRun, anyFailureFacts(error), referencePrice);
}
