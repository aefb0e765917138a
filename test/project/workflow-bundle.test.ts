import vm from 'node:vm';
import { DefaultLogger } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { inProject } from '../../src/server/project-root.ts';
import { bundledFolders, makeBundle } from '../../src/workers/bundle/bundle-source.ts';
import { projectFiles, readProjectFile } from './project-files.ts';

interface Loaded {
  exports: Record<string, unknown>;
}

describe("the bundle that Temporal's own bundler makes of the workflows", () => {
  let code: string;
  beforeAll(async () => (code = await makeBundle('clear', new DefaultLogger('ERROR'))));

  it('builds', () => {
    expect(code).toContain('src/workflows/');
  });

  it('holds the rules, and nothing of the folders that touch the outside; its key covers each folder that it holds', () => {
    const modules = new Set([...code.matchAll(/\/src\/([a-z]+)\/[a-z-]+\.ts/g)].map((match) => match[1]));
    expect(modules).toEqual(new Set(bundledFolders));
  });

  it('ADR 0031: names its sources and their lines, without columns and without their text', () => {
    const map = /sourceMappingURL=data:[^,]*,(.*)$/s.exec(code)?.[1] ?? '';
    const { sources, sourcesContent, mappings } = JSON.parse(Buffer.from(map, 'base64').toString()) as Record<
      string,
      unknown
    >;
    // A line of the bundle has one place in its source at most; a comma would part several.
    expect(mappings).toMatch(/^[^,]*$/);
    expect(String(mappings).split(';').length).toBeGreaterThan(10_000);
    expect(sources).toContain(inProject('src', 'workflows', 'index.ts'));
    expect(sourcesContent).toBeUndefined();
  });

  it('ADR 0031: has no letter that takes two bytes in memory', () => {
    expect(Buffer.byteLength(code)).toBe(code.length);
  });

  it('ADR 0031: what all workflows share cannot be changed, and its schemas still read', () => {
    const loaded = preloaded(code);
    const own = Object.entries(loaded).filter(([id]) => id.startsWith('./src/'));
    expect(own.length).toBeGreaterThan(80);
    expect(own.filter(([, { exports }]) => !Object.isFrozen(exports))).toEqual([]);
    const constants = loaded['./src/domain/settings.ts']?.exports['defaultSettings'];
    expect(Object.isFrozen(constants)).toBe(true);
    const schema = loaded['./src/domain/pricing/pricing-rules.ts']?.exports['pricingRulesSchema'] as {
      safeParse: (value: unknown) => { success: boolean };
    };
    expect(schema.safeParse({ strategy: { kind: 'undercut' } }).success).toBe(false);
  });
});

it('ADR 0031: no module of the domain or the workflows has a state of its own', () => {
  const files = projectFiles().filter((file) => /^src\/(?:domain|workflows)\/.*\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter((file) => /^(?:export )?(?:let|var) /m.test(readProjectFile(file)))).toEqual([]);
  // A list that is filled later would be written as an empty one.
  expect(
    files.filter((file) =>
      /^const .* = (?:new (?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\)|\[\]|\{\});$/m.test(readProjectFile(file)),
    ),
  ).toEqual([]);
});

/** Loads what the bundle loads before any workflow; returns its modules. */
function preloaded(code: string): Record<string, Loaded> {
  const cache: Record<string, Loaded> = {};
  const context = vm.createContext({ __webpack_module_cache__: cache, TextEncoder, TextDecoder, URL, console });
  context['globalThis'] = context;
  vm.runInContext(code, context);
  vm.runInContext('__TEMPORAL__.preloadModules()', context);
  return cache;
}
