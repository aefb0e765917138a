import { cpus } from 'node:os';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, type BundleOptions } from '@temporalio/worker';
import { inProject } from '../../src/server/project-root.ts';
import { bundleKey, inOneByte } from '../../src/workers/bundle/bundle-source.ts';
import { bundlesIn, writeBundle } from '../../src/workers/bundle/bundle-store.ts';

/** How a worker process begins without a measure that saves memory (ADR 0031). */
export interface Start {
  env: NodeJS.ProcessEnv;
  execArgv: readonly string[];
}

interface Without {
  /** What differs of the bundle; absent: the usual bundle. */
  bundle?: { options?: Partial<BundleOptions>; isOneByte?: boolean };
  start?: Partial<Start>;
}

const workflow = (name: string): string => inProject('src', 'workflows', `${name}.ts`);
const interceptors = workflow('kit/interceptors');
const common: BundleOptions = {
  workflowsPath: workflow('index'),
  payloadConverterPath: workflow('kit/payload-converter'),
  workflowInterceptorModules: [interceptors],
  preloadModules: [workflow('index'), interceptors, workflow('kit/shared-modules')],
  webpackConfigHook: (config) => ({ ...config, devtool: 'inline-nosources-source-map' }),
};
/** Temporal's bundler writes the sources into the map. */
const withSources = { webpackConfigHook: (config) => config } satisfies Partial<BundleOptions>;
/** The launcher leaves an allocator that is set already: these are the defaults of glibc and of V8. */
const usualArenas = { MALLOC_ARENA_MAX: String(8 * cpus().length) };
const usualYoung = '--max-semi-space-size=0';
const smallYoung = '--max-semi-space-size=16';

/** The measures of memory, each by the name under which a run goes without it. */
const withouts: Readonly<Record<string, Without>> = {
  sources: { bundle: { options: withSources } },
  letters: { bundle: { isOneByte: false } },
  bundle: { bundle: { options: withSources, isOneByte: false } },
  modules: { bundle: { options: { preloadModules: [] } } },
  arenas: { start: { env: usualArenas, execArgv: [smallYoung] } },
  young: { start: { execArgv: [usualYoung] } },
  start: { start: { env: usualArenas } },
};
export const withoutNames: readonly string[] = Object.keys(withouts);

/** Prepares a start without one measure; its bundle lies in a cache of its own in `folder`. Throws for an unknown name. */
export async function startWithout(name: string | undefined, folder: string): Promise<Start> {
  const usual: Start = { env: {}, execArgv: [] };
  if (name === undefined) return usual;
  const { bundle, start } = withouts[name] ?? {};
  if (bundle === undefined && start === undefined) throw new TypeError(`--without: ${withoutNames.join('|')}`);
  if (bundle === undefined) return { ...usual, ...start };
  const { options = {}, isOneByte = true } = bundle;
  const { code } = await bundleWorkflowCode({ ...common, ...options, logger: new DefaultLogger('WARN') });
  const cache = join(folder, 'cache');
  const place = { folder: bundlesIn(cache), key: await bundleKey('clear') };
  await writeBundle(place, isOneByte ? inOneByte(code) : code);
  return { ...usual, env: { PEERDESK_CACHE_DIR: cache } };
}
