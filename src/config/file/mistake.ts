import type { z } from 'zod';
import { nearestName } from '../nearest-name.ts';
import { isTable, type TomlTable } from './key-names.ts';

/** Something in the file that has to be changed. */
export interface Mistake {
  /** Counted from 1. */
  line: number;
  /** The key as it is written, with dots; empty for the file as a whole. */
  key: string;
  /** What is wrong, and what to write. */
  text: string;
  /** The same for who is asked for the value alone, and writes no file; absent: `text`. */
  asked?: string;
}

/** Where messages find what was written, and what could be. */
interface MistakePlace {
  /** The parsed file. */
  root: unknown;
  /** The JSON Schema of the file. */
  schema: TomlTable;
  lineOf: (path: readonly (string | number)[]) => number;
}

type Path = readonly (string | number)[];

/** Returns the mistakes behind an issue of the schema: unknown keys are one each. */
export function mistakesOf(issue: z.core.$ZodIssue, place: MistakePlace): Mistake[] {
  const path: Path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  const at = (other: Path, text: string): Mistake => ({ line: place.lineOf(other), key: keyText(other), text });
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => at([...path, key], unknownKeyText(key, path, place)));
  }
  if (issue.code === 'invalid_key') {
    const named = path.slice(0, -1);
    return [at(path, `is no name for ${keyText(named)}: write letters, digits, dot, dash and underscore, at most 40`)];
  }
  const asked = askedText(issue, valueAt(place.root, path), path);
  return [{ ...at(path, valueText(issue, path, place)), ...(asked === null ? {} : { asked }) }];
}

/** The key as one writes it: parts that need quotes have them. */
export function keyText(path: Path): string {
  return path.map((part) => (/^[\w-]+$/.test(String(part)) ? String(part) : JSON.stringify(part))).join('.');
}

const secretKey = /(^|_)(secret|key|token|password|seed|url)$/;

function unknownKeyText(key: string, path: Path, { root, schema }: MistakePlace): string {
  const known = knownKeys(schema, path);
  if (known.includes(key)) return otherKindText(key, path, { root, schema });
  const secret = known.find((name) => name === `${key}_file`) ?? (secretKey.test(key) ? null : undefined);
  if (secret !== undefined) return secretText(key, secret);
  const nearest = nearestName(key, known);
  if (nearest !== null) return `is unknown: write ${nearest}`;
  const list = known.length === 0 ? '' : `; known here: ${known.join(', ')}`;
  return `is unknown: leave it out${list}`;
}

/** A key that only tables of another kind have. */
function otherKindText(key: string, path: Path, { root, schema }: Omit<MistakePlace, 'lineOf'>): string {
  const kinds = nodesAt(schema, path)
    .flatMap((node) => [node, ...choicesOf(node)])
    .flatMap(({ properties }) => (isTable(properties) && key in properties ? kindIn(properties) : []));
  const present = valueAt(root, [...path, 'kind']);
  const wanted = [...new Set(kinds)].map((kind) => `kind = ${JSON.stringify(kind)}`).join(' or ');
  return `is no key of kind = ${JSON.stringify(present)}: leave it out, or write ${wanted}`;
}

function kindIn({ kind }: TomlTable): string[] {
  return isTable(kind) && typeof kind['const'] === 'string' ? [kind['const']] : [];
}

function secretText(key: string, fileKey: string | null): string {
  const remedy =
    fileKey === null ? 'take it out of the file' : `put it into a file with mode 0600 and write ${fileKey} = "FILE"`;
  return `would hold a secret, and ${key.length > 40 ? 'it' : key} never stands in this file: ${remedy}`;
}

function valueText(issue: z.core.$ZodIssue, path: Path, place: MistakePlace): string {
  const value = valueAt(place.root, path);
  const node = schemaAt(place.schema, path);
  if (value === undefined) return `is missing${meaning(node)}: write ${sample(path, node)}`;
  const shown = shownValue(path, value);
  switch (issue.code) {
    case 'invalid_type':
      return `is ${shown ?? kindOf(value)}, and must be ${wantedText(issue.expected, value)}: write ${rewritten(path, value, issue.expected) ?? sample(path, node)}`;
    case 'invalid_value':
      return choiceText(value, issue.values.map(String), shown);
    case 'invalid_union':
      return choiceText(value, optionsOf(issue, node), shown);
    case 'too_small':
    case 'too_big':
      return `is ${shown ?? 'wrong'}: ${boundText(issue)}`;
    default:
      if (isTable(value)) return issue.message;
      return `${refusedText(issue, shown)}; write for example ${sample(path, node)}`;
  }
}

const refusedText = ({ message }: z.core.$ZodIssue, shown: string | null): string =>
  `${shown === null ? '' : `is ${shown}: `}${message}`;

/** What the schema says of a value in words of its own; null: it says none. */
function askedText(issue: z.core.$ZodIssue, value: unknown, path: Path): string | null {
  const isOwn = issue.code === 'custom' || issue.code === 'invalid_format';
  return isOwn && value !== undefined ? refusedText(issue, shownValue(path, value)) : null;
}

