import { expect, it } from 'vitest';
import { createGuardActivities } from '../../../src/activities/account/guard-activities.ts';
import { emptyGuardMemory, type GuardMemory, type ThrownSwitch } from '../../../src/domain/guard/guard-memory.ts';
import { mockEnv, openActivityWorld } from '../activity-fixture.ts';

it.each([
  ['I18: a person takes every ad off the market', 'ana', 'all'],
  [
    'ADR 0034: the mark of the watchdog takes those off that the desk is to price, and no paused one',
    'watchdog',
    'priced',
  ],
])('%s', async (_, by, which) => {
  const { deps, fakeDesk, fakeGuard } = await openActivityWorld();
  const thrown = { by, reason: 'why', atMs: 5 };
  fakeGuard.memory = engaged(thrown);
  expect(await mockEnv({}).run(createGuardActivities(deps).takeAdsOff, thrown)).toBe(1);
  expect(fakeDesk.takenOff).toEqual([{ by: `kill switch ads (${by})`, note: 'why', engagedAtMs: 5, which }]);
});

const engaged = (ads: ThrownSwitch | null): GuardMemory => ({
  ...emptyGuardMemory,
  switches: { ...emptyGuardMemory.switches, ads },
});

it.each([
  ['lifted', engaged(null), 0],
  ['engaged again, which is a call of its own', engaged({ by: 'luis', reason: 'why', atMs: 6 }), 0],
  ['unknown, for the guard does not answer', null, 1],
])('I18: a worker that comes late to a switch which is %s', async (_, memory, calls) => {
  const { deps, fakeDesk, fakeGuard } = await openActivityWorld();
  if (memory === null) fakeGuard.silent = true;
  else fakeGuard.memory = memory;
  await mockEnv({}).run(createGuardActivities(deps).takeAdsOff, { by: 'ana', reason: 'why', atMs: 5 });
  expect(fakeDesk.takenOff).toHaveLength(calls);
});
