import { TestWorkflowEnvironment } from '@temporalio/testing';
import { inject } from 'vitest';
import { searchAttributeKeys } from '../../src/workflows/contract/search-attributes.ts';

/**
 * Starts a real development server in memory with every search attribute of Peerdesk; end it with `teardown()`. Only
 * for tests in folders whose global setup provides `temporalCli`. A test that stops and starts the server, or runs
 * workers in processes of their own, uses `startTemporalServer` instead.
 */
export function createLocalEnv(): Promise<TestWorkflowEnvironment> {
  const executable = { type: 'existing-path', path: inject('temporalCli') } as const;
  return TestWorkflowEnvironment.createLocal({ server: { executable, searchAttributes: [...searchAttributeKeys] } });
}
