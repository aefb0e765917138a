import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Removes every compiled file of a folder that an entry, named without extension, does not import, directly or not. */
export function keepReachable(folder: string, entry: string): void {
  const reached = new Set([entry]);
  // A set also visits what is added to it on the way.
  for (const name of reached) for (const next of importsOf(folder, name)) reached.add(next);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((found) => found.isFile());
  const kept = new Set(
    [...reached].flatMap((name) => [`${name}.js`, `${name}.d.ts`]).map((name) => join(folder, name)),
  );
  const unneeded = files.map(({ parentPath, name }) => join(parentPath, name)).filter((path) => !kept.has(path));
  for (const path of unneeded) rmSync(path);
  removeEmptyFolders(folder);
}

/** The compiled files that one imports, as values or as types, without extension. */
function importsOf(folder: string, name: string): string[] {
  const texts = ['.js', '.d.ts'].map((end) => readFileSync(join(folder, `${name}${end}`), 'utf8'));
  const specifiers = texts.flatMap((text) => [...text.matchAll(/(?:from |import |import\()["'](\.[^"']+)\.js["']/g)]);
  return specifiers.map(([, specifier = '']) => posix.join(posix.dirname(name), specifier));
}

function removeEmptyFolders(folder: string): void {
  for (const found of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, found.name);
    if (found.isDirectory()) removeEmptyFolders(path);
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}
