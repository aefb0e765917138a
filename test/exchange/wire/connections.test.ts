import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { clientFor } from '../fixtures.ts';
import { startRecorder, success, type Recorder } from '../recorder.ts';

let recorder: Recorder | null = null;
let silent: SilentServer | null = null;
afterEach(async () => {
  await recorder?.close();
  await silent?.close();
  recorder = null;
  silent = null;
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
const order = { orderNumber: '1' };

interface SilentServer {
  readonly port: number;
  /** Connections that were made, and those that are open still. */
  readonly made: () => number;
  readonly open: () => number;
  close(): Promise<void>;
}

/** Accepts connections and never answers: a handshake with it does not end. */
async function startSilent(): Promise<SilentServer> {
  const sockets = new Set<Socket>();
  let made = 0;
  const server: Server = createServer((socket) => {
    made += 1;
    sockets.add(socket);
    socket.resume();
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    made: () => made,
    open: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

describe('reliability 2.3: connections', () => {
  it.each([1, 2, 3, 8])('with %i calls in flight there are never more of them', async (requestsInFlight) => {
    recorder = await startRecorder(() => success(null));
    const client = clientFor(recorder.baseUrl, { settings: { requestsInFlight } });
    for (let call = 0; call < 3; call += 1) await client.orders.releaseCoin(order);
    await Promise.all(Array.from({ length: 40 }, () => client.orders.releaseCoin(order)));
    await client.orders.releaseCoin(order);
    expect(recorder.requests).toHaveLength(44);
    expect(recorder.connections()).toBeLessThanOrEqual(requestsInFlight);
    await client.close();
  });

  it('calls that are given up leave none behind, and open no more than are allowed', async () => {
    silent = await startSilent();
    const client = clientFor(`https://127.0.0.1:${silent.port}`, { settings: { requestsInFlight: 4 } });
    for (let round = 0; round < 10; round += 1) {
      const stop = new AbortController();
      const calls = [1, 2, 3].map(() => client.ads.getDetailByNo('1', { signal: stop.signal }));
      while (silent.made() === 0) await settled();
      stop.abort();
      for (const call of await Promise.allSettled(calls)) {
        expect(call).toMatchObject({ status: 'rejected', reason: { code: 'ABORTED', sent: 'no' } });
      }
    }
    expect(silent.made()).toBeLessThanOrEqual(4);
    await client.close();
    while (silent.open() > 0) await settled();
  });

  it('closing the client ends the calls that still connect', async () => {
    silent = await startSilent();
    const client = clientFor(`https://127.0.0.1:${silent.port}`, { settings: { requestTimeoutMs: 600_000 } });
    const calls = [client.orders.releaseCoin(order), client.ads.getDetailByNo('1')];
    const ends = Promise.allSettled(calls);
    while (silent.made() < 2) await settled();
    await client.close();
    for (const end of await ends) expect(end).toMatchObject({ reason: { code: 'CLOSED', sent: 'no' } });
    while (silent.open() > 0) await settled();
  });

  it('an idle connection that the service resets fails no call that had not left', async () => {
    recorder = await startRecorder(() => ({
      instead: (response) => {
        const { socket } = response;
        response.end(success(null).body, () => setTimeout(() => socket?.resetAndDestroy(), 3));
      },
    }));
    const client = clientFor(recorder.baseUrl);
    const ends: unknown[] = [];
    for (let call = 0; call < 60; call += 1) {
      ends.push(
        await client.orders.releaseCoin(order).then(
          () => 'yes',
          ({ sent }: { sent: string }) => sent,
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, call % 5));
    }
    expect(ends).not.toContain('no');
    expect(ends).toContain('yes');
    await client.close();
  });

  it('what cannot be connected fails each call that wanted it, and the next one tries again', async () => {
    recorder = await startRecorder(() => success(null));
    const { port } = recorder;
    await recorder.close();
    const client = clientFor(`http://127.0.0.1:${port}`, { settings: { requestsInFlight: 3 } });
    const calls = Array.from({ length: 6 }, () => client.orders.releaseCoin(order));
    for (const end of await Promise.allSettled(calls)) {
      expect(end).toMatchObject({
        reason: { sent: 'no', message: expect.stringContaining('refused the connection') as unknown },
      });
    }
    await client.close();
    recorder = null;
  });
});
