import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../src/door/listen.ts';

it('design 7: who opens connections and says nothing takes no more than 64 of them', async () => {
  const { port, close } = await listen({ host: '127.0.0.1', port: 0 }, (_, response) => response.end());
  onTestFinished(() => close());
  for (let count = 0; count < 64; count += 1) await once(connect(port, '127.0.0.1'), 'connect');
  const oneMore = connect(port, '127.0.0.1');
  await once(oneMore, 'close');
  expect(oneMore.bytesRead).toBe(0);
});
