import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WatchMarketVerdict } from '../../../src/activities/activity-contract.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { me, refusal, viewOf, withAd } from './ad-fixture.ts';
import {
  asleep,
  awake,
  day,
  hoursRules as rules,
  hoursWorld as world,
  night,
  type HoursWorld as World,
} from './hours-world.ts';
import { quietRuntime, untilView } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

/** What a watch reports that the service refuses. */
const closedBusiness: WatchMarketVerdict = {
  kind: 'problem',
  category: 'AD_OFFLINE',
  code: '83229',
  message: 'search: 83229 The business is closed.',
  untilMs: 0,
};

const run = (account: string, { activities }: World) => ({
  env,
  account,
  activities,
  input: { rules, settings: { moneySettleMs: 0 } },
});

describe('ads#active-hours: what holds an ad at the ends of its hours', () => {
  it('I18: a switch for repricing that is closed in the morning is shown and asks no one; it comes back once that is lifted', async () => {
    const at = world();
    const putAdOnline = at.activities.putAdOnline;
    let isClosed = true;
    const held = ApplicationFailure.nonRetryable('repricing is switched off', 'STALE_DECISION', { held: true });
    at.activities.putAdOnline = async (input) => {
      if (isClosed) throw held;
      return putAdOnline?.(input) ?? { kind: 'applied', atMs: 6 };
    };
    const settings = { moneySettleMs: 0, marketIntervalMs: 1_000 };
    await withAd({ ...run('hours-repricing-off', at), input: { rules, settings } }, async (handle) => {
      await viewOf(handle, asleep);
      at.turn(day);
      const shown = await viewOf(handle, ({ why }) => why.startsWith('being put online again, not yet: repricing'));
      expect(shown).toMatchObject({ needsHuman: false, asks: [] });
      const { events } = await handle.fetchHistory();
      const summaries = (events ?? []).map(({ userMetadata }) =>
        Buffer.from(userMetadata?.summary?.data ?? []).toString(),
      );
      expect(summaries.filter((text) => text.includes('a human is asked'))).toEqual([]);
      isClosed = false;
      await viewOf(handle, awake);
      expect(at.writes).toEqual(['offline', 'online']);
    });
  });

  it('7.4 AD_OFFLINE: one that a closed business holds on the market reads the business, to leave once that is open', async () => {
    const at = world();
    const takeAdOffline = at.activities.takeAdOffline;
    let isClosed = true;
    at.activities.takeAdOffline = async (input) => {
      if (isClosed) throw refusal('AD_OFFLINE', '83229', 'The business is closed.');
      return takeAdOffline?.(input) ?? { kind: 'applied', atMs: 5 };
    };
    await withAd(run('hours-held-by-business', at), async (handle) => {
      const [first] = await untilView(
        async () => at.looks,
        (looks) => looks.length > 0,
      );
      expect(first).not.toHaveProperty('adOnly');
      isClosed = false;
      await viewOf(handle, asleep);
      await untilView(
        async () => at.looks.at(-1)?.adOnly,
        (adOnly) => adOnly === true,
      );
      expect(at.writes).toEqual(['offline']);
    });
  });

  it('7.4 AD_OFFLINE: an ad whose business was closed says that its hours are not kept until someone resumes it', async () => {
    const at = world();
    at.opening = day;
    at.activities.watchMarket = async () => closedBusiness;
    await withAd(run('hours-business', at), async (handle) => {
      at.turn(night);
      const { why, asks } = await viewOf(handle, ({ why: text }) => text.includes('its hours are not kept'));
      expect(why).toMatch(/^Business closed; continues when a human resumes; until then/);
      expect(asks).toEqual([why]);
      await handle.executeUpdate(definitions.adCommands.offline.update, { args: [me] });
      await viewOf(handle, ({ why: text }) => text.startsWith('taken offline by ana'));
      expect(at.writes).toEqual(['offline']);
    });
  });
});
