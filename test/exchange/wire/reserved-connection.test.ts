import { afterEach, describe, expect, it } from 'vitest';
import { defaultExchangeSettings } from '../../../src/exchange/index.ts';
import { ConnectionLost } from '../../../src/exchange/wire/connection.ts';
import { Connections } from '../../../src/exchange/wire/connections.ts';
import { HttpTransport } from '../../../src/exchange/wire/http-transport.ts';
import { reserveConnection } from '../../../src/exchange/wire/reservation.ts';
import type { WireRequest } from '../../../src/exchange/wire/wire-message.ts';
import { startRecorder, success, type Recorder } from '../recorder.ts';

let recorder: Recorder | null = null;
let transport: HttpTransport | null = null;
afterEach(async () => {
  await transport?.close();
  await recorder?.close();
  recorder = null;
  transport = null;
});

async function start(requestsInFlight = 1) {
  recorder = await startRecorder(() => success(null));
  transport = new HttpTransport(recorder.baseUrl, { ...defaultExchangeSettings, requestsInFlight });
  return { recorder, transport };
}

const request = (): WireRequest => ({ method: 'GET', target: '/x', headers: {}, body: null });
const hooks = { onLeave: () => undefined, signal: undefined };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('reliability 2.3: a connection that is reserved', () => {
  it('is open, and no other call gets it until it is given back', async () => {
    const { transport: wire, recorder: service } = await start();
    const reserved = await wire.reserve(undefined);
    const beside = wire.send(request, hooks);
    await pause(30);
    expect([reserved.isOpen, service.connections(), service.requests.length]).toEqual([true, 1, 0]);
    wire.giveBack(reserved);
    expect(await beside).toMatchObject({ status: 200 });
    expect(service.connections()).toBe(1);
  });

  it('carries the request that it is given to, and is free after the answer', async () => {
    const { transport: wire, recorder: service } = await start();
    const reserved = await wire.reserve(undefined);
    await wire.send(request, { ...hooks, reserved });
    expect(await wire.reserve(undefined)).toBe(reserved);
    expect([service.connections(), service.requests.length]).toEqual([1, 1]);
  });

  it('is free again when the caller has given up before it is used', async () => {
    const { transport: wire, recorder: service } = await start();
    const reserved = await wire.reserve(undefined);
    const late = wire.send(request, { ...hooks, reserved, signal: AbortSignal.abort() });
    await expect(late).rejects.toMatchObject({ sent: 'no' });
    expect(await wire.reserve(undefined)).toBe(reserved);
    await expect(wire.reserve(AbortSignal.abort())).rejects.toMatchObject({ sent: 'no' });
    expect(service.requests).toHaveLength(0);
  });

  it('is not replaced when it is lost, and its place is free for another', async () => {
    const { transport: wire, recorder: service } = await start();
    const reserved = await wire.reserve(undefined);
    service.cut();
    while (reserved.isOpen) await pause(1);
    await expect(wire.send(request, { ...hooks, reserved })).rejects.toBeInstanceOf(ConnectionLost);
    expect([service.connections(), service.requests.length]).toEqual([1, 0]);
    await wire.send(request, hooks);
    expect([service.connections(), service.requests.length]).toEqual([2, 1]);
  });

  it('stays open beyond the time after which an unused one ends', async () => {
    const { recorder: service } = await start();
    const connections = new Connections(service.baseUrl, { maxOpen: 1, connectTimeoutMs: 60_000, idleMs: 40 }, {});
    const reserved = await reserveConnection(connections, { signal: undefined, timeoutMs: 60_000 });
    await pause(80);
    expect(reserved.isOpen).toBe(true);
    connections.giveBack(reserved);
    while (reserved.isOpen) await pause(1);
    await connections.close();
  });
});
