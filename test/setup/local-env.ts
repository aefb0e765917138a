import { TestWorkflowEnvironment } from '@temporalio/testing';
import { inject } from 'vitest';
import { closingCalls } from '../../src/client/connection/closing-calls.ts';
import { claimNamespace } from './shared-server.ts';

/**
 * Connects to the real server that the tests of a folder share, in a namespace of its own with every search attribute of
 * Peerdesk; end it with `teardown()`. Only for tests in folders whose global setup provides `temporalServer`. A test
 * that stops and starts the server uses `startTemporalServer` instead.
 */
export async function createLocalEnv(): Promise<TestWorkflowEnvironment> {
  const server = inject('temporalServer');
  const namespace = await claimNamespace(server);
  const calls = closingCalls();
  // A call that is to be repeated when the tests end would throw where no test catches it.
  const { interceptors } = calls;
  const closing = { name: 'closing calls', configureConnection: (options: object) => ({ ...options, interceptors }) };
  const env = await TestWorkflowEnvironment.createFromExistingServer({
    address: server.address,
    namespace,
    plugins: [closing],
  });
  const { connection } = env;
  const close = connection.close.bind(connection);
  connection.close = () => {
    calls.close();
    return close();
  };
  return env;
}
