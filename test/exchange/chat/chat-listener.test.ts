import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openChatSocket, type ChatSocketState } from '../../../src/exchange/index.ts';
import { echo, eventually, openChat, push, startChatService, systemRow, type ChatService } from './chat-service.ts';

let service: ChatService;
beforeEach(async () => {
  service = await startChatService();
});
afterEach(async () => {
  await service.close();
});

const created = (id: number, order = String(id)) => systemRow(id, order, 'seller_merchant_trading');

/** A chat whose events are read, closed with the service. */
function openRead(options: Parameters<typeof openChatSocket>[1] = {}) {
  const socket = openChatSocket(service.client, { sleep: async () => {}, loginSettleMs: 0, ...options });
  service.chats.push(socket);
  return socket;
}

describe('interface 6: a listener that throws ends the socket with its error', () => {
  it('onEvent, and it is not called again', async () => {
    let calls = 0;
    const { socket, states } = openChat(service, {
      onEvent: () => {
        calls += 1;
        throw new Error('the listener broke');
      },
    });
    await eventually(() => service.frames.length > 0);
    push(service, created(1), created(2), created(3));
    await expect(socket.closed).rejects.toThrow('the listener broke');
    expect(calls).toBe(1);
    expect(states.filter(({ kind }) => kind === 'closed')).toEqual([{ kind: 'closed', reason: 'the listener broke' }]);
  });

  it('onEvent that promises, and breaks its promise', async () => {
    const { socket } = openChat(service, { onEvent: () => Promise.reject(new Error('the promise broke')) });
    await eventually(() => service.frames.length > 0);
    push(service, created(1));
    await expect(socket.closed).rejects.toThrow('the promise broke');
  });

  it.each<ChatSocketState['kind']>(['connecting', 'open', 'waiting', 'closed'])(
    'onState at %s, and neither it nor a reader waits for more',
    async (kind) => {
      const told: string[] = [];
      const socket = openRead({
        onState: (state) => {
          told.push(state.kind);
          if (state.kind === kind) throw new Error(`broke at ${kind}`);
        },
      });
      const reading = socket[Symbol.asyncIterator]().next();
      const outcome = reading.then(
        () => 'ended',
        (error: unknown) => String(error),
      );
      if (kind === 'waiting') await eventually(() => service.frames.length > 0);
      if (kind === 'waiting') service.sockets[0]?.terminate();
      if (kind === 'closed') await socket.close();
      await expect(socket.closed).rejects.toThrow(`broke at ${kind}`);
      expect(await outcome).toBe(kind === 'closed' ? 'ended' : `Error: broke at ${kind}`);
      expect(told.filter((name) => name === kind)).toEqual([kind]);
      expect(told.at(-1)).toBe(kind);
    },
  );

  it('the first error is the one that counts', async () => {
    const { socket } = openChat(service, {
      onEvent: () => {
        throw new Error('first');
      },
      onState: ({ kind }) => {
        if (kind === 'closed') throw new Error('second');
      },
    });
    await eventually(() => service.frames.length > 0);
    push(service, created(1));
    await expect(socket.closed).rejects.toThrow('first');
  });
});

