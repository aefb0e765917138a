import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultRule } from '../../../src/simulator/world/fault-script.ts';
import { openEnv } from '../change/market-world.ts';
import { untilView } from '../workflow-harness.ts';
import { publisherMarket } from './publisher-world.ts';

const env = openEnv();
beforeAll(env.open);
afterAll(env.close);
const market = publisherMarket(env);

describe('interface 7.4: the service refuses to publish for a time', () => {
  it('SPECIAL_HANDLER (187055): five retries, then the cooldown; the ledger has the ad once', async () => {
    const faults: FaultRule[] = [
      { operation: 'post', when: { nth: 1, count: 6 }, fault: { kind: 'error', code: 187055 } },
    ];
    await market(faults, async ({ start, posts, callsOf, simulator }) => {
      await (await start()).result();
      expect(callsOf('ads/post')).toBe(7);
      expect(posts()).toHaveLength(1);
      expect(simulator.ledger()).toMatchObject({ pricesInZone: 0 });
    });
  });

  it.each([
    ['closed', 'Business closed'],
    ['break', 'Taking a break'],
  ] as const)(
    'AD_OFFLINE: the business is %s: it waits, reads every 15 s, and a human continues',
    async (status, reason) => {
      await market([], async ({ start, posts, simulator, account, control, until, callsOf }) => {
        simulator.setMerchant(account, status);
        await start();
        expect(await until('offline')).toMatchObject({ why: expect.stringContaining(reason), needsHuman: true });
        simulator.setMerchant(account, 'open');
        const open = await untilView(
          () => control.state(),
          ({ businessStatus }) => businessStatus === 'open',
        );
        expect(open.state).toBe('offline');
        expect(callsOf('ads/post')).toBe(1);
        await control.retry({ by: 'ana' });
        await control.result();
        expect(posts()).toHaveLength(1);
      });
    },
  );
});
