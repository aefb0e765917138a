/** Rules of an ad as a person types them, by the keys of the file: `limits.floor=9.50 strategy.ticks=2`. */
import { parse } from 'smol-toml';
import type { z } from 'zod';
import { pricingRulesSchema, type PricingRules } from '../../domain/pricing/pricing-rules.ts';
import { unclearAmountsIn } from '../../domain/typed-amount.ts';
import { fixedPriceProblem, usualRules } from './ad-wishes.ts';
import { domainIssues, domainJsonSchema, domainSection, domainTable, writtenValue } from './domain-section.ts';
import { camelName, isTable, snakeName, type TomlTable } from './key-names.ts';
import { mistakesOf } from './mistake.ts';
import { zoneProblem } from './zone-problems.ts';

/** A key, and what was typed for it. */
interface Word {
  readonly path: readonly string[];
  readonly text: string;
  readonly value: unknown;
}

/** What words say, or which of them is wrong and what to write. */
export type TypedRules<Rules> = { readonly rules: Rules } | { readonly mistake: string };

const sharedRulesSchema = pricingRulesSchema.omit({ limits: true });
const whole = { schema: pricingRulesSchema, section: domainSection(pricingRulesSchema, 'how an ad is priced') };
const shared = { schema: sharedRulesSchema, section: domainSection(sharedRulesSchema, 'how ads are priced') };

interface Kind<Rules> {
  readonly schema: z.ZodType<Rules>;
  readonly section: z.ZodType;
}

/** Returns the JSON Schema of what can be typed, by the keys of the file. */
export const typedRulesJsonSchema = (): TomlTable => domainJsonSchema(whole.section) ?? {};

/** Returns the rules of a new ad, which need limits; what no word names is as usual. */
export function newRules(typed: readonly string[]): TypedRules<PricingRules> {
  if (!typed.some((word) => word.startsWith('limits')))
    return { mistake: 'limits.floor and limits.ceiling are needed: the limits of every price' };
  const read = rulesOver(whole, typed, usualRules);
  const why = 'mistake' in read ? null : fixedPriceProblem(read.rules);
  return why === null ? read : { mistake: why };
}

/** Returns the same for ads whose limits come from their own prices. */
export const newSharedRules = (typed: readonly string[]): TypedRules<z.output<typeof sharedRulesSchema>> =>
  rulesOver(shared, typed, usualRules);

/** Returns the parts of the rules that the words change, each of them complete. */
export function changedRules(present: PricingRules, typed: readonly string[]): TypedRules<Partial<PricingRules>> {
  const read = rulesOver(whole, typed, present);
  if ('mistake' in read) return read;
  const named = new Set(typed.map((word) => camelName(/^\w*/.exec(word)?.[0] ?? '')));
  const parts = Object.entries(read.rules).filter(([name]) => named.has(name));
  return { rules: Object.fromEntries(parts) as Partial<PricingRules> };
}

/** Returns what is wrong with the words whatever the rules are now, or null. */
export function mistakeOfForm(typed: readonly string[]): string | null {
  const words = wordsOf(typed);
  if (typeof words === 'string') return words;
  const [unclear] = unclearAmountsIn(domainTable(tableOf(words, {})));
  return unclear === undefined
    ? null
    : `${unclear.path.map((key) => snakeName(String(key))).join('.')}: ${unclear.message}`;
}

function rulesOver<Rules>({ schema, section }: Kind<Rules>, typed: readonly string[], over: object): TypedRules<Rules> {
  const words = wordsOf(typed);
  if (typeof words === 'string') return { mistake: words };
  const first = domainIssues(schema, tableOf(words, over), {});
  const meant = words.map((word) => meantBy(word, first));
  const table = tableOf(meant, over);
  const [issue] = domainIssues(schema, table, tableOf(meant, {}));
  if (issue === undefined) return zoneMistake(table) ?? { rules: schema.parse(domainTable(table)) };
  const place = { root: table, schema: domainJsonSchema(section) ?? {}, lineOf: () => 1 };
  const texts = mistakesOf(issue, place).map(({ key, text }) => `${key} ${text}`);
  return { mistake: texts.join('; ') };
}

