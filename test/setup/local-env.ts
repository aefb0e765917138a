import { TestWorkflowEnvironment } from '@temporalio/testing';
import { inject } from 'vitest';
import { closingEnv } from './closing-env.ts';
import { claimNamespace } from './shared-server.ts';

/**
 * Connects to the real server that the tests of a folder share, in a namespace of its own with every search attribute of
 * Peerdesk; end it with `teardown()`. Only for tests in folders whose global setup provides `temporalServer`. A test
 * that stops and starts the server uses `startTemporalServer` instead.
 */
export async function createLocalEnv(): Promise<TestWorkflowEnvironment> {
  const server = inject('temporalServer');
  const namespace = await claimNamespace(server);
  const { address } = server;
  return closingEnv((plugins) => TestWorkflowEnvironment.createFromExistingServer({ address, namespace, plugins }));
}
