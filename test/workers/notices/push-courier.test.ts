import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { noticeMessage, testMessage } from '../../../src/activities/notices/notice-message.ts';
import { pushPublicKey } from '../../../src/config/environment/push-way.ts';
import { missOf, noteFile } from '../../../src/door/push/subscription-notes.ts';
import type { Stage } from '../../../src/domain/notices/need.ts';
import { createPushCourier } from '../../../src/workers/notices/push-courier.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { senderIn, startPushService, TestBrowser } from './push-service.ts';

const nowMs = Date.parse('2026-11-29T12:00:00Z');
const privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }).d ?? '';
const publicKey = pushPublicKey(privateKey) ?? '';
const subject = 'mailto:ana@example.net';

const messageAt = (stage: Stage, ...workflowIds: string[]) => {
  const items = workflowIds.map((workflowId) => ({
    need: {
      key: `${workflowId}/x`,
      workflowId,
      type: 'order' as const,
      fact: { code: 'our-payment' } as const,
      sinceMs: nowMs,
      urgentAtMs: nowMs + 1,
    },
    stage,
  }));
  return { ...noticeMessage({ account: 'main', items, more: 0, atMs: nowMs }), quiet: false };
};
const trial = { ...testMessage('main', nowMs), quiet: false };

async function worldOf(paths: readonly string[], change: Readonly<Record<string, unknown>> = {}) {
  const service = await startPushService();
  const folder = await temporaryDirectory();
  mkdirSync(folder, { recursive: true });
  const browsers = paths.map((path) => new TestBrowser(`${service.origin}${path}`));
  for (const { subscription } of browsers) {
    const owner = { keyName: 'ana+phone', publicKey: 'passkey:…', browser: 'Safari on iPhone' };
    const note = { ...subscription, ...owner, serverKey: publicKey, sinceMs: nowMs };
    const text = JSON.stringify({ ...note, confirmedAtMs: nowMs, ...change });
    writeFileSync(noteFile(folder, subscription.endpoint), text, { mode: 0o600 });
  }
  const way = { privateKey, publicKey, subject, folder, env: {}, clock: { now: () => nowMs } };
  const isEndpoint = (endpoint: string) => endpoint.startsWith(service.origin);
  return { service, folder, browsers, way, courier: createPushCourier({ ...way, isEndpoint }) };
}

