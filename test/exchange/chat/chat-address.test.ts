import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { uploadImage } from '../../../src/exchange/index.ts';
import { eventually, openChat, startChatService, type ChatService } from './chat-service.ts';
import { success } from '../recorder.ts';

let service: ChatService;
beforeEach(async () => {
  service = await startChatService();
});
afterEach(async () => {
  await service.close();
});

describe('reliability I39: addresses that are never contacted', () => {
  it.each([
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
    ['a fragment', 'wss://im.example.org/chat#there'],
  ])('%s is never contacted', async (_name, wssUrl) => {
    service.credential = { wssUrl, listenKey: 'the-listen-key', listenToken: 'the-token' };
    const { socket, states } = openChat(service, { allowedHosts: ['example.org'] });
    const error: unknown = await socket.closed.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'ExchangeError', sent: 'no' });
    expect(String(error)).not.toMatch(/the-listen-key|the-token|pass/);
    expect(service.targets).toHaveLength(0);
    expect(states.at(-1)).toEqual({ kind: 'closed', reason: error instanceof Error ? error.message : '' });
  });

  it('a host that would be called past a proxy is never contacted, nor is one of an image', async () => {
    service.credential = { wssUrl: 'wss://im.example.org/chat', listenKey: 'k' };
    vi.spyOn(service.client, 'proxyOf').mockImplementation(() => 'HTTPS_PROXY');
    const { socket } = openChat(service, { allowedHosts: ['example.org'] });
    await expect(socket.closed).rejects.toThrow(
      'HTTPS_PROXY names a proxy, and im.example.org would be called past it',
    );
    const urls = { uploadUrl: 'https://img.example.org/put', imageUrl: 'https://img.example.org/get' };
    vi.spyOn(service.client.chat, 'getImagePreSignedUrl').mockResolvedValue(urls);
    const image = { name: 'a.png', bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47]) };
    const upload = uploadImage(service.client, image, { allowedHosts: ['example.org'] });
    await expect(upload).rejects.toMatchObject({ sent: 'no', message: expect.stringContaining('HTTPS_PROXY') });
  });

  it('a fresh credential is asked for five times before the socket closes, with a wait before each', async () => {
    service.credential = { wssUrl: 'wss://maintenance.example.com/chat', listenKey: 'k' };
    const { socket, states } = openChat(service, { allowedHosts: ['example.org'] });
    await expect(socket.closed).rejects.toThrow(
      'the chat socket was not opened: the host maintenance.example.com is not allowed',
    );
    expect(service.credentials()).toBe(5);
    expect(states.filter(({ kind }) => kind === 'waiting')).toHaveLength(4);
  });

  it('one odd address is forgiven, and the count starts over with a good one', async () => {
    const good = { wssUrl: 'ws://127.0.0.1:{port}/chat', listenKey: 'k' };
    const odd = { wssUrl: 'ws://127.0.0.1:{port}/chat#there', listenKey: 'k' };
    const answers = [odd, odd, odd, odd, good, odd, odd, odd, odd, good];
    service.instead = ({ path }) => {
      if (path.endsWith('/retrieveChatCredential')) service.credential = answers.shift() ?? good;
      return null;
    };
    service.onConnection = (connection) => {
      if (service.sockets.length === 1) connection.once('message', () => connection.terminate());
    };
    const { socket } = openChat(service);
    await eventually(() => service.frames.length === 2 && socket.state().kind === 'open');
    expect(answers).toEqual([]);
  });

  it('an empty wssUrl counts as missing: chatWssUrl is taken (wire-facts 16 row 1)', async () => {
    service.credential = { wssUrl: '', chatWssUrl: 'ws://127.0.0.1:{port}/chat', listenKey: 'k' };
    openChat(service);
    await eventually(() => service.frames.length > 0);
    expect(service.targets).toEqual(['/chat']);
  });

  it('a credential without any address is an answer that cannot be used, and asked for again', async () => {
    let isGood = false;
    service.instead = ({ path }) =>
      path.endsWith('/retrieveChatCredential') && !isGood ? success({ wssUrl: '', listenKey: 'k' }) : null;
    const { states } = openChat(service);
    await eventually(() => states.some(({ kind }) => kind === 'waiting'));
    isGood = true;
    await eventually(() => service.frames.length > 0);
  });
});
