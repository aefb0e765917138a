import { describe, expect, it, vi } from 'vitest';
import { openSwitch, throwSwitch } from '../../../src/domain/guard/guard-memory.ts';
import { openActivityWorld } from '../activity-fixture.ts';
import { duePurchase, fence, moneyCalls, paidSale, placeInput, release, releaseInput } from './money-fixture.ts';

const thrown = { by: 'ana', reason: 'a doubt', atMs: 1 };

describe('ADR 0042: what a refused call may give back', () => {
  it('only the run that wants the call is asked whether it may leave', async () => {
    const world = await openActivityWorld();
    await release(world, releaseInput(paidSale(world)));
    expect(world.fakeOrders.runs).toEqual(['run-1']);
  });

  it('another dispatch of its step was let go: nothing is sent, and the outcome is not known', async () => {
    const world = await openActivityWorld();
    world.fakeOrders.refusal = { go: false, reason: 'NOT_SENT', text: 'the release has left already', hasLeft: true };
    const end = await release(world, releaseInput(paidSale(world)));
    expect(end).toEqual({ kind: 'unknown', reason: 'the release has left already' });
    expect(world.fakeGuard.asked).toEqual([]);
    expect(moneyCalls(world)).toBe(0);
  });

  it('nothing where the guard was not asked, refused or was silent', async () => {
    const world = await openActivityWorld();
    const end = () => release(world, releaseInput(paidSale(world)));
    world.fakeOrders.refusal = { go: false, reason: 'HELD', text: 'held by ana' };
    expect(await end()).toMatchObject({ category: 'HELD', permitAtMs: null });
    world.fakeOrders.refusal = { go: false, reason: 'GUARD_SILENT', text: 'its workflow did not answer' };
    expect(await end()).toMatchObject({ message: 'its workflow did not answer', permitAtMs: null });
    world.fakeOrders.refusal = null;
    world.fakeGuard.memory = throwSwitch(world.fakeGuard.memory, 'all', thrown);
    expect(await end()).toMatchObject({ category: 'SWITCHED_OFF', permitAtMs: null });
    world.fakeGuard.memory = openSwitch(world.fakeGuard.memory, 'all');
    const [order, purchase] = [paidSale(world), duePurchase(world)];
    const { deps } = world;
    vi.spyOn(deps.guard, 'permit').mockImplementation(async () => {
      return { permitted: false, reason: 'GUARD_SILENT', text: 'no answer', atMs: null };
    });
    const late = expect.stringMatching(/^no answer; if it permits this try late/);
    const silent = { category: 'GUARD_SILENT', permitAtMs: null, message: late };
    expect(await release(world, releaseInput(order))).toMatchObject(silent);
    const paid = { mode: 'sim', orderNumber: purchase, payId: null, fence } as const;
    const notice = await world.asOrder(purchase).run(world.money.markOrderAsPaid, paid);
    expect(notice).toMatchObject(silent);
    // A request that may be used for nothing would be used forever.
    const placed = await world.asPlacement('r1').run(world.money.placeOrder, placeInput());
    expect(placed).toMatchObject({ category: 'GUARD_SILENT', message: 'no answer' });
    expect(placed).not.toHaveProperty('permitAtMs');
    expect(moneyCalls(world)).toBe(0);
  });

  it('its own permit, where the service or the clock refused after it', async () => {
    const world = await openActivityWorld();
    const refused = { kind: 'error', code: -1102, message: 'no' } as const;
    world.simulator.setFaults([{ operation: 'releaseCoin', when: { nth: 1 }, fault: refused }]);
    const byService = await release(world, releaseInput(paidSale(world)));
    expect(byService).toMatchObject({ kind: 'rejected', code: '-1102', permitAtMs: world.clock.now() });
    world.fakeGuard.aheadMs = 5_001;
    const byClock = await release(world, releaseInput(paidSale(world)));
    expect(byClock).toMatchObject({ category: 'CLOCK_SKEW', permitAtMs: world.clock.now() + 5_001 });
  });
});
