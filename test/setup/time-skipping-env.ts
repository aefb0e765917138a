import { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterEach, beforeEach, inject } from 'vitest';
import { closingEnv } from './local-env.ts';
import { searchAttributeKeys } from '../../src/workflows/contract/search-attributes.ts';

// Numbers of temporal.api.enums.v1.IndexedValueType; the operator service takes no names.
const wireTypes = { KEYWORD: 2, BOOL: 5, DATETIME: 6 } as const;

/**
 * Starts a time-skipping test server with every search attribute of Peerdesk; end it with `teardown()`. Only for tests
 * in folders whose global setup provides `testServer`.
 */
export async function createTimeSkippingEnv(): Promise<TestWorkflowEnvironment> {
  const executable = { type: 'existing-path', path: inject('testServer') } as const;
  const env = await closingEnv((plugins) =>
    TestWorkflowEnvironment.createTimeSkipping({ server: { executable }, plugins }),
  );
  // This server fails every task of a workflow that writes an attribute it does not know.
  await env.connection.operatorService.addSearchAttributes({
    namespace: env.namespace ?? 'default',
    searchAttributes: Object.fromEntries(searchAttributeKeys.map(({ name, type }) => [name, wireTypes[type]])),
  });
  return env;
}

/**
 * Starts a time-skipping server for each test of a file (or of a group), and ends it after the test.
 *
 * This server skips no time any more once a workflow has ended beside a running activity, or has started a child: a
 * later test on the same server would wait for its hour.
 */
export function skipTimeInEachTest(use: (env: TestWorkflowEnvironment) => void): void {
  let env: TestWorkflowEnvironment | undefined;
  beforeEach(async () => {
    env = await createTimeSkippingEnv();
    use(env);
  });
  afterEach(async () => {
    await env?.teardown();
    env = undefined;
  });
}
