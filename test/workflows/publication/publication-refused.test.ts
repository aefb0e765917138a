import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEnv } from '../change/market-world.ts';
import { once, publisherMarket } from './publisher-world.ts';

const env = openEnv();
beforeAll(env.open);
afterAll(env.close);
const market = publisherMarket(env);

describe('interface 7.4: the service refuses to publish', () => {
  it('RETRY_WITH_SYNC (-1021): nothing is signed twice; a fresh look, and another try', async () => {
    await market(once({ kind: 'error', code: -1021 }), async ({ start, posts, callsOf }) => {
      await (await start()).result();
      expect(posts()).toHaveLength(1);
      expect(callsOf('ads/post')).toBe(2);
    });
  });

  it.each([-1000, -9000])('RETRIABLE_WITH_BACKOFF (%i): not believed, looked up, and sent again', async (code) => {
    await market(once({ kind: 'error', code, message: 'busy' }), async ({ start, posts, callsOf }) => {
      await (await start()).result();
      expect(posts()).toHaveLength(1);
      expect(callsOf('ads/post')).toBe(2);
    });
  });

  it('429: Retry-After is waited for', async () => {
    await market(once({ kind: 'http', status: 429, retryAfterS: 1 }), async ({ start, posts }) => {
      const startedMs = Date.now();
      await (await start()).result();
      expect(posts()).toHaveLength(1);
      expect(Date.now() - startedMs).toBeGreaterThanOrEqual(1_000);
    });
  });

  it('RETRY_WITH_VOLUME_SYNC (187031): a fresh look, and another try', async () => {
    await market(once({ kind: 'error', code: 187031 }), async ({ start, posts }) => {
      await (await start()).result();
      expect(posts()).toHaveLength(1);
    });
  });

  it('NON_RETRIABLE_BUSINESS (-2019): no retry within the block, then the end', async () => {
    await market(
      once({ kind: 'error', code: -2019, message: 'Margin is insufficient.' }),
      async ({ start, posts, callsOf }) => {
        expect(await (await start()).result()).toMatchObject({
          state: 'refused',
          why: expect.stringContaining('Margin'),
        });
        expect(posts()).toEqual([]);
        expect(callsOf('ads/post')).toBe(1);
      },
    );
  });

  it('PRICE_RANGE_LIMIT: the range of the message is kept by the next price', async () => {
    const message = 'El precio debe estar en el rango limitado 10.20 - 10.60';
    await market(once({ kind: 'error', code: 187020, message }), async ({ start, posts }) => {
      await (await start()).result();
      expect(posts()).toMatchObject([{ price: '10.20' }]);
    });
  });
});
