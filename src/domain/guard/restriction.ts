/** What restricts an account: engaged switches, release rules, blocked counterparties. Restrictions add up. */
import { blockEntrySchema, mergedBlockLists } from './block-list.ts';
import { blockKey, type BlockEntry } from '../orders/counterparty.ts';
import {
  emptyGuardMemory,
  stoppingSwitch,
  switchNames,
  thrownSchema,
  type GuardMemory,
  type SwitchName,
} from './guard-memory.ts';
import { releaseRulesSchema, type ReleaseRules } from '../orders/release-rules.ts';
import { sha256 } from '../sha256.ts';
import type { SwitchStand } from '../switch-state.ts';

export const restrictionKinds = ['switch', 'rules', 'block'] as const;

/** One restriction. `key`: the switch's name, the digest of the rules, or who is blocked; `value`: JSON. */
export interface Restriction {
  readonly kind: (typeof restrictionKinds)[number];
  readonly key: string;
  readonly value: string;
}

/** All restrictions of an account, and the revision that changes with each of them. */
export interface Restrictions {
  readonly revision: number;
  readonly entries: readonly Restriction[];
}

type GuardRestrictions = Pick<GuardMemory, 'switches' | 'rules' | 'blocked'>;

/** Returns what a guard restricts. */
export function restrictionsOfGuard({ switches, rules, blocked }: GuardRestrictions): Restriction[] {
  const engaged = switchNames.flatMap((name) => {
    const thrown = switches[name];
    return thrown === null ? [] : [switchEntry(name, thrown)];
  });
  return [...engaged, ...(rules === null ? [] : [rulesEntry(rules)]), ...blocked.map(blockEntry)];
}

/** An engaged switch. */
export function switchEntry(name: SwitchName, thrown: unknown): Restriction {
  return { kind: 'switch', key: name, value: JSON.stringify(thrown) };
}

/** Release rules: two writings of the same rules are one entry. */
export function rulesEntry(rules: ReleaseRules): Restriction {
  const value = JSON.stringify(releaseRulesSchema.parse(rules), inOrder);
  return { kind: 'rules', key: sha256(value).slice(0, 16), value };
}

/** Two writings of one table of amounts differ in the order of its currencies. */
function inOrder(_name: string, value: unknown): unknown {
  const isTable = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isTable ? Object.fromEntries(Object.entries(value).toSorted(byName)) : value;
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);

/** A blocked counterparty. */
export function blockEntry(entry: BlockEntry): Restriction {
  return { kind: 'block', key: blockKey(entry), value: JSON.stringify(entry) };
}

/** What stops money, from the register and the guard together. */
export interface Stops {
  /** Of `switchName` and of the switch of everything; unknown where the guard does not answer. */
  readonly switchStand: (name: SwitchName) => SwitchStand;
  /** Each set must be satisfied. */
  readonly rules: readonly ReleaseRules[];
  readonly blocks: readonly BlockEntry[];
}

/** Returns the union of what register and guard restrict; a guard of null does not answer. */
export function stopsOf(restrictions: Restrictions, guard: GuardRestrictions | null): Stops {
  const { entries } = restrictions;
  const switches = heldSwitches(restrictions, guard?.switches ?? emptyGuardMemory.switches);
  const all = [...entries, ...(guard === null ? [] : restrictionsOfGuard(guard))];
  const rules = new Map(all.filter(({ kind }) => kind === 'rules').map(({ key, value }) => [key, value]));
  return {
    switchStand: (name) => stoppingSwitch(switches, name) ?? (guard === null ? 'unknown' : 'open'),
    rules: [...rules.values()].map((value) => releaseRulesSchema.parse(JSON.parse(value))),
    blocks: blocksIn(all),
  };
}

/**
 * Returns the restrictions in the form in which a guard keeps them; of several sets of rules the first, and of the
 * blocked counterparties as many as fit: what stops money is the union of both, so the register blocks the others.
 */
export function guardPartsOf(restrictions: Restrictions): GuardRestrictions {
  const { entries } = restrictions;
  const [rules] = entries.filter(({ kind }) => kind === 'rules');
  return {
    switches: {
      all: thrownIn(restrictions, 'all'),
      releases: thrownIn(restrictions, 'releases'),
      repricing: thrownIn(restrictions, 'repricing'),
      ads: thrownIn(restrictions, 'ads'),
    },
    rules: rules === undefined ? null : releaseRulesSchema.parse(JSON.parse(rules.value)),
    blocked: mergedBlockLists([], blocksIn(entries)),
  };
}

/** Returns the switches of a guard, and those that the register still holds engaged: what lifts one does not lift both. */
export function heldSwitches(restrictions: Restrictions, switches: GuardMemory['switches']): GuardMemory['switches'] {
  return {
    all: switches.all ?? thrownIn(restrictions, 'all'),
    releases: switches.releases ?? thrownIn(restrictions, 'releases'),
    repricing: switches.repricing ?? thrownIn(restrictions, 'repricing'),
    ads: switches.ads ?? thrownIn(restrictions, 'ads'),
  };
}

/** Returns whom restrictions block. */
export function blocksIn(entries: readonly Restriction[]): BlockEntry[] {
  return entries.filter(({ kind }) => kind === 'block').map(({ value }) => blockEntrySchema.parse(JSON.parse(value)));
}

/** Returns who engaged a switch, as the register keeps it. */
export function thrownIn({ entries }: Restrictions, name: SwitchName) {
  const entry = entries.find(({ kind, key }) => kind === 'switch' && key === name);
  return entry === undefined ? null : thrownSchema.parse(JSON.parse(entry.value));
}
