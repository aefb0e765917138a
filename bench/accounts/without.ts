import { cpus } from 'node:os';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, type BundleOptions } from '@temporalio/worker';
import { bundleKey, bundleOptions } from '../../src/workers/bundle/bundle-source.ts';
import { bundlesIn, writeBundle } from '../../src/workers/bundle/bundle-store.ts';

/** How a worker process begins without a measure that saves memory (ADR 0031). */
export interface Start {
  env: NodeJS.ProcessEnv;
  execArgv: readonly string[];
}

/** What differs of the bundle, or of the start. */
type Without = { bundle: Partial<BundleOptions> } | { start: Partial<Start> };

const { webpackConfigHook: ownConfig } = bundleOptions.clear;
/** Temporal's bundler writes the sources into the map. */
const withSources = {
  webpackConfigHook: (config) => ({ ...ownConfig(config), devtool: 'inline-source-map' }),
} satisfies Partial<BundleOptions>;
/** Temporal's bundler writes for an engine of 2017, with comments and letters of two bytes. */
const usualWriting = {
  webpackConfigHook: (config) => ({ ...config, devtool: ownConfig(config).devtool }),
} satisfies Partial<BundleOptions>;
/** The launcher leaves an allocator that is set already: these are the defaults of glibc and of V8. */
const usualArenas = { MALLOC_ARENA_MAX: String(8 * cpus().length) };
const usualYoung = '--max-semi-space-size=0';
const smallYoung = '--max-semi-space-size=16';

/** The measures of memory, each by the name under which a run goes without it. */
const withouts: Readonly<Record<string, Without>> = {
  sources: { bundle: withSources },
  modules: { bundle: { preloadModules: [] } },
  writing: { bundle: usualWriting },
  arenas: { start: { env: usualArenas, execArgv: [smallYoung] } },
  young: { start: { execArgv: [usualYoung] } },
  start: { start: { env: usualArenas } },
};
const withoutNames: readonly string[] = Object.keys(withouts);

/** Prepares a start without one measure; its bundle lies in a cache of its own in `folder`. Throws for an unknown name. */
export async function startWithout(name: string | undefined, folder: string): Promise<Start> {
  const usual: Start = { env: {}, execArgv: [] };
  if (name === undefined) return usual;
  const without = withouts[name];
  if (without === undefined) throw new TypeError(`--without: ${withoutNames.join('|')}`);
  if ('start' in without) return { ...usual, ...without.start };
  const { code } = await bundleWorkflowCode({
    ...bundleOptions.clear,
    ...without.bundle,
    logger: new DefaultLogger('WARN'),
  });
  const cache = join(folder, 'cache');
  const place = { folder: bundlesIn(cache), key: await bundleKey('clear') };
  await writeBundle(place, code);
  return { ...usual, env: { PEERDESK_CACHE_DIR: cache } };
}
