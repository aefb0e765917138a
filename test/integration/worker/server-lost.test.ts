import { describe, inject, it } from 'vitest';
import { connectTemporal } from '../../../src/client/index.ts';
import { runCommand } from '../../../src/server/child-command.ts';
import { egressTaskQueue } from '../../../src/workflows/contract/task-queues.ts';
import { egressWorkflowId } from '../../../src/workflows/contract/workflow-ids.ts';
import { openHeldWire } from '../../setup/wire/held-wire.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { account, sharedEgress, until } from '../desk-harness.ts';
import { endOf, openServerWorld, openWorld } from './worker-world.ts';

/** A server knows a new namespace everywhere only after a while. */
async function createNamespace(address: string, namespace: string): Promise<void> {
  const args = ['operator', 'namespace', 'create', '--address', address, '--namespace', namespace];
  await runCommand([inject('temporalCli'), ...args], { env: process.env, timeoutMs: 20_000 });
  const peerdesk = await connectTemporal({ address, namespace });
  await until(
    'the namespace',
    () => peerdesk.client.workflow.count(),
    () => true,
  );
  await peerdesk.close();
}

describe.concurrent('a worker that cannot serve says why, once, and ends', () => {
  it('a namespace that does not exist', async ({ expect, onTestFinished }) => {
    const { startWorker } = await openWorld(onTestFinished);
    const { exitCode, said, stderr } = await endOf(await startWorker({ TEMPORAL_NAMESPACE: 'nosuch' }));
    expect({ exitCode, said }).toEqual({ exitCode: 4, said: [expect.stringMatching(/nosuch.*TEMPORAL_NAMESPACE/)] });
    expect(stderr).not.toMatch(/Status \{|PEERDESK_DEBUG/);
  });

  it('a server that goes while the worker starts', async ({ expect, onTestFinished }) => {
    const { startWorker, server } = await openServerWorld(onTestFinished);
    // An empty cache: building the bundle takes longer than ending the server.
    const emptyCache = { PEERDESK_CACHE_DIR: await temporaryDirectory(onTestFinished) };
    const worker = await startWorker(emptyCache, '--log-level', 'debug');
    await new Promise<void>((resolve) =>
      worker.child.stderr?.on('data', (chunk: Buffer) => chunk.includes('bundling') && resolve()),
    );
    process.kill(server.pid, 'SIGKILL');
    const { exitCode, said, stderr } = await endOf(worker);
    // Which of the two depends on its current request.
    const unreached = expect.stringMatching(/cannot be reached|no Temporal server answers/);
    expect({ exitCode, said }).toEqual({ exitCode: 3, said: [unreached] });
    expect(stderr).not.toMatch(/Status \{|hold a reference|PEERDESK_DEBUG/);
  });

  it('a server that falls silent while the worker starts', async ({ expect, onTestFinished }) => {
    const { startWorker, address } = await openWorld(onTestFinished);
    const wire = await openHeldWire(address);
    onTestFinished(() => wire.close());
    wire.hold();
    const { exitCode, said } = await endOf(await startWorker({ TEMPORAL_ADDRESS: wire.address }));
    expect({ exitCode, said }).toEqual({ exitCode: 3, said: [expect.stringMatching(/no Temporal server answers/)] });
  });

  it('a namespace that is lost later', async ({ expect, onTestFinished }) => {
    const { startWorker, server, restart } = await openServerWorld(onTestFinished);
    await createNamespace(server.address, 'shop');
    const worker = await startWorker({ TEMPORAL_NAMESPACE: 'shop' });
    await worker.firstLine;
    await server.stop();
    await restart();
    const { exitCode, said, stderr } = await endOf(worker);
    expect({ exitCode, said }).toEqual({ exitCode: 4, said: [expect.stringMatching(/shop.*TEMPORAL_NAMESPACE/)] });
    expect(stderr).not.toMatch(/Status \{|hold a reference|Channel has been shut down|PEERDESK_DEBUG|shutdown_worker/);
  });
});

describe.concurrent('an egress workflow whose tasks fail', () => {
  it('holds no worker up forever, and is named', async ({ expect, onTestFinished }) => {
    const { startWorker, address, namespace } = await openWorld(onTestFinished);
    const peerdesk = await connectTemporal({ address, namespace });
    onTestFinished(() => peerdesk.close());
    await peerdesk.client.workflow.start('egressOfAnotherVersion', {
      workflowId: egressWorkflowId(sharedEgress),
      taskQueue: egressTaskQueue(sharedEgress, account),
    });
    const { firstLine, child } = await startWorker({ PEERDESK_EGRESS: sharedEgress }, '--json');
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
    expect(JSON.parse(await firstLine)).toMatchObject({ event: 'ready' });
    expect(log).toMatch(/egress workflow not reached/);
  });
});

describe.concurrent('/healthz', () => {
  it('is 503 while no Temporal server answers, and 200 again when one does', async ({ expect, onTestFinished }) => {
    const dbFile = `${await temporaryDirectory(onTestFinished)}/temporal.db`;
    const { startWorker, server, restart } = await openServerWorld(onTestFinished, { dbFile });
    const { firstLine, child } = await startWorker({}, '--json', '--health-port', '0');
    const { healthPort } = JSON.parse(await firstLine) as { healthPort: number };
    const status = async () => (await fetch(`http://127.0.0.1:${healthPort}/healthz`)).status;
    await until('health after the start', status, (code) => code === 200);
    await server.stop();
    await until('health without a server', status, (code) => code === 503);
    await restart();
    await until('health with a server again', status, (code) => code === 200);
    expect(child.exitCode).toBeNull();
  });
});
