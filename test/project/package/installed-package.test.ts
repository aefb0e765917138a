import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildPackage, keepClientAlone } from '../../../packaging/build-package.ts';
import { deskSettingsSchema } from '../../../src/domain/settings.ts';
import { inProject } from '../../../src/server/project-root.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { links } from '../documents/markdown.ts';
import { measureFile } from '../source-shape.ts';
import { compileConsumer, runConsumer, waysOfResolving, writeConsumer } from './package-consumer.ts';

const run = promisify(execFile);

// Built once: the compiler takes longer than everything else here.
const built = mkdtempSync(join(tmpdir(), 'peerdesk-package-'));
const whole = join(built, 'whole');
const clientAlone = join(built, 'client');
let files: readonly string[] = [];

beforeAll(() => {
  buildPackage(whole);
  cpSync(whole, clientAlone, { recursive: true });
  keepClientAlone(clientAlone);
  files = readdirSync(clientAlone, { recursive: true, encoding: 'utf8' });
  symlinkSync(inProject('node_modules'), join(clientAlone, 'node_modules'));
});
afterAll(() => {
  rmSync(built, { recursive: true, force: true });
});

/** A folder after `npm install`: the built package beside its dependencies. */
async function installed(): Promise<string> {
  const folder = await temporaryDirectory();
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  for (const name of await readdir(inProject('node_modules'))) {
    if (!name.startsWith('.')) await symlink(inProject('node_modules', name), join(modules, name));
  }
  cpSync(whole, join(modules, 'peerdesk'), { recursive: true });
  await writeConsumer(folder);
  return folder;
}

/** The packages of a folder's shrinkwrap. */
async function lockedNames(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, 'npm-shrinkwrap.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, { integrity?: string }> };
  const entries = Object.entries(packages).filter(([path]) => path !== '');
  expect(entries.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
  return entries.map(([path]) => path.replace(/^.*node_modules\//, ''));
}

it('the package, installed: a strict TypeScript program compiles against it and runs as plain JavaScript', async () => {
  const folder = await installed();
  await compileConsumer(folder, waysOfResolving);
  expect(await runConsumer(folder)).toBe('10.20\nNOT_FOUND\n');
  const modules = join(folder, 'node_modules');
  const own = join(modules, 'peerdesk');
  const command = join(own, 'bin', 'peerdesk.mjs');
  expect(await readdir(own)).toEqual(expect.arrayContaining(['LICENSE', 'SECURITY.md', 'npm-shrinkwrap.json']));
  expect(await lockedNames(own)).toContain('@temporalio/core-bridge');
  const list = await run(process.execPath, [command, 'call', '--list']);
  expect(list.stdout).toContain('releaseCoin');

  // The exchange client alone: the same program, without Temporal in reach.
  keepClientAlone(own);
  const manifest: unknown = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'));
  const dependencies = Object.keys((manifest as { dependencies: object }).dependencies);
  expect(dependencies).toEqual(['decimal.js', 'otpauth', 'undici', 'ws', 'zod']);
  expect(await lockedNames(own)).toEqual(['@noble/hashes', ...dependencies]);
  for (const name of await readdir(modules)) {
    if (!['peerdesk', '@types', '@noble', 'undici-types', ...dependencies].includes(name))
      await rm(join(modules, name));
  }
  await compileConsumer(folder, waysOfResolving.slice(1));
  expect(await runConsumer(folder)).toBe('10.20\nNOT_FOUND\n');
});

const textOf = (file: string): string => readFileSync(join(clientAlone, file), 'utf8');
const filesWith = (...ends: string[]): string[] => files.filter((file) => ends.some((end) => file.endsWith(end)));
const declaration = 'dist/domain/exchange-settings.';

async function declaredSettings(): Promise<string[]> {
  const entry: unknown = await import(pathToFileURL(join(clientAlone, 'dist', 'exchange', 'index.js')).href);
  const { defaultExchangeSettings } = z.object({ defaultExchangeSettings: z.looseObject({}) }).parse(entry);
  return Object.keys(defaultExchangeSettings).toSorted();
}

/** The fields that a script reads of something called settings, one at a time or several in braces. */
function readOfSettings(script: string): string[] {
  const single = [...script.matchAll(/(?<![-\w])settings\.(\w+)/g)].map(([, name = '']) => name);
  const several = [...script.matchAll(/\{([^{}]*)\} = [\w.#]*\bsettings;/g)].flatMap(([, names = '']) =>
    names.split(','),
  );
  return [...single, ...several.map((name) => name.replace(/:.*/s, '').trim())];
}

describe('the package of the exchange client alone', () => {
  it('declares exactly the settings that its code reads', async () => {
    const scripts = filesWith('.js').filter((file) => !file.startsWith(declaration));
    const read = new Set(scripts.flatMap((file) => readOfSettings(textOf(file))));
    expect(await declaredSettings()).toEqual([...read].toSorted());
  });

  it('names no setting of the desk besides, in code, types or documents', async () => {
    const own = await declaredSettings();
    const foreign = Object.keys(deskSettingsSchema.shape).filter((name) => !own.includes(name));
    expect(foreign.length).toBeGreaterThan(20);
    const word = new RegExp(`\\b(?:${foreign.join('|')})\\b`);
    // The changelog is about the whole project.
    const texts = filesWith('.js', '.ts', '.md', '.json').filter((file) => file !== 'CHANGELOG.md');
    expect(texts.filter((file) => word.test(textOf(file)))).toEqual([]);
  });

  it('depends on exactly the packages that it imports', () => {
    const imports = filesWith('.js').flatMap((file) => measureFile(file, textOf(file)).imports);
    const packages = imports.filter((name) => !name.startsWith('.') && !name.startsWith('node:'));
    const names = packages.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
    const { dependencies } = z.object({ dependencies: z.looseObject({}) }).parse(JSON.parse(textOf('package.json')));
    expect(Object.keys(dependencies)).toEqual([...new Set(names)].toSorted());
  });

  it('has the client’s page as its readme, and every file that this links to', () => {
    expect(textOf('README.md')).toMatch(/^# The exchange client\n/);
    const targets = links(textOf('README.md')).filter((target) => !/^(#|https:)/.test(target));
    expect(targets).toContain('docs/operations.md');
    expect(targets.filter((target) => !files.includes(target))).toEqual([]);
  });
});
