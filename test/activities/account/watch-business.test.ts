import { CancelledFailure } from '@temporalio/common';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { BusinessLook, WatchBusinessInput } from '../../../src/activities/activity-contract.ts';
import { beating } from '../../../src/activities/kit/pause.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import { eventually, openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';

function watch(
  world: ActivityWorld,
  known: Partial<WatchBusinessInput> = {},
  { stepMs = 15_000, run = world.watching.watchBusiness } = {},
) {
  const env = world.scheduled();
  env.on('heartbeat', () => world.clock.advance(stepMs));
  const input = { status: 'open', adStatus: null, adNumber: '1', periodMs: 3_600_000, ...known };
  return { env, look: env.run(run, input) as Promise<BusinessLook> };
}

/** As a worker runs it: its heartbeats are repeated beside its pauses. */
const beatingOf = (world: ActivityWorld) => ({ run: beating(world.watching.watchBusiness) });

describe('7.4 AD_OFFLINE: the merchant’s status is read every 15 s', () => {
  it('a status that the caller does not know comes back at once', async () => {
    const world = await openActivityWorld();
    expect(await watch(world, { status: null }).look).toEqual({ status: 'open', adStatus: null });
    world.simulator.setMerchant('acme', 'closed');
    expect((await watch(world).look).status).toBe('closed');
    world.simulator.setMerchant('acme', 'break');
    expect((await watch(world, { status: 'closed' }).look).status).toBe('taking a break');
  });

  it('the watch waits while the status stays, and returns when it changes', async () => {
    const world = await openActivityWorld();
    world.simulator.setMerchant('acme', 'closed');
    const watching = watch(world, { status: 'closed' });
    await eventually('three looks', () => world.callsOf('user/baseDetail') > 2);
    world.simulator.setMerchant('acme', 'open');
    expect((await watching.look).status).toBe('open');
  });

  it('a look that fails changes nothing: the next one counts', async () => {
    const world = await openActivityWorld();
    world.simulator.setMerchant('acme', 'closed');
    world.simulator.setFaults([
      { operation: 'baseDetail', when: { nth: 1, count: 2 }, fault: { kind: 'error', code: -1000 } },
    ]);
    const watching = watch(world, { status: 'closed' });
    await eventually('the looks that fail', () => world.callsOf('user/baseDetail') > 2);
    world.simulator.setMerchant('acme', 'open');
    expect((await watching.look).status).toBe('open');
  });

  it('with its period over it comes back with the status as it is', async () => {
    const world = await openActivityWorld();
    expect((await watch(world, { periodMs: 60_000 }).look).status).toBe('open');
    // At 0, 15, 30, 45 and 60 s: a pause heartbeats once.
    expect(world.callsOf('user/baseDetail')).toBe(5);
  });

  it('I18: a cancel ends it at once', async () => {
    const world = await openActivityWorld({ settings: { offlineCheckIntervalMs: 15_000 } });
    const watching = watch(world);
    await eventually('the first look', () => world.callsOf('user/baseDetail') === 1);
    watching.env.cancel();
    await expect(watching.look).rejects.toBeInstanceOf(CancelledFailure);
  });

  it('8: the next look is 15 s after the one before', async () => {
    const { offlineCheckIntervalMs } = defaultSettings;
    const world = await openActivityWorld({ settings: { offlineCheckIntervalMs } });
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    const watching = watch(world, {}, beatingOf(world));
    await eventually('a pause of 15 s', () => timers.mock.calls.some(([, ms]) => ms === 15_000));
    expect(world.callsOf('user/baseDetail')).toBe(1);
    watching.env.cancel();
    await expect(watching.look).rejects.toBeInstanceOf(CancelledFailure);
  });

  it('a period that is shorter than the pause between two looks ends on time', async () => {
    const { offlineCheckIntervalMs } = defaultSettings;
    const world = await openActivityWorld({ settings: { offlineCheckIntervalMs } });
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    const watching = watch(world, { periodMs: 5_000 }, { ...beatingOf(world), stepMs: 0 });
    await eventually('a pause of 5 s', () => timers.mock.calls.some(([, ms]) => ms === 5_000));
    watching.env.cancel();
    await expect(watching.look).rejects.toBeInstanceOf(CancelledFailure);
  });

  it('8: its looks are as far apart as their own setting says, whatever the other watchers’ intervals are', async () => {
    const settings = { offlineCheckIntervalMs: 20, orderPollIntervalMs: 3_600_000, marketIntervalMs: 3_600_000 };
    const world = await openActivityWorld({ settings });
    const watching = watch(world);
    await eventually('three looks', () => world.callsOf('user/baseDetail') > 2);
    watching.env.cancel();
    await expect(watching.look).rejects.toBeInstanceOf(CancelledFailure);
  });
});

describe('design 6: the ad itself is looked at, too', () => {
  it('an ad that the merchant put back online in the app is reported', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ status: SimAdStatus.OFFLINE });
    const known = { adNumber, adStatus: 'offline' } as const;
    const watching = watch(world, known, { stepMs: 20 });
    await eventually('two looks', () => world.callsOf('user/baseDetail') > 1);
    await world.desk.data('ads/updateStatus', { advNos: [adNumber], advStatus: SimAdStatus.ONLINE });
    expect(await watching.look).toEqual({ status: 'open', adStatus: 'online' });
  });

  it('EP-2: it is asked for by number when the listing does not show it, and unknown when the service does not know it', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    world.simulator.setFaults([{ operation: 'listWithPagination', fault: { kind: 'stale', ms: 10_000 } }]);
    expect(await watch(world, { adNumber, adStatus: 'offline' }).look).toMatchObject({ adStatus: 'online' });
    expect(world.callsOf('ads/getDetailByNo')).toBe(1);
    expect(await watch(world, { adNumber: '404', status: null }).look).toMatchObject({ adStatus: null });
  });

  it('a service that says nothing of the business still shows the ad', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ status: SimAdStatus.OFFLINE });
    const silent = { kind: 'answer', fields: { businessStatus: null } } as const;
    world.simulator.setFaults([{ operation: 'baseDetail', fault: silent }]);
    expect(await watch(world, { adNumber }).look).toEqual({ status: 'unknown', adStatus: 'offline' });
  });
});
