import { execFileSync } from 'node:child_process';
import { describe, it } from 'vitest';
import { connectTemporal, startDesk } from '../../../src/client/index.ts';
import * as attributes from '../../../src/workflows/contract/search-attributes.ts';
import { groupTaskQueue } from '../../../src/workflows/contract/task-queues.ts';
import { orderWorkflowId } from '../../../src/workflows/contract/workflow-ids.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory, type AtEnd } from '../../setup/temporary-directory.ts';
import { account, until } from '../desk-harness.ts';
import { openServerWorld } from './worker-world.ts';

interface Answer {
  code: number;
  problems?: string[];
}

/** A worker that serves, on a server of its own whose store is a file. */
async function openServed(atEnd: AtEnd, dynamicConfig: Readonly<Record<string, number>> = {}) {
  const dbFile = `${await temporaryDirectory(atEnd)}/temporal.db`;
  const world = await openServerWorld(atEnd, { dbFile, dynamicConfig });
  const worker = await world.startWorker({}, '--json', '--health-port', '0');
  const { healthPort } = JSON.parse(await worker.firstLine) as { healthPort: number };
  let log = '';
  worker.child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const health = async (): Promise<Answer> => {
    const reply = await fetch(`http://127.0.0.1:${healthPort}/healthz`);
    return { ...((await reply.json()) as Omit<Answer, 'code'>), code: reply.status };
  };
  const doctor = async () => {
    const { stdout, exitCode } = await runInProcess(['doctor', '--json', '--account', account], {
      ...world.env,
      PEERDESK_STATE_DIR: await temporaryDirectory(atEnd),
    });
    const { groups } = JSON.parse(stdout) as {
      groups: { title: string; findings: { id: string; verdict: string; text: string }[] }[];
    };
    const texts = groups.flatMap(({ findings }) => findings.flatMap(({ id, text }) => (id === 'served' ? [text] : [])));
    const broken = groups.flatMap(({ findings }) =>
      findings.flatMap(({ id, verdict }) => (verdict === 'broken' ? [id] : [])),
    );
    return { exitCode, broken, texts };
  };
  const textsOf = async () => (await doctor()).texts;
  await until('health after the start', health, ({ code }) => code === 200);
  return { ...world, child: worker.child, health, log: () => log, doctor, served: textsOf };
}

/** Every write of the process beyond these bytes of a file fails, as on a full disk. */
function limitFiles(pid: number, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}

describe.concurrent('whether a worker serves is judged by what Temporal stores', () => {
  it.skipIf(process.platform !== 'linux')(
    'a server whose disk is full: 503 within 30 s, named by the doctor, and 200 again with room',
    async ({ expect, onTestFinished }) => {
      const { server, health, served, child, log } = await openServed(onTestFinished);
      expect(await served()).toEqual([expect.stringMatching(/is served by/)]);
      limitFiles(server.pid, 4_096);
      const fullMs = performance.now();
      const answer = await until('the verdict', health, ({ code }) => code === 503);
      const tookMs = Math.round(performance.now() - fullMs);
      process.stdout.write(`full disk: 503 after ${tookMs} ms, ${JSON.stringify(answer)}\n`);
      expect(answer.problems).toEqual([expect.stringMatching(/^(not-stored|no-lead|temporal-silent)$/)]);
      expect(await served()).not.toEqual([expect.stringMatching(/is served by/)]);
      limitFiles(server.pid, 'unlimited');
      const roomMs = performance.now();
      await until('health with room', health, ({ code }) => code === 200);
      process.stdout.write(`room again: 200 after ${Math.round(performance.now() - roomMs)} ms\n`);
      expect(log()).toMatch(/is served again/);
      expect(child.exitCode).toBeNull();
    },
  );

  it('a server that stands still: 503, and 200 again with the same process when it goes on', async ({
    expect,
    onTestFinished,
  }) => {
    const { server, health, child } = await openServed(onTestFinished);
    onTestFinished(() => void process.kill(server.pid, 'SIGCONT'));
    process.kill(server.pid, 'SIGSTOP');
    const stoppedMs = performance.now();
    const answer = await until('the verdict', health, ({ code }) => code === 503);
    process.stdout.write(`stalled: 503 after ${Math.round(performance.now() - stoppedMs)} ms\n`);
    expect(answer.problems).toEqual(['temporal-silent']);
    process.kill(server.pid, 'SIGCONT');
    await until('health again', health, ({ code }) => code === 200);
    expect(child.exitCode).toBeNull();
  });

  it('a worker that was killed serves no more, although its polls are still listed: a desk that waits for one fails the doctor', async ({
    expect,
    onTestFinished,
  }) => {
    const { child, doctor, address } = await openServed(onTestFinished);
    child.kill('SIGKILL');
    expect(await doctor()).toEqual({ exitCode: 0, broken: [], texts: [expect.stringMatching(/^no worker serves/)] });
    const peerdesk = await connectTemporal({ address, namespace: 'default' });
    onTestFinished(() => peerdesk.close());
    await startDesk(peerdesk.client, { account, egress: account, mode: 'sim', release: null, adoptAds: null });
    const desks = () => peerdesk.client.workflow.count("WorkflowType = 'accountDesk'");
    await until('the desk in the list', desks, ({ count }) => count > 0);
    expect(await doctor()).toEqual({
      exitCode: 1,
      broken: ['served'],
      texts: [expect.stringMatching(/^no worker leads: nothing is priced/)],
    });
  });

  it('workflows whose tasks fail are counted, and named with their cause in the log', async ({
    expect,
    onTestFinished,
  }) => {
    const trigger = { 'system.numConsecutiveWorkflowTaskProblemsToTriggerSearchAttribute': 1 };
    const { address, health, log, served } = await openServed(onTestFinished, trigger);
    const peerdesk = await connectTemporal({ address, namespace: 'default' });
    onTestFinished(() => peerdesk.close());
    const workflowId = orderWorkflowId(account, '20000000000000000001');
    await peerdesk.client.workflow.start('orderOfAnotherVersion', {
      workflowId,
      taskQueue: groupTaskQueue(account),
      typedSearchAttributes: [{ key: attributes.peerdeskAccount, value: account }],
    });
    await until('the problem', health, ({ problems }) => problems?.includes('tasks-fail') === true);
    await until('the line', log, (text) => text.includes('the tasks of this workflow fail'));
    const line = log()
      .split('\n')
      .find((text) => text.includes('the tasks of this workflow fail'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      workflowId,
      reason: expect.stringMatching(/Failed to initialize workflow of type 'orderOfAnotherVersion'/),
    });
    expect(await served()).toContainEqual(expect.stringMatching(/does not go on.*order:acme:20000000000000000001/));
  });
});
