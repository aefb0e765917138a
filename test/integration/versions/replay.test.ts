import { readFileSync } from 'node:fs';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import type { Logger } from 'pino';
import { beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { connectTemporal, guardControl, leadControl, startAd, startOrder } from '../../../src/client/index.ts';
import { chosenRuns } from '../../../src/cli/replay/replay-sources.ts';
import { verdictText } from '../../../src/cli/replay/replay-verdict.ts';
import { workerConverter } from '../../../src/codec/data-converter.ts';
import { plainCodec } from '../../../src/codec/payload-codec.ts';
import { buildOf } from '../../../src/workers/replay/build.ts';
import { checkOpenRuns } from '../../../src/workers/replay/check-open-runs.ts';
import { replayRuns } from '../../../src/workers/replay/replay-runs.ts';
import { verdictOf, verdictsOf } from '../../../src/workers/replay/verdict.ts';
import { groupTaskQueue } from '../../../src/workflows/contract/task-queues.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { claimNamespace } from '../../setup/shared-server.ts';
import { adInput, orderInput } from '../../workflows/fixtures.ts';
import { until } from '../desk-harness.ts';
import { compatibleVersionOf, nextVersionOf } from './next-version.ts';
import { AskingWorkflows } from '../../../src/workers/notices/asking-workflows.ts';

const account = 'acme';
const code = readFileSync(inject('workflowBundle'), 'utf8');
const secondOrder = '22000000000000000002';
const types = ['adMaintenance', 'orderLifecycle', 'guard', 'lead'];

beforeAll(() => {
  Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging: { filter: 'OFF' } } });
});

/** A namespace in which an ad, two orders, a guard and a lead have begun; their activities wait for workers. */
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
    sinks: new AskingWorkflows().sinks(),
    ...buildOf({ code }),
    debugMode: true,
  });
  await worker.runUntil(async () => {
    await startAd(client, adInput(account));
    await startOrder(client, orderInput(account));
    await startOrder(client, { ...orderInput(account), orderNumber: secondOrder });
    await guardControl(client, account).killSwitch({ name: 'releases', thrown: true, by: 'ana', reason: 'a doubt' });
    await leadControl(client, account).offer();
    // Each has answered its first task, and visibility knows of it.
    await until(
      'all have begun',
      () => client.workflow.count(),
      ({ count }) => count === types.length + 1,
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
  const said = JSON.parse(stdout) as {
    verdict: string;
    safe: boolean;
    types: { workflowType: string; replayed: number; open: number }[];
  };
  expect(said).toMatchObject({ verdict: 'safe', safe: true });
  expect(exitCode).toBe(0);
  const found = said.types.filter(({ replayed, open }) => replayed > 0 && replayed === open);
  expect(found.map(({ workflowType }) => workflowType).toSorted()).toEqual(types.toSorted());
  expect(stderr).toContain('5 of 5 histories');
  const named = await runInProcess(['replay', '--from-server', '--workflow-id', 'guard:acme'], env);
  expect(named.stdout).toMatch(/guard +1 +safe/);
  expect(named.stdout).toContain('Safe: 1 of 1 histories replay on this code.');
  const some = await runInProcess(['replay', '--from-server', '--type', 'orderLifecycle', '--limit', '1'], env);
  expect(some.stdout).toMatch(/orderLifecycle +1 +unknown: read 1 of 2 open/);
  expect(some.stdout).toContain('Unknown: 1 of 2 open were read');
  expect(some.stdout).not.toMatch(/safe/i);
  expect(some.exitCode).toBe(1);
  const next = { code: nextVersionOf(code) };
  const { open, chosen } = await chosenRuns(client, {
    types,
    workflowId: undefined,
    closedSince: new Date(),
    limit: 9,
  });
  const dataConverter = workerConverter(plainCodec, client.options.namespace);
  const never = Promise.withResolvers<void>().promise;
  const read = await replayRuns({ client, workflowBundle: next, dataConverter, timeUp: never }, chosen);
  const verdicts = verdictsOf({ types, open, ...read });
  expect(verdictOf(verdicts)).toBe('not safe');
  expect(verdictText(verdicts)).toMatch(
    /guard:acme \(run [\w-]+, \d+ events\) does not replay:\n +DeterminismViolationError: .*event/i,
  );
  // The next version has left the lead as it was.
  expect(verdicts.map(({ broken }) => broken.length)).toEqual([1, 2, 1, 0]);
  // What was not read when the time was up is not safe.
  const late = await replayRuns({ client, workflowBundle: next, dataConverter, timeUp: Promise.resolve() }, chosen);
  expect(late).toMatchObject({ replayed: [], unread: chosen });
  expect(verdictOf(verdictsOf({ types, open, ...late }))).toBe('unknown');

  const start = async (workflowBundle: { code: string }, limits: { ms: number; runs: number }): Promise<string> => {
    const lines: string[] = [];
    const say = (_fields: object, line: string): void => void lines.push(line);
    const logger = { debug: say, info: say, warn: say, error: say } as unknown as Logger;
    const stopping = new AbortController().signal;
    const taskQueues = [groupTaskQueue(account)];
    const check = { client, logger, codec: plainCodec, workflowBundle, taskQueues, stopping, limits };
    await checkOpenRuns({ ...check, isVersioned: false, acceptsBroken: false });
    return lines.join('\n');
  };
  expect(await start({ code }, { ms: 60_000, runs: 9 })).toBe('');
  const same = { code: compatibleVersionOf(code) };
  expect(await start(same, { ms: 60_000, runs: 9 })).toContain('all 5 replay on this code');
  const cut = '1 of 5 open were replayed: `peerdesk replay --from-server` does it for all';
  expect(await start(same, { ms: 60_000, runs: 1 })).toContain(cut);
  expect(await start(same, { ms: 0, runs: 9 })).toContain('0 of 5 open were replayed');
  await expect(start(next, { ms: 60_000, runs: 9 })).rejects.toThrow(
    /^4 of 5 open workflows do not replay on this code/,
  );
});
