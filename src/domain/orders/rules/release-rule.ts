import type { z } from 'zod';
import type { FiatAmounts } from '../fiat-amounts.ts';
import type { Check } from '../release-check.ts';
import type { ReleaseFacts } from '../release-facts.ts';
import type { ReleasePolicyName } from '../release-permission.ts';

/** What a person may write, by its kind: the command line and the file each have a reader for every kind. */
interface WrittenValues {
  policy: ReleasePolicyName;
  /** "5000 BOB, 700 USD"; null: no such rule. */
  amounts: FiatAmounts | null;
  count: number | null;
  /** 0 to 1 */
  rate: number | null;
  /** 1 to 5 */
  people: number;
}
export type KeyKind = keyof WrittenValues;

/** One value that a person writes: an option of `peerdesk`, and a key of peerdesk.toml, named in snake_case there. */
export interface RuleKey {
  readonly kind: KeyKind;
  /** The table of an account in which the key stands. */
  readonly table: 'release' | 'counterparty';
  /** `amountCap` is --amount-cap. */
  readonly option: string;
  readonly text: string;
  readonly example: string | number;
  /** What holds where the file leaves the key out. */
  readonly without?: string;
}
type RuleKeys = Readonly<Record<string, RuleKey>>;

/** Values by key; undefined: nothing was written. */
export type Written<Keys extends RuleKeys> = {
  readonly [Name in keyof Keys]?: WrittenValues[Keys[Name]['kind']] | undefined;
};

/** What a rule means, for its value among the rules of an account. */
export interface RuleMeaning<Value, Values> {
  /** Returns the rule with what was written; what was not stays as it is. */
  readonly written: (present: Value, values: Values) => Value;
  /** What an order lacks beyond what every release needs. An unknown fact permits nothing. */
  readonly checks?: (value: Value, facts: ReleaseFacts) => Check[];
  /** What another value lets through that the present one holds, in words; empty: it is as strict or stricter. */
  readonly looser: (from: Value, to: Value) => string[];
  /** The rule in a few words; null: there is none. */
  readonly words: (value: Value) => string | null;
}

/** Declares a release rule: its value as guards and orders keep it, how a person writes it, and what it means. */
export function releaseRule<Schema extends z.ZodType, const Keys extends RuleKeys>(
  rule: { readonly schema: Schema; readonly keys: Keys } & RuleMeaning<z.output<Schema>, Written<Keys>>,
) {
  return rule;
}

/** Returns what was written, or else what is there. Null is a value: no such rule. */
export const orPresent = <T>(written: T | undefined, present: T): T => (written === undefined ? present : written);
