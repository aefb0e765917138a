import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import type { PricingDecision } from '../../domain/pricing/pricing-decision.ts';
import type { LookFacts, WatchHeartbeat, WatchMarketInput, WatchMarketVerdict } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { DiffRecords } from './diff-records.ts';

/** Dropped competitors in a heartbeat; a book has twenty rows a page. */
const maxDropped = 20;

/** A look after which nothing has to be written. */
export interface KeptLook extends LookFacts {
  kind: 'keep';
  decision: PricingDecision | null;
  ad: AdFacts;
  note: string;
}

export interface TroubledLook {
  kind: 'trouble';
  note: string;
  waitMs: number;
}

/** Returns the verdict of a look after which nothing changes. */
export function quiet({ note: _note, ...look }: KeptLook): WatchMarketVerdict {
  return { ...look, kind: 'quiet', decision: look.decision === null ? null : trimmed(look.decision) };
}

/** What a heartbeat holds besides the look. */
interface BeatingWatch {
  readonly deps: Pick<ActivityDependencies, 'clock'>;
  readonly input: Pick<WatchMarketInput, 'adNumber'>;
  readonly diffs: DiffRecords;
  readonly wasHeld: boolean;
}

/** What the Web UI shows of the watch until the next look, and what a retry continues from. */
export function heartbeat(
  { deps, input, diffs, wasHeld }: BeatingWatch,
  look: KeptLook | TroubledLook,
  waitMs: number,
): WatchHeartbeat {
  const { note } = look;
  const nowMs = deps.clock.now();
  const held = wasHeld ? { wasHeld } : {};
  const next = { nextCheckAtMs: nowMs + waitMs, ...diffs.of(input.adNumber), ...held };
  if (look.kind === 'trouble') {
    return { note, ...next, decision: null, problem: note, price: null, atMs: nowMs, boundSinceMs: null };
  }
  const { ad, atMs, boundSinceMs, guardHits } = look;
  const decision = look.decision === null ? null : trimmed(look.decision);
  const facts = { decision, problem: null, price: ad.price, atMs, boundSinceMs, guardHits };
  return { note, ...next, ...facts, ...ruledParts(look) };
}

/** What only ads with such rules have. */
function ruledParts({ stock, caps }: KeptLook): Pick<WatchHeartbeat, 'stock' | 'caps'> {
  return { ...(stock === undefined ? {} : { stock }), ...(caps === undefined ? {} : { caps }) };
}

/** A decision that fits into a heartbeat and into the history. */
export function trimmed(decision: PricingDecision): PricingDecision {
  return { ...decision, dropped: decision.dropped.slice(0, maxDropped) };
}
