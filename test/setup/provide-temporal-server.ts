import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findTemporalCli } from '../../src/server/find-server.ts';
import { startTemporalServer } from '../../src/server/temporal-server.ts';
import { searchAttributeKeys } from '../../src/workflows/contract/search-attributes.ts';
import { frugalGo } from './frugal-go.ts';
import type { SharedServer } from './shared-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A Temporal server for all tests of the folder. */
    temporalServer: SharedServer;
  }
}

/** More than the tests of a folder take: a namespace that is made later is not known everywhere at once. */
const namespaceCount = 300;

/**
 * A namespace has workers of the server's own, for schedules and deployments: a hundred of them were two thirds of its
 * memory and half of its work. A test of deployments starts a server of its own. Metrics for each task queue of each
 * namespace were 600,000 rows at the end: a sixth of its work, and two thirds of it where they filled its memory to the
 * limit of `frugalGo`. A task queue is one partition, as few polls need: four, which pass polls and tasks on to the first,
 * were a tenth of the server's work.
 */
const dynamicConfig = {
  'worker.perNamespaceWorkerCount': 0,
  'metrics.breakdownByTaskQueue': false,
  'metrics.breakdownByPartition': false,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
};

/** Starts one Temporal server for a folder whose tests neither stop nor overload it: each world has a namespace of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { path } = await findTemporalCli({ env: process.env, log: () => undefined });
  const namespaces = Array.from({ length: namespaceCount }, (_, index) => `world-${index + 1}`);
  const claims = await mkdtemp(join(tmpdir(), 'peerdesk-worlds-'));
  const searchAttributes = [...searchAttributeKeys];
  const server = await startTemporalServer({
    cliPath: path,
    env: { HOME: homedir(), ...frugalGo },
    uiPort: null,
    namespaces,
    searchAttributes,
    dynamicConfig,
  });
  project.provide('temporalServer', { address: server.address, namespaces, claims });
  return async () => {
    // It keeps nothing; asked to end, it takes more than a second, in which nothing else runs.
    process.kill(server.pid, 'SIGKILL');
    await server.exited;
    await rm(claims, { recursive: true, force: true });
  };
}
