import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchAttributeKeys } from '../../../src/workflows/contract/search-attributes.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { quietRuntime } from '../workflow-harness.ts';

describe('the local test environment', () => {
  let env: TestWorkflowEnvironment;
  beforeAll(async () => {
    quietRuntime();
    env = await createLocalEnv();
  });
  afterAll(() => env.teardown());

  it('is a real server with every search attribute of Peerdesk', async () => {
    const { namespace } = env.client.options;
    const { customAttributes } = await env.connection.operatorService.listSearchAttributes({ namespace });
    expect(Object.keys(customAttributes ?? {})).toEqual(
      expect.arrayContaining(searchAttributeKeys.map(({ name }) => name)),
    );
  });
});
