/** What no workflow reads any more is ended by the process that leads. */
import { describe, expect, it, vi } from 'vitest';
import { compareReleases, settleSteps } from '../../../src/activities/money/settle-steps.ts';
import type { StepRow } from '../../../src/domain/register/step-row.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { publishInput } from '../publication/publication-fixture.ts';
import {
  duePurchase,
  markPaid,
  markPaidInput,
  paidSale,
  placeInput,
  release,
  releaseInput,
  untilShownMs,
} from './money-fixture.ts';

const workflowsTurnMs = 15_000;
const names = (rows: readonly StepRow[]) => rows.map(({ step, subject }) => `${step} ${subject}`);
const lose = ({ simulator }: ActivityWorld, operation: string, when: 'before' | 'after') =>
  simulator.setFaults([{ operation, fault: { kind: 'reset', when } }]);

describe('design 6: steps that have left and have no end', () => {
  it('one that was executed is done with the first read, once its workflow has had its turn', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    await release(world, releaseInput(orderNumber));
    const purchase = duePurchase(world);
    await markPaid(world, markPaidInput(purchase));
    world.clock.advance(untilShownMs + workflowsTurnMs);
    const before = world.calls.length;
    expect(await settleSteps(world.deps)).toEqual([]);
    expect(world.calls).toHaveLength(before);
    world.clock.advance(1);
    expect(await settleSteps(world.deps)).toEqual([]);
    expect(world.calls.slice(before)).toEqual(['orderMatch/getUserOrderDetail', 'orderMatch/getUserOrderDetail']);
    expect([...(await world.rows('release')), ...(await world.rows('mark-paid'))]).toMatchObject([
      { subject: orderNumber, state: 'done' },
      { subject: purchase, state: 'done' },
    ]);
  });

  it('one that was not is ended by two reads; the first of them is no trouble', async () => {
    const world = await openActivityWorld();
    lose(world, 'releaseCoin', 'before');
    const orderNumber = paidSale(world);
    expect(await release(world, releaseInput(orderNumber))).toMatchObject({ kind: 'unknown' });
    world.clock.advance(untilShownMs + workflowsTurnMs + 1);
    expect(await settleSteps(world.deps)).toEqual([]);
    expect(await world.rows('release')).toMatchObject([{ state: 'leaving', unseenReads: 1 }]);
    world.clock.advance(workflowsTurnMs);
    expect(await settleSteps(world.deps)).toEqual([]);
    expect(await world.rows('release')).toMatchObject([{ state: 'not-done' }]);
  });

  it('a placement and a publication have no number to be read by, and are named', async () => {
    const world = await openActivityWorld();
    await world.asPlacement('r1').run(world.money.placeOrder, placeInput());
    await world.asPublication('usdt-bob').run(world.money.publishAd, publishInput(world));
    world.clock.advance(untilShownMs + workflowsTurnMs + 1);
    const before = world.calls.length;
    expect(names(await settleSteps(world.deps))).toEqual(['place r1', 'publish usdt-bob']);
    expect(world.calls).toHaveLength(before);
  });

  it('an order that cannot be read is named, and keeps no other from being read', async () => {
    const world = await openActivityWorld();
    const [first, second] = [paidSale(world), paidSale(world)];
    for (const orderNumber of [first, second]) await release(world, releaseInput(orderNumber));
    const fault = { kind: 'error', code: -2019, message: 'no' } as const;
    world.simulator.setFaults([{ operation: 'getUserOrderDetail', when: { orderNumber: first }, fault }]);
    world.clock.advance(untilShownMs + workflowsTurnMs + 1);
    await release(world, releaseInput(paidSale(world)));
    expect(names(await settleSteps(world.deps))).toEqual([`release ${first}`]);
    expect((await world.rows('release')).map(({ state }) => state)).toEqual(['leaving', 'done', 'leaving']);
  });
});