const form = /^([a-z]\w*(?:\.[a-z]\w*)*)=(.*)$/su;

/** Returns the words, or what is wrong with one of them. */
function wordsOf(typed: readonly string[]): Word[] | string {
  const words: Word[] = [];
  for (const word of typed) {
    const [, key = '', text = ''] = form.exec(word) ?? [];
    if (key === '') return `${word} is no rule: write KEY=VALUE, such as limits.ceiling=9.80`;
    const other = words.map(({ path }) => path.join('.')).find((one) => isWithin(one, key) || isWithin(key, one));
    if (other !== undefined) return `${key} stands beside ${other}: leave one of the two out`;
    const value = valueOf(text.trim());
    if (value === undefined) return `${key}: ${text.trim()} is no list, table or text in quotes as the file has them`;
    words.push({ path: key.split('.'), text: text.trim(), value });
  }
  return words;
}

const isWithin = (key: string, table: string): boolean => key === table || key.startsWith(`${table}.`);

/** A list, a table and a text in quotes are written as in the file; all else is text at first. */
const valueOf = (text: string): unknown => (/^[[{"']/.test(text) ? literal(text) : text);

/** Returns the value that a text is in the file; undefined: none. */
function literal(text: string): unknown {
  try {
    return parse(`value = ${text}`)['value'];
  } catch {
    return undefined;
  }
}

/** Returns the word with the value that its key takes: quotes and brackets may be left out where nothing else fits. */
function meantBy(word: Word, issues: readonly z.core.$ZodIssue[]): Word {
  const issue = issues.find(({ path }) => path.join('.') === word.path.join('.'));
  if (issue === undefined || typeof word.value !== 'string') return word;
  if (takesList(issue)) return { ...word, value: word.text.split(',').map((item) => item.trim()) };
  const value = issue.code === 'invalid_type' ? literal(word.text) : undefined;
  return typeof value === 'number' || typeof value === 'boolean' ? { ...word, value } : word;
}

function takesList(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_union') return issue.errors.flat().some(takesList);
  return issue.code === 'invalid_type' && issue.expected === 'array';
}

/** Returns a table of the file with the words over it. */
function tableOf(words: readonly Word[], over: object): TomlTable {
  const table = writtenValue(over) as TomlTable;
  for (const { path } of words) makeRoom(table, path);
  for (const { path, value } of words) innermost(table, path)[path.at(-1) ?? ''] = value;
  return table;
}

const sizes: Readonly<Record<string, string>> = { ticks: 'percent', percent: 'ticks' };

/** Of another kind nothing is left, and a size in ticks takes the place of one in percent. */
function makeRoom(table: TomlTable, path: readonly string[]): void {
  const inner = innermost(table, path);
  const last = path.at(-1) ?? '';
  const gone = last === 'kind' ? Object.keys(inner) : [sizes[last] ?? ''];
  for (const key of gone) Reflect.deleteProperty(inner, key);
}

/** Returns the table that holds the key; what is no table yet becomes one. */
function innermost(table: TomlTable, path: readonly string[]): TomlTable {
  return path.slice(0, -1).reduce((outer, key) => {
    const inner = outer[key];
    if (isTable(inner) && Object.hasOwn(outer, key)) return inner;
    const made: TomlTable = {};
    outer[key] = made;
    return made;
  }, table);
}

function zoneMistake(table: TomlTable): { mistake: string } | null {
  const found = ['hours', 'payment_caps'].flatMap((key) => {
    const text = zoneProblem(table[key]);
    return text === null ? [] : [`${key}.timezone ${text}`];
  });
  return found[0] === undefined ? null : { mistake: found[0] };
}
