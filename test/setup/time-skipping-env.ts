import { TestWorkflowEnvironment } from '@temporalio/testing';
import { inject } from 'vitest';
import { searchAttributeKeys } from '../../src/workflows/contract/search-attributes.ts';

// Numbers of temporal.api.enums.v1.IndexedValueType; the operator service takes no names.
const wireTypes = { KEYWORD: 2, BOOL: 5 } as const;

/**
 * Starts a time-skipping test server with every search attribute of Peerdesk; end it with `teardown()`. Only for tests
 * in folders whose global setup provides `testServer`.
 */
export async function createTimeSkippingEnv(): Promise<TestWorkflowEnvironment> {
  const executable = { type: 'existing-path', path: inject('testServer') } as const;
  const env = await TestWorkflowEnvironment.createTimeSkipping({ server: { executable } });
  // This server fails every task of a workflow that writes an attribute it does not know.
  await env.connection.operatorService.addSearchAttributes({
    namespace: env.namespace ?? 'default',
    searchAttributes: Object.fromEntries(searchAttributeKeys.map(({ name, type }) => [name, wireTypes[type]])),
  });
  return env;
}
