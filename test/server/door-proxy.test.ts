import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type OutgoingHttpHeaders, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDoor, type DoorProxy } from '../../src/server/door-proxy.ts';

interface Opened {
  door: DoorProxy;
  /** What arrived at the server behind the door. */
  arrived: IncomingMessage[];
}

async function behindDoor(answer: RequestListener, names: readonly string[] = []): Promise<Opened> {
  const arrived: IncomingMessage[] = [];
  const server = createServer((incoming, outgoing) => {
    arrived.push(incoming);
    answer(incoming, outgoing);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const door = await openDoor({ at: { host: '127.0.0.1', port: 0 }, behind: { host: '127.0.0.1', port }, names });
  onTestFinished(async () => {
    await door.close();
    server.closeAllConnections();
    server.close();
  });
  return { door, arrived };
}

interface Asked {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

async function ask({ port }: DoorProxy, asked: Asked): Promise<IncomingMessage> {
  const { method = 'GET', path = '/', headers = {}, body = '' } = asked;
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  // A refusal may arrive, and end the connection, before the whole request has left.
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return answer;
}

const hello: RequestListener = (_, outgoing) => void outgoing.end('hello');

describe('SEC5b, S10: a server that checks no Host is reached through a door only', () => {
  it.each<[string, number, Asked]>([
    ['a name that was pointed at this machine', 421, { headers: { host: 'evil.example:8233' } }],
    ['a name that begins like one of ours', 421, { headers: { host: 'localhost.evil.example' } }],
    ['another address', 421, { headers: { host: '10.0.0.7:8233' } }],
    ['an absolute target', 400, { path: 'http://evil.example/', headers: { host: 'localhost' } }],
    [
      'a post of another origin',
      403,
      { method: 'POST', headers: { host: 'localhost:1', origin: 'http://evil.example' } },
    ],
    ['a post of another port', 403, { method: 'POST', headers: { host: 'localhost:1', origin: 'http://localhost:2' } }],
    ['a post of a page without origin', 403, { method: 'POST', headers: { host: 'localhost:1', origin: 'null' } }],
    ['a picture in a foreign page', 403, { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } }],
    ['a picture in a page of the same site', 403, { headers: { 'sec-fetch-site': 'same-site' } }],
    [
      'a form in a foreign page',
      403,
      { method: 'POST', headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } },
    ],
  ])('%s: %i, and nothing arrives behind it', async (_, status, asked) => {
    const { door, arrived } = await behindDoor(hello);
    const answer = await ask(door, asked);
    expect(answer.statusCode).toBe(status);
    expect(await text(answer)).not.toContain('hello');
    expect(arrived).toEqual([]);
  });

  it.each<[string, Asked]>([
    ['localhost', { headers: { host: 'localhost:8233' } }],
    ['127.0.0.1', { headers: { host: '127.0.0.1:8233' } }],
    ['IPv6 loopback', { headers: { host: '[::1]:8233' } }],
    ['another port, as through a tunnel', { headers: { host: 'LOCALHOST:9000', origin: 'http://localhost:9000' } }],
    ['a configured name', { headers: { host: 'Desk.example.net', origin: 'https://desk.example.net' } }],
    ['a link in a foreign page', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' } }],
    ['the page itself', { method: 'POST', headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' } }],
  ])('%s passes', async (_, asked) => {
    const { door, arrived } = await behindDoor(hello, ['desk.example.net']);
    const answer = await ask(door, asked);
    expect(answer.statusCode).toBe(200);
    expect(await text(answer)).toBe('hello');
    expect(arrived).toHaveLength(1);
  });
});

describe('what passes a door', () => {
  it('arrives with method, path, body and headers, without those of the connection', async () => {
    const bodies: string[] = [];
    const { door, arrived } = await behindDoor((incoming, outgoing) => {
      void text(incoming).then((body) => {
        bodies.push(body);
        outgoing.writeHead(201, { 'set-cookie': ['a=1', 'b=2'], 'x-of-the-server': 'yes', 'keep-alive': 'timeout=77' });
        outgoing.end('made');
      });
    });
    const answer = await ask(door, {
      method: 'PUT',
      path: '/a/b?c=%20d',
      headers: { 'x-own': '1', connection: 'close, x-hop', 'x-hop': '2', upgrade: 'websocket', 'content-length': '4' },
      body: 'body',
    });
    expect(await text(answer)).toBe('made');
    expect(answer).toMatchObject({
      statusCode: 201,
      headers: { 'set-cookie': ['a=1', 'b=2'], 'x-of-the-server': 'yes' },
    });
    expect(answer.headers['keep-alive']).not.toBe('timeout=77');
    expect(bodies).toEqual(['body']);
    expect(arrived[0]).toMatchObject({ method: 'PUT', url: '/a/b?c=%20d', headers: { 'x-own': '1' } });
    expect(arrived[0]?.headers.host).toBe(`127.0.0.1:${door.port}`);
    expect(Object.keys(arrived[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['x-hop']));
    expect(arrived[0]?.headers.upgrade).toBeUndefined();
  });

  it('arrives as a stream: the first part is there before the last one is written', async () => {
    const { promise: seen, resolve: sawFirst } = Promise.withResolvers<void>();
    const { door } = await behindDoor((_, outgoing) => {
      outgoing.write('first ');
      void seen.then(() => outgoing.end('last'));
    });
    const answer = await ask(door, {});
    const [first] = (await once(answer, 'data')) as [Buffer];
    expect(first.toString()).toBe('first ');
    sawFirst();
    expect(await text(answer)).toBe('last');
  });

  it.each<[string, OutgoingHttpHeaders]>([
    ['with a length', { 'content-length': '100' }],
    ['in pieces', {}],
  ])('that breaks off behind it, %s, breaks off before it: half an answer never looks whole', async (_, headers) => {
    const { door } = await behindDoor((_incoming, outgoing) => {
      outgoing.writeHead(200, headers);
      outgoing.write('half', () => outgoing.destroy());
    });
    const answer = await ask(door, {});
    await expect(text(answer)).rejects.toThrow('aborted');
  });

  it('ends behind it when the caller goes away', async () => {
    const { promise: gone, resolve: closed } = Promise.withResolvers<void>();
    const { door } = await behindDoor((_, outgoing) => {
      outgoing.once('close', closed);
      outgoing.write('waits');
    });
    (await ask(door, {})).destroy();
    await gone;
  });

  it('ends behind it when the caller goes away before the answer has begun', async () => {
    const [begun, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { door } = await behindDoor((_, outgoing) => {
      outgoing.once('close', gone.resolve);
      begun.resolve();
    });
    const asking = request({ host: '127.0.0.1', port: door.port, agent: false });
    asking.on('error', () => undefined);
    asking.end();
    await begun.promise;
    asking.destroy();
    await gone.promise;
  });

  it('finds no server behind it: 502 in words, and the door stays open', async () => {
    const door = await openDoor({ at: { host: '127.0.0.1', port: 0 }, behind: { host: '127.0.0.1', port: 1 } });
    onTestFinished(() => door.close());
    for (const path of ['/', '/again']) {
      const answer = await ask(door, { path });
      expect(answer.statusCode).toBe(502);
      expect(await text(answer)).toContain('does not answer');
    }
  });

  it('reports that its port is taken, and may be closed twice', async () => {
    const { door } = await behindDoor(hello);
    const second = openDoor({ at: { host: '127.0.0.1', port: door.port }, behind: { host: '127.0.0.1', port: 1 } });
    await expect(second).rejects.toThrow('EADDRINUSE');
    await door.close();
    await door.close();
  });
});
