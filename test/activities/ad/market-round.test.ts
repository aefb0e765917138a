import { expect, describe, it, onTestFinished } from 'vitest';
import type { WatchMarketInput, WatchMarketVerdict } from '../../../src/activities/activity-contract.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { stillMarket as integrationMarket } from '../../integration/desk-harness.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';

const intervalMs = 1_000;

interface Kept {
  world: ActivityWorld;
  move: ReturnType<typeof integrationMarket>['move'];
  sells: string[];
  buys: string[];
}

const pricesOf = (world: ActivityWorld, ads: readonly string[]): (string | undefined)[] => {
  const now = new Map(world.simulator.snapshot().ads.map((ad) => [ad.advNo, ad.price]));
  return ads.map((adNumber) => now.get(adNumber));
};

function inputOf(adNumber: string): WatchMarketInput {
  const rules = pricingRulesSchema.parse({
    strategy: { kind: 'undercut', ticks: 1 },
    limits: { floor: '9.00', ceiling: '11.00' },
  });
  const fresh = { override: null, lastChangeAtMs: null, learnedRange: null, assumedPrice: null };
  return { adNumber, rules, ...fresh, periodMs: 3_600_000, shown: null };
}

/** Acts as the workflow of an ad: watches, writes, watches again, until the test is over. */
async function keep(world: ActivityWorld, adNumber: string, isOver: () => boolean): Promise<void> {
  const input = inputOf(adNumber);
  while (!isOver()) {
    const env = world.scheduled();
    onTestFinished(() => env.cancel());
    const verdict = (await env.run(world.watching.watchMarket, input)) as WatchMarketVerdict;
    if (verdict.kind !== 'set') continue;
    const { price } = verdict.decision;
    const { limits } = input.rules;
    const write = { mode: 'sim', adNumber, price, limits } as const;
    await world.asAd(adNumber).run(world.acting.updateAdPrice, write);
  }
}

/** Five own ads a side on one market, kept in one process. The clock is the real one, in steps. */
async function keptMarket(): Promise<Kept> {
  const { feed, move } = integrationMarket();
  const world = await openActivityWorld({
    simulator: { market: feed },
    settings: { marketIntervalMs: intervalMs, priceRangeTtlMs: intervalMs },
  });
  let seenMs = performance.now();
  const ticking = setInterval(() => {
    const passedMs = Math.floor(performance.now() - seenMs);
    seenMs += passedMs;
    world.clock.advance(passedMs);
  }, 5);
  onTestFinished(() => clearInterval(ticking));
  const places = [0, 1, 2, 3, 4];
  const sells = places.map((place) => world.addAd({ price: (10.3 + place / 10).toFixed(2) }));
  const buys = places.map((place) => world.addAd({ side: 'BUY', price: (9.7 - place / 10).toFixed(2) }));
  let over = false;
  const keeping = [...sells, ...buys].map((adNumber) => keep(world, adNumber, () => over).catch(() => undefined));
  onTestFinished(async () => {
    over = true;
    await Promise.all(keeping);
  });
  return { world, move, sells, buys };
}

async function settledAt(world: ActivityWorld, expected: [readonly string[], readonly string[]][]): Promise<void> {
  await expect
    .poll(() => expected.map(([ads]) => pricesOf(world, ads)), { interval: 10, timeout: 15_000 })
    .toEqual(expected.map(([, prices]) => prices));
}

describe('design 8, I16: five own ads a side', () => {
  it('all stand beside each other after a move of the market, each written once, none refused', async () => {
    const { world, move, sells, buys } = await keptMarket();
    const at = (best: number, step: number) => sells.map((_, place) => (best + place * step).toFixed(2));
    await settledAt(world, [
      [sells, at(10.04, 0.05)],
      [buys, at(9.96, -0.05)],
    ]);
    for (const [reference, ask, bid] of [
      ['10.00', 10.02, 9.93],
      ['10.00', 10.09, 9.9],
      ['10.00', 10.2, 10],
    ] as const) {
      const before = world.callsOf('ads/update');
      const movedAtMs = performance.now();
      move(reference, ask.toFixed(2), bid.toFixed(2));
      await settledAt(world, [
        [sells, at(ask - 0.01, 0.05)],
        [buys, at(bid + 0.01, -0.05)],
      ]);
      const rounds = (performance.now() - movedAtMs) / intervalMs;
      console.log(
        `market moved to ${ask}/${bid}: all ten own ads written within ${rounds.toFixed(1)} intervals (budget 2)`,
      );
      expect(world.callsOf('ads/update') - before).toBe(10);
    }
    expect(world.simulator.ledger()).toMatchObject({ pricesInZone: 0, pricesOutsideLimits: 0, ownUndercuts: 0 });
  });
});
