import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildPackage, keepClientAlone } from '../../../packaging/build-package.ts';
import { deskSettingsSchema } from '../../../src/domain/settings.ts';
import { inProject } from '../../../src/server/project-root.ts';
import { links } from '../documents/markdown.ts';
import { measureFile } from '../source-shape.ts';

const folder = mkdtempSync(join(tmpdir(), 'peerdesk-client-'));
const buildLimitMs = 300_000;
let files: readonly string[] = [];

beforeAll(() => {
  buildPackage(folder);
  keepClientAlone(folder);
  files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  symlinkSync(inProject('node_modules'), join(folder, 'node_modules'));
}, buildLimitMs);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');
const filesWith = (...ends: string[]): string[] => files.filter((file) => ends.some((end) => file.endsWith(end)));
const declaration = 'dist/domain/exchange-settings.';

async function declaredSettings(): Promise<string[]> {
  const entry: unknown = await import(pathToFileURL(join(folder, 'dist', 'exchange', 'index.js')).href);
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
    // The changelog tells of the whole project.
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
