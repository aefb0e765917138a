import { describe, expect, it } from 'vitest';
import type { PutAdOnlineInput, WriteReceipt } from '../../../src/activities/activity-contract.ts';
import type { UpdateAdStockInput } from '../../../src/activities/ad/stock-contract.ts';
import { inventoryRuleSchema, type RememberedStock } from '../../../src/domain/ads/inventory.ts';
import { hoursRuleSchema } from '../../../src/domain/hours/hours-rule.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import { createWriteGuard } from '../../../src/workers/permission/write-guard.ts';
import { deskAccount } from '../../simulator/sim-fixture.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';

const rule = inventoryRuleSchema.parse({ target: '500', refillBelow: '300', total: '500', offlineBelow: '50' });
const wish: RememberedStock = { lastChangeAtMs: null, refusedUntilMs: null, intended: null, offlineSinceMs: null };
const limits = { floor: '9.50', ceiling: '10.50' };
const rulesWith = (part: object) =>
  pricingRulesSchema.parse({ strategy: { kind: 'undercut', ticks: 1 }, limits, inventory: rule, ...part });
const closed = { open: '00:00-00:01', timezone: 'UTC', closed: [] };

/** The hours of a day that is closed. */
const closedToday = (world: ActivityWorld) => ({
  ...closed,
  closed: [new Date(world.clock.now()).toISOString().slice(0, 10)],
});

const comeBack = (world: ActivityWorld, adNumber: string, part: Partial<PutAdOnlineInput> = {}) =>
  world
    .asAd(adNumber)
    .run(world.acting.putAdOnline, { mode: 'sim' as const, adNumber, limits, ...part }) as Promise<WriteReceipt>;

/** An own ad that is offline and has so much left. */
async function awayAd(left: string) {
  const world = await openActivityWorld();
  const adNumber = world.addAd({ price: '9.60', initAmount: left, minFiat: '100', status: SimAdStatus.OFFLINE });
  return { world, adNumber };
}

const adOf = (world: ActivityWorld, adNumber: string) => {
  const { status, price } = world.simulator.snapshot().ads.find(({ advNo }) => advNo === adNumber) ?? {};
  return { status, price };
};

describe('ads#the-quantity: an ad comes back with enough to sell', () => {
  it('it is not put online while it would leave again at once: too little is left, or the wallet does not cover it', async () => {
    const { world, adNumber } = await awayAd('40');
    const outOfStock = (note: string) => ({ type: 'OUT_OF_STOCK', nonRetryable: true, message: note });
    const used = { rule: { ...rule, total: '40' }, wish };
    await expect(comeBack(world, adNumber, { inventory: used })).rejects.toMatchObject(
      outOfStock('40 left, less than 50: all 40 that it may offer are used up'),
    );
    world.simulator.fillWallet({ account: deskAccount.name, asset: 'USDT', free: '5' });
    const uncovered = comeBack(world, adNumber, { inventory: { rule, wish } });
    await expect(uncovered).rejects.toMatchObject(outOfStock('the wallet does not cover the ad'));
    expect(world.simulator.ledger().entries).toEqual([]);
    world.simulator.fillWallet({ account: deskAccount.name, asset: 'USDT', free: '5000' });
    await comeBack(world, adNumber, { inventory: { rule, wish } });
    expect(adOf(world, adNumber)).toEqual({ status: SimAdStatus.ONLINE, price: '9.60' });
  });

  it('ads#active-hours: outside its hours nothing is read of it, and nothing put online', async () => {
    const { world, adNumber } = await awayAd('500');
    const hours = hoursRuleSchema.parse(closedToday(world));
    const late = comeBack(world, adNumber, { hours, inventory: { rule, wish } });
    await expect(late).rejects.toMatchObject({ type: 'OUTSIDE_HOURS' });
    expect(world.callsOf('ads/getDetailByNo')).toBe(0);
  });

  it('ads#active-hours: at night, with a resting price, it comes back at that price', async () => {
    const { world, adNumber } = await awayAd('500');
    const rules = rulesWith({ hours: { ...closedToday(world), restingPrice: '10.40' } });
    await comeBack(world, adNumber, {
      inventory: { rule, wish },
      pricing: { rules, override: null, learnedRange: null },
    });
    expect(adOf(world, adNumber)).toEqual({ status: SimAdStatus.ONLINE, price: '10.40' });
  });

  it('by day it is priced by its rules, not at the price that it left with', async () => {
    const { world, adNumber } = await awayAd('500');
    const pricing = { rules: rulesWith({}), override: null, learnedRange: null };
    await comeBack(world, adNumber, { inventory: { rule, wish }, pricing });
    expect(adOf(world, adNumber)).toEqual({ status: SimAdStatus.ONLINE, price: '10.04' });
  });

  it('interface 4.5: it comes back at its margin after the fee, which is read for it', async () => {
    const { world, adNumber } = await awayAd('500');
    const pricing = { rules: rulesWith({ minimumMargin: '0.6%' }), override: null, learnedRange: null };
    await comeBack(world, adNumber, { pricing });
    // The reference is 10.00: 10.00 x 1.006 x 1.001 = 10.07006.
    expect(adOf(world, adNumber)).toEqual({ status: SimAdStatus.ONLINE, price: '10.08' });
  });

  it('shadow: a return is an intent, by the quantity that was intended before', async () => {
    const { world, adNumber } = await awayAd('40');
    // Nothing is added meanwhile.
    const refused = { ...wish, refusedUntilMs: world.clock.now() + 60_000 };
    const low = comeBack(world, adNumber, { mode: 'shadow', inventory: { rule, wish: refused } });
    await expect(low).rejects.toMatchObject({ type: 'OUT_OF_STOCK' });
    const intended = { rule, wish: { ...refused, intended: '400' } };
    expect(await comeBack(world, adNumber, { mode: 'shadow', inventory: intended })).toMatchObject({ kind: 'intent' });
    expect(adOf(world, adNumber)).toEqual({ status: SimAdStatus.OFFLINE, price: '9.60' });
  });
});

it('ads#the-quantity, ads#one-ad-after-the-other: the quantity of an ad that this worker holds in shadow is not written, although someone started it live', async () => {
  const shadowAds: string[] = [];
  const isIntentOnly = createWriteGuard({ allowLive: true, shadowAds, service: () => 'real' });
  const world = await openActivityWorld({ parts: { isIntentOnly } });
  const adNumber = world.addAd({ price: '10.20', initAmount: '250', minFiat: '100' });
  shadowAds.push(adNumber);
  const input: UpdateAdStockInput = { mode: 'live', adNumber, rule, wish };
  const change = () => world.asAd(adNumber).run(world.acting.updateAdStock, input);
  await expect(change()).rejects.toMatchObject({ type: 'MODE_NOT_ALLOWED', nonRetryable: true });
  expect(world.callsOf('ads/update')).toBe(0);
  shadowAds.length = 0;
  expect(await change()).toMatchObject({ kind: 'applied', quantity: '500' });
});