describe('interface 6: events that are read', () => {
  it('without a listener the events are read one by one', async () => {
    const socket = openRead();
    await eventually(() => service.frames.length > 0);
    push(service, systemRow(1, '227', 'seller_payed'), systemRow(2, '227', 'seller_completed'));
    const seen: string[] = [];
    for await (const { event } of socket) {
      seen.push(event);
      if (event === 'completed') await socket.close();
    }
    expect(seen).toEqual(['paid', 'completed']);
  });

  it('a reader who is slow makes the service wait instead of filling the memory', async () => {
    const socket = openRead();
    await eventually(() => service.frames.length > 0);
    for (let id = 1; id <= 3_000; id += 1) push(service, systemRow(id, String(id), 'seller_payed'));
    let count = 0;
    for await (const { orderNumber } of socket) {
      count += 1;
      expect(orderNumber).toBe(String(count));
      if (count === 3_000) break;
    }
    expect(count).toBe(3_000);
  });

  it('a reader who answers what it reads hears its echo, however much waits before it', async () => {
    service.onConnection = echo;
    const socket = openRead({ sleep: async () => {}, echoTimeoutMs: 2 ** 40 });
    await eventually(() => service.frames.length > 0);
    for (let id = 1; id <= 1_200; id += 1) push(service, systemRow(id, String(id), 'seller_payed'));
    const answers: string[] = [];
    let reads = 0;
    for await (const { orderNumber, event } of socket) {
      if (event !== 'paid') continue;
      reads += 1;
      if (reads <= 3) answers.push(await socket.sendText(orderNumber, 'Gracias'));
      if (reads === 1_200) break;
    }
    expect(answers).toEqual(['77', '77', '77']);
  });

  it('and it waits on the next connection too, when nothing was read meanwhile', async () => {
    const text = 'x'.repeat(10_000);
    let pings = 0;
    service.onConnection = (connection) => {
      echo(connection);
      connection.on('ping', () => {
        pings += 1;
      });
    };
    const socket = openRead({ pingIntervalMs: 2_000 });
    await eventually(() => service.frames.length > 0);
    for (let id = 1; id < 1_000; id += 1) push(service, created(id));
    // The last one that is read; a client that reads no more cannot be taken for dead because of silence.
    await socket.sendText('1000', 'Gracias');
    pings = 0;
    await eventually(() => pings >= 2);
    expect(service.sockets).toHaveLength(1);
    const logins = service.frames.length;
    service.sockets[0]?.terminate();
    await eventually(() => service.frames.length > logins);
    const isHeldUp = (): boolean => (service.sockets[1]?.bufferedAmount ?? 0) > 5_000_000;
    let pushed = 0;
    // Unread data must be bounded; the buffers on the way hold a few megabytes.
    while (pushed < 10_000 && !isHeldUp()) {
      for (let burst = 0; burst < 100; burst += 1) {
        pushed += 1;
        push(service, { id: 10_000 + pushed, type: 'text', orderNo: 'A', content: text });
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(isHeldUp()).toBe(true);
  });

  it('two readers share the events, and neither hangs at the end', async () => {
    const socket = openRead();
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      for await (const { orderNumber } of socket) seen.push(orderNumber);
    };
    const readers = [read(), read()];
    await eventually(() => service.frames.length > 0);
    push(service, created(1), created(2), created(3));
    await eventually(() => seen.length === 3);
    await socket.close();
    await Promise.all(readers);
    expect(seen.toSorted()).toEqual(['1', '2', '3']);
  });

  it('a reader who comes after the end gets what is left, then the end', async () => {
    service.onConnection = echo;
    const socket = openRead();
    await eventually(() => service.frames.length > 0);
    push(service, created(1), created(2));
    // The echo comes after the others, so by then they have all been heard.
    await socket.sendText('2', 'Gracias');
    await socket.close();
    const seen: string[] = [];
    for await (const { id } of socket) seen.push(id);
    expect(seen).toEqual([created(1).id, created(2).id, '77']);
  });
});

describe('waits that no timer can hold', () => {
  it('a ban of a month is waited for once, not again and again', async () => {
    service.client.gate.setBan(Date.now() + 30 * 86_400_000);
    const states: ChatSocketState[] = [];
    const socket = openChatSocket(service.client, { onState: (state) => states.push(state) });
    service.chats.push(socket);
    await eventually(() => states.some(({ kind }) => kind === 'waiting'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(states.filter(({ kind }) => kind === 'waiting')).toHaveLength(1);
    expect(service.credentials()).toBe(0);
  });

  it('a ping interval or a time limit beyond the longest timer is the longest timer', async () => {
    const { events, socket } = openChat(service, { pingIntervalMs: 2 ** 40, connectTimeoutMs: 2 ** 40 });
    await eventually(() => service.frames.length > 0);
    let pings = 0;
    service.sockets[0]?.on('ping', () => {
      pings += 1;
    });
    push(service, created(1));
    await eventually(() => events.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(pings).toBeLessThanOrEqual(1);
    expect(socket.state()).toEqual({ kind: 'open' });
  });
});
