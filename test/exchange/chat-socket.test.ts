import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openChatSocket } from '../../src/exchange/index.ts';
import type { ChatSocket, ChatSocketOptions, ChatSocketState, OrderEvent } from '../../src/exchange/index.ts';
import { eventually, startChatService, systemRow, textOf } from './chat-service.ts';
import type { ChatService } from './chat-service.ts';

let service: ChatService;
let socket: ChatSocket | null = null;
beforeEach(async () => {
  service = await startChatService();
});
afterEach(async () => {
  await socket?.close();
  socket = null;
  await service.close();
});

function open(options: ChatSocketOptions = {}) {
  const events: OrderEvent[] = [];
  const states: ChatSocketState[] = [];
  socket = openChatSocket(service.client, {
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
    sleep: async () => {},
    ...options,
  });
  return { socket, events, states };
}

const send = (frame: unknown, at = -1): void => service.sockets.at(at)?.send(JSON.stringify(frame));

describe('interface 4.3: credential, connect, first frame', () => {
  test('the first frame holds the listenKey and nothing else; the address stays bare', async () => {
    open();
    await eventually(() => service.frames.length > 0);
    expect(service.frames).toEqual(['{"listenKey":"key-1"}']);
    expect(service.targets).toEqual(['/chat']);
  });

  test('chatWssUrl is read as well (api-facts 16 row 1)', async () => {
    service.credential = { chatWssUrl: 'ws://127.0.0.1:{port}/chat', listenKey: 'k' };
    open();
    await eventually(() => service.frames.length > 0);
    expect(service.frames).toEqual(['{"listenKey":"k"}']);
  });

  test('the other handshake puts key and token into the address and sends no frame (api-facts 16 row 2)', async () => {
    open({ handshake: 'address' });
    await eventually(() => service.targets.length > 0);
    expect(service.targets).toEqual(['/chat/key-1?token=TOKEN+1&clientType=web']);
    expect(service.frames).toEqual([]);
  });

  test('order events come out, each once, however often they are delivered', async () => {
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
      send(frame);
    await eventually(() => events.length >= 3);
    expect(events.map(({ orderNumber, event }) => `${orderNumber} ${event}`)).toEqual([
      '227 created',
      '227 paid',
      '228 appealed',
    ]);
  });

  test('without a listener the events are read one by one', async () => {
    socket = openChatSocket(service.client, { sleep: async () => {} });
    await eventually(() => service.frames.length > 0);
    send(systemRow(1, '227', 'seller_payed'));
    send(systemRow(2, '227', 'seller_completed'));
    const seen: string[] = [];
    for await (const { event } of socket) {
      seen.push(event);
      if (event === 'completed') await socket.close();
    }
    expect(seen).toEqual(['paid', 'completed']);
  });

  test('a reader who is slow makes the service wait instead of filling the memory', async () => {
    socket = openChatSocket(service.client, { sleep: async () => {} });
    await eventually(() => service.frames.length > 0);
    for (let id = 1; id <= 3_000; id += 1) send(systemRow(id, String(id), 'seller_payed'));
    let count = 0;
    for await (const { orderNumber } of socket) {
      count += 1;
      expect(orderNumber).toBe(String(count));
      if (count === 3_000) break;
    }
    expect(count).toBe(3_000);
  });

  test('a listener that throws ends the socket with its error', async () => {
    const { socket: chat } = open({
      onEvent: () => {
        throw new Error('the listener broke');
      },
    });
    await eventually(() => service.frames.length > 0);
    send(systemRow(1, '227', 'seller_payed'));
    await expect(chat.closed).rejects.toThrow('the listener broke');
  });
});

