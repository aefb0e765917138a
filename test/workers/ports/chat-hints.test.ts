import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createExchangeClient } from '../../../src/exchange/index.ts';
import { listenToChat } from '../../../src/workers/ports/chat-hints.ts';

const exchange = createExchangeClient({
  baseUrl: 'http://127.0.0.1:9',
  credentials: { apiKey: 'a-key', apiSecret: 'a-secret' },
});
const logger = pino({ enabled: false });
const common = { exchange, handshake: 'frame', logger, onEvent: () => undefined } as const;

it('reliability 2.4: a chat that gave up is opened again later, until its owner closes it', async () => {
  const third = Promise.withResolvers<void>();
  let opened = 0;
  const openSocket = () => {
    opened += 1;
    if (opened < 3) return { closed: Promise.reject(new Error('the key was refused')) };
    third.resolve();
    return { closed: new Promise<void>(() => undefined) };
  };
  const close = listenToChat({ ...common, waitMs: 1, openSocket });
  await third.promise;
  close();
  expect(opened).toBe(3);
});

it('reliability 2.4: one that was closed stays closed, also while it waits to be opened again', async () => {
  let opened = 0;
  const ended = listenToChat({
    ...common,
    openSocket: () => {
      opened += 1;
      return { closed: Promise.resolve() };
    },
  });
  await new Promise(setImmediate);
  ended();
  const waiting = listenToChat({
    ...common,
    waitMs: 5,
    openSocket: () => {
      opened += 1;
      return { closed: Promise.reject(new Error('the key was refused')) };
    },
  });
  await new Promise(setImmediate);
  waiting();
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  expect(opened).toBe(2);
});

it('frames that cannot be read are logged: the first, then ever fewer of them', () => {
  const counts: unknown[] = [];
  const quiet = pino(
    { level: 'warn' },
    { write: (line) => counts.push((JSON.parse(line) as { count: unknown }).count) },
  );
  const close = listenToChat({
    ...common,
    logger: quiet,
    openSocket: (_client, options) => {
      for (let count = 1; count <= 1_500; count += 1) options?.onUnreadable?.(count);
      return { closed: Promise.resolve() };
    },
  });
  close();
  expect(counts).toEqual([1, 10, 100, 1_000]);
});
