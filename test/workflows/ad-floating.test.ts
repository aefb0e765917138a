import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { movingReference } from '../activities/ad/floating-world.ts';
import type { ActivityWorld } from '../activities/activity-fixture.ts';
import { createLocalEnv } from '../setup/local-env.ts';
import { quietRuntime, untilView } from './workflow-harness.ts';
import { withKeptAd } from './ad/ad-world.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

/** Lets the desk look, on a clock that goes on with each question, until the ad has a ratio that fits. */
const ratioOf = (world: ActivityWorld, holds: (ratio: string) => boolean): Promise<string> =>
  untilView(async () => {
    world.clock.advance(20);
    return world.simulator.snapshot().ads[0]?.floatingRatio ?? '';
  }, holds);

it('ads#a-floating-ad-by-its-ratio: a floating ad gets its ratio, follows the reference without a call, is bound at its floor, and comes back', async () => {
  const { feed, move } = movingReference();
  const rules = {
    strategy: { kind: 'floating', ratio: '100.5' },
    limits: { floor: '9.50', ceiling: '10.50' },
    answerHoldMs: 0,
  };
  const prepare = (world: ActivityWorld) => world.addAd({ floatingRatio: '99' });
  await withKeptAd({ env, simulator: { market: feed }, rules, prepare }, async ({ world, updates }) => {
    await ratioOf(world, (ratio) => ratio === '100.5');
    const written = updates();
    move('9.80');
    const looks = world.callsOf('ads/listWithPagination') + 3;
    await ratioOf(world, () => world.callsOf('ads/listWithPagination') >= looks);
    expect(updates()).toBe(written);
    move('9.40');
    const bound = await ratioOf(world, (ratio) => ratio !== '100.5');
    // 9.50, or a tick above it where the reference was older than the listing.
    expect(Number(bound) * 9.4).toBeGreaterThanOrEqual(950);
    expect(Number(bound) * 9.4).toBeLessThan(952);
    move('10.00');
    await ratioOf(world, (ratio) => ratio === '100.5');
    expect(world.simulator.ledger().entries.map(({ kind }) => kind)).not.toContain('in-zone');
  });
});
