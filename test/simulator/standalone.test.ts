import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { demoFaults } from '../../src/simulator/world/demo-faults.ts';
import { createManualClock, type ManualClock } from '../setup/manual-clock.ts';
import {
  createDemoMarketplace,
  runSimulator,
  type DemoMarketplace,
  type DemoOptions,
} from '../../src/simulator/standalone.ts';
import { deskAccount, seed, startMs } from './sim-fixture.ts';
import { createWireCaller } from './wire-caller.ts';

function demo(more: Partial<DemoOptions> = {}): DemoMarketplace & { clock: ManualClock } {
  const clock = createManualClock(startMs);
  const options = {
    seed,
    speed: 600,
    marketFile: null,
    pair: null,
    ordersPerMinute: 30,
    faults: 'none',
    stateFile: null,
  } as const;
  return { ...createDemoMarketplace({ ...options, account: deskAccount, clock, ...more }), clock };
}

/** Lets time pass in steps of a fifth of a second. */
function run(
  { simulator, clock }: { simulator: DemoMarketplace['simulator']; clock: ManualClock },
  seconds: number,
): void {
  for (let step = 0; step < seconds * 5; step += 1) {
    clock.advance(200);
    simulator.tick();
  }
}

function recordingFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'usdt-ves-2026.csv');
  writeFileSync(file, text);
  return file;
}

