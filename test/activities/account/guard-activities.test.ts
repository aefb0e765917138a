import { expect, it } from 'vitest';
import { createGuardActivities } from '../../../src/activities/account/guard-activities.ts';
import { mockEnv, openActivityWorld } from '../activity-fixture.ts';

it.each([
  ['I18: a person takes every ad off the market', 'ana', 'all'],
  [
    'ADR 0034: the mark of the watchdog takes those off that the desk is to price, and no paused one',
    'watchdog',
    'priced',
  ],
])('%s', async (_, by, which) => {
  const { deps, fakeDesk } = await openActivityWorld();
  await mockEnv({}).run(createGuardActivities(deps).takeAdsOff, { by, reason: 'why' });
  expect(fakeDesk.takenOff).toEqual([{ by: `kill switch ads (${by})`, note: 'why', which }]);
});
