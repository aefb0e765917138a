import type { LookupFunction, AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as exchange from '../../../src/exchange/index.ts';
import type * as chat from '../chat/chat-service.ts';
import { clientFor } from '../fixtures.ts';
import { eventually } from '../chat/chat-service.ts';
import { pngOf } from '../chat/image-bytes.ts';
import { startRecorder, success } from '../recorder.ts';

const asked: string[] = [];
const module = '../../../src/exchange/chat/socket-address.ts';
const outsideLookup: LookupFunction = (name, _options, callback) => {
  asked.push(name);
  callback(Object.assign(new Error('not resolved in tests'), { code: 'ENOTFOUND' }), '', 0);
};

let uploadImage: typeof exchange.uploadImage;
let openChat: typeof chat.openChat;
let startChatService: typeof chat.startChatService;

// Other files of this process loaded these modules with the real lookup, and must keep it.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock(module, async (original) => ({ ...(await original<object>()), outsideLookup }));
  ({ uploadImage } = await import('../../../src/exchange/index.ts'));
  ({ openChat, startChatService } = await import('../chat/chat-service.ts'));
});
afterAll(() => {
  vi.doUnmock(module);
  vi.resetModules();
});

afterEach(() => {
  asked.length = 0;
});

describe('reliability S5: names of the outside are resolved by the lookup that refuses inner addresses', () => {
  it('by the chat socket', async () => {
    const service = await startChatService();
    service.credential = { wssUrl: 'wss://im.example.org/chat', listenKey: 'k' };
    openChat(service, { allowedHosts: ['example.org'] });
    await eventually(() => asked.length > 0);
    expect(asked[0]).toBe('im.example.org');
    await service.close();
  });

  it('by an upload', async () => {
    const address = { uploadUrl: 'https://upload.example.org/put?x=1', imageUrl: 'https://image.example.org/i.png' };
    const recorder = await startRecorder(() => success(address));
    const client = clientFor(recorder.baseUrl);
    const upload = uploadImage(client, { name: 'proof.png', bytes: pngOf(1, 1) }, { allowedHosts: ['example.org'] });
    await expect(upload).rejects.toMatchObject({ name: 'ExchangeError' });
    expect(asked).toEqual(['upload.example.org']);
    await client.close();
    await recorder.close();
  });
});

describe('reliability S5: a redirect is not followed', () => {
  it('by the chat socket', async () => {
    const service = await startChatService();
    const redirecting = createServer();
    redirecting.on('upgrade', (_request, socket) => {
      // A client that reads no further may reset the connection.
      socket.on('error', () => undefined);
      const { port } = new URL(service.recorder.baseUrl);
      socket.end(`HTTP/1.1 302 Found\r\nlocation: ws://127.0.0.1:${port}/chat\r\nconnection: close\r\n\r\n`);
    });
    await new Promise<void>((resolve) => {
      redirecting.listen(0, '127.0.0.1', resolve);
    });
    service.credential = {
      wssUrl: `ws://127.0.0.1:${(redirecting.address() as AddressInfo).port}/chat`,
      listenKey: 'k',
    };
    const { states } = openChat(service);
    await eventually(() => states.filter(({ kind }) => kind === 'waiting').length >= 2);
    const followed = service.recorder.requests.filter(({ path }) => path === '/chat');
    expect([followed.length, service.targets.length]).toEqual([0, 0]);
    await service.close();
    await new Promise((resolve) => redirecting.close(resolve));
  });
});
