import type { TestProject } from 'vitest/node';
import { findTemporalCli } from '../../src/server/find-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the `temporal` command line. */
    temporalCli: string;
  }
}

/** Finds (or fetches) the `temporal` command line once, before the tests of a folder that needs it. */
export async function setup(project: TestProject): Promise<void> {
  const found = await findTemporalCli({ env: process.env, log: (line) => process.stderr.write(`${line}\n`) });
  project.provide('temporalCli', found.path);
}
