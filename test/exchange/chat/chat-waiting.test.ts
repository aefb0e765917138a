import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatSocketState } from '../../../src/exchange/index.ts';
import { echo, endless, eventually, openChat, startChatService, type ChatService } from './chat-service.ts';
import { pngOf } from './image-bytes.ts';

let service: ChatService;
beforeEach(async () => {
  service = await startChatService();
  service.onConnection = echo;
});
afterEach(async () => {
  await service.close();
});

/** Written messages in order. */
const written = (): unknown[] =>
  service.frames
    .map((frame) => JSON.parse(frame) as Record<string, unknown>)
    .flatMap(({ content }) => (content === undefined ? [] : [content]));

const ban = (): void => service.client.gate.setBan(Date.now() + 3_600_000);
const isWaiting = ({ kind }: ChatSocketState): boolean => kind === 'waiting';
const advice: unknown = expect.stringContaining('not sent');
const offline = { name: 'ExchangeError', code: 'CHAT_OFFLINE', sent: 'no', category: 'RETRIABLE_WITH_BACKOFF', advice };
const closed = { name: 'ExchangeError', code: 'CLOSED', sent: 'no' };

/** Sleeps for the pace that end on demand; waits for a connection do not wait. */
function heldPace() {
  const wakers: (() => void)[] = [];
  let elapsedMs = 0;
  const sleep = (ms: number): Promise<void> =>
    ms > 0 && ms <= 800 ? new Promise((resolve) => wakers.push(resolve)) : Promise.resolve();
  const release = (): void => {
    elapsedMs += 800;
    for (const wake of wakers.splice(0)) wake();
  };
  return { options: { sleep, random: () => 0, monotonic: () => elapsedMs, catchUp: false }, wakers, release };
}

describe('interface 6: a message waits for the connection', () => {
  it('right after opening', async () => {
    const { socket } = openChat(service);
    expect(await socket.sendText('1', 'Gracias')).toBe('77');
    expect(service.frames[0]).toBe('{"listenKey":"key-1"}');
  });

  it('and those that wait leave in their order, with 0.8 s between them (wire-facts 14)', async () => {
    const slept: number[] = [];
    let elapsedMs = 0;
    const sleep = async (ms: number): Promise<void> => {
      slept.push(ms);
      elapsedMs += ms;
    };
    const late: Promise<string>[] = [];
    const { socket } = openChat(service, {
      sleep,
      monotonic: () => elapsedMs,
      onState: ({ kind }) => {
        if (kind === 'open') late.push(socket.sendText('1', 'd'));
      },
    });
    await Promise.all(['a', 'b', 'c'].map((text) => socket.sendText('1', text)));
    await Promise.all(late);
    expect(written()).toEqual(['a', 'b', 'c', 'd']);
    expect(slept.filter((ms) => ms === 800)).toEqual([800, 800, 800]);
  });

  it('also while it reconnects', async () => {
    const sent: Promise<string>[] = [];
    const { socket } = openChat(service, {
      onState: ({ kind }) => {
        if (kind === 'waiting') sent.push(socket.sendText('1', 'a'));
      },
    });
    await eventually(() => service.frames.length > 0);
    service.sockets[0]?.terminate();
    await eventually(() => sent.length > 0);
    expect(await Promise.all(sent)).toEqual(['77']);
    expect(written()).toEqual(['a']);
  });

  it('and what waits for its turn goes over to the next connection', async () => {
    const { options, wakers, release } = heldPace();
    const { socket } = openChat(service, {
      ...options,
      // Its turn comes while there is no connection.
      onState: ({ kind }) => {
        if (kind === 'waiting') release();
      },
    });
    await socket.sendText('1', 'a');
    const second = socket.sendText('1', 'b');
    const third = socket.sendText('1', 'c');
    await eventually(() => wakers.length > 0);
    service.sockets[0]?.terminate();
    await eventually(() => service.frames.length === 3 && socket.state().kind === 'open');
    const releasing = setInterval(release, 1);
    expect(await Promise.all([second, third])).toEqual(['77', '77']);
    clearInterval(releasing);
    expect(written()).toEqual(['a', 'b', 'c']);
  });

  it('for connectTimeoutMs at most; then it was not sent, and never will be', async () => {
    ban();
    let lift = (): void => undefined;
    const lifted = new Promise<void>((resolve) => {
      lift = resolve;
    });
    const { socket, states } = openChat(service, { connectTimeoutMs: 2_000, sleep: () => lifted });
    await expect(socket.sendText('1', 'a')).rejects.toMatchObject({
      ...offline,
      message: 'the chat was not connected in time: not sent: this address is banned',
    });
    expect(states.filter(isWaiting)).toHaveLength(1);
    service.client.gate.clearBan();
    lift();
    await eventually(() => socket.state().kind === 'open');
    expect(await socket.sendText('1', 'b')).toBe('77');
    expect(written()).toEqual(['b']);
  });

  it('all that wait give up in their own time, not one after the other', async () => {
    ban();
    const { socket } = openChat(service, { connectTimeoutMs: 2_000, sleep: endless });
    // One after the other they would take longer than a test may.
    const sending = Array.from({ length: 200 }, (_, index) => socket.sendText('1', String(index)));
    const outcomes = await Promise.all(sending.map((one) => one.catch((error: unknown) => error)));
    for (const outcome of outcomes) expect(outcome).toMatchObject(offline);
  });

  it('and that time runs from the moment the connection went', async () => {
    const { socket } = openChat(service, { connectTimeoutMs: 2_000, sleep: endless, catchUp: false });
    await socket.sendText('1', 'a');
    const waiting = expect(socket.sendText('1', 'b')).rejects.toMatchObject({
      ...offline,
      message: 'the chat was not connected in time: the connection was lost',
    });
    service.sockets[0]?.terminate();
    await waiting;
    expect(written()).toEqual(['a']);
  });

  it('but not while there is one, however many were tried before: then only the pace counts', async () => {
    const { options, wakers, release } = heldPace();
    const good = service.credential;
    const dead = { wssUrl: 'ws://127.0.0.1:1/chat', listenKey: 'k' };
    const credentials = [dead, dead];
    service.instead = () => {
      service.credential = credentials.shift() ?? good;
      return null;
    };
    const { socket } = openChat(service, { ...options, connectTimeoutMs: 6_000 });
    const sending = [socket.sendText('1', 'a'), socket.sendText('1', 'b')];
    await eventually(() => wakers.length > 0);
    sending.push(socket.sendText('1', 'c'));
    await new Promise((resolve) => setTimeout(resolve, 6_200));
    const releasing = setInterval(release, 1);
    expect(await Promise.all(sending)).toEqual(['77', '77', '77']);
    clearInterval(releasing);
  });
});

