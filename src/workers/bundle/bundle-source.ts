import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type BundleOptions } from '@temporalio/worker';
import type { CodecConfig } from '../../codec/payload-codec.ts';

/** TypeScript in a checkout, JavaScript in an installed package. */
const extension = extname(import.meta.url);
const require = createRequire(import.meta.url);

/** The bundler, and what it needs, as Temporal's worker has them. */
const bundler = createRequire(require.resolve('@temporalio/worker'));

/** Path of a module of the workflows. */
function workflowModule(name: string): string {
  return fileURLToPath(new URL(`../../workflows/${name}${extension}`, import.meta.url));
}

/** Where the messages of the workflows' failures stand: in clear, or in payloads that a codec seals. */
export type BundleKind = 'clear' | 'sealed';

/** Returns the kind that a process with these keys needs. */
export const bundleKindOf = ({ keys }: Pick<CodecConfig, 'keys'>): BundleKind => (keys === null ? 'clear' : 'sealed');

const workflowsPath = workflowModule('index');
const interceptors = workflowModule('kit/interceptors');

/** Stack traces name files and lines. Columns, and the text of the sources, half a bundle, are shown to no one (ADR 0031). */
const devtool = 'inline-nosources-cheap-module-source-map';

/**
 * How each module is written: for the engine of today (Temporal's bundler writes for one of 2017, with helpers for `?.` and
 * `...`), without comments, and with escapes, because a single letter beyond Latin-1 doubles each copy in memory (ADR 0031).
 */
const writing = {
  sourceMap: true,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript' },
    output: { charset: 'ascii' },
    minify: { compress: false, mangle: false, format: { comments: false } },
  },
} as const;

type BundlerConfig = Parameters<NonNullable<BundleOptions['webpackConfigHook']>>[0];

/** Returns the bundler's configuration with our way of writing instead of its own; the maps of packages are read as before. */
function withOwnWriting(config: BundlerConfig): BundlerConfig & { devtool: string } {
  const before = config.module?.rules?.filter((rule) => typeof rule === 'object' && rule?.enforce === 'pre') ?? [];
  const rule = { test: /\.[cm]?[jt]s$/, use: { loader: bundler.resolve('swc-loader'), options: writing } };
  return {
    ...config,
    devtool,
    output: { ...config.output, pathinfo: false },
    module: { ...config.module, rules: [...before, rule] },
  };
}

const common = {
  workflowsPath,
  payloadConverterPath: workflowModule('kit/payload-converter'),
  workflowInterceptorModules: [interceptors],
  // All workflows of a process share one set of modules: loaded for each of them they took 3 MB a workflow (ADR 0031).
  preloadModules: [workflowsPath, interceptors, workflowModule('kit/shared-modules')],
  webpackConfigHook: withOwnWriting,
} satisfies BundleOptions;

/** How a bundle is built. */
export const bundleOptions = {
  clear: common,
  sealed: { ...common, failureConverterPath: workflowModule('kit/failure-converter') },
} satisfies Readonly<Record<BundleKind, BundleOptions>>;

/** Builds the bundle of the workflows in this process, which costs seconds and much memory. Rejects with the reason. */
export async function makeBundle(kind: BundleKind, logger: BundleOptions['logger']): Promise<string> {
  return (await bundleWorkflowCode({ ...bundleOptions[kind], ...(logger === undefined ? {} : { logger }) })).code;
}

/** The folders of src with files of the bundle: its key, and the version that a worker names, cover each of them. */
export const bundledFolders = ['domain', 'words', 'workflows'] as const;
const sourceFolders = bundledFolders.map((name) => fileURLToPath(new URL(`../../${name}/`, import.meta.url)));

/** Packages in the bundle or needed to build it; those of the bundler are found from Temporal's worker. */
const ownPackages = ['@temporalio/worker', '@temporalio/workflow', '@temporalio/common', 'zod', 'decimal.js'];
const bundlerPackages = ['webpack', '@swc/core', 'swc-loader', 'source-map-loader'];

/**
 * Returns a hash of the bundle's inputs: the sources by their contents, the packages and Node by their versions, and
 * the bundler's options. Two checkouts that share a cache share no bundle, because its stack traces name their files.
 */
export async function bundleKey(kind: BundleKind, folders: readonly string[] = sourceFolders): Promise<string> {
  const hash = createHash('sha256');
  const versions = [
    ...ownPackages.map((name) => versionOf(require, name)),
    ...bundlerPackages.map((name) => versionOf(bundler, name)),
  ];
  hash.update(JSON.stringify([process.versions.node, versions, bundleOptions[kind], withOwnWriting({})]));
  for (const folder of folders) {
    for (const file of await sourceFiles(folder)) {
      const content = await readFile(join(folder, file));
      hash.update(JSON.stringify([folder, file, content.length])).update(content);
    }
  }
  return hash.digest('hex');
}

/**
 * Returns a hash of what the workflows do: their sources and the packages in the bundle, wherever they lie. The same
 * code is the same version on every machine.
 */
export async function workflowsHash(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(ownPackages.map((name) => versionOf(require, name))));
  for (const folder of sourceFolders) {
    for (const file of await sourceFiles(folder)) {
      const content = await readFile(join(folder, file));
      hash.update(JSON.stringify([file, content.length])).update(content);
    }
  }
  return hash.digest('hex');
}

function versionOf(from: NodeJS.Require, name: string): string {
  const { version } = from(`${name}/package.json`) as { version: string };
  return `${name}@${version}`;
}

async function sourceFiles(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => extname(file) === extension).toSorted();
}
