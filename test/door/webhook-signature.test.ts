import { describe, expect, it } from 'vitest';
import { isSameText, isTimely, webhookSignature } from '../../src/door/webhook-signature.ts';

describe('the signature of a message', () => {
  it('is that of the published example of Standard Webhooks', () => {
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: '1614265330', body: '{"test": 2432232314}' };
    expect(webhookSignature(key, message)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
    expect(webhookSignature(key, { ...message, body: Buffer.from(message.body) })).toBe(webhookSignature(key, message));
  });

  it('is compared as a whole', () => {
    expect([isSameText('a', 'a'), isSameText('a', 'b'), isSameText('a', 'ab'), isSameText('', 'a')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('is of now, by five minutes either way, in whole seconds', () => {
    const nowMs = 1_700_000_300_000;
    const timely = ['1700000000', '1700000600'].map((seconds) => isTimely(seconds, nowMs));
    const untimely = ['1699999999', '1700000601', '', 'NaN', '1.7e9', '-1', ' 1700000300'].map((text) =>
      isTimely(text, nowMs),
    );
    expect([...timely, ...untimely]).toEqual([true, true, ...Array.from({ length: 7 }, () => false)]);
  });
});
