import { describe, expect, it } from 'vitest';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { paidSale, releaseInput } from './money-fixture.ts';

async function release(world: ActivityWorld, orderNumber = paidSale(world)): Promise<string> {
  await world.asOrder(orderNumber).run(world.money.releaseCoin, releaseInput(orderNumber));
  return orderNumber;
}

function refuse({ simulator }: ActivityWorld, code: number): void {
  simulator.setFaults([{ operation: 'releaseCoin', fault: { kind: 'error', code, message: 'no' } }]);
}

describe('S18: each end of a money step is one line of the worker’s log', () => {
  it('what was executed', async () => {
    const world = await openActivityWorld();
    const orderNumber = await release(world);
    const message = 'release executed';
    expect(world.reports).toEqual([
      { event: 'executed', level: 'info', mode: 'sim', orderNumber, operation: 'release', message },
    ]);
  });

  it('7.4: what the service refused, with its code and category', async () => {
    const world = await openActivityWorld();
    refuse(world, -2019);
    const orderNumber = await release(world);
    const why = { category: 'NON_RETRIABLE_BUSINESS', code: '-2019', message: 'no' };
    expect(world.reports).toEqual([
      { event: 'rejected', level: 'warn', mode: 'sim', orderNumber, operation: 'release', ...why },
    ]);
  });

  it('an outcome that no one knows', async () => {
    const world = await openActivityWorld();
    refuse(world, -1000);
    const orderNumber = await release(world);
    expect(world.reports).toMatchObject([{ event: 'unknown', level: 'warn', orderNumber, operation: 'release' }]);
  });

  it('what this worker itself does not allow, also an input of the wrong form', async () => {
    const world = await openActivityWorld();
    world.fakeGuard.silent = true;
    const orderNumber = await release(world);
    const odd = { ...releaseInput(orderNumber), mode: 'Shadow' };
    await world.asOrder(orderNumber).run(world.money.releaseCoin as (raw: unknown) => Promise<unknown>, odd);
    expect(world.reports).toMatchObject([
      { event: 'rejected', mode: 'sim', orderNumber, category: 'GUARD_SILENT', code: null },
      { event: 'rejected', mode: null, orderNumber },
    ]);
  });
});
