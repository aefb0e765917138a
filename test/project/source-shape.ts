import { parseSync } from 'vite';

export interface FunctionShape {
  file: string;
  name: string;
  line: number;
  lines: number;
  parameters: number;
}

export interface FileShape {
  file: string;
  lines: number;
  commentLines: number;
  functions: FunctionShape[];
  /** One line for each thing that this project does not write. */
  problems: string[];
  /** One line for each exported function that nothing explains. */
  unexplained: string[];
  /** What it imports and exports again, as written. */
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

/** What is refused by its node alone: type of the node, what to say. */
const refusedNodes: Readonly<Record<string, string>> = {
  TSAnyKeyword: 'uses any',
  TSNonNullExpression: 'asserts with !',
  TSEnumDeclaration: 'declares an enum',
  TSParameterProperty: 'declares a parameter property',
  ExportDefaultDeclaration: 'exports a default',
};

/**
 * Measures one TypeScript file.
 *
 * @throws SyntaxError when the file does not parse
 */
export function measureFile(file: string, text: string): FileShape {
  const { program, errors, module } = parseSync(file, text, { astType: 'ts' });
  if (errors[0] !== undefined) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const reexports = module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest));
  const requests = [...module.staticImports.map(({ moduleRequest }) => moduleRequest), ...reexports];
  const shape: FileShape = {
    file,
    lines: text.trimEnd().split('\n').length,
    commentLines: countCommentLines(text),
    functions: [],
    problems: [],
    unexplained: undocumentedExports(program, text),
    imports: requests.flatMap((request) => (request ? [request.value] : [])),
    names: new Set(),
  };
  visit(program, { shape, text, owner: '' });
  return shape;
}

/** Half of the values are at most this large; 0 for none. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

interface Walk {
  shape: FileShape;
  text: string;
  /** Name that an anonymous function found below here goes by. */
  owner: string;
}

function visit(value: unknown, walk: Walk): void {
  if (Array.isArray(value)) for (const item of value) visit(item, walk);
  if (!isNode(value)) return;
  note(value, walk);
  const owner = nameOf(value) ?? walk.owner;
  for (const child of Object.values(value)) if (typeof child === 'object') visit(child, { ...walk, owner });
}

function note(node: Node, walk: Walk): void {
  const line = lineAt(walk.text, node.start);
  const refusal = refusedNodes[node.type];
  if (refusal !== undefined) walk.shape.problems.push(`line ${line} ${refusal}`);
  if (node.type === 'CatchClause' && isEmptyBlock(node['body'])) {
    walk.shape.problems.push(`line ${line} swallows an error`);
  }
  if (node.type === 'Identifier' && typeof node['name'] === 'string') walk.shape.names.add(node['name']);
  if (functionTypes.has(node.type)) walk.shape.functions.push(measureFunction(node, walk));
}

function measureFunction(node: Node, walk: Walk): FunctionShape {
  const line = lineAt(walk.text, node.start);
  const parameters = Array.isArray(node['params']) ? node['params'].length : 0;
  const lines = lineAt(walk.text, node.end) - line + 1;
  return { file: walk.shape.file, name: nameOf(node) ?? (walk.owner || 'anonymous'), line, lines, parameters };
}

function undocumentedExports(program: unknown, text: string): string[] {
  const body = isNode(program) && Array.isArray(program['body']) ? program['body'].filter(isNode) : [];
  return body
    .filter((node) => node.type === 'ExportNamedDeclaration' && typeOf(node['declaration']) === 'FunctionDeclaration')
    .filter((node) => !text.slice(0, node.start).trimEnd().endsWith('*/'))
    .map((node) => `line ${lineAt(text, node.start)} exports a function without a docstring`);
}

function countCommentLines(text: string): number {
  return text.split('\n').filter((line) => /^\s*(\/\/|\/\*|\*)/.test(line)).length;
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

function typeOf(value: unknown): string {
  return isNode(value) ? value.type : '';
}

function isEmptyBlock(value: unknown): boolean {
  return isNode(value) && Array.isArray(value['body']) && value['body'].length === 0;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}
