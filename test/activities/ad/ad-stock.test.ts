import { describe, expect, it } from 'vitest';
import type {
  BusinessLook,
  WatchBusinessInput,
  WatchMarketInput,
  WatchMarketVerdict,
} from '../../../src/activities/activity-contract.ts';
import type { StockReceipt, UpdateAdStockInput } from '../../../src/activities/ad/stock-contract.ts';
import { inventoryRuleSchema, type RememberedStock } from '../../../src/domain/ads/inventory.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import { deskAccount } from '../../simulator/sim-fixture.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';

const inventory = inventoryRuleSchema.parse({ target: '500', refillBelow: '300', total: '2000', offlineBelow: '50' });
const wish: RememberedStock = { lastChangeAtMs: null, refusedUntilMs: null, intended: null, offlineSinceMs: null };
const rules = pricingRulesSchema.parse({
  strategy: { kind: 'fixed', price: '10.20' },
  limits: { floor: '9.50', ceiling: '10.50' },
  inventory,
});
const shown = { rank: null, reason: null, boundSinceMs: null, isAlarmed: false, atMs: 0 };
const wallet = { account: deskAccount.name, asset: 'USDT' };

function watch(world: ActivityWorld, adNumber: string, part: Partial<WatchMarketInput> = {}) {
  const input = { adNumber, rules, override: null, lastChangeAtMs: null, learnedRange: null, assumedPrice: null };
  const env = world.scheduled();
  const verdict = env.run(world.watching.watchMarket, { ...input, periodMs: 0, shown, stock: wish, ...part });
  return verdict as Promise<WatchMarketVerdict>;
}

function update(world: ActivityWorld, adNumber: string, part: Partial<UpdateAdStockInput> = {}): Promise<StockReceipt> {
  const input: UpdateAdStockInput = { mode: 'sim', adNumber, rule: inventory, wish, ...part };
  return world.asAd(adNumber).run(world.acting.updateAdStock, input) as Promise<StockReceipt>;
}

/** An own ad that has 250 USDT left of 500. */
async function lowAd() {
  const world = await openActivityWorld();
  const adNumber = world.addAd({ price: '10.20', initAmount: '500', minFiat: '100', maxFiat: '5000' });
  world.simulator.counterparties.take({ adNumber, amount: '249.75' });
  return { world, adNumber };
}

const adOf = (world: ActivityWorld, adNumber: string) => {
  const { initAmount, surplusAmount, price } = world.simulator.snapshot().ads.find((ad) => ad.advNo === adNumber) ?? {};
  return { initAmount: Number(initAmount), left: Number(surplusAmount), price };
};

describe('ads#the-quantity: a look at the quantity of an ad', () => {
  it('returns the refill that is due, and what it saw', async () => {
    const { world, adNumber } = await lowAd();
    expect(await watch(world, adNumber)).toMatchObject({
      kind: 'stock',
      ad: { adNumber },
      decision: { kind: 'change', quantity: '749.99', remaining: '500' },
      seen: { quantity: '500', remaining: '250.01', walletCovers: true },
    });
  });

  it('costs one call a minute, and shows with the other looks', async () => {
    const { world, adNumber } = await lowAd();
    const recent = { stock: { ...wish, lastChangeAtMs: world.clock.now() } };
    const calls = () => world.callsOf('ads/getDetailByNo');
    const quiet = await watch(world, adNumber, recent);
    expect(quiet).toMatchObject({ kind: 'quiet', stock: { remaining: '250.01' } });
    await watch(world, adNumber, recent);
    world.clock.advance(59_999);
    await watch(world, adNumber, recent);
    expect(calls()).toBe(1);
    world.clock.advance(1);
    expect(await watch(world, adNumber, recent)).toMatchObject({ kind: 'stock', decision: { kind: 'change' } });
    expect(calls()).toBe(2);
  });

  it('follows neither before the first look, nor without rules, nor while prices are switched off', async () => {
    const { world, adNumber } = await lowAd();
    expect(await watch(world, adNumber, { shown: null })).toMatchObject({ kind: 'quiet' });
    const { inventory: _none, ...others } = rules;
    expect(await watch(world, adNumber, { rules: { ...others, inventory: null } })).toMatchObject({ kind: 'quiet' });
    world.fakeDesk.switches.repricing = 'closed';
    expect(await watch(world, adNumber)).toMatchObject({ kind: 'quiet' });
    expect(world.callsOf('ads/getDetailByNo')).toBe(0);
  });

  it('follows from no read that shows the ad off the market: someone has just taken it off', async () => {
    const { world, adNumber } = await lowAd();
    await world.deps.ownAds.listing();
    await world.admin(`ads/${adNumber}`, { status: 'offline' });
    expect(await watch(world, adNumber)).toMatchObject({ kind: 'quiet', ad: { status: 'online' } });
    expect(world.callsOf('ads/getDetailByNo')).toBe(1);
  });

  it('moves nothing when the read is refused, and prices go on', async () => {
    const { world, adNumber } = await lowAd();
    world.simulator.setFaults([{ operation: 'getDetailByNo', fault: { kind: 'error', code: -1000 } }]);
    expect(await watch(world, adNumber)).toMatchObject({ kind: 'quiet', decision: { reason: 'at-target' } });
    expect(world.reports).toMatchObject([{ event: 'refused', operation: 'getDetailByNo' }]);
  });

  it('finds a wallet that does not cover the ad, and one that does again', async () => {
    const { world, adNumber } = await lowAd();
    world.simulator.fillWallet({ ...wallet, free: '5' });
    const empty = await watch(world, adNumber);
    expect(empty).toMatchObject({ decision: { kind: 'empty', note: { code: 'uncovered' } } });
    const sinceMs = world.clock.now();
    const watched: WatchBusinessInput = {
      adNumber,
      status: 'open',
      adStatus: 'online',
      adOnly: true,
      periodMs: 0,
      inventory: { rule: inventory, wish: { ...wish, refusedUntilMs: sinceMs + 1e9, offlineSinceMs: sinceMs } },
    };
    const look = () => world.scheduled().run(world.watching.watchBusiness, watched) as Promise<BusinessLook>;
    world.clock.advance(60_000);
    expect((await look()).stock).toBeUndefined();
    world.simulator.fillWallet({ ...wallet, free: '5000' });
    expect((await look()).stock).toMatchObject({ decision: { kind: 'stocked' }, seen: { walletCovers: true } });
    world.simulator.setFaults([{ operation: 'getDetailByNo', fault: { kind: 'error', code: -1000 } }]);
    expect((await look()).stock).toBeUndefined();
  });
});

