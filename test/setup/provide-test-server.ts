import type { TestProject } from 'vitest/node';
import { findTestServer } from '../../src/server/find-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of Temporal's time-skipping test server. */
    testServer: string;
  }
}

/** Finds (or fetches) the time-skipping test server once, before the tests of a folder that needs it. */
export async function setup(project: TestProject): Promise<void> {
  const found = await findTestServer({ env: process.env, log: (line) => process.stderr.write(`${line}\n`) });
  project.provide('testServer', found.path);
}