describe('reliability 2.1: a message is never sent twice', () => {
  it('one whose connection ended before the echo is given up as unknown', async () => {
    service.onConnection = (connection) => {
      if (service.sockets.length > 1) echo(connection);
      else connection.on('message', () => service.frames.length === 2 && connection.terminate());
    };
    const { socket } = openChat(service);
    await expect(socket.sendText('1', 'a')).rejects.toMatchObject({ sent: 'unknown', code: null });
    expect(await socket.sendText('1', 'b')).toBe('77');
    expect(service.sockets).toHaveLength(2);
    expect(written()).toEqual(['a', 'b']);
  });
});

describe('interface 6: a chat that is closed sends nothing', () => {
  it('what waits for the connection is refused at once', async () => {
    ban();
    const { socket } = openChat(service, { sleep: endless });
    const waiting = expect(socket.sendText('1', 'a')).rejects.toMatchObject(closed);
    await socket.close();
    await waiting;
  });

  it('what waits for its turn when the chat is closed was never sent', async () => {
    const { socket } = openChat(service, { sleep: endless, catchUp: false });
    await socket.sendText('1', 'a');
    const waiting = expect(socket.sendText('1', 'b')).rejects.toMatchObject(closed);
    await socket.close();
    await waiting;
    expect(written()).toEqual(['a']);
  });

  it('texts and images that come later are refused, with the reason if it has one', async () => {
    const broken = openChat(service, {
      onState: () => {
        throw new Error('the listener broke');
      },
    });
    await expect(broken.socket.sendText('1', 'a')).rejects.toMatchObject({
      ...closed,
      message: 'the chat is closed: the listener broke',
    });
    const { socket } = openChat(service);
    await socket.close();
    const image = { name: 'proof.png', bytes: pngOf(1, 1) };
    const whole = { ...closed, message: 'the chat is closed' };
    await expect(socket.sendText('1', 'a')).rejects.toMatchObject(whole);
    await expect(socket.sendImage('1', image)).rejects.toMatchObject(whole);
    expect(written()).toEqual([]);
  });
});
