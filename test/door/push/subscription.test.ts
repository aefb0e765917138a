import { createECDH } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isPushEndpoint, subscriptionSchema } from '../../../src/door/push/subscription.ts';

describe('phone: nothing is sent but to a push service', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/QAbc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('%s is one', (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(true);
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com@127.0.0.1/',
    'https://user:word@fcm.googleapis.com/',
    'https://fcm.googleapis.com.evil.example/',
    'https://evilfcm.googleapis.com/',
    'https://push.apple.com.evil.example/',
    'https://evilpush.apple.com/',
    'https://fcm.googleapis.com./',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    '',
  ])('%s is none', (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(false);
  });
});

it('what messages are encrypted with is a point of the curve, and a secret of sixteen bytes', () => {
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url');
  const subscription = { endpoint: 'https://web.push.apple.com/Q', p256dh, auth: 'A'.repeat(22) };
  expect(subscriptionSchema.safeParse(subscription).success).toBe(true);
  const off = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
  for (const wrong of [{ p256dh: off }, { p256dh: '' }, { auth: 'A' }, { endpoint: 'x'.repeat(1_001) }])
    expect(subscriptionSchema.safeParse({ ...subscription, ...wrong }).success).toBe(false);
});
