/** Rules of ads as words of a command, by the keys of the file. */
import {
  changedRules,
  mistakeOfForm,
  newRules,
  newSharedRules,
  typedRulesJsonSchema,
  type TypedRules,
} from '../../config/file/typed-rules.ts';
import { isTable, type TomlTable } from '../../config/file/key-names.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import { misuse } from '../kit/cli-failure.ts';
import type { CommandCall } from '../kit/command-spec.ts';

/** Returns the rules of a new ad. Throws a failure that names the wrong word. */
export const rulesOfNewAd = (call: CommandCall, words: readonly string[]): PricingRules => said(call, newRules(words));

/** Returns the rules of ads whose limits come from their own prices. Throws a failure that names the wrong word. */
export const rulesOfAdoptedAds = (call: CommandCall, words: readonly string[]): Omit<PricingRules, 'limits'> =>
  said(call, newSharedRules(words));

/** Returns the parts of the rules that the words change, each complete. Throws a failure that names the wrong word. */
export const rulesChanged = (
  call: CommandCall,
  { present, words }: { present: PricingRules; words: readonly string[] },
): Partial<PricingRules> => said(call, changedRules(present, words));

/** Throws a failure for words that are wrong whatever the rules are now. */
export function refuseMisformed({ path }: CommandCall, words: readonly string[]): void {
  const mistake = mistakeOfForm(words);
  if (mistake !== null) throw misuse(`${mistake}; see \`${path} --help\``);
}

function said<Rules>({ path }: CommandCall, read: TypedRules<Rules>): Rules {
  if ('mistake' in read) throw misuse(`${read.mistake}; see \`${path} --help\``);
  return read.rules;
}

const head = `A RULE is a key of peerdesk.toml with its value, KEY=VALUE; "off" ends one. Lists have commas, tables a key for each
value or the form of the file. docs/configuration.md says what each may be, docs/ads.md shows them at work.`;

/** Returns what the help says of the words of rules: every key, with what it does. */
export function rulesHelp(): string {
  const rows = keyRows(typedRulesJsonSchema(), []);
  const width = Math.max(...rows.map(([key]) => key.length));
  return [head, ...rows.map(([key, text]) => `  ${key.padEnd(width)}  ${text}`)].join('\n');
}

type KeyRow = readonly [key: string, text: string];

function keyRows(node: TomlTable, path: readonly string[]): KeyRow[] {
  const { properties, oneOf } = node;
  if (Array.isArray(oneOf)) return kindRows(oneOf.filter(isTable), path, textOf(node));
  if (!isTable(properties)) return [[path.join('.'), textOf(node)]];
  return Object.entries(properties).flatMap(([key, part]) => (isTable(part) ? keyRows(part, [...path, key]) : []));
}

/** A table of several kinds: its kinds, and for each other key which of them have it. */
function kindRows(kinds: readonly TomlTable[], path: readonly string[], text: string): KeyRow[] {
  const keys = new Map<string, string[]>();
  for (const { properties } of kinds) {
    const { kind, ...others } = isTable(properties) ? properties : {};
    const name = isTable(kind) ? String(kind['const']) : '';
    keys.set('kind', [...(keys.get('kind') ?? []), name]);
    for (const key of Object.keys(others)) keys.set(key, [...(keys.get(key) ?? []), name]);
  }
  return [...keys].map(([key, names]) => {
    const list = names.join(', ');
    return [[...path, key].join('.'), key === 'kind' ? `${text}: ${list}` : `of ${list}`];
  });
}

/** What the key does, what it may be, and what holds without it. */
function textOf({ description, default: usual, enum: choices, anyOf }: TomlTable): string {
  const isPlain = typeof usual === 'string' || typeof usual === 'number' || typeof usual === 'boolean';
  return [
    typeof description === 'string' ? description : '',
    ...(Array.isArray(choices) ? [`: ${choices.join(', ')}`] : []),
    ...(Array.isArray(anyOf) ? [innerKeys(anyOf.filter(isTable))] : []),
    ...(isPlain ? [` (default: ${String(usual)})`] : []),
  ].join('');
}

/** The keys of a table that may also be "off". */
function innerKeys(choices: readonly TomlTable[]): string {
  const names = choices.flatMap(({ properties }) => (isTable(properties) ? Object.keys(properties) : []));
  return names.length === 0 ? '' : `; its keys: ${names.join(', ')}`;
}
