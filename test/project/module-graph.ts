import { posix } from 'node:path';
import { parseSync } from 'vite';
import { readProjectFile } from './project-files.ts';

/** One import or re-export of another file of the graph. */
export interface ModuleUse {
  readonly from: string;
  readonly to: string;
  /** The exported name that is used; `*` for all of them. */
  readonly name: string;
}

export interface Module {
  readonly file: string;
  readonly text: string;
  /** By name; `stars` holds the re-exports of `export *`. */
  readonly exported: readonly string[];
  /** The files of which everything is exported again. */
  readonly stars: readonly string[];
  readonly uses: readonly ModuleUse[];
}

/** Reads the imports (types and dynamic ones too) and the exports of TypeScript files. */
export function readModules(files: readonly string[]): Module[] {
  const known = new Set(files);
  return files.map((file) => readModule(file, known));
}

function readModule(file: string, known: ReadonlySet<string>): Module {
  const text = readProjectFile(file);
  const { module } = parseSync(file, text, { astType: 'ts' });
  const uses: ModuleUse[] = [];
  const resolve = (specifier: string): string[] => {
    const path = posix.join(posix.dirname(file), specifier);
    return specifier.startsWith('.') && known.has(path) ? [path] : [];
  };
  const use = (specifier: string, name: string): void => {
    uses.push(...resolve(specifier).map((to) => ({ from: file, to, name })));
  };
  for (const { moduleRequest, entries } of module.staticImports) {
    if (entries.length === 0) use(moduleRequest.value, '*');
    for (const { importName } of entries) use(moduleRequest.value, importName.name ?? '*');
  }
  const exports = module.staticExports.flatMap(({ entries }) => entries);
  for (const { moduleRequest, importName } of exports) {
    if (moduleRequest) use(moduleRequest.value, importName.name ?? '*');
  }
  for (const { moduleRequest } of module.dynamicImports) {
    use(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), '*');
  }
  const names = exports.flatMap(({ exportName }) => exportName.name ?? []);
  const stars = exports
    .filter(({ exportName }) => exportName.kind === 'None')
    .map(({ moduleRequest }) => moduleRequest);
  return { file, text, exported: names, stars: stars.flatMap((request) => resolve(request?.value ?? '')), uses };
}

/** Returns the groups of nodes that reach each other, each in discovery order. */
export function circles(arrows: readonly (readonly [from: string, to: string])[]): string[][] {
  const targets = Map.groupBy(arrows, ([from]) => from);
  const reached = new Map<string, Set<string>>();
  for (const node of targets.keys()) reached.set(node, reachable(node, targets));
  const inCircle = [...targets.keys()].filter((node) => reached.get(node)?.has(node));
  const groups = Map.groupBy(inCircle, (node) => inCircle.find((first) => isMutual(reached, first, node)));
  return [...groups.values()];
}

const isMutual = (reached: ReadonlyMap<string, ReadonlySet<string>>, one: string, other: string): boolean =>
  reached.get(one)?.has(other) === true && reached.get(other)?.has(one) === true;

function reachable(start: string, targets: ReadonlyMap<string, readonly (readonly [string, string])[]>): Set<string> {
  const found = new Set<string>();
  const next = [start];
  for (let node = next.pop(); node !== undefined; node = next.pop()) {
    for (const [, to] of targets.get(node) ?? []) {
      if (found.has(to)) continue;
      found.add(to);
      next.push(to);
    }
  }
  return found;
}
