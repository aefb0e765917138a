import { fileJsonSchema } from '../../../src/config/file/file-schema.ts';
import { isTable, type TomlTable } from '../../../src/config/file/key-names.ts';

const variants = ['anyOf', 'oneOf', 'allOf'] as const;

/** Returns the keys of peerdesk.toml, `*` for a name: every leaf of its schema, those of all variants and list items. */
export function schemaKeys(): string[] {
  return [...new Set(leaves(fileJsonSchema(), []))];
}

function leaves(node: TomlTable, path: readonly string[]): string[] {
  const { properties, additionalProperties, items } = node;
  const below = [
    ...(isTable(properties) ? Object.entries(properties) : []),
    ...(isTable(additionalProperties) ? [['*', additionalProperties] as const] : []),
  ].flatMap(([name, part]) => (isTable(part) ? leaves(part, [...path, name]) : []));
  const within = [...variants.flatMap((name) => node[name]), items].filter(isTable);
  const more = within.flatMap((part) => leaves(part, path)).filter((key) => key !== path.join('.'));
  const found = [...below, ...more];
  return found.length === 0 ? [path.join('.')] : found;
}

const named = new Set(['egress', 'account', 'rules', 'ads', 'payments', 'greetings']);

/** Returns the keys by which two files differ, as `schemaKeys` writes them. */
export function changedKeys(before: unknown, after: unknown): string[] {
  const [old, fresh] = [written(before), written(after)];
  const keys = [...new Set([...old.keys(), ...fresh.keys()])];
  return [...new Set(keys.filter((key) => old.get(key) !== fresh.get(key)).map(withoutPlaces))];
}

/** The values of a file by their keys; the items of a list that are tables have the number of their place. */
function written(value: unknown, path: readonly string[] = []): Map<string, string> {
  if (isTable(value))
    return new Map(Object.entries(value).flatMap(([key, part]) => [...written(part, [...path, key])]));
  if (Array.isArray(value) && value.some(isTable)) {
    return new Map(value.flatMap((part, index) => [...written(part, [...path, `#${index}`])]));
  }
  return new Map([[path.join('.'), JSON.stringify(value)]]);
}

function withoutPlaces(path: string): string {
  const [section = '', name, ...rest] = path.split('.');
  const parts = named.has(section) ? [section, '*', ...rest] : [section, name ?? '', ...rest];
  const key = parts.filter((part) => part !== '' && !part.startsWith('#')).join('.');
  return key.replace(/^door\.page\.people\..+/, 'door.page.people.*');
}
