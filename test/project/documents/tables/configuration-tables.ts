import { fileJsonSchema } from '../../../../src/config/file/file-schema.ts';
import { variableOf } from '../../../../src/config/file/variable-rows.ts';
import { isTable, type TomlTable } from '../../../../src/config/file/key-names.ts';
import { readProjectFile } from '../../project-files.ts';
import { formatted, rewriteBlock, tableText } from '../markdown.ts';

export const configurationFile = 'docs/configuration.md';
export const schemaFile = 'docs/peerdesk.schema.json';

/** Sections with a table of their own; settings have a page of theirs. */
export const sections = [
  'temporal',
  'register',
  'egress',
  'door',
  'payments',
  'greetings',
  'account',
  'rules',
  'ads',
] as const;
/** There is one of each. */
const unnamed = new Set<string>(['temporal', 'register', 'door']);
type Section = (typeof sections)[number];

function partOf(node: TomlTable, key: string): TomlTable {
  const part = node[key];
  return isTable(part) ? part : {};
}

/** The keys of a section: name, what it may be, what holds without it, its variable, what it does. */
export function sectionRows(section: Section): string[][] {
  const node = partOf(partOf(fileJsonSchema(), 'properties'), section);
  const inner = unnamed.has(section) ? node : partOf(node, 'additionalProperties');
  const path = unnamed.has(section) ? [section] : [section, 'NAME'];
  return rowsOf(inner, path, []);
}

function rowsOf(node: TomlTable, path: readonly string[], keys: readonly string[]): string[][] {
  return Object.entries(partOf(node, 'properties')).flatMap(([key, part]) => {
    if (!isTable(part) || key === 'settings') return [];
    const inner = [...keys, key];
    if (isTable(part['properties'])) return rowsOf(part, path, inner);
    const variable = variableOf([...path, ...inner]);
    const file =
      inner.at(-1)?.endsWith('_file') === true &&
      variable?.startsWith('PEERDESK_') === true &&
      !variable.endsWith('_FILE')
        ? '_FILE'
        : '';
    return [
      [
        `\`${inner.join('.')}\``,
        kindOf(part),
        code(part['without'] ?? part['default']),
        variable === null ? '' : `\`${variable}${file}\``,
        typeof part['description'] === 'string' ? part['description'] : '',
      ],
    ];
  });
}

function code(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : `\`${JSON.stringify(value)}\``;
}

/** What a value may be: its kind, or the choices. */
function kindOf(part: TomlTable): string {
  const { type, enum: choices, items, anyOf, oneOf } = part;
  const consts = [part['const'], ...(Array.isArray(choices) ? choices : [])].filter((value) => value !== undefined);
  if (consts.length > 0) return consts.map((value) => `\`"${String(value)}"\``).join(', ');
  if (Array.isArray(oneOf)) return oneOf.filter(isTable).map(tableKind).join(' or ');
  if (Array.isArray(anyOf)) return anyOf.filter(isTable).map(kindOf).join(' or ');
  if (Array.isArray(type)) return 'number or `"off"`';
  if (type === 'array' && isTable(items)) return `list of ${kindOf(items)}`;
  const kinds: Record<string, string> = {
    string: 'text',
    integer: 'whole number',
    boolean: 'true, false',
    object: 'table',
  };
  return kinds[String(type)] ?? String(type);
}

/** `{ kind = "rank", rank }` */
function tableKind(part: TomlTable): string {
  const entries = Object.entries(partOf(part, 'properties')).map(([name, value]) =>
    isTable(value) && typeof value['const'] === 'string' ? `${name} = "${value['const']}"` : name,
  );
  return `\`{ ${entries.join(', ')} }\``;
}

/** Returns docs/configuration.md with the current tables. */
export async function configurationPage(): Promise<string> {
  const headings = ['key', 'value', 'without it', 'variable', 'what it does'];
  const page = sections.reduce(
    (text, section) => rewriteBlock(text, section, tableText(headings, sectionRows(section))),
    readProjectFile(configurationFile),
  );
  return formatted(configurationFile, page);
}

/** Returns docs/peerdesk.schema.json as it has to be. */
export async function schemaPage(): Promise<string> {
  return formatted(schemaFile, JSON.stringify(fileJsonSchema()));
}
