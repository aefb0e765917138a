import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { cacheDirs } from '../../src/server/cache-dir.ts';
import { loadBundle } from '../../src/workers/bundle/load-bundle.ts';
import { compileWorker } from './compile-worker.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the bundle of the workflows. */
    workflowBundle: string;
  }
}

const silent = { debug: () => undefined, warn: () => undefined };

/**
 * Takes the bundle of the workflows from the cache or makes it once, before the tests of a folder that needs it: making
 * it takes longer than most of them, and workers that start at once with an empty cache would each make it. The code of
 * a worker is compiled meanwhile.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const making = loadBundle({ cacheDirs: cacheDirs(process.env), logger: silent });
  // In a new checkout each takes three seconds, of one processor.
  const [{ code }] = await Promise.all([making, compileWorker()]);
  const folder = await mkdtemp(join(tmpdir(), 'peerdesk-bundle-'));
  const file = join(folder, 'workflows.js');
  await writeFile(file, code);
  project.provide('workflowBundle', file);
  return () => rm(folder, { recursive: true, force: true });
}
