import type { MockActivityEnvironment } from '@temporalio/testing';
import { CancelledFailure } from '@temporalio/common';
import { expect } from 'vitest';
import type {
  WatchHeartbeat,
  WatchMarketInput,
  WatchMarketVerdict,
} from '../../../src/activities/activity-contract.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import type { ActivityWorld } from '../activity-fixture.ts';

const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.50', ceiling: '10.50' },
});

/** What starts a watch of an ad that undercuts by one tick. */
export function input(adNumber: string, part: Partial<WatchMarketInput> = {}): WatchMarketInput {
  return {
    adNumber,
    rules,
    override: null,
    lastChangeAtMs: null,
    learnedRange: null,
    assumedPrice: null,
    periodMs: 3_600_000,
    shown: null,
    ...part,
  };
}

interface Watch {
  env: MockActivityEnvironment;
  beats: WatchHeartbeat[];
  verdict: Promise<WatchMarketVerdict>;
}

/** Starts a watch; the desk's clock advances with each of its heartbeats. */
export function watch(world: ActivityWorld, watchInput: WatchMarketInput, stepMs = 20): Watch {
  const env = world.scheduled();
  const beats: WatchHeartbeat[] = [];
  env.on('heartbeat', (beat: WatchHeartbeat) => {
    beats.push(beat);
    world.clock.advance(stepMs);
  });
  return { env, beats, verdict: env.run(world.watching.watchMarket, watchInput) as Promise<WatchMarketVerdict> };
}

/** Cancels a watch, which ends at once. */
export async function cancelled({ env, verdict }: Watch): Promise<void> {
  env.cancel();
  await expect(verdict).rejects.toBeInstanceOf(CancelledFailure);
}