function boundText(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  if (!issue.message.startsWith('Too ')) return issue.message;
  if (issue.origin === 'string' && issue.code === 'too_small' && issue.minimum === 1) return 'must not be empty';
  const [word, bound] = issue.code === 'too_small' ? ['at least', issue.minimum] : ['at most', issue.maximum];
  const exclusive = issue.inclusive === false ? `${issue.code === 'too_small' ? 'more' : 'less'} than` : word;
  return `must be ${exclusive} ${String(bound)}`;
}

function choiceText(value: unknown, options: readonly string[], shown: string | null): string {
  const list = options.map((option) => JSON.stringify(option)).join(', ');
  const nearest = typeof value === 'string' ? nearestName(value, options) : null;
  const meant = nearest === null ? '' : `; did you mean ${JSON.stringify(nearest)}?`;
  return `is ${shown ?? 'wrong'}, and must be ${options.length === 1 ? '' : 'one of '}${list}${meant}`;
}

function optionsOf(issue: z.core.$ZodIssueInvalidUnion, node: TomlTable | null): string[] {
  const options: unknown = Reflect.get(issue, 'options');
  if (Array.isArray(options)) return options.map(String);
  const inner = issue.errors.flat().flatMap((one) => (one.code === 'invalid_value' ? one.values.map(String) : []));
  const examples = node?.['examples'];
  return inner.length > 0 || !Array.isArray(examples) ? inner : examples.map(String);
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number without quotes',
  int: 'a whole number without quotes',
  boolean: 'true or false, without quotes',
  array: 'a list in brackets',
  object: 'a table',
  record: 'a table',
};

const wantedText = (expected: string, value: unknown): string =>
  expected === 'int' && typeof value === 'number' ? 'a whole number' : (typeWords[expected] ?? expected);

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isTable(value)) return 'a table';
  return typeof value === 'string' ? 'text' : `a ${value instanceof Date ? 'date' : typeof value}`;
}

const maxShown = 40;

/** The value as it is written; null where it may be a secret or is no plain value. */
function shownValue(path: Path, value: unknown): string | null {
  const mayBeSecret = /(?:_file|_env|service|^proxy)$/.test(String(path.at(-1)));
  if (mayBeSecret || !['string', 'number', 'boolean', 'bigint'].includes(typeof value)) return null;
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

function meaning(node: TomlTable | null): string {
  const text = node?.['description'];
  return typeof text === 'string' ? ` (${text})` : '';
}

/** The value as it should have been written, where only the quotes are wrong; else null. */
function rewritten(path: Path, value: unknown, expected: string): string | null {
  const key = assigned(path);
  if (expected === 'string' && ['number', 'bigint'].includes(typeof value)) return `${key}"${String(value)}"`;
  const isUnquoted = typeof value === 'string' && /^(-?\d+(\.\d+)?|true|false)$/.test(value);
  return isUnquoted && ['number', 'int', 'boolean'].includes(expected) ? `${key}${value}` : null;
}

/** A line to copy: the key with an example. */
const sample = (path: Path, node: TomlTable | null): string => `${assigned(path)}${sampleValue(node)}`;

/** An item of a list has no key of its own. */
const assigned = (path: Path): string => (typeof path.at(-1) === 'number' ? '' : `${keyText(path.slice(-1))} = `);

const sampleValues: Readonly<Record<string, string>> = {
  string: '"…"',
  boolean: 'true',
  array: '[…]',
  object: '{ … }',
};

function sampleValue(node: TomlTable | null): string {
  const { examples, default: usual, type } = node ?? {};
  if (Array.isArray(examples)) return JSON.stringify(examples[0]);
  if (typeof usual === 'number' || typeof usual === 'boolean') return String(usual);
  const choice = type === undefined && node !== null ? choicesOf(node)[0] : undefined;
  return choice === undefined ? (sampleValues[String(type)] ?? '1') : sampleValue(choice);
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return value[Number(part)];
    return isTable(value) ? value[String(part)] : undefined;
  }, root);
}

/** Returns the part of the JSON Schema for a path; null where it says nothing. */
const schemaAt = (schema: TomlTable, path: Path): TomlTable | null => nodesAt(schema, path)[0] ?? null;

const nodesAt = (schema: TomlTable, path: Path): TomlTable[] =>
  path.reduce<TomlTable[]>((found, part) => found.flatMap((node) => partsOf(node, part)), [schema]);

function partsOf(node: TomlTable, part: string | number): TomlTable[] {
  const { properties, additionalProperties, items } = node;
  const named = isTable(properties) ? properties[String(part)] : undefined;
  const direct = [named ?? additionalProperties, typeof part === 'number' ? items : undefined].filter(isTable);
  return [...direct, ...choicesOf(node).flatMap((choice) => partsOf(choice, part))];
}

function choicesOf({ anyOf, oneOf }: TomlTable): TomlTable[] {
  return [anyOf, oneOf].flatMap((choices) => (Array.isArray(choices) ? choices.filter(isTable) : []));
}

function knownKeys(schema: TomlTable, path: Path): string[] {
  const node = schemaAt(schema, path);
  if (node === null) return [];
  const keys = [node, ...choicesOf(node)].flatMap(({ properties }) =>
    isTable(properties) ? Object.keys(properties) : [],
  );
  return [...new Set(keys)];
}