describe('ADR 0048: an older copy of the register', () => {
  const inApp = async (world: ActivityWorld): Promise<string> => {
    const orderNumber = paidSale(world);
    await world.deps.exchange.orders.releaseCoin({ orderNumber, confirmPaidType: 'normal' });
    return orderNumber;
  };

  const boughtInApp = async (world: ActivityWorld): Promise<void> => {
    const orderNumber = duePurchase(world);
    await world.deps.exchange.orders.markOrderAsPaid({ orderNumber });
    world.simulator.counterparties.release(orderNumber);
  };

  it('releases that no row knows are named, and stop every release', async () => {
    const world = await openActivityWorld();
    await release(world, releaseInput(paidSale(world)));
    expect(await compareReleases(world.deps)).toEqual([]);
    const unknown = [await inApp(world), await inApp(world)];
    paidSale(world);
    expect(await compareReleases(world.deps)).toEqual(unknown);
    expect(await release(world, releaseInput(paidSale(world)))).toMatchObject({ category: 'REGISTER_BEHIND' });
    expect(world.simulator.ledger().releases).toBe(3);
  });

  it('finding: one that the service still carries out is unknown, too', async () => {
    const world = await openActivityWorld();
    const orderNumber = await inApp(world);
    paidSale(world);
    const { exchange } = world.deps;
    const list = exchange.orders.listOrders.bind(exchange.orders);
    vi.spyOn(exchange.orders, 'listOrders').mockImplementation(async (wish, options) => {
      const page = await list(wish, options);
      return { ...page, items: page.items.map((row) => ({ ...row, orderStatus: 3 })) };
    });
    expect(await compareReleases(world.deps)).toEqual([orderNumber]);
  });

  it('one whose own call was shown not to have happened is unknown', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    world.fakeGuard.silent = true;
    vi.spyOn(world.deps.guard, 'look').mockResolvedValue(world.fakeGuard.memory);
    expect(await release(world, releaseInput(orderNumber))).toMatchObject({ category: 'GUARD_SILENT' });
    await world.deps.exchange.orders.releaseCoin({ orderNumber, confirmPaidType: 'normal' });
    expect(await compareReleases(world.deps)).toEqual([orderNumber]);
  });

  it('from a day before the newest row on, and not from before the register was made', async () => {
    const world = await openActivityWorld();
    const dayMs = 24 * 3_600_000;
    const first = await inApp(world);
    world.clock.advance(1_000);
    const second = await inApp(world);
    const { register } = world.deps;
    vi.spyOn(register, 'comparedSinceMs').mockImplementation(async (beforeMs) => {
      expect(beforeMs).toBe(dayMs);
      return world.clock.now();
    });
    expect(await compareReleases(world.deps)).toEqual([second]);
    vi.restoreAllMocks();
    expect(await compareReleases(world.deps)).toEqual([first, second].toSorted());
  });

  it('beyond the first page of the list; what the desk bought is none of them', async () => {
    const world = await openActivityWorld({ settings: { orderRows: 20 } });
    const unknown: string[] = [];
    for (let order = 0; order < 21; order += 1) unknown.push(await inApp(world));
    await boughtInApp(world);
    expect(await compareReleases(world.deps)).toEqual(unknown.toSorted());
    expect(world.callsOf('orderMatch/listOrders')).toBe(2);
  });

  it('the list is asked for the desk’s released sales since then; one that ignores that is read by the same', async () => {
    const world = await openActivityWorld();
    await inApp(world);
    paidSale(world);
    world.clock.advance(1_000);
    const { exchange, register } = world.deps;
    const sinceMs = world.clock.now();
    vi.spyOn(register, 'comparedSinceMs').mockResolvedValue(sinceMs);
    const unknown = await inApp(world);
    const list = exchange.orders.listOrders.bind(exchange.orders);
    const asked = vi
      .spyOn(exchange.orders, 'listOrders')
      .mockImplementation(({ page, rows }) => list({ page, rows, tradeType: 'SELL' }));
    expect(await compareReleases(world.deps)).toEqual([unknown]);
    expect(asked.mock.calls[0]?.[0]).toEqual({
      page: 1,
      rows: world.deps.settings.orderRows,
      tradeType: 'SELL',
      orderStatusList: [3, 4],
      startDate: sinceMs,
    });
  });
});
