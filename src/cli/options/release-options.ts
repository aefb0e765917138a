import { z } from 'zod';
import { releasePolicyNames } from '../../domain/orders/release-permission.ts';
import { ruleKeys } from '../../domain/orders/release-rules.ts';
import type { KeyKind, RuleKey } from '../../domain/orders/rules/release-rule.ts';
import type { OptionSpec } from '../kit/command-spec.ts';
import { countValue, fiatAmountsValue, flagOf, rateValue, switchable } from '../kit/option-values.ts';

const places: Readonly<Record<KeyKind, string>> = {
  policy: '<policy>',
  amounts: '<amounts>',
  count: '<n>',
  rate: '<rate>',
  people: '<n>',
};
/** Kinds whose value may be "off". */
const switchableKinds: ReadonlySet<KeyKind> = new Set(['amounts', 'count', 'rate']);

const exampleOf = ({ kind, example }: RuleKey): string => (kind === 'amounts' ? `, such as "${example}"` : '');

function withoutIt({ kind, without }: RuleKey): string {
  if (switchableKinds.has(kind)) return '; "off" for none';
  return without === undefined ? '' : ` (default: ${without})`;
}

const maxPeople = 5;

/** How an option of each kind is read. */
const readers = {
  policy: z.enum(releasePolicyNames, `must be one of ${releasePolicyNames.join(', ')}`),
  amounts: switchable(fiatAmountsValue),
  count: switchable(countValue),
  rate: switchable(rateValue),
  people: countValue.refine((count) => count > 0 && count <= maxPeople, `must be 1 to ${maxPeople}`),
} satisfies Record<KeyKind, z.ZodType>;

type Keys = typeof ruleKeys;
type ReleaseOption = {
  [Name in keyof Keys]: OptionSpec<
    `--${Dashed<Keys[Name]['option']>} ${string}`,
    z.ZodOptional<(typeof readers)[Keys[Name]['kind']]>
  >;
}[keyof Keys];
/** minRate → min-rate */
type Dashed<Word extends string> = Word extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${Dashed<Rest>}`
  : Word;

/** The options of the release rules: absent ones stay as they are, "off" removes a rule. */
export const releaseOptions = Object.values<RuleKey>(ruleKeys).map((key) => ({
  flags: `${flagOf(key.option)} ${places[key.kind]}`,
  text: [key.text, exampleOf(key), withoutIt(key)].join(''),
  value: readers[key.kind].optional(),
})) as readonly OptionSpec[] as readonly ReleaseOption[];
