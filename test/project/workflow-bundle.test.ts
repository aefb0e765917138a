import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';

const workflowsPath = fileURLToPath(new URL('../../src/workflows/index.ts', import.meta.url));

describe("the bundle that Temporal's own bundler makes of the workflows", () => {
  let bundle: WorkflowBundleWithSourceMap;
  beforeAll(async () => (bundle = await bundleWorkflowCode({ workflowsPath })));

  it('builds', () => {
    expect(bundle.code).toContain('src/workflows/');
  });

  it('holds the rules, and nothing of the folders that touch the outside', () => {
    const modules = new Set([...bundle.code.matchAll(/\/src\/([a-z]+)\/[a-z-]+\.ts/g)].map((match) => match[1]));
    expect(modules).toEqual(new Set(['domain', 'workflows']));
  });
});