describe('the marketplace of a demo', () => {
  it('has SELL and BUY on two markets, more than four ticks apart, within wide limits', () => {
    const { deskAds, simulator, marketInfo } = demo();
    expect(deskAds.map((ad) => [ad.side, `${ad.asset}/${ad.fiat}`, ad.priceScale])).toEqual([
      ['SELL', 'USDT/BOB', 2],
      ['BUY', 'USDT/BOB', 2],
      ['SELL', 'USDT/VES', 3],
      ['BUY', 'USDT/VES', 3],
    ]);
    expect(marketInfo).toMatchObject({ rows: null });
    for (const [sell, buy] of [deskAds.slice(0, 2), deskAds.slice(2)]) {
      const price = (adNumber = ''): number => Number(simulator.marketplace.ads.get(adNumber)?.price);
      const ticks = (price(sell?.adNumber) - price(buy?.adNumber)) * 10 ** (sell?.priceScale ?? 0);
      expect(ticks).toBeGreaterThan(4);
      expect(price(sell?.adNumber)).toBeLessThan(Number(sell?.ceiling));
      expect(price(buy?.adNumber)).toBeGreaterThan(Number(buy?.floor));
    }
  });

  it('serves markets with all scales of prices (wire-facts section 15): no, two, three and eight decimals', () => {
    const scalesOf = ({ simulator }: DemoMarketplace) =>
      simulator.marketplace.books().map(({ pair, asks, bids }) => {
        expect(asks.length).toBeGreaterThan(5);
        expect(bids.length).toBeGreaterThan(5);
        return [`${pair.asset}/${pair.fiat}`, pair.priceScale];
      });
    const all = [
      ['USDT/BOB', 2],
      ['USDT/VES', 3],
      ['BTC/COP', 0],
      ['USDT/EUR', 8],
    ];
    expect(scalesOf(demo())).toEqual(all);
    const marketFile = recordingFile('timestamp,ask_best,bid_best\n2026-02-01T00:00Z,101,99\n');
    expect(scalesOf(demo({ marketFile, pair: 'USDT/ARS' })).slice(1)).toEqual(all);
    expect(scalesOf(demo({ marketFile, pair: 'USDT/COP' })).slice(1)).toEqual(all);
  });

  it('has ads of the desk on as many markets as its settings ask for, each with the decimals of its market', () => {
    const { deskAds, simulator } = demo({ deskMarkets: 4 });
    expect(deskAds.map((ad) => [ad.side, `${ad.asset}/${ad.fiat}`]).slice(4)).toEqual([
      ['SELL', 'BTC/COP'],
      ['BUY', 'BTC/COP'],
      ['SELL', 'USDT/EUR'],
      ['BUY', 'USDT/EUR'],
    ]);
    for (const { adNumber, priceScale, floor, ceiling } of deskAds) {
      const { price = '' } = simulator.marketplace.ads.get(adNumber) ?? {};
      expect(price.split('.')[1]?.length ?? 0).toBe(priceScale);
      expect(Number(price)).toBeGreaterThan(Number(floor));
      expect(Number(price)).toBeLessThan(Number(ceiling));
    }
  });

  it('replays a recording beside a generated second market, with limits that cover all of it', () => {
    const rows = ['2026-02-01T00:00Z,100.123,99.5', '2026-02-01T00:30Z,150.000,149.0'];
    const marketFile = recordingFile(`timestamp,ask_mode,bid_mode\n${rows.join('\n')}\nbroken\n`);
    const { deskAds, marketInfo } = demo({ marketFile });
    expect(marketInfo).toMatchObject({ rows: 2, skippedRows: 1 });
    expect(marketInfo.pairs).toEqual(['USDT/VES', 'USDT/BOB', 'BTC/COP', 'USDT/EUR']);
    expect(new Set(deskAds.map((ad) => ad.fiat))).toEqual(new Set(['VES', 'BOB']));
    expect(Number(deskAds[0]?.floor)).toBeLessThan(99);
    expect(Number(deskAds[0]?.ceiling)).toBeGreaterThan(151);
    expect(demo({ marketFile, pair: 'USDT/ARS' }).marketInfo.pairs[0]).toBe('USDT/ARS');
  });

  it('has people arrive at about the set rate, the same for the same seed, and never runs dry', () => {
    const first = demo();
    run(first, 600);
    const { arrived } = first.simulator.ledger().orders;
    expect(arrived, `seed ${seed}`).toBeGreaterThan(200);
    expect(arrived, `seed ${seed}`).toBeLessThan(400);
    expect(first.population.arrived()).toBe(arrived);
    const second = demo();
    run(second, 600);
    const trail = ({ simulator }: DemoMarketplace) =>
      simulator.ledger().entries.map(({ kind, atMs, amount }) => [kind, atMs, amount]);
    expect(trail(second)).toEqual(trail(first));
    first.population.stop();
    run(first, 60);
    expect(first.simulator.ledger().orders.arrived).toBe(arrived);
  });

  it('has people who pay, cancel, never come back, dispute and write; an unpaid order ends by itself', () => {
    const world = demo({ paymentWindowMs: 60_000 });
    run(world, 600);
    const { ledger, orders } = world.simulator.marketplace;
    const kinds = new Set(ledger.entries.map((entry) => entry.kind));
    expect([...kinds], `seed ${seed}`).toEqual(
      expect.arrayContaining(['arrive', 'cancel', 'expire', 'dispute', 'complete']),
    );
    expect(ledger.orders.arrived).toBe(ledger.orders.completed + ledger.orders.cancelled + ledger.orders.open);
    expect([...orders.values()].some((order) => order.chat.some((row) => row.author === 'taker'))).toBe(true);
    expect(ledger).toMatchObject({ payments: 0, releases: 0, doubleReleases: 0 });
  });

  it('is left alone by people when its price is unreasonable or its business closed', () => {
    const world = demo();
    for (const ad of world.deskAds) {
      const record = world.simulator.marketplace.ads.get(ad.adNumber);
      if (record !== undefined) record.price = ad.side === 'SELL' ? ad.ceiling : ad.floor;
    }
    run(world, 60);
    expect(world.simulator.ledger().orders.arrived).toBe(0);
    const closed = demo();
    closed.simulator.setMerchant('acme', 'closed');
    run(closed, 60);
    expect(closed.simulator.ledger().orders.arrived).toBe(0);
  });

  it('releases to a desk that buys and has paid', () => {
    const world = demo();
    const { marketplace } = world.simulator;
    run(world, 30);
    const bought = [...marketplace.orders.values()].filter((order) => order.makerSide === 'BUY' && order.status === 1);
    expect(bought.length, `seed ${seed}`).toBeGreaterThan(0);
    for (const order of bought) world.simulator.counterparties.pay(order.orderNumber);
    run(world, 60);
    const statuses = bought.map((order) => order.status);
    expect(statuses.every((status) => status === 4 || status === 5)).toBe(true);
  });

  it('goes on with the same ads and orders when it is started again, and closes those of another market', async () => {
    const stateFile = join(mkdtempSync(join(tmpdir(), 'demo-')), 'simulator.json');
    onTestFinished(() => rmSync(join(stateFile, '..'), { recursive: true, force: true }));
    const first = demo({ stateFile });
    run(first, 60);
    await first.simulator.close();
    const second = demo({ stateFile });
    expect(second.deskAds.map((ad) => ad.adNumber)).toEqual(first.deskAds.map((ad) => ad.adNumber));
    expect(second.simulator.ledger().orders).toEqual(first.simulator.ledger().orders);
    const marketFile = recordingFile('timestamp,ask_best,bid_best\n2026-02-01T00:00Z,101,99\n');
    const third = demo({ stateFile, marketFile, pair: 'USDT/ARS' });
    const closed = [...third.simulator.marketplace.ads.values()].filter((ad) => ad.status === 4);
    expect(closed.map((ad) => ad.fiat)).toEqual(['VES', 'VES']);
  });

  it('has mild faults that never ban, and a storm that does once', () => {
    const bans = (kind: 'none' | 'mild' | 'storm'): number =>
      demoFaults(kind).filter(({ fault }) => fault.kind === 'http' && fault.status === 418).length;
    expect([demoFaults('none').length, bans('mild'), bans('storm')]).toEqual([0, 0, 1]);
    expect(demoFaults('mild').some(({ fault }) => fault.kind === 'reset' && fault.when === 'after')).toBe(true);
  });

  it('serves on a port', async () => {
    const options = { seed, speed: 1, marketFile: null, pair: null, ordersPerMinute: 0, stateFile: null } as const;
    const running = await runSimulator({ ...options, faults: 'none', account: deskAccount });
    onTestFinished(() => running.close());
    const desk = createWireCaller({ baseUrl: running.baseUrl, now: Date.now, ...deskAccount });
    expect(await desk.data('ads/listWithPagination', { page: 1, rows: 20 })).toHaveLength(4);
    expect(running.port).toBeGreaterThan(0);
  });
});
