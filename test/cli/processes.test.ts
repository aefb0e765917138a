import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startHealthService } from '../../src/cli/process/health-service.ts';
import { inProject } from '../../src/server/project-root.ts';
import { runInProcess } from '../setup/run-in-process.ts';
import { startPeerdesk } from '../setup/run-peerdesk.ts';

describe('peerdesk simulator', () => {
  it('prints address, ads and a fresh key pair that opens it, and ends cleanly on SIGTERM', async () => {
    const { child, firstLine, ended } = await startPeerdesk(['simulator', '--port', '0', '--json']);
    const ready = JSON.parse(await firstLine) as Record<string, string>;
    expect(ready).toMatchObject({ event: 'ready', account: 'main', ads: [{ side: 'SELL' }, {}, {}, {}] });
    const env = {
      PEERDESK_BASE_URL: ready['baseUrl'] ?? '',
      PEERDESK_API_KEY: ready['apiKey'] ?? '',
      PEERDESK_API_SECRET: ready['apiSecret'] ?? '',
    };
    expect(await runInProcess(['call', 'user/baseDetail'], env)).toMatchObject({ exitCode: 0, stderr: '' });
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('as text says what to export, and never shows keys from the environment', async () => {
    const keys = { PEERDESK_API_KEY: 'a-given-key', PEERDESK_API_SECRET: 'a-given-secret' };
    const { child, firstLine, ended } = await startPeerdesk(['simulator', '--port', '0'], keys);
    expect(await firstLine).toMatch(/^simulator ready at http:\/\/127\.0\.0\.1:\d+: account main/);
    child.kill('SIGINT');
    const { exitCode, stdout } = await ended;
    expect(exitCode).toBe(0);
    expect(stdout).toContain('export PEERDESK_BASE_URL=http://127.0.0.1:');
    expect(stdout).not.toMatch(/a-given-/);
  });

  it('on a port that is taken ends with exit code 4 and one line', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const run = await runInProcess(['simulator', '--port', String(port)]);
    expect(run).toMatchObject({ exitCode: 4, stdout: '' });
    expect(run.stderr).toMatch(/^peerdesk: [^\n]*in use[^\n]*\n$/);
  });
});

describe('a process that runs until it is asked to stop', () => {
  it('asks itself to stop at the first signal and ends at once at the second', async () => {
    const module = pathToFileURL(inProject('src', 'cli', 'process', 'shutdown-signal.ts')).href;
    const program = `
      const { listenForShutdown } = await import(${JSON.stringify(module)});
      const waiting = setInterval(() => {}, 1000);
      listenForShutdown().requested.then(() => console.log('asked'));
      console.log('ready');`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ended = once(child, 'exit');
    expect(await lines.next()).toMatchObject({ value: 'ready' });
    child.kill('SIGTERM');
    expect(await lines.next()).toMatchObject({ value: 'asked' });
    child.kill('SIGTERM');
    expect(await ended).toEqual([143, null]);
  });

  it('does not mind a reader that has seen enough', async () => {
    const { child, ended } = await startPeerdesk(['call', '--list']);
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe('the health service of a worker', () => {
  it('answers 503 until the worker polls, 200 then with what is wrong all the same, and knows one path only', async () => {
    const health = await startHealthService({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => health.close());
    const status = async (path: string): Promise<number> =>
      (await fetch(`http://127.0.0.1:${health.port}${path}`)).status;
    expect(await status('/healthz')).toBe(503);
    health.setHealth({ isServing: true, problems: [] });
    expect(await status('/healthz')).toBe(200);
    expect(await status('/')).toBe(404);
    health.setHealth({ isServing: true, problems: [{ code: 'register-silent', why: 'the disk is full' }] });
    const answer = await fetch(`http://127.0.0.1:${health.port}/healthz`);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', problems: ['register-silent'] }]);
  });
});
