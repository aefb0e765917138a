import { access, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { platform } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { freePort } from '../../src/server/free-port.ts';
import { startTemporalServer, type TemporalServer } from '../../src/server/temporal-server.ts';
import { searchAttributeKeys } from '../../src/workflows/contract/search-attributes.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

async function connected<T>(server: TemporalServer, use: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address: server.address });
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}

async function startWorkflow(connection: Connection, workflowId: string): Promise<void> {
  await connection.workflowService.startWorkflowExecution({
    namespace: 'default',
    workflowId,
    requestId: workflowId,
    workflowType: { name: 'nobodyRunsThis' },
    taskQueue: { name: 'nobody' },
    searchAttributes: {
      indexedFields: {
        PeerdeskAccount: {
          metadata: { encoding: Buffer.from('json/plain'), type: Buffer.from('Keyword') },
          data: Buffer.from('"main"'),
        },
      },
    },
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a Temporal server that Peerdesk starts', () => {
  it('answers as soon as it is handed over, shows the Web UI, and keeps its workflows over a restart', async () => {
    const directory = await temporaryDirectory();
    const options = {
      cliPath: inject('temporalCli'),
      dbFile: join(directory, 'state', 'temporal.sqlite'),
      logFile: join(directory, 'log', 'temporal.log'),
      searchAttributes: searchAttributeKeys,
      dynamicConfig: { 'system.enableActivityEagerExecution': true },
    };
    const first = await startTemporalServer(options);
    try {
      await connected(first, (connection) => startWorkflow(connection, 'kept'));
      expect((await fetch(`${first.uiUrl}/`)).status).toBe(200);
    } finally {
      await first.stop();
    }
    expect(isAlive(first.pid)).toBe(false);
    await access(options.logFile);

    const second = await startTemporalServer(options);
    try {
      const answer = await connected(second, (connection) =>
        connection.workflowService.describeWorkflowExecution({
          namespace: 'default',
          execution: { workflowId: 'kept' },
        }),
      );
      expect(Object.keys(answer.workflowExecutionInfo?.searchAttributes?.indexedFields ?? {})).toEqual([
        'PeerdeskAccount',
      ]);
    } finally {
      await second.stop();
    }
  });

  it('knows every search attribute of Peerdesk', async () => {
    const server = await startTemporalServer({
      cliPath: inject('temporalCli'),
      uiPort: null,
      searchAttributes: searchAttributeKeys,
    });
    try {
      expect(server.uiUrl).toBeNull();
      const answer = await connected(server, (connection) =>
        connection.operatorService.listSearchAttributes({ namespace: 'default' }),
      );
      expect(Object.keys(answer.customAttributes ?? {})).toEqual(
        expect.arrayContaining(searchAttributeKeys.map(({ name }) => name)),
      );
    } finally {
      await server.stop();
    }
  });

  it('is in a process group of its own, so that Ctrl-C leaves the order of stopping to the caller', async () => {
    const server = await startTemporalServer({ cliPath: inject('temporalCli'), uiPort: null });
    try {
      // A negative number addresses a process group: this throws unless the server leads one.
      expect(process.kill(-server.pid, 0)).toBe(true);
    } finally {
      await server.stop();
      await server.stop();
    }
    expect(await server.exited).toBeDefined();
    expect(isAlive(server.pid)).toBe(false);
  });

  it('two started at once get different ports', async () => {
    const cliPath = inject('temporalCli');
    const servers = await Promise.all([
      startTemporalServer({ cliPath, uiPort: null }),
      startTemporalServer({ cliPath, uiPort: null }),
    ]);
    try {
      expect(new Set(servers.map(({ address }) => address)).size).toBe(2);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  });

  it('that cannot start says why, with the end of its log', async () => {
    const directory = await temporaryDirectory();
    const logFile = join(directory, 'temporal.log');
    const start = startTemporalServer({
      cliPath: inject('temporalCli'),
      logFile,
      uiPort: null,
      searchAttributes: [{ name: 'PeerdeskOdd', type: 'NoSuchType' }],
    });
    await expect(start).rejects.toThrow(/did not start: it ended with code 1.*NoSuchType/s);
    expect(await readFile(logFile, 'utf8')).toContain('NoSuchType');
  });

  it('on a port that the caller chose and that is taken is refused, not moved', async () => {
    const port = await freePort();
    const first = await startTemporalServer({ cliPath: inject('temporalCli'), port, uiPort: null });
    try {
      const second = startTemporalServer({ cliPath: inject('temporalCli'), port, uiPort: null });
      await expect(second).rejects.toThrow(`port ${port} is in use`);
    } finally {
      await first.stop();
    }
  });
});

describe('the HTTP interface of the development server', () => {
  it('refuses the post of any web page, while its gRPC and Web UI answer', async () => {
    const httpPort = await freePort();
    const server = await startTemporalServer({ cliPath: inject('temporalCli'), httpPort });
    onTestFinished(() => server.stop());
    const connection = await Connection.connect({ address: server.address });
    onTestFinished(() => connection.close());
    const client = new Client({ connection });
    await client.workflow.start('anything', { workflowId: 'order:main:1', taskQueue: 'nobody' });
    const path = '/api/v1/namespaces/default/workflows/order:main:1/signal/approveRelease';
    const post = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${httpPort}${path}`, {
        method: 'POST',
        headers: { origin: 'http://evil.example', 'content-type': 'text/plain', ...headers },
        body: '{"input":[{"by":"a web page"}]}',
      });
    expect((await post({})).status).toBe(403);
    const { historyLength } = await client.workflow.getHandle('order:main:1').describe();
    expect(historyLength).toBe(2);
    expect((await fetch(server.uiUrl ?? '')).status).toBe(200);
  });
});

describe('the Web UI of the development server', () => {
  it('SEC5b: answers to the names of this machine and those in its settings, and refuses any name that was rebound to this machine as well as the page of any other origin', async () => {
    const server = await startTemporalServer({ cliPath: inject('temporalCli'), uiNames: ['desk.example.net'] });
    onTestFinished(() => server.stop());
    const { port } = new URL(server.uiUrl ?? '');
    const ask = (host: string, headers: Record<string, string> = {}) =>
      new Promise<number>((resolve, reject) => {
        const outgoing = request({ host: '127.0.0.1', port, path: '/api/v1/settings', headers: { host, ...headers } });
        outgoing.once('response', (answer) => resolve(answer.resume().statusCode ?? 0)).once('error', reject);
        outgoing.end();
      });
    expect(await ask(`localhost:${port}`)).toBe(200);
    expect(await ask('desk.example.net')).toBe(200);
    expect(await ask(`evil.example:${port}`)).toBe(421);
    expect(await ask(`localhost:${port}`, { origin: 'http://evil.example' })).toBe(403);
    // Where the system has the whole of 127.0.0.0/8, the Web UI itself hides in it.
    if (platform() !== 'linux') return;
    const [hidden] = /(?<=--ui-ip\0)[^\0]*/.exec(await readFile(`/proc/${server.pid}/cmdline`, 'utf8')) ?? [];
    expect(hidden).toMatch(/^127\./);
    expect(hidden).not.toBe('127.0.0.1');
  });
});
