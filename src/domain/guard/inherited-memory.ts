import {
  maxBlocked,
  maxNotices,
  maxPlacements,
  maxPublications,
  maxReleases,
  type GuardMemory,
  type Publication,
} from './guard-memory.ts';
import { newestSpent, withSpent } from './spent-payments.ts';

/** Merges two lists, newest items last, one per key. Where a key occurs twice, the later item of `newer` wins. */
function merged<Item extends { readonly atMs: number }>(
  lists: { readonly older: readonly Item[]; readonly newer: readonly Item[] },
  keyOf: (item: Item) => string,
  max: number,
): Item[] {
  const byKey = new Map<string, Item>();
  for (const item of [...lists.older, ...lists.newer]) byKey.set(keyOf(item), item);
  return [...byKey.values()].sort((left, right) => left.atMs - right.atMs).slice(-max);
}

/**
 * Returns the memory of a new run that takes over from a terminated one: everything of both. Switches and rules set
 * since win; a switch that only the former run had stays engaged. A proof stays with the order that the former run
 * assigned it to.
 */
export function inheritMemory(own: GuardMemory, former: GuardMemory): GuardMemory {
  const { switches } = own;
  const before = former.switches;
  const blocked = [...new Set([...former.blocked, ...own.blocked])].slice(0, maxBlocked);
  return {
    switches: {
      all: switches.all ?? before.all,
      releases: switches.releases ?? before.releases,
      repricing: switches.repricing ?? before.repricing,
      ads: switches.ads ?? before.ads,
    },
    ...inheritedClaims(own, former),
    releases: merged({ older: former.releases, newer: own.releases }, ({ orderNumber }) => orderNumber, maxReleases),
    placements: merged(
      { older: former.placements, newer: own.placements },
      ({ requestId }) => requestId,
      maxPlacements,
    ),
    notices: merged({ older: former.notices, newer: own.notices }, ({ orderNumber }) => orderNumber, maxNotices),
    publications: mergedPublications(own.publications, former.publications),
    codeStep: laterStep(own.codeStep, former.codeStep),
    rules: own.rules ?? former.rules,
    blocked,
  };
}

/** A proof stays with the order that the former run assigned it to. */
function inheritedClaims(own: GuardMemory, former: GuardMemory): Pick<GuardMemory, 'claims' | 'spent'> {
  const all = merged({ older: own.claims, newer: former.claims }, ({ proof }) => proof, Number.POSITIVE_INFINITY);
  return withSpent(all, newestSpent([...former.spent, ...own.spent]));
}

/** A name keeps the number that either run knows. */
function mergedPublications(own: readonly Publication[], former: readonly Publication[]): Publication[] {
  const kept = former.map((one) => (one.adNumber === null ? own.find(({ name }) => name === one.name) : null) ?? one);
  const added = own.filter(({ name }) => !former.some((one) => one.name === name));
  return [...kept, ...added].slice(0, maxPublications);
}

function laterStep(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right;
  return Math.max(left, right);
}