describe('phone: notices by web push', () => {
  it('are encrypted for the device alone, signed by the key of the desk, and open the order on the page', async () => {
    const { service, browsers, courier } = await worldOf(['/one']);
    const message = messageAt('first', 'order:main:2291');
    expect(await courier.deliver(message)).toMatchObject({ words: 'the push services have it for 1 device' });
    const [got] = service.got;
    if (got === undefined) throw new Error('nothing came');
    expect(browsers[0]?.read(got.body)).toEqual({
      title: 'Peerdesk',
      text: message.text,
      path: '/orders/main/2291',
      quiet: false,
    });
    expect(got.body.toString()).not.toContain('2291');
    expect(got.headers).toMatchObject({ ttl: '600', urgency: 'normal', 'content-encoding': 'aes128gcm' });
    const { exp, ...sender } = senderIn(got.headers['authorization'] ?? '');
    expect(sender).toEqual({ aud: service.origin, sub: subject, key: publicKey });
    expect(Number(exp) * 1_000 - Date.now()).toBeLessThanOrEqual(86_400_000);
  });

  it('say how urgent they are; a digest and a test open what waits', async () => {
    const { service, browsers, courier } = await worldOf(['/one']);
    await courier.deliver(messageAt('urgent', 'order:main:1'));
    await courier.deliver(messageAt('first', 'order:main:1', 'order:main:2'));
    await courier.deliver(trial);
    const heads = service.got.map(({ headers }) => [headers['urgency'], headers['ttl']]);
    expect(heads).toEqual([
      ['high', '14400'],
      ['normal', '600'],
      ['high', '14400'],
    ]);
    const paths = service.got.map(({ body }) => browsers[0]?.read(body)).map((one) => (one as { path: string }).path);
    expect(paths).toEqual(['/orders/main/1', '/', '/']);
    expect(new Set(service.got.map(({ headers }) => headers['topic'])).size).toBe(3);
  });

  it('say to the device that they are quiet', async () => {
    const { service, browsers, courier } = await worldOf(['/one']);
    await courier.deliver({ ...messageAt('first', 'order:main:1'), quiet: true });
    expect(service.got.map(({ body }) => browsers[0]?.read(body))).toMatchObject([{ quiet: true }]);
  });

  it('of a whole day wait for hours at a phone that is off, and replace no word of what waits', async () => {
    const { service, browsers, courier } = await worldOf(['/one']);
    await courier.deliver({ ...messageAt('first'), event: 'daily', text: 'the day' });
    const [got] = service.got;
    expect(got?.headers).toMatchObject({ ttl: '14400', urgency: 'normal' });
    expect(browsers[0]?.read(got?.body ?? Buffer.alloc(0))).toMatchObject({ text: 'the day', path: '/' });
  });

  it.each([404, 410])('a device that its service knows no more (%d) is off the list', async (status) => {
    const { service, folder, courier } = await worldOf(['/one', '/gone']);
    service.statuses.set('/gone', status);
    const { words } = await courier.deliver(messageAt('first', 'order:main:1'));
    expect(words).toBe(
      `1 of 2 devices not reached (${new URL(service.origin).host} knows it no more: it is off the list)`,
    );
    expect(readdirSync(folder)).toHaveLength(1);
    expect(readdirSync(folder)[0]).toMatch(/json$/);
  });

  it('a device that cannot be reached slows no message to the others down; without any it is tried again', async () => {
    const { service, courier } = await worldOf(['/one', '/late']);
    service.statuses.set('/late', 503);
    const message = messageAt('first', 'order:main:1');
    const { words } = await courier.deliver(message);
    expect(words).toMatch(/^1 of 2 devices not reached \(HTTP 503 of 127\.0\.0\.1/);
    service.statuses.set('/one', 429);
    await expect(courier.deliver(message)).rejects.toThrow(/^2 of 2 devices not reached/);
  });

  it('since when a device is not reached is kept, with why at first, until it is', async () => {
    const { service, folder, browsers, way, courier } = await worldOf(['/one', '/secret-path']);
    const endpoint = browsers[1]?.subscription.endpoint ?? '';
    const message = messageAt('first', 'order:main:1');
    service.statuses.set('/secret-path', 503);
    await courier.deliver(message);
    service.statuses.set('/secret-path', 429);
    const isEndpoint = () => true;
    await createPushCourier({ ...way, isEndpoint, clock: { now: () => nowMs + 60_000 } }).deliver(message);
    const miss = missOf(folder, endpoint);
    expect(miss).toMatchObject({ sinceMs: nowMs, why: expect.stringMatching(/^HTTP 503 of 127\.0\.0\.1:\d+$/) });
    expect(missOf(folder, browsers[0]?.subscription.endpoint ?? '')).toBeNull();
    service.statuses.delete('/secret-path');
    await courier.deliver(message);
    expect(missOf(folder, endpoint)).toBeNull();
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('a folder that cannot be written keeps no message', async () => {
    const { service, folder, courier, browsers } = await worldOf(['/one', '/late']);
    const endpoint = browsers[1]?.subscription.endpoint ?? '';
    mkdirSync(noteFile(folder, endpoint).replace(/json$/, 'missed'));
    service.statuses.set('/late', 503);
    const { words } = await courier.deliver(messageAt('first', 'order:main:1'));
    expect(words).toMatch(/^1 of 2 devices not reached/);
    service.statuses.delete('/late');
    const again = await courier.deliver(messageAt('first', 'order:main:1'));
    expect(again.words).toBe('the push services have it for 2 devices');
  });

  it('a service that refuses the subject is said with what mends it, and without the address', async () => {
    const { service, courier } = await worldOf(['/secret-path']);
    service.statuses.set('/secret-path', 403);
    const failure = await courier.deliver(messageAt('first', 'order:main:1')).catch(String);
    expect(failure).toMatch(/HTTP 403 of 127\.0\.0\.1:\d+: does it know push_subject/);
    expect(failure).not.toContain('secret-path');
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['made for another key of the desk', { serverKey: 'other' }],
    ['whose key no door has confirmed for a day', { confirmedAtMs: nowMs - 86_400_000 }],
  ])('a device %s gets nothing', async (_, change) => {
    const { service, courier } = await worldOf(['/one'], change);
    await expect(courier.deliver(messageAt('first', 'order:main:1'))).rejects.toThrow('no device is on the list');
    expect(service.got).toEqual([]);
  });

  it('nothing is sent to an address that is of no push service, whatever a note says', async () => {
    const { service, way } = await worldOf(['/one']);
    await expect(createPushCourier(way).deliver(messageAt('first', 'order:main:1'))).rejects.toThrow('no device');
    expect(service.got).toEqual([]);
  });

  it('a test goes to one device alone', async () => {
    const { service, browsers, way } = await worldOf(['/one', '/other']);
    const only = browsers[1]?.subscription.endpoint ?? '';
    await createPushCourier({ ...way, only, isEndpoint: () => true }).deliver(trial);
    expect(service.got.map(({ path }) => path)).toEqual(['/other']);
  });
});
