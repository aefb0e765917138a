import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { inProject } from '../../src/server/project-root.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the bundle of the workflows. */
    workflowBundle: string;
  }
}

/**
 * Builds the bundle of the workflows once, before the tests of a folder that needs it: building takes longer than most
 * of them. In a process of its own, since it would hold up the files that run meanwhile.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'peerdesk-bundle-'));
  const file = join(folder, 'workflows.js');
  await promisify(execFile)(process.execPath, [inProject('test', 'setup', 'build-workflow-bundle.ts'), file]);
  project.provide('workflowBundle', file);
  return () => rm(folder, { recursive: true, force: true });
}
