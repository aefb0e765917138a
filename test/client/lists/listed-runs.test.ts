import { Client, Connection } from '@temporalio/client';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CommandTimeoutError, auditTrail, orderHistory } from '../../../src/client/index.ts';
import { commandTimeoutMs } from '../../../src/client/kit/command-answer.ts';
import { listedRuns } from '../../../src/client/lists/listed-runs.ts';

const connection = Connection.lazy();
afterAll(() => connection.close());

const row = (index: number) => ({
  workflowId: `order:a:${index}`,
  runId: `run-${index}`,
  status: { name: 'COMPLETED' },
  typedSearchAttributes: new Map(),
  startTime: new Date(0),
  closeTime: new Date(1),
});

const silence = new Promise<never>(() => undefined);

/** A server that answers with these rows and is silent from then on. */
function answering(rows: number): { client: Client; pageSizes: (number | undefined)[] } {
  const client = new Client({ connection });
  const pageSizes: (number | undefined)[] = [];
  async function* list() {
    for (let index = 0; index < rows; index += 1) yield row(index);
    await silence;
  }
  vi.spyOn(client.workflow, 'list').mockImplementation((options) => {
    pageSizes.push(options?.pageSize);
    return list() as never;
  });
  const handle = { fetchHistory: () => silence, result: () => silence };
  vi.spyOn(client.workflow, 'getHandle').mockReturnValue(handle as never);
  return { client, pageSizes };
}

/** A silent call ends at once, and a whole list never does. */
let limits: number[];
beforeEach(() => {
  limits = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    const limit = new AbortController();
    setTimeout(() => limit.abort(new DOMException('over', 'TimeoutError')), 20);
    return limit.signal;
  });
});
afterEach(() => vi.restoreAllMocks());

describe('U22: a server that falls silent in the middle of a list', () => {
  it('ends it with an error that names the wait, after the pages that came', async () => {
    const { client, pageSizes } = answering(5);
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { workflowId } of listedRuns(client, { query: 'q', pageSize: 2 })) seen.push(workflowId);
    })();
    await expect(reading).rejects.toBeInstanceOf(CommandTimeoutError);
    await expect(reading).rejects.toThrow(
      `no answer from the Temporal server in ${commandTimeoutMs} ms to a question about the list of workflows`,
    );
    expect(seen).toEqual(['order:a:0', 'order:a:1', 'order:a:2', 'order:a:3']);
    expect(pageSizes).toEqual([2]);
    expect(limits).toEqual([commandTimeoutMs, commandTimeoutMs, commandTimeoutMs]);
  });

  it('asks for no page after the one that holds the last row that is wanted', async () => {
    const { client } = answering(2);
    for await (const { workflowId } of listedRuns(client, { query: 'q', pageSize: 2 })) {
      if (workflowId === 'order:a:1') break;
    }
    expect(limits).toEqual([commandTimeoutMs]);
  });

  it('ends a history that does not come', async () => {
    const { client } = answering(1_000);
    await expect(auditTrail(client, { query: 'q', sinceMs: 0, maxRuns: 1 })).rejects.toThrow(
      `no answer from the Temporal server in ${commandTimeoutMs} ms to a question about order:a:0`,
    );
  });

  it('ends a result that does not come, instead of an order without one', async () => {
    const { client } = answering(1_000);
    await expect(orderHistory(client, { sinceMs: 0, limit: 1 })).rejects.toThrow(
      `no answer from the Temporal server in ${commandTimeoutMs} ms to a question about order:a:0`,
    );
  });
});
