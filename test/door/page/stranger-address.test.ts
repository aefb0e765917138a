import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { addressOf } from '../../../src/door/page/stranger-address.ts';

it('phone: the address is what the last one in front has added; a network of version 6 is one', async () => {
  const app = new Hono().get('/', (context) => context.text(addressOf(context)));
  const of = async (said?: string) =>
    await (await app.request('/', said === undefined ? {} : { headers: { 'x-forwarded-for': said } })).text();
  expect(await of()).toBe('');
  expect(await of('8.8.8.8, 203.0.113.9')).toBe('203.0.113.9');
  expect((await of('x'.repeat(5_000))).length).toBeLessThan(50);
  expect(await of('2001:db8:1:2:aaaa::1')).toBe(await of('2001:db8:1:2:bbbb::2'));
  expect(await of('2001:db8::a:b:c:d')).toBe(await of('2001:db8:0:0:a2::'));
  expect(await of('2001:db8::a:b:c:d')).not.toBe(await of('2001:db8:1::a:b:c'));
  expect(await of('::1')).toBe(await of('0:0:0:0:5::'));
});