describe('reconnecting', () => {
  test('takes a fresh credential every time, waits with jitter, longer each time without success', async () => {
    service.onConnection = (connection) => {
      if (service.sockets.length < 4) connection.terminate();
    };
    const { states } = open({ random: () => 0.999_999 });
    await eventually(() => service.frames.includes('{"listenKey":"key-4"}'));
    const waits = states.flatMap((state) => (state.kind === 'waiting' ? [state.delayMs] : []));
    expect(waits.slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
    expect(service.credentials()).toBe(4);
  });

  test('starts over with short waits after a connection that was of use', async () => {
    const { states, events } = open({ random: () => 0.999_999 });
    for (let round = 1; round <= 3; round += 1) {
      await eventually(() => service.frames.length === round);
      send(systemRow(round, String(round), 'seller_payed'));
      await eventually(() => events.length === round);
      service.sockets.at(-1)?.terminate();
      await eventually(() => states.filter(({ kind }) => kind === 'waiting').length === round);
    }
    const waits = states.flatMap((state) => (state.kind === 'waiting' ? [state.delayMs] : []));
    expect(waits).toEqual([1_000, 1_000, 1_000]);
  });

  test('leaves the key alone for a while when another socket took over: Bye', async () => {
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

  test('reads what was missed by paging since the last id, before what comes live, each once (I30)', async () => {
    const { events } = open();
    await eventually(() => service.frames.length > 0);
    send(systemRow(1, '227', 'seller_merchant_trading'));
    send(systemRow(2, '300', 'seller_merchant_trading'));
    send(systemRow(3, '300', 'seller_completed'));
    await eventually(() => events.length === 3);
    const missed = Array.from({ length: 120 }, (_, index) => systemRow(10 + index, '227', 'seller_payed'));
    const stray = { ...systemRow(500, 'stray', 'seller_completed') };
    service.history.push(stray, ...missed.toReversed(), systemRow(1, '227', 'seller_merchant_trading'));
    service.onConnection = (connection) => {
      connection.once('message', () => {
        connection.send(JSON.stringify(missed[119]));
        connection.send(JSON.stringify(systemRow(200, '227', 'seller_completed')));
      });
    };
    service.sockets[0]?.terminate();
    await eventually(() => events.length >= 124);
    const ids = events.map(({ id }) => Number(BigInt(id) - 1_000_000_000_000_000_000n));
    expect(ids).toEqual([1, 2, 3, ...Array.from({ length: 120 }, (_, index) => 10 + index), 200]);
    const asked = service.recorder.requests.filter(({ path }) => path.endsWith('WithPagination'));
    expect(asked.every(({ query }) => query.includes('orderNo=227'))).toBe(true);
  });

  test('a socket that has gone silent is found and replaced (I31)', async () => {
    service.onConnection = (connection) => {
      if (service.sockets.length === 1) connection.pause();
    };
    open({ pingIntervalMs: 30 });
    await eventually(() => service.targets.length > 1);
    expect(service.credentials()).toBeGreaterThan(1);
  });

  test('a frame that is too large ends the connection, not the process', async () => {
    open();
    await eventually(() => service.frames.length > 0);
    service.sockets[0]?.send('x'.repeat(1_200_000));
    await eventually(() => service.targets.length > 1);
  });

  test('a ban of the address is waited for', async () => {
    service.client.gate.setBan(Date.now() + 3_600_000);
    const { states, socket: chat } = open({ sleep: () => new Promise(() => undefined), random: () => 0 });
    await eventually(() => states.some(({ kind }) => kind === 'waiting'));
    const waiting = states.find((state) => state.kind === 'waiting');
    expect(waiting?.delayMs).toBeGreaterThan(3_590_000);
    expect(service.recorder.requests).toHaveLength(0);
    socket = null;
    void chat.close();
  });

  test('the signal closes it for good', async () => {
    const stop = new AbortController();
    const { socket: chat } = open({ signal: stop.signal });
    await eventually(() => service.frames.length > 0);
    stop.abort();
    await chat.closed;
    expect(chat.state()).toEqual({ kind: 'closed', reason: 'closed by its owner' });
  });
});

describe('reliability I39: addresses that are never contacted', () => {
  test.each([
    ['plain text on the open network', 'ws://im.example.com/chat'],
    ['another host', 'wss://evil.example.com/chat'],
    ['a host that only looks like ours', 'wss://evilexample.org/chat'],
    ['a user name', 'wss://user:pass@im.example.org/chat'],
    ['another port', 'wss://im.example.org:22/chat'],
    ['an address of the network', 'wss://169.254.169.254/chat'],
    ['an address in brackets', 'wss://[fd00::1]/chat'],
    ['this machine', 'ws://127.0.0.1:{port}/chat'],
    ['this machine by name', 'wss://localhost:{port}/chat'],
    ['no address', 'chat'],
    ['another protocol', 'https://im.example.org/chat'],
  ])('%s', async (_name, wssUrl) => {
    service.credential = { wssUrl, listenKey: 'the-listen-key', listenToken: 'the-token' };
    const { socket: chat } = open({ allowedHosts: ['example.org'] });
    const error: unknown = await chat.closed.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'ExchangeError', sent: 'no' });
    expect(String(error)).not.toMatch(/the-listen-key|the-token|pass/);
    expect(service.targets).toHaveLength(0);
    socket = null;
  });
});

describe('writing into the chat (api-facts 7.1)', () => {
  const echo = (socketIndex = -1): void => {
    service.sockets.at(socketIndex)?.on('message', (data) => {
      const frame = JSON.parse(textOf(data)) as Record<string, unknown>;
      if (frame['uuid'] !== undefined) service.sockets.at(-1)?.send(JSON.stringify({ ...frame, id: 77, self: true }));
    });
  };

  test('a text is one flat frame, confirmed by its echo', async () => {
    const { socket: chat } = open({ now: () => 1_768_000_000_000 });
    await eventually(() => service.frames.length > 0);
    echo();
    expect(await chat.sendText('227', 'Gracias')).toBe('77');
    expect(JSON.parse(service.frames.at(-1) ?? '')).toEqual({
      type: 'text',
      orderNo: '227',
      content: 'Gracias',
      self: true,
      clientType: 'web',
      createTime: 1_768_000_000_000,
      sendStatus: 0,
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
  });

  test('no faster than one in 0.8 s (api-facts 14)', async () => {
    const slept: number[] = [];
    let nowMs = 0;
    const sleep = async (ms: number): Promise<void> => {
      slept.push(ms);
      nowMs += ms;
    };
    const { socket: chat } = open({ sleep, now: () => nowMs });
    await eventually(() => service.frames.length > 0);
    echo();
    await Promise.all([chat.sendText('1', 'a'), chat.sendText('1', 'b'), chat.sendText('1', 'c')]);
    expect(slept).toEqual([800, 800]);
  });

  test('a refusal, a lost connection, a missing echo and a missing connection are told apart', async () => {
    const { socket: chat } = open({ echoTimeoutMs: 50 });
    await expect(chat.sendText('1', 'too early')).rejects.toMatchObject({ sent: 'no' });
    await eventually(() => service.frames.length > 0);
    service.sockets[0]?.once('message', (data) => {
      const { uuid } = JSON.parse(textOf(data)) as { uuid: string };
      send({ type: 'error', content: 'ILLEGAL_PARAM', uuid });
    });
    await expect(chat.sendText('1', 'a')).rejects.toMatchObject({
      sent: 'yes',
      message: 'the chat refused the message: ILLEGAL_PARAM',
    });
    await expect(chat.sendText('1', 'b')).rejects.toMatchObject({ sent: 'unknown' });
    service.sockets[0]?.once('message', () => service.sockets[0]?.terminate());
    await expect(chat.sendText('1', 'c')).rejects.toMatchObject({ sent: 'unknown' });
  });
});
