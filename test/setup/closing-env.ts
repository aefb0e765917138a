import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { closingCalls } from '../../src/client/connection/closing-calls.ts';

type Plugin = { name: string; configureConnection: <T extends object>(options: T) => T };

/**
 * Makes an environment whose calls end with its `teardown()`: one that is to be repeated when the tests have ended would
 * throw where no test catches it.
 */
export async function closingEnv(
  create: (plugins: Plugin[]) => Promise<TestWorkflowEnvironment>,
): Promise<TestWorkflowEnvironment> {
  const calls = closingCalls();
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