describe('ads#the-quantity, EP-7: a change of the quantity', () => {
  it('leaves the target on the ad, changes neither price nor what is sold, and repeats to nothing', async () => {
    const { world, adNumber } = await lowAd();
    const receipt = await update(world, adNumber);
    expect(receipt).toEqual({ kind: 'applied', atMs: world.clock.now(), quantity: '749.99' });
    expect(adOf(world, adNumber)).toEqual({ initAmount: 749.99, left: 500, price: '10.20' });
    await expect(update(world, adNumber)).rejects.toMatchObject({ type: 'STALE_DECISION' });
    expect(world.callsOf('ads/update')).toBe(1);
    expect(world.simulator.ledger().entries.filter(({ kind }) => kind === 'reprice')).toEqual([]);
  });

  it('goes by a read of its own: an order since the look counts, and one that was cancelled', async () => {
    const { world, adNumber } = await lowAd();
    await watch(world, adNumber);
    const orderNumber = world.simulator.counterparties.take({ adNumber, amount: '100' });
    await update(world, adNumber);
    expect(adOf(world, adNumber).left).toBe(500);
    world.simulator.counterparties.cancel(orderNumber);
    expect(adOf(world, adNumber).left).toBe(600.1);
  });

  it('I14: is refused once a switch is engaged, or when the guard does not answer', async () => {
    const { world, adNumber } = await lowAd();
    const stale = { type: 'STALE_DECISION' };
    for (const name of ['repricing', 'ads'] as const) {
      world.fakeDesk.switches[name] = 'closed';
      await expect(update(world, adNumber)).rejects.toMatchObject(stale);
      world.fakeDesk.switches[name] = 'open';
    }
    const { memory } = world.fakeGuard;
    const thrown = { by: 'ana', reason: '', atMs: 1 };
    world.fakeGuard.memory = { ...memory, switches: { ...memory.switches, all: thrown } };
    await expect(update(world, adNumber)).rejects.toMatchObject(stale);
    world.fakeGuard.silent = true;
    await expect(update(world, adNumber)).rejects.toMatchObject(stale);
    expect(world.callsOf('ads/update')).toBe(0);
  });

  it('I17: comes from the workflow of the ad alone', async () => {
    const { world, adNumber } = await lowAd();
    const input = { mode: 'sim' as const, adNumber, rule: inventory, wish };
    await expect(world.asAd('19').run(world.acting.updateAdStock, input)).rejects.toMatchObject({
      type: 'CALLER_NOT_ALLOWED',
    });
  });

  it('-2019: more than the wallet has free is refused, and what is on the ad stays', async () => {
    const { world, adNumber } = await lowAd();
    world.simulator.fillWallet({ ...wallet, free: '400' });
    await expect(update(world, adNumber)).rejects.toMatchObject({ type: 'NON_RETRIABLE_BUSINESS' });
    expect(adOf(world, adNumber).left).toBe(250.01);
  });

  it('is an intent in shadow, and is not intended again', async () => {
    const { world, adNumber } = await lowAd();
    const shadow = { mode: 'shadow' } as const;
    expect(await update(world, adNumber, shadow)).toMatchObject({ kind: 'intent', quantity: '749.99' });
    expect(world.intents).toEqual([{ operation: 'ads/update', subject: adNumber, detail: { quantity: '749.99' } }]);
    const intended = { ...shadow, wish: { ...wish, intended: '749.99' } };
    await expect(update(world, adNumber, intended)).rejects.toMatchObject({ type: 'STALE_DECISION' });
    expect(world.callsOf('ads/update')).toBe(0);
  });
});

describe('wire-facts 13: the simulator knows what a wallet has free', () => {
  it('an order locks it, a cancelled one returns it, and an ad that it does not cover is hidden', async () => {
    const { world, adNumber } = await lowAd();
    const free = () => world.simulator.snapshot().wallets?.[`${deskAccount.name}/USDT`];
    world.simulator.fillWallet({ ...wallet, free: '110.1' });
    const orderNumber = world.simulator.counterparties.take({ adNumber, amount: '100' });
    expect(free()).toBe('10');
    expect(() => world.simulator.counterparties.take({ adNumber, amount: '50' })).toThrow();
    world.simulator.counterparties.cancel(orderNumber);
    expect(free()).toBe('110.1');
    world.simulator.fillWallet({ ...wallet, free: '9' });
    expect(() => world.simulator.counterparties.take({ adNumber, amount: '10' })).toThrow();
    expect(world.simulator.snapshot().ads.find(({ advNo }) => advNo === adNumber)?.status).toBe(SimAdStatus.ONLINE);
  });
});
