import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NoticeNotDelivered } from '../../../src/activities/notices/notice-activities.ts';
import { testMessage } from '../../../src/activities/notices/notice-message.ts';
import { createUrlCourier } from '../../../src/workers/notices/url-courier.ts';
import { startNoticeReceiver } from './notice-receiver.ts';

const message = testMessage('acme', 1_700_000_000_000);
const clock = { now: () => 1_700_000_123_456 };

describe('U16: a message by HTTP', () => {
  it('is one POST of JSON with its id, and the answer is returned', async () => {
    const receiver = await startNoticeReceiver();
    const courier = createUrlCourier({ url: new URL(receiver.url), signingKey: null, proxy: null, clock });
    expect(await courier.deliver(message)).toEqual({ words: 'HTTP 200', output: 'thank you' });
    expect(receiver.received).toHaveLength(1);
    const [first] = receiver.received;
    expect(first?.message).toMatchObject(message);
    expect(first?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': message.id });
    expect(first?.headers).not.toHaveProperty('webhook-signature');
  });

  it('Discord takes it: words in content, which it wants and bounds, and no alias calls people', async () => {
    const receiver = await startNoticeReceiver();
    receiver.answerWith((response) => {
      const { content } = JSON.parse(receiver.received.at(-1)?.body ?? '{}') as { content?: unknown };
      const isTaken = typeof content === 'string' && content !== '' && content.length <= 2_000;
      response.writeHead(isTaken ? 204 : 400).end(isTaken ? '' : '{"message":"Cannot send an empty message"}');
    });
    const courier = createUrlCourier({ url: new URL(receiver.url), signingKey: null, proxy: null, clock });
    for (const text of ['@everyone: a test', 'x'.repeat(2_000), 'x'.repeat(2_001), `${'x'.repeat(1_998)}😀😀`]) {
      await expect(courier.deliver({ ...message, text })).resolves.toMatchObject({ words: 'HTTP 204' });
      const sent = JSON.parse(receiver.received.at(-1)?.body ?? '') as Record<string, unknown>;
      expect(sent).toMatchObject({ text, message: text, allowed_mentions: { parse: [] } });
      const content = String(sent['content']);
      expect([content.isWellFormed(), content.startsWith(text.slice(0, 1_990))]).toEqual([true, true]);
    }
  });

  it('is signed over id, time and body, as Standard Webhooks has it', async () => {
    const receiver = await startNoticeReceiver();
    const signingKey = Buffer.from('a key of 24 bytes, no more');
    await createUrlCourier({ url: new URL(receiver.url), signingKey, proxy: null, clock }).deliver(message);
    const [first] = receiver.received;
    const signed = `${message.id}.1700000123.${first?.body ?? ''}`;
    const expected = `v1,${createHmac('sha256', signingKey).update(signed).digest('base64')}`;
    expect(first?.headers).toMatchObject({ 'webhook-timestamp': '1700000123', 'webhook-signature': expected });
  });

  it.each([
    [500, /HTTP 500$/],
    [404, /HTTP 404$/],
    [302, /HTTP 302 \(redirects are not followed\)$/],
  ])('an answer of %s is a failure, and no redirect is followed', async (status, words) => {
    const receiver = await startNoticeReceiver();
    receiver.answerWith((response) => void response.writeHead(status, { location: receiver.url }).end('no'));
    const delivery = createUrlCourier({ url: new URL(receiver.url), signingKey: null, proxy: null, clock }).deliver(
      message,
    );
    await expect(delivery).rejects.toMatchObject({ name: 'NoticeNotDelivered', message: expect.stringMatching(words) });
    expect(receiver.received).toHaveLength(1);
  });

  it('an answer without end is not read to its end, and one that never comes ends with the time limit', async () => {
    const receiver = await startNoticeReceiver();
    const courier = createUrlCourier({ url: new URL(receiver.url), signingKey: null, proxy: null, clock });
    receiver.answerWith((response) => {
      response.writeHead(200);
      const flood = (): void => {
        while (response.writable && response.write('x'.repeat(65_536)));
        if (response.writable) response.once('drain', flood);
      };
      flood();
    });
    expect((await courier.deliver(message)).output).toHaveLength(2_048);
    receiver.answerWith(() => undefined);
    const hasty = createUrlCourier({
      url: new URL(receiver.url),
      signingKey: null,
      proxy: null,
      clock,
      timeoutMs: 200,
    });
    await expect(hasty.deliver(message)).rejects.toThrow('no answer within 0.2 s');
  });

  it('a failure never names the address, which may carry a token', async () => {
    const url = new URL('http://127.0.0.1:1/hook?token=not-to-be-told');
    const delivery = createUrlCourier({ url, signingKey: null, proxy: null, clock }).deliver(message);
    const failure: unknown = await delivery.catch((error: unknown) => error);
    expect(String(failure)).toMatch(/was not reached \(E?CONNREFUSED\)/);
    expect(JSON.stringify([failure, String(failure)])).not.toContain('not-to-be-told');
  });

  it('goes through the proxy that the usual variables name, a plain one in one request', async () => {
    const receiver = await startNoticeReceiver();
    const url = new URL('http://hook.example/path');
    const proxy = new URL(new URL(receiver.url).origin);
    const courier = createUrlCourier({ url, signingKey: null, proxy, clock });
    expect(await courier.deliver(message)).toMatchObject({ words: 'HTTP 200' });
    expect(receiver.received.map(({ headers }) => headers.host)).toEqual(['hook.example']);
  });

  it('an encrypted one in a tunnel, and never beside a proxy that refuses', async () => {
    const tunnels: string[] = [];
    const server = createServer().on('connect', ({ url }: IncomingMessage, socket: Duplex) => {
      tunnels.push(url ?? '');
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    onTestFinished(() => void server.close());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new URL(`http://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}`);
    const courier = createUrlCourier({ url: new URL('https://hook.example/path'), signingKey: null, proxy, clock });
    const failure = await courier.deliver(message).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NoticeNotDelivered);
    expect(String(failure)).not.toContain('secret');
    expect(tunnels).toEqual(['hook.example:443']);
  });
});
