import { describe, expect, it } from 'vitest';
import { mark, openWatchdog } from './watchdog-fixture.ts';

const asked = { lookedAtMs: mark, banUntilMs: null };

describe('ADR 0034: the last question of the watchdog', () => {
  it('a desk that looks, or is held, while its ads are read keeps them on the market', async () => {
    for (const part of [{ lookedAtMs: mark + 1 }, { isHeld: true }]) {
      const world = await openWatchdog();
      world.simulator.on((event) => {
        const isRead = event.type === 'request' && event.operation === 'ads/listWithPagination';
        if (isRead) world.sight = { ...world.sight, ...part };
      });
      expect(await world.run(world.watchdog.judgeAct, asked)).toEqual({ kind: 'looks-again' });
      expect(world.callsOf('ads/listWithPagination')).toBeGreaterThan(0);
    }
  });

  it('ADR 0034: an ad with a floating price goes, too: its price moves by itself, and no one holds it within its limits', async () => {
    const world = await openWatchdog();
    const floating = world.addAd({ price: '10.20', floatingRatio: '101' });
    const [fixed = ''] = world.adNumbers;
    const ads = [floating, fixed].map((adNumber) => ({ adNumber, mode: 'sim' as const }));
    world.sight = { ...world.sight, ads };
    expect(await world.run(world.watchdog.judgeAct, asked)).toEqual({
      kind: 'act',
      adNumbers: [floating, fixed],
    });
  });
});
