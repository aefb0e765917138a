import { expect, it } from 'vitest';
import { spotPrices } from '../../src/market/spot-prices.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import { input, watch } from '../activities/ad/watch-fixture.ts';
import { eventually, openActivityWorld, type ActivityWorld } from '../activities/activity-fixture.ts';

const bySpot = (symbol: string) =>
  pricingRulesSchema.parse({ strategy: { kind: 'spot', symbol }, limits: { floor: '9', ceiling: '11' } });

const ticker = '/api/v3/ticker/price';

const spotsOf = ({ deps }: ActivityWorld, ...symbols: string[]) =>
  spotPrices(deps.market, symbols.map(bySpot), { nowMs: () => deps.clock.now(), maxAgeMs: 1_000 });

it('ads#a-percentage-of-a-spot-price: the spot price is read once a round for all ads that go by it, and never without such rules', async () => {
  const world = await openActivityWorld();
  const fixed = pricingRulesSchema.parse({
    strategy: { kind: 'fixed', price: '10' },
    limits: { floor: '9', ceiling: '11' },
  });
  const age = { nowMs: () => world.clock.now(), maxAgeMs: 1_000 };
  expect(await spotPrices(world.deps.market, [fixed], age)).toEqual([]);
  expect(world.calls.filter((path) => path.includes('ticker'))).toEqual([]);
  const known = [{ symbol: 'USDTBOB', price: '10.00000000' }];
  expect(await Promise.all([spotsOf(world, 'USDTBOB', 'USDTBOB'), spotsOf(world, 'USDTBOB')])).toEqual([known, known]);
  expect(world.calls.filter((path) => path === ticker)).toHaveLength(1);
  world.clock.advance(20);
  await spotsOf(world, 'USDTBOB');
  await eventually('a renewal', () => world.calls.filter((path) => path === ticker).length === 2);
});

it('ads#a-percentage-of-a-spot-price: a pair without a spot market, a refusal or an old price is not known', async () => {
  const world = await openActivityWorld();
  expect(await spotsOf(world, 'USDTXXX')).toEqual([{ symbol: 'USDTXXX', price: null }]);
  world.simulator.setFaults([{ operation: 'spotPrice', fault: { kind: 'error', code: -2015 } }]);
  expect(await spotsOf(world, 'USDTBOB', 'USDTXXX')).toEqual([
    { symbol: 'USDTBOB', price: null },
    { symbol: 'USDTXXX', price: null },
  ]);
  world.simulator.setFaults([]);
  const [spot] = await spotsOf(world, 'USDTBOB');
  expect(spot?.price).toBe('10.00000000');
  const late = { nowMs: () => world.clock.now() + 1_001, maxAgeMs: 1_000 };
  expect(await spotPrices(world.deps.market, [bySpot('USDTBOB')], late)).toEqual([{ symbol: 'USDTBOB', price: null }]);
});

it('ads#a-percentage-of-a-spot-price: an ad is priced by the spot price, and stays where it is while that is not known', async () => {
  const world = await openActivityWorld();
  world.simulator.setFaults([{ operation: 'spotPrice', when: { count: 3 }, fault: { kind: 'http', status: 503 } }]);
  const strategy = { kind: 'spot', symbol: 'USDTBOB', percent: '101' };
  const rules = pricingRulesSchema.parse({ strategy, limits: { floor: '9', ceiling: '11' } });
  const { beats, verdict } = watch(world, input(world.addAd({ price: '10.20' }), { rules }));
  expect(await verdict).toMatchObject({ kind: 'set', decision: { price: '10.10' } });
  expect(beats[0]?.decision).toMatchObject({ action: 'keep', reason: 'no-basis' });
});
