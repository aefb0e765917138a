import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, openChat, push, startChatService, systemRow, type ChatService } from './chat-service.ts';
import type { ChatSocketOptions } from '../../../src/exchange/index.ts';

let service: ChatService;
beforeEach(async () => {
  service = await startChatService();
});
afterEach(async () => {
  await service.close();
});

const open = (options: ChatSocketOptions = {}) => openChat(service, options);

describe('interface 4.3: credential, connect, first frame', () => {
  it('the first frame holds the listenKey and nothing else; the address stays bare', async () => {
    open();
    await eventually(() => service.frames.length > 0);
    expect(service.frames).toEqual(['{"listenKey":"key-1"}']);
    expect(service.targets).toEqual(['/chat']);
  });

  it('chatWssUrl is read as well (wire-facts 16 row 1)', async () => {
    service.credential = { chatWssUrl: 'ws://127.0.0.1:{port}/chat', listenKey: 'k' };
    open();
    await eventually(() => service.frames.length > 0);
    expect(service.frames).toEqual(['{"listenKey":"k"}']);
  });

  it('the other handshake puts key and token into the address and sends no frame (wire-facts 16 row 2)', async () => {
    open({ handshake: 'address' });
    await eventually(() => service.targets.length > 0);
    expect(service.targets).toEqual(['/chat/key-1?token=TOKEN+1&clientType=web']);
    expect(service.frames).toEqual([]);
  });

  it('order events come out, each once, however often they are delivered', async () => {
    const { events } = open();
    await eventually(() => service.frames.length > 0);
    const paid = systemRow(2, '227', 'seller_payed');
    for (const frame of [
      systemRow(1, '227', 'seller_merchant_trading'),
      paid,
      paid,
      {},
      systemRow(3, '228', 'be_appeal'),
    ])
      push(service, frame);
    await eventually(() => events.length >= 3);
    expect(events.map(({ orderNumber, event }) => `${orderNumber} ${event}`)).toEqual([
      '227 created',
      '227 paid',
      '228 appealed',
    ]);
  });
});

describe('reconnecting', () => {
  it('takes a fresh credential every time, waits with jitter, longer each time without success', async () => {
    service.onConnection = (connection) => {
      if (service.sockets.length < 4) connection.terminate();
    };
    const { states } = open({ random: () => 0.999_999 });
    await eventually(() => service.frames.includes('{"listenKey":"key-4"}'));
    const waits = states.flatMap((state) => (state.kind === 'waiting' ? [state.delayMs] : []));
    expect(waits.slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
    expect(service.credentials()).toBe(4);
  });

  it('starts over with short waits after a connection that was of use', async () => {
    const { states, events } = open({ random: () => 0.999_999 });
    for (let round = 1; round <= 3; round += 1) {
      await eventually(() => service.frames.length === round);
      push(service, systemRow(round, String(round), 'seller_payed'));
      await eventually(() => events.length === round);
      service.sockets.at(-1)?.terminate();
      await eventually(() => states.filter(({ kind }) => kind === 'waiting').length === round);
    }
    const waits = states.flatMap((state) => (state.kind === 'waiting' ? [state.delayMs] : []));
    expect(waits).toEqual([1_000, 1_000, 1_000]);
  });

  /** An unrequested pong counts too, so the test need not wait for pings. */
  it.each([
    ['two pongs was of use', 2, [1_000, 1_000, 1_000]],
    ['one pong may not have been logged in', 1, [1_000, 2_000, 4_000]],
  ])('a quiet connection with %s', async (_name, pongs, expected) => {
    service.onConnection = (connection) => {
      // Once the ping of the start has its own pong; what closes in order loses none of them.
      connection.once('ping', () => {
        for (let pong = 1; pong < pongs; pong += 1) connection.pong();
        connection.close();
      });
    };
    const { states } = open({ random: () => 0.999_999 });
    const waits = (): number[] => states.flatMap((state) => (state.kind === 'waiting' ? [state.delayMs] : []));
    await eventually(() => waits().length >= 3);
    expect(waits().slice(0, 3)).toEqual(expected);
  });

  it('leaves the key alone for a while when another socket took over: Bye', async () => {
    const { states } = open({ random: () => 0, takenOverWaitMs: 60_000 });
    await eventually(() => service.frames.length > 0);
    service.sockets[0]?.send('Bye');
    await eventually(() => states.some(({ kind }) => kind === 'waiting'));
    expect(states.find(({ kind }) => kind === 'waiting')).toEqual({
      kind: 'waiting',
      reason: 'another socket of this key took over',
      delayMs: 60_000,
    });
  });

  it('a socket that has gone silent is found and replaced (I31)', async () => {
    service.onConnection = (connection) => {
      if (service.sockets.length === 1) connection.pause();
    };
    open({ pingIntervalMs: 30 });
    await eventually(() => service.targets.length > 1);
    expect(service.credentials()).toBeGreaterThan(1);
  });

  it('a frame that is too large ends the connection, not the process', async () => {
    open();
    await eventually(() => service.frames.length > 0);
    service.sockets[0]?.send('x'.repeat(1_200_000));
    await eventually(() => service.targets.length > 1);
  });

  it('a ban of the address is waited for', async () => {
    service.client.gate.setBan(Date.now() + 3_600_000);
    const sleep = (_ms: number, signal?: AbortSignal): Promise<void> =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('over'))));
    const { states } = open({ sleep, random: () => 0 });
    await eventually(() => states.some(({ kind }) => kind === 'waiting'));
    const waiting = states.find((state) => state.kind === 'waiting');
    expect(waiting?.delayMs).toBeGreaterThan(3_590_000);
    expect(service.recorder.requests).toHaveLength(0);
  });

  it('the signal closes it for good', async () => {
    const stop = new AbortController();
    const { socket: chat } = open({ signal: stop.signal });
    await eventually(() => service.frames.length > 0);
    stop.abort();
    await chat.closed;
    expect(chat.state()).toEqual({ kind: 'closed', reason: 'closed by its owner' });
  });
});

