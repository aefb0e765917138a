import { defaultGrpcRetryOptions } from '@temporalio/client';
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
  const { address } = server;
  return closingEnv((plugins) => TestWorkflowEnvironment.createFromExistingServer({ address, namespace, plugins }));
}

const usual = defaultGrpcRetryOptions();
const maxAttempts = 20;
/** FAILED_PRECONDITION of gRPC. */
const unready = 9;

/**
 * A busy server that had to repeat a workflow's task returns the update that it was for unprocessed. The same request under
 * the same id counts once.
 */
const isUnserved = ({ code, details }: { code: number; details: string }): boolean =>
  code === unready && details.includes('unexpected workflow task failure');

type Plugin = { name: string; configureConnection: <T extends object>(options: T) => T };

/**
 * Makes an environment whose calls end with its `teardown()`: one that is to be repeated when the tests have ended would
 * throw where no test catches it.
 */
export async function closingEnv(
  create: (plugins: Plugin[]) => Promise<TestWorkflowEnvironment>,
): Promise<TestWorkflowEnvironment> {
  const calls = closingCalls({
    ...usual,
    retryableDecider: (attempt, state) =>
      usual.retryableDecider(attempt, state) || (attempt < maxAttempts && isUnserved(state)),
  });
  const { interceptors } = calls;
  const env = await create([
    { name: 'closing calls', configureConnection: (options) => ({ ...options, interceptors }) },
  ]);
  const { connection } = env;
  const close = connection.close.bind(connection);
  connection.close = () => {
    calls.close();
    return close();
  };
  return env;
}
