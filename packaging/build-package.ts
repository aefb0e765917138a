import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { inProject } from '../src/server/project-root.ts';
import { keepReachable } from './reachable-files.ts';
import { writeShrinkwrap } from './shrinkwrap.ts';

const clientEntry = 'exchange/index';

const manifestSchema = z.looseObject({
  bin: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  exports: z.record(z.string(), z.unknown()),
});

/** The fields of package.json that a package needs; the rest is for working on the project. */
const kept = ['name', 'version', 'description', 'license', 'type', 'engines', 'bin', 'dependencies'];

/** The compiler is written in Go: with a heap that may grow it takes a fifth less of the processors. */
const compilerHeap = { GOGC: '400' };

/**
 * Writes the installable package into a folder, which is emptied first: JavaScript and declarations instead of
 * TypeScript, because Node strips no types below `node_modules`. Throws when the compiler finds errors.
 */
export function buildPackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const compiler = inProject('node_modules', 'typescript', 'bin', 'tsc');
  const project = inProject('packaging', 'tsconfig.json');
  const args = [compiler, '-p', project, '--outDir', join(folder, 'dist')];
  execFileSync(process.execPath, args, { stdio: 'inherit', env: { ...compilerHeap, ...process.env } });
  pointDeclarationsToJavaScript(join(folder, 'dist'));
  writeManifest(folder);
  writeCommand(folder);
  for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE', 'SECURITY.md', 'docs'])
    cpSync(inProject(file), join(folder, file), { recursive: true });
}

/**
 * Reduces a folder with the whole package to the exchange client: the same name and import path, without the command,
 * the workflows, the desk's rules and settings, and their dependencies (Temporal's SDK is most of an installation).
 */
export function keepClientAlone(folder: string): void {
  const compiled = join(folder, 'dist');
  keepReachable(compiled, clientEntry);
  rmSync(join(folder, 'bin'), { recursive: true });
  documentClientAlone(folder);
  const { bin: _bin, ...manifest } = manifestSchema.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  const imported = importedPackages(compiled);
  const { './exchange': entry, './package.json': self } = manifest.exports;
  const dependencies = Object.entries(manifest.dependencies).filter(([name]) => imported.has(name));
  const alone = {
    ...manifest,
    description: 'The client of a peer-to-peer (C2C) marketplace that Peerdesk is built on',
    dependencies: Object.fromEntries(dependencies),
    exports: { './exchange': entry, './package.json': self },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(alone, null, 2)}\n`);
  writeShrinkwrap(folder);
}

/** The page of the client becomes the readme; what documents the desk goes. */
function documentClientAlone(folder: string): void {
  const page = readFileSync(join(folder, 'docs', 'exchange.md'), 'utf8');
  const readme = page.replaceAll('](../', '](').replaceAll(/\]\(([\w-]+\.md)/g, '](docs/$1');
  writeFileSync(join(folder, 'README.md'), readme);
  rmSync(join(folder, 'docs'), { recursive: true });
  for (const file of ['docs/operations.md', 'examples/exchange.ts', 'examples/exchange-safety.ts'])
    cpSync(inProject(file), join(folder, file));
}

/** The names of the packages that compiled files import. */
function importedPackages(folder: string): ReadonlySet<string> {
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const specifiers = scripts.flatMap((name) => [
    ...readFileSync(join(folder, name), 'utf8').matchAll(/ from '((?:@[\w-]+\/)?[\w.-]+)(?:\/[^']*)?';$/gm),
  ]);
  return new Set(specifiers.map(([, name = '']) => name));
}

/** The compiler rewrites imports in JavaScript only, and names inner modules of packages without their extension. */
function pointDeclarationsToJavaScript(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const own = text.replaceAll(/(from '|import\(")(\.[^'"]+)\.ts(['"])/g, '$1$2.js$3');
    writeFileSync(path, own.replaceAll(/import\("(@temporalio\/\w+\/lib\/[\w-]+)"\)/g, 'import("$1.js")'));
  }
}

function writeManifest(folder: string): void {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(inProject('package.json'), 'utf8')));
  const entries = Object.entries(manifest).filter(([name]) => kept.includes(name));
  const exported = Object.entries(manifest.exports).map(([name, file]) => [name, exportOf(file)]);
  const whole = { ...Object.fromEntries(entries), exports: Object.fromEntries(exported) };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(whole, null, 2)}\n`);
  writeShrinkwrap(folder);
}

function exportOf(file: unknown): unknown {
  if (typeof file !== 'string' || !file.endsWith('.ts')) return file;
  const compiled = file.replace('./src/', './dist/').replace(/\.ts$/, '');
  return { types: `${compiled}.d.ts`, default: `${compiled}.js` };
}

function writeCommand(folder: string): void {
  const source = readFileSync(inProject('bin', 'peerdesk.mjs'), 'utf8');
  const command = source.replace('../src/cli/main.ts', '../dist/cli/main.js');
  if (command === source) throw new Error('bin/peerdesk.mjs no longer starts src/cli/main.ts');
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'peerdesk.mjs'), command, { mode: 0o755 });
}