describe('a frame that cannot be read is counted and reported, and costs nothing else', () => {
  const event = JSON.stringify(systemRow(1, '227', 'seller_payed'));
  it.each([
    ['compressed', gzipSync(event)],
    ['text in a binary frame', Buffer.from(event)],
    ['a list', `[${event}]`],
    ['two in one', `${event}${event}`],
    ['cut off', event.slice(0, 20)],
    ['wrapped in another', `{"data":${event}}`],
    ['behind a name', `42["message",${event}]`],
    ['a document within a text', JSON.stringify(event)],
    ['an order number that is none', '{"id":5,"type":"text","orderNo":"22 7","content":"a"}'],
    ['an order by another name', '{"id":5,"type":"text","orderNumber":"227","content":"a"}'],
    ['an order without an id', '{"type":"text","orderNo":"227","content":"a"}'],
    ['an id that is none', '{"id":{},"type":"text","orderNo":"227","content":"a"}'],
  ] as [string, string | Buffer][])('%s', async (_kind, frame) => {
    const counts: number[] = [];
    const { events } = open({ onUnreadable: (count) => counts.push(count) });
    await eventually(() => service.frames.length > 0);
    for (let sent = 0; sent < 3; sent += 1) service.sockets.at(-1)?.send(frame);
    push(service, systemRow(2, '228', 'seller_payed'));
    await eventually(() => events.length > 0);
    expect(counts).toEqual([1, 2, 3]);
    expect(events.map(({ orderNumber }) => orderNumber)).toEqual(['228']);
    expect(service.targets).toHaveLength(1);
  });

  it.each(['pong', '', '{}', '{"type":"statistics"}', 'Hello', '"pong"', '{"type":"x","orderNo":null}'])(
    '%j is none of them',
    async (frame) => {
      const counts: number[] = [];
      const { events } = open({ onUnreadable: (count) => counts.push(count) });
      await eventually(() => service.frames.length > 0);
      service.sockets.at(-1)?.send(frame);
      push(service, systemRow(2, '228', 'seller_payed'));
      await eventually(() => events.length > 0);
      expect(counts).toEqual([]);
    },
  );

  it('a byte that is no UTF-8 costs its text alone, not the connection', async () => {
    const { events } = open();
    await eventually(() => service.frames.length > 0);
    const frame = Buffer.from(JSON.stringify({ id: 5, type: 'text', orderNo: '228', content: 'caf#' }));
    frame[frame.indexOf('#')] = 0xe9;
    service.sockets.at(-1)?.send(frame, { binary: false });
    await eventually(() => events.length > 0);
    expect(events[0]).toMatchObject({ orderNumber: '228', text: 'caf\ufffd' });
    expect(service.targets).toHaveLength(1);
  });
});
