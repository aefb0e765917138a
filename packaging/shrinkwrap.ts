import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { inProject } from '../src/server/project-root.ts';

const namesSchema = z.record(z.string(), z.string()).default({});
const lockedSchema = z.looseObject({
  version: z.string().optional(),
  dependencies: namesSchema,
  optionalDependencies: namesSchema,
  peerDependencies: namesSchema,
});
type Locked = z.infer<typeof lockedSchema>;
const lockSchema = z.looseObject({ packages: z.record(z.string(), lockedSchema) });
const manifestSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  dependencies: z.record(z.string(), z.string()),
  bin: z.record(z.string(), z.string()).optional(),
  engines: z.record(z.string(), z.string()).optional(),
});

/**
 * Writes npm-shrinkwrap.json beside the package.json of a folder: versions and hashes from the project's lock file,
 * only for packages that this manifest needs. Throws when the lock file lacks one of them.
 */
export function writeShrinkwrap(folder: string): void {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')));
  const { name, version, license, dependencies, bin, engines } = manifest;
  const root = { name, version, license, dependencies, ...(bin && { bin }), ...(engines && { engines }) };
  const needed = Object.fromEntries(
    neededBy(dependencies, packages).map((path) => [path, runtimeEntry(packages[path])]),
  );
  const lock = { name, version, lockfileVersion: 3, requires: true, packages: { '': root, ...needed } };
  writeFileSync(join(folder, 'npm-shrinkwrap.json'), `${JSON.stringify(lock, null, 2)}\n`);
}

type Packages = Readonly<Record<string, Locked>>;

/** Returns the places in node_modules of everything that these dependencies need, in order. */
function neededBy(dependencies: Readonly<Record<string, string>>, packages: Packages): string[] {
  const found = new Set<string>();
  const wanted = Object.keys(dependencies).map((name) => ({ name, from: '', isOptional: false }));
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    const path = resolved(next.name, next.from, packages);
    if (path === null && !next.isOptional) throw new Error(`package-lock.json has no ${next.name}`);
    if (path === null || found.has(path)) continue;
    found.add(path);
    const { dependencies: direct = {}, optionalDependencies = {}, peerDependencies = {} } = packages[path] ?? {};
    for (const name of Object.keys(direct)) wanted.push({ name, from: path, isOptional: name in optionalDependencies });
    for (const name of Object.keys({ ...optionalDependencies, ...peerDependencies }))
      wanted.push({ name, from: path, isOptional: true });
  }
  return [...found].toSorted();
}

/** Returns where a package finds another one: in its own node_modules, else in those around it. */
function resolved(name: string, from: string, packages: Packages): string | null {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const path = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`;
    if (path in packages) return path;
    if (place === '') return null;
  }
}

/** A run-time dependency is not a development dependency of its user. */
function runtimeEntry(locked: Locked | undefined): Record<string, unknown> {
  const entries = Object.entries(locked ?? {}).filter(([name]) => name !== 'dev' && name !== 'devOptional');
  return Object.fromEntries(entries.filter(([, value]) => JSON.stringify(value) !== '{}'));
}
