import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '../../../src/server/project-root.ts';
import { readProjectFile, typescriptFiles } from '../project-files.ts';
import { measureFile } from '../source-shape.ts';

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  engines: z.object({ node: z.string() }),
  bin: z.record(z.string(), z.string()),
  exports: z.record(z.string(), z.string()),
  scripts: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});
const manifest = packageSchema.parse(JSON.parse(readProjectFile('package.json')));

function importedPackages(...folders: string[]): string[] {
  const imports = typescriptFiles(...folders).flatMap((file) => measureFile(file, readProjectFile(file)).imports);
  const packages = imports
    .filter((name) => !name.startsWith('.') && !name.startsWith('node:'))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  return [...new Set(packages)];
}

/** Whether a range of Node versions as the lock has them, such as "^20.19.0 || >=22.12.0", takes a version. */
function accepts(range: string, version: readonly [number, number, number]): boolean {
  return range.split('||').some((part) => {
    const found = /^\s*(\^|>=)?\s*([\d.x*]+)\s*$/.exec(part);
    if (found === null) throw new RangeError(`cannot read the range ${range}`);
    const [major = 0, minor = 0, patch = 0] = (found[2] ?? '').split('.').map((number) => Number(number) || 0);
    const isFrom =
      version[0] > major ||
      (version[0] === major && (version[1] > minor || (version[1] === minor && version[2] >= patch)));
    return found[1] === '>=' ? isFrom : isFrom && version[0] === major;
  });
}

describe('the package', () => {
  it('has every file that it exports', () => {
    expect(Object.values(manifest.exports).filter((file) => !existsSync(join(projectRoot, file)))).toEqual([]);
  });

  it('has one command, peerdesk, which can be executed and says its version', () => {
    expect(Object.keys(manifest.bin)).toEqual(['peerdesk']);
    const command = join(projectRoot, manifest.bin['peerdesk'] ?? '');
    accessSync(command, constants.X_OK);
    const answer = execFileSync(process.execPath, [command, 'version'], { encoding: 'utf8', timeout: 30_000 });
    expect(answer).toContain(manifest.version);
  });

  it('takes all parts of the Temporal SDK in one version', () => {
    const versions = Object.entries(manifest.dependencies).filter(([name]) => name.startsWith('@temporalio/'));
    expect(new Set(versions.map(([, version]) => version)).size).toBe(1);
  });

  it('declares every package that it imports, those of the program as dependencies', () => {
    const everything = { ...manifest.dependencies, ...manifest.devDependencies };
    expect(importedPackages('src').filter((name) => !(name in manifest.dependencies))).toEqual([]);
    expect(importedPackages('test', 'bench').filter((name) => !(name in everything))).toEqual([]);
  });

  it('no package of the lock asks for a newer Node: npm greets no one with a warning who has the least', () => {
    const engines = z.object({ packages: z.record(z.string(), z.looseObject({ engines: z.unknown().optional() })) });
    const { packages } = engines.parse(JSON.parse(readProjectFile('package-lock.json')));
    const asked = Object.entries(packages).flatMap(([name, one]) => {
      const { node } = z.object({ node: z.string() }).safeParse(one.engines).data ?? {};
      return node === undefined ? [] : [{ name, node }];
    });
    expect(asked.length).toBeGreaterThan(50);
    expect(asked.filter(({ node }) => !accepts(node, [22, 19, 0]))).toEqual([]);
    expect(asked.filter(({ node }) => !accepts(node, [20, 20, 2])).map(({ name }) => name)).toContain('');
  });

  it('README, engines and launcher ask for the same Node', () => {
    expect(manifest.engines.node).toBe('>=22.19');
    expect(readProjectFile('README.md')).toContain('Needs Node 22.19 or newer');
    expect(readProjectFile('bin/peerdesk.mjs')).toContain('needs Node 22.19 or newer');
  });

  it('brings a Node only where the present one is too old: locked, and one that can run TypeScript', () => {
    expect(manifest.scripts['postinstall']).toBe('node packaging/bring-node.mjs');
    expect(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })).not.toContain('node');
    const brought = z.object({ dependencies: z.object({ node: z.string() }) });
    const { node } = brought.parse(JSON.parse(readProjectFile('packaging/node/package.json'))).dependencies;
    expect(Number(node.split('.')[0])).toBeGreaterThanOrEqual(24);
  });
});
