/** The payment methods of an ad, and the ad off the market while each has reached its cap (ads#payment-caps). */
import type { MethodsReceipt } from '../../activities/ad/caps-contract.ts';
import { methodsWithout, type CapsDecision, type CapsNews, type ShownCaps } from '../../domain/caps/caps-decision.ts';
import type { OfflineState } from '../../domain/ads/state/offline-state.ts';
import type { AdTrouble } from '../../domain/ads/state/ad-trouble.ts';
import type { AdCaps, AdMemory } from '../contract/ad-contract.ts';
import { repeatableWrites } from '../kit/activity-proxies.ts';
import type { Run } from '../kit/run.ts';
import type { TroubleWatch } from '../kit/trouble.ts';
import { workOrChange } from '../kit/wait.ts';
import { capsText } from '../../words/ads/stock-words.ts';
import { stayOffMarket } from './ad-offline.ts';
import { capsQuestion } from './ad-return.ts';
import type { AdRun } from './ad-run.ts';

/** Does what a look at the payment methods found to be due. */
export async function actOnCaps(adRun: AdRun, { decision, seen }: CapsNews): Promise<void> {
  rememberCaps(adRun.run, { seen });
  noteUnknown(adRun.troubles, seen);
  switch (decision.kind) {
    case 'change':
      return changeMethods(adRun, decision);
    case 'exhausted':
      return adRun.standing.leaveByRules({ cause: 'caps', note: decision.note });
    case 'free':
      return adRun.standing.comeBack();
    case 'keep':
      return undefined;
  }
}

/** Keeps an ad off the market until a method is below its cap, or until its rules cap none any more. */
export async function awaitCaps(adRun: AdRun, state: OfflineState): Promise<void> {
  const { run, standing } = adRun;
  // A paused one waits for its human, whatever its caps.
  const isFree = state.paused === undefined;
  if (run.memory.rules.paymentCaps === null && isFree) return standing.comeBack();
  const paymentCaps = isFree ? capsQuestion(run.memory) : null;
  const look = await stayOffMarket(adRun, state, paymentCaps === null ? {} : { paymentCaps });
  if (look?.caps !== undefined && run.memory.standing.state === state) await actOnCaps(adRun, look.caps);
}

function rememberCaps(run: Run<AdMemory>, part: Partial<AdCaps>): void {
  run.remember({ caps: { ...run.memory.caps, ...part } });
}

/** A cap whose method is mistyped holds nothing, so a human is asked. */
export function noteUnknown(troubles: TroubleWatch<AdTrouble>, seen: ShownCaps | null): void {
  const { unknown = [] } = seen ?? {};
  if (unknown.length === 0) return troubles.clear('caps');
  troubles.noteUrgent('caps', { code: 'unknown-caps', methods: unknown });
}

/**
 * What goes is remembered before the call: its answer may be lost, and a method that no one remembers would never come
 * back. The activity decides once more, on a read of its own.
 */
async function changeMethods(adRun: AdRun, decision: Extract<CapsDecision, { kind: 'change' }>): Promise<void> {
  const { input, run, refusals } = adRun;
  const { mode, adNumber } = input;
  const { withheld } = run.memory.caps;
  rememberCaps(run, { withheld: [...withheld, ...methodsWithout(decision.withheld, withheld)] });
  const asked = capsQuestion(run.memory);
  if (asked === null) return;
  const { revision } = run;
  const writes = repeatableWrites(`Keeping its payment caps: ${capsText(decision.note)}`);
  const work = () => writes.updateAdMethods({ mode, adNumber, ...asked });
  try {
    const receipt = await workOrChange(run, { revision, work, onChange: 'await-end' });
    if (receipt !== null) noteChange(run, receipt);
  } catch (error) {
    rememberCaps(run, refusals.noteChange(error, run.memory.caps.refusals));
  }
}

function noteChange(run: Run<AdMemory>, { kind, atMs, methods, withheld }: MethodsReceipt): void {
  const settled = { lastChangeAtMs: atMs, refusals: 0, refusedUntilMs: null };
  if (kind === 'applied') return rememberCaps(run, { ...settled, withheld, intended: null });
  // In shadow nothing is really given back: what is out of the ad stays remembered.
  rememberCaps(run, { ...settled, intended: methods });
  run.remember({ intents: run.memory.intents + 1 });
}
