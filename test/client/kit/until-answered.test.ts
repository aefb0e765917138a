import { QueryNotRegisteredError, ServiceError } from '@temporalio/client';
import { describe, expect, it, vi } from 'vitest';
import { aheadOfTaskText } from '../../../src/workflows/contract/ahead-of-task.ts';
import { untilAnswered } from '../../../src/client/kit/until-answered.ts';

/** A gRPC status. */
const deadlineExceeded = 4;

/** What the client throws for a gRPC status. */
function failure(code: number, details: string): ServiceError {
  const cause = Object.assign(new Error(`${code} ${details}`), { code, details, metadata: {} });
  return new ServiceError('Failed to get Workflow execution history', { cause });
}

/** How the client throws a query that fails. */
const invalidArgument = 3;

describe('the answer of a query', () => {
  it('is asked for again while the run refuses it ahead of the task for its newest messages', async () => {
    const refused = new QueryNotRegisteredError(aheadOfTaskText, invalidArgument);
    const query = vi.fn<() => Promise<string>>().mockRejectedValueOnce(refused).mockResolvedValue('guarding');
    expect(await untilAnswered(query)).toBe('guarding');
  });

  it('is not asked for again where the workflow has no such query', async () => {
    const error = new QueryNotRegisteredError('no such query', invalidArgument);
    const query = vi.fn<() => Promise<string>>().mockRejectedValue(error);
    await expect(untilAnswered(query)).rejects.toBe(error);
    expect(query).toHaveBeenCalledTimes(1);
  });
});

describe('the result of a workflow', () => {
  it('is waited for beyond a long poll that a busy server ends with its own deadline', async () => {
    const result = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(failure(deadlineExceeded, 'context deadline exceeded'))
      .mockResolvedValue('published');
    expect(await untilAnswered(result)).toBe('published');
    expect(result).toHaveBeenCalledTimes(2);
  });

  it.each([
    [deadlineExceeded, 'Deadline exceeded after 1.000s,remote_addr=127.0.0.1:7233'],
    [1, 'call was cancelled'],
    [5, 'workflow not found for ID: place:acme:1'],
  ])('is not waited for after %s: %s', async (code, details) => {
    const error = failure(code, details);
    const result = vi.fn<() => Promise<string>>().mockRejectedValue(error);
    await expect(untilAnswered(result)).rejects.toBe(error);
    expect(result).toHaveBeenCalledTimes(1);
  });
});
