import { createServer, IncomingMessage, request, type OutgoingHttpHeaders, type Server } from 'node:http';
import { connect, Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createChatServer } from '../../../src/simulator/chat/chat-socket.ts';
import { createChatTickets } from '../../../src/simulator/chat/chat-tickets.ts';
import { createImageStore } from '../../../src/simulator/chat/image-store.ts';
import { passOverOffer } from '../../../src/simulator/http/upgrade-request.ts';
import { openWorld, seed } from '../sim-fixture.ts';

const websocket = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
];

/** Asks for another protocol and, when `goesAway`, resets the connection at once; returns the whole answer. */
function ask(url: string, path: string, goesAway: boolean): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let text = '';
    socket.on('connect', () => {
      socket.write([`GET ${path} HTTP/1.1`, 'Host: here', ...websocket, '', ''].join('\r\n'));
      if (goesAway) setImmediate(() => socket.resetAndDestroy());
    });
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(text));
  });
}

const http2 = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' };

/** The answer to a request that offers HTTP/2, as curl does with `--http2`. */
function offer(url: string, body = '', headers: OutgoingHttpHeaders = {}): Promise<[number | undefined, string]> {
  return new Promise((resolve, reject) => {
    const method = body === '' ? 'GET' : 'POST';
    const sending = request(url, { method, agent: false, headers: { ...http2, ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve([answer.statusCode, text]));
    });
    sending.on('error', reject).end(body);
  });
}

describe('a WebSocket at any address but that of the chat (interface section 4.3)', () => {
  it('is 404, and the connection ends', async () => {
    const { baseUrl } = await openWorld();
    expect(await ask(baseUrl, '/ws', false)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('harms no other call when its connection is reset', async () => {
    const world = await openWorld();
    for (let round = 0; round < 20; round += 1) await ask(world.baseUrl, '/ws', true);
    expect((await fetch(`${world.baseUrl}/api/v3/time`)).status).toBe(200);
  });

  it('is listened to while it is turned away: an error without a listener would end the process', async () => {
    const { simulator, clock } = await openWorld();
    const parts = { tickets: createChatTickets(seed, clock), images: createImageStore(seed, clock) };
    const chat = createChatServer(simulator.marketplace, parts);
    onTestFinished(() => chat.close());
    const message = Object.assign(new IncomingMessage(new Socket()), { url: '/ws' });
    const stream = new PassThrough();
    chat.upgrade(message, stream, Buffer.alloc(0));
    expect(() => stream.emit('error', new Error('write ECONNRESET'))).not.toThrow();
    expect(stream.destroyed).toBe(true);
  });
});

describe('a request that offers another protocol', () => {
  const path = '/sapi/v1/c2c/ads/getReferencePrice';
  const search = JSON.stringify({ fiatCurrency: 'BOB', tradeType: 'BUY' });

  it('is answered as if it had not', async () => {
    const { baseUrl, clock } = await openWorld();
    expect(await offer(`${baseUrl}/api/v3/time`)).toEqual([200, JSON.stringify({ serverTime: clock.now() })]);
    const [status, text] = await offer(baseUrl + path, search);
    expect([status, text]).toEqual([200, expect.stringContaining('"referencePrice":"10.00"')]);
  });

  it('loses neither body nor headers where Node has detached its connection', async () => {
    const server = createServer((message, response) => {
      const { host, clienttype, upgrade = 'no offer' } = message.headers;
      message.setEncoding('utf8').on('data', (part: string) => response.write(part));
      message.on('end', () => response.end([message.method, message.url, host, clienttype, upgrade].join(' ')));
    });
    server.on('upgrade', (message, stream, head) => passOverOffer(server, { message, stream, head }));
    const baseUrl = await listening(server);
    const { host } = new URL(baseUrl);
    const facts = `POST ${path}?a=%20 ${host} web no offer`;
    expect(await offer(`${baseUrl}${path}?a=%20`, search, { clientType: 'web' })).toEqual([200, search + facts]);
    expect((await offer(`${baseUrl}/`))[1]).toBe(`GET / ${host}  no offer`);
  });
});

async function listening(server: Server): Promise<string> {
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}
