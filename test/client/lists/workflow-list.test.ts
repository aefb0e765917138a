import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { listWorkflows, visibilityQuery } from '../../../src/client/lists/workflow-list.ts';

const connection = Connection.lazy();
afterAll(() => connection.close());

const row = (adNumber: string, status: string, startedAtMs = 0) => ({
  workflowId: `ad:a:${adNumber}`,
  runId: `run-${adNumber}-${startedAtMs}`,
  taskQueue: 'peerdesk:a',
  status: { name: status },
  typedSearchAttributes: new Map(),
  startTime: new Date(startedAtMs),
});
type Row = ReturnType<typeof row>;

/** A server whose list has these rows, and that says so of the present runs. */
function listing(rows: readonly Row[], present: readonly Row[] = []) {
  const client = new Client({ connection });
  const queries: unknown[] = [];
  const asked: string[] = [];
  async function* list() {
    yield* rows;
  }
  vi.spyOn(client.workflow, 'list').mockImplementation((options) => {
    queries.push(options?.query);
    return list() as never;
  });
  vi.spyOn(client.workflow, 'getHandle').mockImplementation((workflowId) => {
    asked.push(workflowId);
    const described = present.find((one) => one.workflowId === workflowId);
    const missing = new WorkflowNotFoundError('there is none', workflowId, undefined);
    return { describe: () => (described ? Promise.resolve(described) : Promise.reject(missing)) } as never;
  });
  return { client, queries, asked };
}

const numbers = async (client: Client, limit = 10) =>
  (await listWorkflows(client, { type: 'adMaintenance', account: 'a', running: true, limit })).map(
    ({ subject, runId }) => [subject, runId],
  );

it('lists a workflow whose last run has just ended by beginning a new one, which the list does not have yet', async () => {
  const rows = [row('1', 'RUNNING'), row('2', 'CONTINUED_AS_NEW'), row('3', 'CONTINUED_AS_NEW'), row('4', 'RUNNING')];
  const present = [row('2', 'RUNNING', 5), row('3', 'COMPLETED', 5)];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:05:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const { client, queries } = listing([...rows, row('5', 'CONTINUED_AS_NEW')], present);
  expect(await numbers(client)).toEqual([
    ['1', 'run-1-0'],
    ['4', 'run-4-0'],
    ['2', 'run-2-5'],
  ]);
  expect(queries).toEqual([
    "WorkflowType = 'adMaintenance' AND PeerdeskAccount = 'a' AND (ExecutionStatus = 'Running' OR " +
      "(ExecutionStatus = 'ContinuedAsNew' AND CloseTime > '2026-03-01T12:00:00.000Z'))",
  ]);
});

it('lists a workflow once when the run before it still stands beside its new one, and asks nothing of it', async () => {
  const { client, asked } = listing([row('1', 'RUNNING', 5), row('1', 'RUNNING'), row('1', 'CONTINUED_AS_NEW')]);
  expect(await numbers(client)).toEqual([['1', 'run-1-5']]);
  expect(asked).toEqual([]);
});

it('keeps to its limit, and the query for people stays short', async () => {
  const { client } = listing([row('1', 'RUNNING'), row('2', 'RUNNING'), row('3', 'RUNNING')]);
  expect(await numbers(client, 2)).toHaveLength(2);
  expect(visibilityQuery({ type: 'adMaintenance', running: true })).toBe(
    `WorkflowType = 'adMaintenance' AND ExecutionStatus = 'Running'`,
  );
});
