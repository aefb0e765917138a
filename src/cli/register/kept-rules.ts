/** Release rules in the register: each set must be satisfied, so a looser one takes the place of all others. */
import type { ReleaseRules } from '../../client/index.ts';
import { looserRules, releaseRulesSchema } from '../../domain/orders/release-rules.ts';
import { rulesEntry, type Restriction } from '../../domain/guard/restriction.ts';
import type { Sign } from '../approver/sign-word.ts';
import { refusal } from '../kit/cli-failure.ts';
import { loosen, type Settle } from './loosening.ts';
import { restrictHere, type FoundRegister } from './found-register.ts';

/** The rules that hold, as they were shown. */
export interface RulesInForce {
  /** Those of the guard, and those of the register: each must be satisfied. */
  readonly sets: readonly ReleaseRules[];
  /** The register's own, and the revision of its restrictions; null: there is none here. */
  readonly kept: { readonly entries: readonly Restriction[]; readonly revision: number } | null;
}

/** Reads what holds now, beside what the guard says. */
export async function rulesInForce({ keeper }: FoundRegister, present: ReleaseRules): Promise<RulesInForce> {
  if (keeper === null) return { sets: [present], kept: null };
  const { revision, entries } = await keeper.restrictions();
  const own = entries.filter(({ kind }) => kind === 'rules');
  const sets = own.map(({ value }) => releaseRulesSchema.parse(JSON.parse(value)));
  return { sets: [present, ...sets], kept: { entries: own, revision } };
}

/** Returns what new rules let through that one of the sets holds, in words; empty: nothing. */
export function loosenedBy(rules: ReleaseRules, { sets }: RulesInForce): string[] {
  return [...new Set(sets.flatMap((present) => looserRules(present, rules)))];
}

interface RulesChange {
  readonly rules: ReleaseRules;
  readonly inForce: RulesInForce;
  readonly by: string;
  /** Null: this machine has no key of the person. */
  readonly sign: Sign | null;
}

interface WrittenRules {
  /** What is left to write to. */
  readonly left: FoundRegister;
  readonly settle: Settle;
}

/**
 * Writes rules to the register, before the guard hears of them. Looser ones take the place of all others: throws a refusal
 * where what holds has changed since it was shown.
 */
export async function writeRules(
  found: FoundRegister,
  { rules, inForce, by, sign }: RulesChange,
): Promise<WrittenRules> {
  const { kept, sets } = inForce;
  if (found.keeper === null || kept === null) return { left: found, settle: async () => {} };
  const entry = rulesEntry(rules);
  if (loosenedBy(rules, inForce).length === 0)
    return { left: await restrictHere(found, [entry], by), settle: async () => {} };
  // The guard's own set, too: a worker may copy it before the guard has the new one.
  const atGuard = sets.map(rulesEntry);
  const gone = [...kept.entries, ...atGuard].filter(({ key }) => key !== entry.key);
  const stays = (why: string) => refusal(`the release rules stay as they are: ${why}`);
  const settle = await loosen(found, { gone, added: [entry], revision: kept.revision, atGuard, by, sign, stays });
  return { left: found, settle };
}

/** Takes away the sets that the new rules contain, once the guard has them: what is left is what a person is shown. */
export async function tidyRules(
  { keeper }: FoundRegister,
  { rules, by }: Pick<RulesChange, 'rules' | 'by'>,
): Promise<void> {
  // Rules that have come meanwhile and are stricter stay.
  await keeper?.tidyRules(rulesEntry(rules).key, by);
}
