import { parseSync } from 'vite';

export interface FunctionShape {
  file: string;
  name: string;
  line: number;
  lines: number;
}

export interface FileShape {
  file: string;
  lines: number;
  functions: FunctionShape[];
  /** Modules that it imports or re-exports, as written. */
  imports: string[];
  /** Every name that the file uses. */
  names: Set<string>;
}

interface Node extends Record<string, unknown> {
  type: string;
  start: number;
  end: number;
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Measures one TypeScript file. Throws a SyntaxError when it does not parse. */
export function measureFile(file: string, text: string): FileShape {
  const { program, errors, module } = parseSync(file, text, { astType: 'ts' });
  if (errors[0] !== undefined) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const reexports = module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest));
  const requests = [...module.staticImports.map(({ moduleRequest }) => moduleRequest), ...reexports];
  const shape: FileShape = {
    file,
    lines: text.trimEnd().split('\n').length,
    functions: [],
    imports: requests.flatMap((request) => (request ? [request.value] : [])),
    names: new Set(),
  };
  visit(program, { shape, text, owner: '' });
  return shape;
}

/** Returns the middle value; 0 for an empty list. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

interface Walk {
  shape: FileShape;
  text: string;
  /** The name for anonymous functions below this node. */
  owner: string;
}

function visit(value: unknown, walk: Walk): void {
  if (Array.isArray(value)) for (const item of value) visit(item, walk);
  if (!isNode(value)) return;
  note(value, walk);
  const owner = nameOf(value) ?? walk.owner;
  for (const child of Object.values(value)) if (typeof child === 'object') visit(child, { ...walk, owner });
}

function note(node: Node, { shape, text, owner }: Walk): void {
  if (node.type === 'Identifier' && typeof node['name'] === 'string') shape.names.add(node['name']);
  if (!functionTypes.has(node.type)) return;
  const line = lineAt(text, node.start);
  const lines = lineAt(text, node.end) - line + 1;
  shape.functions.push({ file: shape.file, name: nameOf(node) ?? (owner || 'anonymous'), line, lines });
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function nameOf(node: Node): string | undefined {
  for (const part of [node['id'], node['key']]) {
    if (isNode(part) && typeof part['name'] === 'string') return part['name'];
  }
  return undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}
