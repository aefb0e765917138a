import type { WatchMarketVerdict, WriteReceipt } from '../../activities/activity-contract.ts';
import { afterWrite, beforeWrite } from '../../domain/ads/price-trail.ts';
import { longestGapMs, settleDiff } from '../../domain/diff/price-diff.ts';
import { answersAfter } from '../../domain/pricing/price-change.ts';
import { repeatableWrites } from '../kit/activity-proxies.ts';
import { workOrChange } from '../kit/wait.ts';
import type { AdRun } from './ad-run.ts';
import { amountText } from '../../words/amount-words.ts';

type SetVerdict = Extract<WatchMarketVerdict, { kind: 'set' }>;

/**
 * Sends the decided price (interface EP-7, price only) and remembers the outcome. A refusal is handled by its category;
 * the next watch decides again on fresh data, never on the old decision. A command (pause, stop, other limits) takes
 * the price back, so that no retry of it goes out afterwards; the answer to a call that has left is awaited.
 */
export async function applyDecision(adRun: AdRun, verdict: SetVerdict): Promise<void> {
  const { run, refusals } = adRun;
  const { revision, memory } = run;
  run.remember({ prices: beforeWrite(memory.prices, { from: verdict.ad, to: verdict.decision }) });
  try {
    const receipt = await workOrChange(run, { revision, work: () => send(adRun, verdict), onChange: 'await-end' });
    if (receipt !== null) noteReceipt(adRun, verdict, receipt);
  } catch (error) {
    await refusals.noteWrite(error, { referencePrice: verdict.referencePrice ?? verdict.ad.price, revision });
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
  const { run, settings, prices, refusals } = adRun;
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
  else prices.accept();
  refusals.clear();
}
