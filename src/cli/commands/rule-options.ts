import { ruleKeys } from '../../domain/orders/release-rules.ts';
import type { KeyKind, RuleKey } from '../../domain/orders/rules/release-rule.ts';
import type { OptionSpec } from '../kit/command-spec.ts';
import { flagOf } from '../kit/option-values.ts';

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

/** The options of the release rules; `release-options.ts` reads their values. */
export const releaseOptions: readonly OptionSpec[] = Object.values<RuleKey>(ruleKeys).map((key) => ({
  flags: `${flagOf(key.option)} ${places[key.kind]}`,
  text: [key.text, exampleOf(key), withoutIt(key)].join(''),
}));
