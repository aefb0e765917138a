import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createExchangeClient } from '../../../src/exchange/index.ts';
import { HeldChat, type ChatWriter } from '../../../src/workers/ports/chat-hints.ts';

const exchange = createExchangeClient({
  baseUrl: 'http://127.0.0.1:9',
  credentials: { apiKey: 'a-key', apiSecret: 'a-secret' },
});
const logger = pino({ enabled: false });
const common = { exchange, handshake: 'frame', logger } as const;
type Hints = ConstructorParameters<typeof HeldChat>[0];
const listen = (hints: Omit<Hints, keyof typeof common> & Partial<Hints>) =>
  new HeldChat({ ...common, ...hints }).listen(() => undefined);
const writing = { sendText: async () => '1', sendImage: async () => '1' };
const socketUntil = (closed: Promise<void>): ChatWriter => ({ closed, ...writing });

it('reliability 2.4: a chat that gave up is opened again later, until its owner closes it', async () => {
  const third = Promise.withResolvers<void>();
  let opened = 0;
  const openSocket = () => {
    opened += 1;
    if (opened < 3) return socketUntil(Promise.reject(new Error('the key was refused')));
    third.resolve();
    return socketUntil(new Promise(() => undefined));
  };
  const close = listen({ waitMs: 1, openSocket });
  await third.promise;
  close();
  expect(opened).toBe(3);
});

it('reliability 2.4: one that was closed stays closed, also while it waits to be opened again', async () => {
  let opened = 0;
  const ended = listen({
    openSocket: () => {
      opened += 1;
      return socketUntil(Promise.resolve());
    },
  });
  await new Promise(setImmediate);
  ended();
  const waiting = listen({
    // Longer than a busy machine needs from here to the end of it.
    waitMs: 1_000,
    openSocket: () => {
      opened += 1;
      return socketUntil(Promise.reject(new Error('the key was refused')));
    },
  });
  await new Promise(setImmediate);
  waiting();
  await new Promise((resolve) => {
    setTimeout(resolve, 1_200);
  });
  expect(opened).toBe(2);
});

it('frames that cannot be read are logged: the first, then ever fewer of them', () => {
  const counts: unknown[] = [];
  const quiet = pino(
    { level: 'warn' },
    { write: (line) => counts.push((JSON.parse(line) as { count: unknown }).count) },
  );
  const close = listen({
    logger: quiet,
    openSocket: (_client, options) => {
      for (let count = 1; count <= 1_500; count += 1) options?.onUnreadable?.(count);
      return socketUntil(Promise.resolve());
    },
  });
  close();
  expect(counts).toEqual([1, 10, 100, 1_000]);
});

it('window: what people write leaves by the socket that the desk holds, the newest one, while there is one', async () => {
  const sockets: { end: () => void; writer: ChatWriter }[] = [];
  const chat = new HeldChat({
    ...common,
    openSocket: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const writer = socketUntil(promise);
      sockets.push({ end: resolve, writer });
      return writer;
    },
  });
  expect(await chat.writer(1)).toBeNull();
  const waiting = chat.writer(5_000);
  chat.listen(() => undefined);
  expect(await waiting).toBe(sockets[0]?.writer);
  chat.listen(() => undefined);
  expect(await chat.writer()).toBe(sockets[1]?.writer);
  sockets[0]?.end();
  await new Promise(setImmediate);
  expect(await chat.writer()).toBe(sockets[1]?.writer);
  sockets[1]?.end();
  await new Promise(setImmediate);
  expect(await chat.writer(1)).toBeNull();
});
