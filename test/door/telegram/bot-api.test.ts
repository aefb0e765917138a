import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callBot } from '../../../src/door/telegram/bot-api.ts';
import { botToken, startBotApi } from './bot-api-server.ts';

const address = (url: string) => ({ api: new URL(url), token: botToken, proxy: null });
const send = { method: 'sendMessage', parameters: { chat_id: 1, text: 'hello' } } as const;

/** A server that takes connections and says what it is told to, or nothing. */
async function rawServer(answer: string | null): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (answer !== null) socket.end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const place = server.address();
  return `http://127.0.0.1:${typeof place === 'object' ? place?.port : ''}`;
}

describe('the Bot API', () => {
  it('returns what it answers', async () => {
    const api = await startBotApi();
    expect(await callBot(address(api.url), send)).toEqual({ message_id: 1 });
    expect(api.sent).toEqual([send]);
  });

  it.each([
    [401, 'HTTP 401: is the token right?'],
    [403, 'HTTP 403'],
    [429, 'HTTP 429'],
    [500, 'HTTP 500'],
  ])('a refusal by %d is words without the address, which holds the token', async (status, words) => {
    const api = await startBotApi();
    api.answerWith(() => status);
    const refusal = await callBot(address(api.url), send).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'BotRefusal', message: words, status });
    expect(JSON.stringify(refusal, Object.getOwnPropertyNames(refusal))).not.toMatch(/AAH|123456/);
  });

  it('that nothing listens there, that it breaks off, and that it stays silent hold no token either', async () => {
    const servers = ['http://127.0.0.1:1', await rawServer('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{')];
    for (const url of [...servers, await rawServer('no http at all'), await rawServer(null)]) {
      const refusal = await callBot(address(url), { ...send, timeoutMs: 300 }).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ name: 'BotRefusal', status: null });
      expect(JSON.stringify(refusal, Object.getOwnPropertyNames(refusal))).not.toMatch(/AAH|123456/);
    }
  });
});
