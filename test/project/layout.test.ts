import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circles, readModules } from './module-graph.ts';
import { projectFiles, typescriptFiles } from './project-files.ts';

const uses = readModules(typescriptFiles('src')).flatMap((module) => module.uses);
const folders = new Set(typescriptFiles('src').map((file) => posix.dirname(file)));

/**
 * Returns the folder of a file; a file beside folders counts as its own, as `exchange-error.ts` between `wire` and
 * `table`.
 */
function room(file: string): string {
  const folder = posix.dirname(file);
  const hasFolders = [...folders].some((other) => other.startsWith(`${folder}/`));
  return hasFolders ? file : folder;
}

/** What each layer may import of the others (design section 3); types and dynamic imports count. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  words: ['domain'],
  server: [],
  codec: [],
  register: ['domain', 'words'],
  exchange: ['domain'],
  door: ['domain', 'words', 'config', 'register'],
  config: ['domain', 'words', 'exchange', 'register/signature.ts'],
  marketplace: ['domain', 'exchange'],
  market: ['domain', 'marketplace'],
  activities: ['domain', 'words', 'marketplace', 'market', 'register', 'workflows/contract'],
  workflows: ['domain', 'words', 'activities'],
  client: ['codec', 'domain', 'words', 'workflows/contract', 'workflows/index.ts'],
  workers: [
    'codec',
    'domain',
    'words',
    'config',
    'exchange',
    'marketplace',
    'market',
    'register',
    'door',
    'activities',
    'workflows/contract',
    'client',
  ],
  simulator: ['domain', 'exchange/wire/query-string.ts'],
  cli: [
    'codec',
    'domain',
    'words',
    'config',
    'exchange',
    'register',
    'door',
    'workflows/contract',
    'client',
    'workers',
    'simulator',
    'server',
  ],
};

const layerOf = (file: string): string => file.split('/')[1] ?? '';

function isAllowed(from: string, to: string): boolean {
  const allowed = [layerOf(from), ...(mayImport[layerOf(from)] ?? [])];
  return allowed.some((place) => to === `src/${place}` || to.startsWith(`src/${place}/`));
}

describe('the layout of src', () => {
  it('design 3: each layer imports only what its row allows', () => {
    expect(uses.filter(({ from, to }) => !isAllowed(from, to))).toEqual([]);
  });

  it('has no circle of files', () => {
    expect(uses.length).toBeGreaterThan(1_000);
    expect(circles(uses.map(({ from, to }) => [from, to]))).toEqual([]);
  });

  it('has no circle of folders', () => {
    const arrows = uses.map(({ from, to }) => [room(from), room(to)] as const);
    expect(circles(arrows.filter(([from, to]) => from !== to))).toEqual([]);
  });

  it('finds circles, and only these', () => {
    const arrows = ['ab', 'ba', 'bc', 'cd', 'de', 'ec', 'xa'].map(([from = '', to = '']) => [from, to] as const);
    expect(circles(arrows)).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
  });
});

describe('the folders of the project', () => {
  const maxFiles = 25;
  /** Decisions are numbered, and none is taken away. */
  const growing = ['docs/adr'];

  it(`hold at most ${maxFiles} files each`, () => {
    const files = Map.groupBy(projectFiles(), (file) => posix.dirname(file));
    const full = [...files].filter(([folder, { length }]) => length > maxFiles && !growing.includes(folder));
    expect(full.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([]);
  });
});
