/** The payment methods of an ad, and the ad off the market while each has reached its cap (ads#payment-caps). */
import type { MethodsReceipt } from '../../activities/ad/caps-contract.ts';
import { methodsWithout, type CapsDecision, type CapsNews, type ShownCaps } from '../../domain/caps/caps-decision.ts';
import type { OfflineState } from '../../domain/ads/state/offline-state.ts';
import type { AdCaps } from '../contract/ad-contract.ts';
import { repeatableWrites } from '../kit/activity-proxies.ts';
import { workOrChange } from '../kit/wait.ts';
import { capsText } from '../../words/ads/stock-words.ts';
import { stayOffMarket } from './ad-offline.ts';
import { capsQuestion, comeBack } from './ad-return.ts';
import { goOffByRules, type AdRun } from './ad-run.ts';
import { refusedChange } from './refused-change.ts';

/** Does what a look at the payment methods found to be due. */
export async function actOnCaps(adRun: AdRun, { decision, seen }: CapsNews): Promise<void> {
  rememberCaps(adRun, { seen });
  noteUnknown(adRun, seen);
  switch (decision.kind) {
    case 'change':
      return changeMethods(adRun, decision);
    case 'exhausted':
      return goOffByRules(adRun, { cause: 'caps', note: decision.note });
    case 'free':
      return comeBack(adRun);
    case 'keep':
      return undefined;
  }
}

/** Keeps an ad off the market until a method is below its cap, or until its rules cap none any more. */
export async function awaitCaps(adRun: AdRun, state: OfflineState): Promise<void> {
  const { run } = adRun;
  // A paused one waits for its human, whatever its caps.
  const isFree = state.paused === undefined;
  if (run.memory.rules.paymentCaps === null && isFree) return comeBack(adRun);
  const paymentCaps = isFree ? capsQuestion(adRun) : null;
  const look = await stayOffMarket(adRun, state, paymentCaps === null ? {} : { paymentCaps });
  if (look?.caps !== undefined && run.memory.standing.state === state) await actOnCaps(adRun, look.caps);
}

function rememberCaps({ run }: AdRun, part: Partial<AdCaps>): void {
  run.remember({ caps: { ...run.memory.caps, ...part } });
}

/** A cap whose method is mistyped holds nothing, so a human is asked. */
export function noteUnknown({ troubles }: AdRun, seen: ShownCaps | null): void {
  const { unknown = [] } = seen ?? {};
  if (unknown.length === 0) return troubles.clear('caps');
  troubles.noteUrgent('caps', { code: 'unknown-caps', methods: unknown });
}

/**
 * What goes is remembered before the call: its answer may be lost, and a method that no one remembers would never come
 * back. The activity decides once more, on a read of its own.
 */
async function changeMethods(adRun: AdRun, decision: Extract<CapsDecision, { kind: 'change' }>): Promise<void> {
  const { input, run } = adRun;
  const { mode, adNumber } = input;
  const { withheld } = run.memory.caps;
  rememberCaps(adRun, { withheld: [...withheld, ...methodsWithout(decision.withheld, withheld)] });
  const asked = capsQuestion(adRun);
  if (asked === null) return;
  const { revision } = run;
  const writes = repeatableWrites(`Keeping its payment caps: ${capsText(decision.note)}`);
  const work = () => writes.updateAdMethods({ mode, adNumber, ...asked });
  try {
    const receipt = await workOrChange(run, { revision, work, onChange: 'await-end' });
    if (receipt !== null) noteChange(adRun, receipt);
  } catch (error) {
    rememberCaps(adRun, refusedChange(adRun, run.memory.caps.refusals, error));
  }
}

function noteChange(adRun: AdRun, { kind, atMs, methods, withheld }: MethodsReceipt): void {
  const { run } = adRun;
  const settled = { lastChangeAtMs: atMs, refusals: 0, refusedUntilMs: null };
  if (kind === 'applied') return rememberCaps(adRun, { ...settled, withheld, intended: null });
  // In shadow nothing is really given back: what is out of the ad stays remembered.
  rememberCaps(adRun, { ...settled, intended: methods });
  run.remember({ intents: run.memory.intents + 1 });
}
