import { ServiceError, WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { describe, expect, it, vi } from 'vitest';
import { CommandRefusedError, CommandTimeoutError, answerOf, readOf } from '../../../src/client/kit/command-answer.ts';

/** A client with a deadline of its own timer, like a connection. */
function clientOf() {
  const deadlines: number[] = [];
  const withDeadline = async <T>(deadline: number | Date, use: () => Promise<T>): Promise<T> => {
    deadlines.push(Number(deadline) - Date.now());
    return await use();
  };
  return { deadlines, call: { client: { withDeadline }, workflowId: 'order:main:1', timeoutMs: 15_000 } };
}

/** The client's form of FAILED_PRECONDITION: an unfinished workflow task has taken no command. */
function unready(): Error {
  const details = 'Unable to perform workflow execution update due to unexpected workflow task failure.';
  const status = Object.assign(new Error(`9 FAILED_PRECONDITION: ${details}`), { code: 9, details, metadata: {} });
  return new ServiceError('Workflow Update failed', { cause: status });
}

describe('the answer of a command', () => {
  it('comes within its time limit', async () => {
    const { call, deadlines } = clientOf();
    expect(await answerOf(call, () => Promise.resolve('held'))).toBe('held');
    expect(deadlines[0]).toBeGreaterThan(10_000);
    expect(deadlines[0]).toBeLessThanOrEqual(15_000);
  });

  it('design 6: a command that a workflow refused while it began a new run is sent again, under the same id', async () => {
    const ids: string[] = [];
    const answer = await answerOf(clientOf().call, (updateId) => {
      ids.push(updateId);
      return ids.length < 3 ? Promise.reject(unready()) : Promise.resolve('live now');
    });
    expect(answer).toBe('live now');
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    await answerOf(clientOf().call, (updateId) => Promise.resolve(ids.push(updateId)));
    expect(new Set(ids).size).toBe(2);
  });

  it('a workflow that refuses every attempt counts as silent at the time limit', async () => {
    const { call } = clientOf();
    const silent = answerOf({ ...call, timeoutMs: 250 }, () => Promise.reject(unready()));
    await expect(silent).rejects.toBeInstanceOf(CommandTimeoutError);
  });

  it('a refusal is one typed error whose message is the reason', async () => {
    const message = 'the order is not held';
    for (const details of [[{ code: 'order-not-held' }], [], ['order-not-held']]) {
      const cause = ApplicationFailure.nonRetryable(message, 'REFUSED', ...details);
      const refused = answerOf(clientOf().call, () =>
        Promise.reject(new WorkflowUpdateFailedError('Workflow Update failed', cause)),
      );
      await expect(refused).rejects.toBeInstanceOf(CommandRefusedError);
      const refusal = details.find((one) => typeof one === 'object') ?? null;
      await expect(refused).rejects.toMatchObject({ message, refusal, workflowId: 'order:main:1' });
    }
  });

  it('silence is one typed error that says what may still happen', async () => {
    const late = Object.assign(new Error('4 DEADLINE_EXCEEDED: late'), { code: 4, details: 'late', metadata: {} });
    const silent = answerOf(clientOf().call, () => Promise.reject(late));
    await expect(silent).rejects.toBeInstanceOf(CommandTimeoutError);
    await expect(silent).rejects.toThrow(
      /in 15000 ms: does a worker serve its account\? The command may be lost, or still take effect/,
    );
  });

  it('any other error stays as it is', async () => {
    const gone = new WorkflowNotFoundError('gone', 'order:main:1', undefined);
    const broken = new WorkflowUpdateFailedError('Workflow Update failed', new Error('a bug'));
    for (const error of [gone, broken]) {
      await expect(answerOf(clientOf().call, () => Promise.reject(error))).rejects.toBe(error);
    }
  });
});

describe('the answer of a query', () => {
  const unserved = 'query timed out before a worker could process it';
  const late = (details: string) =>
    new ServiceError('Failed to query Workflow', {
      cause: Object.assign(new Error(`4 DEADLINE_EXCEEDED: ${details}`), { code: 4, details, metadata: {} }),
    });
  const withAbortSignal = <T>(_signal: AbortSignal, use: () => Promise<T>): Promise<T> => use();
  const call = { client: { withAbortSignal }, workflowId: 'order:main:1', timeoutMs: 15_000 };

  it('is asked for again when the server gives up before the caller does: the worker has just started', async () => {
    const read = vi.fn<() => Promise<string>>().mockRejectedValueOnce(late(unserved)).mockResolvedValue('held');
    expect(await readOf(call, read)).toBe('held');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['after the time limit of the caller', unserved, 250],
    ['after a shorter deadline around it', 'Deadline exceeded after 0.250s', 15_000],
  ])('is silence %s', async (_name, details, timeoutMs) => {
    const silent = readOf({ ...call, timeoutMs }, () => Promise.reject(late(details)));
    await expect(silent).rejects.toBeInstanceOf(CommandTimeoutError);
  });
});
