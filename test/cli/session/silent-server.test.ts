import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectLimitMs } from '../../../src/cli/kit/connect-limit.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

/** Takes each connection and answers nothing, as a server that stands still. */
async function openSilence(): Promise<Record<string, string>> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    // Without what the tests of a busy machine say.
    PEERDESK_TIMEOUT: '',
    TEMPORAL_ADDRESS: `127.0.0.1:${port}`,
    PEERDESK_BASE_URL: 'http://127.0.0.1:1',
    PEERDESK_API_KEY: 'key-of-acme-0123456789',
    PEERDESK_API_SECRET: 'secret-of-acme-0123456789',
    PEERDESK_STATE_DIR: await temporaryDirectory(),
  };
}

const readers = [
  'desk show',
  'desk payments',
  'order list',
  'order show 7',
  'order history',
  'ad list',
  'ad show 7',
  'audit',
  'deploy status',
  'replay --from-server',
  'watchdog --once',
];

/** Notes how long each connection may take, and ends it as the client does when that is over, without the wait. */
function shortConnections() {
  const state = { limits: [] as unknown[], open: 0, atOnce: 0 };
  const spy = vi.spyOn(Connection, 'connect').mockImplementation(async (options) => {
    state.limits.push(options?.connectTimeout);
    state.open += 1;
    state.atOnce = Math.max(state.atOnce, state.open);
    await delay(200);
    state.open -= 1;
    throw new Error('Failed to connect before the deadline');
  });
  onTestFinished(() => spy.mockRestore());
  return state;
}

describe('U22: a Temporal server that takes connections and says nothing', () => {
  it('ends a real connection with the words that its failure is known by', async () => {
    const env = await openSilence();
    const run = await runInProcess(['desk', 'show', '--timeout', '1s'], env);
    expect(run).toMatchObject({ exitCode: 3, stderr: expect.stringContaining(' does not answer: ') });
  });

  it.each(readers)('is named by `peerdesk %s`, which waits seven seconds for it', async (command) => {
    const env = await openSilence();
    const connections = shortConnections();
    const { exitCode, stderr } = await runInProcess(command.split(' '), env);
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`the Temporal server at ${env['TEMPORAL_ADDRESS'] ?? ''} does not answer: `);
    expect(connections.limits).toEqual([7_000]);
  });

  it('is waited for once by the doctor: what asks for a ban connects beside the checks', async () => {
    const env = await openSilence();
    const connections = shortConnections();
    const { exitCode, stdout } = await runInProcess(['doctor'], env);
    expect(exitCode).toBe(1);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`no Temporal server answers at ${env['TEMPORAL_ADDRESS'] ?? ''}`);
    expect(connections).toMatchObject({ limits: [7_000, 7_000], atOnce: 2 });
  });

  it.each([
    [undefined, undefined, 7_000],
    ['1s', undefined, 1_000],
    ['100ms', undefined, 1_000],
    ['2m', undefined, 15_000],
    [undefined, '60s', 60_000],
    ['30s', '60s', 30_000],
    [undefined, 'soon', 7_000],
  ])('is waited for as long as --timeout %s and PEERDESK_TIMEOUT %s say', (timeout, variable, ms) => {
    expect(connectLimitMs({ options: { timeout } }, { PEERDESK_TIMEOUT: variable })).toBe(ms);
  });
});
