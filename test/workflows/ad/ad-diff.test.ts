import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WatchMarketInput, WatchMarketVerdict } from '../../../src/activities/activity-contract.ts';
import { adControl } from '../../../src/client/index.ts';
import { beginDiff, noteDiff, type PriceDiff } from '../../../src/domain/diff/price-diff.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { heldUntilCancelled, quietRuntime, untilView, type FakeActivities } from '../workflow-harness.ts';
import { me, quietAt, setTo, viewOf, withAd, type AdHandle } from './ad-fixture.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const t0 = Date.UTC(2026, 10, 22, 8, 0, 0);
const facts = { side: 'SELL', priceScale: 2, best: '9.45', why: 'at-target', foreseen: [] } as const;

/** What a watch saw that began with this: 9.44 was wanted all the time, and 9.50 stood for ten seconds. */
function seenFrom({ diff = { stampMs: -1, last: null } }: WatchMarketInput, atMs: number): PriceDiff {
  const looks = [0, 10_000].map((ms) => ({ atMs: atMs + ms, intended: '9.44', actual: '9.50', ...facts }));
  return looks.reduce((all, look) => noteDiff(all, look, { maxGapMs: 60_000 }), beginDiff(diff));
}

/** Watches that return one of the verdicts each, with what they saw; then it is quiet. */
function watches(verdicts: WatchMarketVerdict[]) {
  const inputs: WatchMarketInput[] = [];
  const watchMarket: NonNullable<FakeActivities['watchMarket']> = async (input) => {
    const at = t0 + inputs.push(input) * 20_000;
    const verdict = verdicts.shift();
    if (verdict !== undefined) return { ...verdict, diff: seenFrom(input, at) };
    return input.periodMs === 0 ? quietAt('9.50') : heldUntilCancelled();
  };
  return { inputs, watchMarket };
}

const watchedMs = ({ hours }: PriceDiff): number => hours.reduce((sum, hour) => sum + hour.watchedMs, 0);
const diffOf = (handle: AdHandle): Promise<PriceDiff> => handle.query(definitions.adDiffQuery);

describe('ads#shadow-beside-what-stands: the workflow keeps what its watches saw of intended and actual prices', () => {
  it('it adds what each saw; another rule begins afresh, and so does another mode', async () => {
    const account = 'ad-diff';
    const { inputs, watchMarket } = watches([quietAt('9.50'), quietAt('9.50')]);
    await withAd({ env, account, activities: { watchMarket }, input: { mode: 'shadow' } }, async (handle) => {
      // Between the first watch and the second the ad was watched, too: ten seconds.
      await untilView(
        () => diffOf(handle),
        (diff) => watchedMs(diff) === 30_000,
      );
      expect(await diffOf(handle)).toMatchObject({ points: [{ actual: '9.50', intended: '9.44' }] });
      expect(inputs[1]?.diff?.last).toMatchObject({ atMs: t0 + 30_000 });
      const ad = adControl(env.client, account, (await viewOf(handle, () => true)).adNumber);
      const before = await diffOf(handle);
      await ad.setRules({ minimumChangeTicks: 2 });
      const cleared = await diffOf(handle);
      expect(cleared).toMatchObject({ hours: [], points: [], last: null });
      expect(cleared.stampMs).toBeGreaterThan(before.stampMs);
      await ad.changeMode('sim', me);
      const inNextRun = await untilView(
        () => ad.diff(),
        ({ stampMs }) => stampMs > cleared.stampMs,
      );
      expect(inNextRun).toMatchObject({ hours: [], last: null });
    });
  });

  it('a price that the service took stands from that moment on, and an intent changes nothing', async () => {
    const account = 'ad-diff-set';
    const { watchMarket } = watches([setTo('9.44')]);
    const updateAdPrice: NonNullable<FakeActivities['updateAdPrice']> = async () => ({
      kind: 'applied',
      atMs: t0 + 32_000,
    });
    await withAd({ env, account, activities: { watchMarket, updateAdPrice } }, async (handle) => {
      const diff = await untilView(
        () => diffOf(handle),
        ({ last }) => last?.actual === '9.44',
      );
      expect(diff.hours).toMatchObject([{ behindMs: 12_000, equalMs: 0, departures: 1, longestMs: 12_000 }]);
    });
  });
});
