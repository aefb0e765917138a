import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import vm from 'node:vm';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { inProject } from '../../src/server/project-root.ts';
import { bundledFolders, bundleOptions, makeBundle } from '../../src/workers/bundle/bundle-source.ts';
import { projectFiles, readProjectFile } from './project-files.ts';

const logger = new DefaultLogger('ERROR');

interface Loaded {
  exports: Record<string, unknown>;
}

describe("the bundle that Temporal's own bundler makes of the workflows", () => {
  let code: string;
  beforeAll(async () => (code = await makeBundle('clear', logger)));

  it('builds', () => {
    expect(code).toContain('src/workflows/');
  });

  it('holds the rules, and nothing of the folders that touch the outside; its key covers each folder that it holds', () => {
    const modules = new Set([...code.matchAll(/\/src\/([a-z]+)\/[a-z-]+\.ts/g)].map((match) => match[1]));
    expect(modules).toEqual(new Set(bundledFolders));
  });

  it('ADR 0031: names its sources and their lines, without columns and without their text', () => {
    const { sources, sourcesContent, mappings } = mapOf(code);
    // A line of the bundle has one place in its source at most; a comma would part several.
    expect(mappings).toMatch(/^[^,]*$/);
    expect(String(mappings).split(';').length).toBeGreaterThan(10_000);
    expect(sources).toContain(inProject('src', 'workflows', 'index.ts'));
    // A package brings the map of its own sources.
    expect(sources).toContain(inProject('node_modules', '@temporalio', 'workflow', 'src', 'internals.ts'));
    expect(sourcesContent).toBeUndefined();
  });

  it("ADR 0031: takes the place of two rules of Temporal's bundler: the maps of packages, which stay, and how TypeScript is written", async () => {
    const rules: unknown[] = [];
    await bundleWorkflowCode({
      ...bundleOptions.clear,
      logger,
      webpackConfigHook: (config) => {
        rules.push(...(config.module?.rules ?? []));
        return bundleOptions.clear.webpackConfigHook(config);
      },
    });
    expect(rules).toMatchObject([
      { test: /\.js$/, enforce: 'pre', use: [expect.stringMatching(/source-map-loader/)] },
      { test: /\.ts$/, use: { loader: expect.stringMatching(/swc-loader/) } },
    ]);
  });

  it('ADR 0031: a function of ours stands in the line of its source that the map names', () => {
    const map = new SourceMap(mapOf(code));
    const wrong = [];
    let right = 0;
    for (const [at, line] of code.split('\n').entries()) {
      const [, name] = /^(?:async )?function (\w+)\(/.exec(line) ?? [];
      const place = map.findEntry(at, 0);
      if (name === undefined || !('originalSource' in place) || !place.originalSource.startsWith(inProject('src')))
        continue;
      const source = readFileSync(place.originalSource, 'utf8').split('\n')[place.originalLine];
      if (source?.includes(`function ${name}`)) right += 1;
      else wrong.push({ name, place, source });
    }
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThan(1_000);
  });

  it('ADR 0031: has no comment of a source, and no helper for what the engine of today does itself', () => {
    const { body } = /^(?<body>.*)\/\/# sourceMappingURL/s.exec(code)?.groups ?? {};
    const comments = body?.match(/^[ \t]*(?:\/\/|\/\*!|\/\*\*[^*]).*/gm) ?? [];
    expect(comments).toEqual([]);
    expect(body).not.toMatch(/_object_spread|_define_property|=== null \|\| .* === void 0/);
  });

  it('ADR 0031: has no letter that takes two bytes in memory', () => {
    expect(Buffer.byteLength(code)).toBe(code.length);
    // swc would write /\→/, an escaped letter in a pattern, as another text.
    const files = projectFiles().filter((file) => bundledFolders.some((name) => file.startsWith(`src/${name}/`)));
    expect(files.filter((file) => /\\[\u0080-\uffff]/.test(readProjectFile(file)))).toEqual([]);
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

/** The map that a bundle ends with. */
function mapOf(code: string): SourceMapPayload {
  const map = /sourceMappingURL=data:[^,]*,(.*)$/s.exec(code)?.[1] ?? '';
  return JSON.parse(Buffer.from(map, 'base64').toString()) as SourceMapPayload;
}

/** Loads what the bundle loads before any workflow; returns its modules. */
function preloaded(code: string): Record<string, Loaded> {
  const cache: Record<string, Loaded> = {};
  const context = vm.createContext({ __webpack_module_cache__: cache, TextEncoder, TextDecoder, URL, console });
  context['globalThis'] = context;
  vm.runInContext(code, context);
  vm.runInContext('__TEMPORAL__.preloadModules()', context);
  return cache;
}
