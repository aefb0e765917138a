import { readFileSync } from 'node:fs';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { connectTemporal, guardControl, leadControl, startAd, startOrder } from '../../../src/client/index.ts';
import { fetchedHistories } from '../../../src/cli/replay/replay-sources.ts';
import { isSafe, verdictText, verdictsOf } from '../../../src/cli/replay/replay-verdict.ts';
import { replayHistories, type Replayed } from '../../../src/workers/replay/replay-histories.ts';
import { groupTaskQueue } from '../../../src/workflows/contract/task-queues.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { claimNamespace } from '../../setup/shared-server.ts';
import { adInput, orderInput } from '../../workflows/fixtures.ts';
import { until } from '../desk-harness.ts';
import { nextVersionOf } from './next-version.ts';

const account = 'acme';
const types = ['adMaintenance', 'orderLifecycle', 'guard', 'lead'];

beforeAll(() => {
  Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging: { filter: 'OFF' } } });
});

/** A namespace in which an ad, an order, a guard and a lead have begun; their activities wait for workers. */
async function openRunning() {
  const server = inject('temporalServer');
  const { address } = server;
  const namespace = await claimNamespace(server);
  const peerdesk = await connectTemporal({ address, namespace });
  onTestFinished(() => peerdesk.close());
  const { client } = peerdesk;
  const connection = await NativeConnection.connect({ address });
  onTestFinished(() => connection.close());
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue: groupTaskQueue(account),
    workflowBundle: { codePath: inject('workflowBundle') },
    debugMode: true,
  });
  await worker.runUntil(async () => {
    await startAd(client, adInput(account));
    await startOrder(client, orderInput(account));
    await guardControl(client, account).killSwitch({ name: 'releases', thrown: true, by: 'ana', reason: 'a doubt' });
    await leadControl(client, account).offer();
    // Each has answered its first task, and visibility knows of it.
    await until(
      'all have begun',
      () => Promise.all(types.map((type) => client.workflow.count(`WorkflowType = '${type}'`))),
      (counts) => counts.every(({ count }) => count === 1),
    );
    for await (const { workflowId } of client.workflow.list()) {
      const handle = client.workflow.getHandle(workflowId);
      await until(
        workflowId,
        () => handle.describe(),
        ({ historyLength }) => historyLength >= 4,
      );
    }
  });
  return { client, env: { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } };
}

it('I34: `replay --from-server` says that what runs replays on this code, and names what another one would break', async () => {
  const { client, env } = await openRunning();
  const { exitCode, stdout, stderr } = await runInProcess(['replay', '--from-server', '--json'], env);
  const said = JSON.parse(stdout) as { safe: boolean; types: { workflowType: string; replayed: number }[] };
  expect(said.safe).toBe(true);
  expect(exitCode).toBe(0);
  const found = said.types.filter(({ replayed }) => replayed === 1).map(({ workflowType }) => workflowType);
  expect(found.toSorted()).toEqual(types.toSorted());
  expect(stderr).toContain('guard: 1 history');
  const named = await runInProcess(['replay', '--from-server', '--workflow-id', 'guard:acme'], env);
  expect(named.stdout).toMatch(/guard +1 +safe/);
  expect(named.stdout).toContain('Safe: 1 of 1 histories replay on this code.');
  const wish = { types, workflowId: undefined, closedSince: new Date(), limit: 9, onType: () => undefined };
  const runs: Replayed[] = [];
  const next = { code: nextVersionOf(readFileSync(inject('workflowBundle'), 'utf8')) };
  for await (const run of replayHistories(next, fetchedHistories(client, wish))) runs.push(run);
  const verdicts = verdictsOf(types, runs);
  expect(isSafe(verdicts)).toBe(false);
  expect(verdictText(verdicts)).toMatch(
    /guard:acme \(run [\w-]+, \d+ events\) does not replay:\n +DeterminismViolationError: .*event/i,
  );
  // The next version has left the lead as it was.
  expect(verdicts.map(({ broken }) => broken.length)).toEqual([1, 1, 1, 0]);
});
