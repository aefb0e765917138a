/** Release rules in the register: each set must be satisfied, so a looser one takes the place of all others. */
import type { ReleaseRules } from '../../client/index.ts';
import { looserRules, releaseRulesSchema } from '../../domain/orders/release-rules.ts';
import { rulesEntry, type Restriction } from '../../domain/guard/restriction.ts';
import type { Sign } from '../approver/sign-word.ts';
import { refusal } from '../cli-failure.ts';
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

/**
 * Writes rules to the register, before the guard hears of them; returns what is left to write to. Looser ones take the
 * place of all others: throws a refusal where what holds has changed since it was shown.
 */
export async function writeRules(
  found: FoundRegister,
  { rules, inForce, by, sign }: RulesChange,
): Promise<FoundRegister> {
  const { keeper } = found;
  const { kept } = inForce;
  if (keeper === null || kept === null) return found;
  const entry = rulesEntry(rules);
  if (loosenedBy(rules, inForce).length === 0) return await restrictHere(found, [entry], by);
  const gone = kept.entries.filter(({ key }) => key !== entry.key);
  const why = await keeper.loosen({ gone, added: [entry], revision: kept.revision, by }, sign);
  if (why !== null) throw refusal(`the release rules stay as they are: ${why}`);
  return found;
}

/** Takes away the sets that the new rules contain, once the guard has them: what is left is what a person is shown. */
export async function tidyRules(
  { keeper }: FoundRegister,
  { rules, by }: Pick<RulesChange, 'rules' | 'by'>,
): Promise<void> {
  // Rules that have come meanwhile and are stricter stay.
  await keeper?.tidyRules(rulesEntry(rules).key, by);
}
