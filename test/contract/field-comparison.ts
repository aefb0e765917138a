import { z } from 'zod';
import { fieldTables } from './field-tables.ts';

/** The parts of JSON Schema that the service's description uses for answers. */
const jsonSchema = z.looseObject({
  type: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  pattern: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
});

/** The documented fields of a schema and their types; undefined for a name that is no schema. */
export function fieldsOf(name: string): Map<string, string> | undefined {
  const line = fieldTables[name];
  return line === undefined ? undefined : pairsOf(line);
}

/** `name:type` pairs, as the tables and the queries of endpoints write them. */
export function pairsOf(line: string): Map<string, string> {
  const pairs = line.split(' ').filter((pair) => pair !== '');
  return new Map(pairs.map((pair): [string, string] => [pair.split(':')[0] ?? '', pair.split(':')[1] ?? '']));
}

/** Valid JSON on the wire for a documented type (wire-facts 2.4): decimals are text, times are integers. */
const wireForms: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'integer',
  time: 'integer',
  number: 'decimal',
  double: 'number',
  boolean: 'boolean',
  object: 'object',
};

/** Returns one line for each field or form of an answer's schema that differs from the tables. */
export function deviations(schema: unknown, type: string, at: string): string[] {
  const node = jsonSchema.parse(schema);
  if (type.endsWith('[]')) {
    return node.type === 'array' ? deviations(node.items, type.slice(0, -2), `${at}[]`) : [`${at} is no array`];
  }
  const documented = fieldsOf(type);
  if (documented === undefined) return hasForm(node, type) ? [] : [`${at} ${type} is ${formOf(node)}`];
  return Object.entries(node.properties ?? {}).flatMap(([name, field]) => {
    const fieldType = documented.get(name);
    return fieldType === undefined ? [`${at}.${name} is undocumented`] : deviations(field, fieldType, `${at}.${name}`);
  });
}

type Node = z.infer<typeof jsonSchema>;

/** Some decimals are documented as text in the first place. */
const hasForm = (node: Node, type: string): boolean =>
  formOf(node) === wireForms[type] || (type === 'string' && formOf(node) === 'decimal');

function formOf(node: Node): string {
  const first = node.anyOf === undefined ? undefined : jsonSchema.parse(node.anyOf[0]);
  if (first !== undefined) return formOf(first);
  const sample = node.const ?? node.enum?.[0];
  if (sample !== undefined)
    return typeof sample === 'number' ? 'integer' : typeof sample === 'string' ? 'text' : 'boolean';
  if (node.type === 'string') return node.pattern?.startsWith('^-?\\d+') === true ? 'decimal' : 'text';
  return node.type ?? 'anything';
}
