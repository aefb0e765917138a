import { describe, expect, it } from 'vitest';
import { intakeReportSchema } from '../../../src/workflows/contract/desk-contract.ts';
import { eventually, openActivityWorld } from '../activity-fixture.ts';
import { readInput } from '../money/money-fixture.ts';
import { cancelled, flood, intake, polls, take } from './intake-fixture.ts';

describe('design 6: more orders than can be read at once', () => {
  it('ADR 0031: what waits for a place follows the reads before it, without another look at the list', async () => {
    const world = await openActivityWorld({ settings: { orderPollIntervalMs: 600_000 } });
    world.fakeDesk.readsAtOnce = false;
    const orders = flood(world, 50);
    const taking = intake(world);
    const taken = (): string[] => world.fakeDesk.told.map(({ orderNumber }) => orderNumber);
    await eventually('the first twenty', () => taken().length === 20);
    for (const orderNumber of orders.slice(0, 30)) {
      await eventually(`${orderNumber} is taken up`, () => taken().includes(orderNumber));
      await world.asOrder(orderNumber).run(world.acting.readOrder, readInput(orderNumber));
    }
    await eventually('the last', () => taken().length === 50);
    expect(taken()).toEqual(orders);
    await eventually('it says so', () => JSON.stringify(taking.beats.at(-1)?.['waiting']) === '[]');
    expect(taking.beats.at(-1)).toMatchObject({ polls: 1 });
    await cancelled(taking);
  });

  it('ADR 0031: which of a flood will not be read before their time is over is reported with the first look', async () => {
    const world = await openActivityWorld();
    world.fakeDesk.readsAtOnce = false;
    const orders = flood(world, 30);
    for (const orderNumber of orders) world.simulator.counterparties.pay(orderNumber);
    const { releaseDeadlineMs } = await world.deps.marketplace.orders.read(orders[0] ?? '', {
      role: 'maker',
      priority: 'order',
    });
    // The sixth of those that wait has its turn when its time is just over.
    const callsPerSecond = (5.5 * 4 * 1_000) / ((releaseDeadlineMs ?? 0) - world.clock.now());
    Object.assign(world.deps.settings, { accountRequestsPerSecond: callsPerSecond });
    const taking = intake(world);
    await eventually('a report', () => world.fakeDesk.reports.length > 0);
    const report = intakeReportSchema.parse(world.fakeDesk.reports[0]);
    expect(report).toMatchObject({ waiting: 10, late: { count: 5, orderNumbers: orders.slice(25) } });
    await cancelled(taking);
  });

  it('ADR 0031: which of a flood will be late is reported with the look that finds it, right after another report', async () => {
    const world = await openActivityWorld();
    world.fakeDesk.readsAtOnce = false;
    const taking = intake(world);
    await eventually('a report of a quiet desk', () => world.fakeDesk.reports.length === 1);
    Object.assign(world.deps.settings, { accountRequestsPerSecond: 0.001 });
    const orders = flood(world, 30);
    for (const orderNumber of orders) world.simulator.counterparties.pay(orderNumber);
    await eventually('the next report', () => world.fakeDesk.reports.length === 2);
    const report = intakeReportSchema.parse(world.fakeDesk.reports[1]);
    expect(report).toMatchObject({ waiting: 10, late: { count: 10 } });
    for (const orderNumber of flood(world, 5)) world.simulator.counterparties.pay(orderNumber);
    await polls(world, 2);
    expect(world.fakeDesk.reports).toHaveLength(2);
    await cancelled(taking);
  });

  it('ADR 0031: a chat message brings the next look although orders wait for a place', async () => {
    const world = await openActivityWorld({ settings: { orderPollIntervalMs: 600_000 } });
    world.fakeDesk.readsAtOnce = false;
    const adNumber = world.addAd({ initAmount: '1000000' });
    for (let count = 0; count < 25; count += 1) take(world, adNumber);
    const taking = intake(world);
    await eventually('the first look is over', () => typeof taking.beats.at(-1)?.['lookedAtMs'] === 'number');
    world.ring();
    await polls(world, 0);
    expect(world.fakeDesk.told).toHaveLength(20);
    await cancelled(taking);
  });
});
