import { CancelledFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import type { WatchBusinessInput } from '../../src/activities/activity-contract.ts';
import { eventually, openActivityWorld } from './activity-fixture.ts';
import type { ActivityWorld } from './activity-fixture.ts';

function watch(world: ActivityWorld, status: string | null, periodMs = 3_600_000) {
  const env = world.scheduled();
  env.on('heartbeat', () => world.clock.advance(15_000));
  const input: WatchBusinessInput = { status, adNumber: '1', periodMs };
  return { env, status: env.run(world.watching.watchBusiness, input) as Promise<string> };
}

describe('7.4 AD_OFFLINE: the merchant’s status is read every 15 s', () => {
  it('a status that the caller does not know comes back at once', async () => {
    const world = await openActivityWorld();
    expect(await watch(world, null).status).toBe('open');
    world.simulator.setMerchant('acme', 'closed');
    expect(await watch(world, 'open').status).toBe('closed');
    world.simulator.setMerchant('acme', 'break');
    expect(await watch(world, 'closed').status).toBe('taking a break');
  });

  it('the watch waits while the status stays, and tells when it changes', async () => {
    const world = await openActivityWorld();
    world.simulator.setMerchant('acme', 'closed');
    const watching = watch(world, 'closed');
    await eventually('three looks', () => world.callsOf('user/baseDetail') > 2);
    world.simulator.setMerchant('acme', 'open');
    expect(await watching.status).toBe('open');
  });

  it('a look that fails changes nothing: the next one tells', async () => {
    const world = await openActivityWorld();
    world.simulator.setMerchant('acme', 'closed');
    world.simulator.setFaults([
      { operation: 'baseDetail', when: { nth: 1, count: 2 }, fault: { kind: 'error', code: -1000 } },
    ]);
    const watching = watch(world, 'closed');
    await eventually('the looks that fail', () => world.callsOf('user/baseDetail') > 2);
    world.simulator.setMerchant('acme', 'open');
    expect(await watching.status).toBe('open');
  });

  it('with its period over it comes back with the status as it is', async () => {
    const world = await openActivityWorld();
    expect(await watch(world, 'open', 60_000).status).toBe('open');
    expect(world.callsOf('user/baseDetail')).toBe(3);
  });

  it('I18: a cancel ends it at once', async () => {
    const world = await openActivityWorld({ settings: { offlineCheckIntervalMs: 15_000 } });
    const watching = watch(world, 'open');
    await eventually('the first look', () => world.callsOf('user/baseDetail') === 1);
    watching.env.cancel();
    await expect(watching.status).rejects.toBeInstanceOf(CancelledFailure);
  });
});
