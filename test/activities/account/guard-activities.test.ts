import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createGuardActivities } from '../../../src/activities/account/guard-activities.ts';
import { block } from '../../../src/domain/guard/block-list.ts';
import {
  emptyGuardMemory,
  throwSwitch,
  type GuardMemory,
  type ThrownSwitch,
} from '../../../src/domain/guard/guard-memory.ts';
import { leaseMs } from '../../../src/domain/orders/money-outcome.ts';
import { restrictionsOfGuard } from '../../../src/domain/guard/restriction.ts';
import { RegisterSilent } from '../../../src/register/register.ts';
import { mockEnv, openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { paidSale, release, releaseInput, rulesOf } from '../money/money-fixture.ts';

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
  const note = `the kill switch ads is engaged by ${by} since 1970-01-01 00:00:00 UTC: “why”`;
  expect(fakeDesk.takenOff).toEqual([{ by: `kill switch ads (${by})`, note, engagedAtMs: 5, which }]);
});

const engaged = (ads: ThrownSwitch | null): GuardMemory => ({
  ...emptyGuardMemory,
  switches: { ...emptyGuardMemory.switches, ads },
});

it('a long reason fits the note of a command', async () => {
  const { deps, fakeDesk, fakeGuard } = await openActivityWorld();
  const thrown = { by: 'ana', reason: 'x'.repeat(500), atMs: 5 };
  fakeGuard.memory = engaged(thrown);
  await mockEnv({}).run(createGuardActivities(deps).takeAdsOff, thrown);
  expect(fakeDesk.takenOff.map(({ note }) => note?.length)).toEqual([500]);
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

describe('I18, design 6: what the guard received is kept in the register', () => {
  const keep = ({ deps }: ActivityWorld) =>
    mockEnv({}).run(createGuardActivities(deps).keepGuardWords, undefined) as Promise<{
      words: number;
      mayHaveLeft: string[];
    }>;
  const thrown = { by: 'ana', reason: 'a doubt', atMs: 5 };

  it('its switches, rules and blocks as they are now; and how many words that were', async () => {
    const world = await openActivityWorld();
    const told = { counterparty: 'Eve', by: 'ana', note: '', atMs: 1 };
    const blocked = block([], told);
    const memory = { ...engaged(thrown), rules: rulesOf('approve'), blocked, words: 3, keptWords: 1 };
    world.fakeGuard.memory = memory;
    expect(await keep(world)).toEqual({ words: 3, mayHaveLeft: [] });
    const { entries } = await world.deps.register.restrictions();
    expect(entries).toHaveLength(3);
    expect(entries).toEqual(expect.arrayContaining(restrictionsOfGuard(memory)));
  });

  it('what was lifted at the guard meanwhile is not engaged again; what the register has stays', async () => {
    const world = await openActivityWorld();
    world.fakeGuard.memory = { ...engaged(thrown), words: 1 };
    await keep(world);
    world.fakeGuard.memory = { ...throwSwitch(engaged(null), 'releases', thrown), words: 2 };
    expect(await keep(world)).toMatchObject({ words: 2 });
    const { entries } = await world.deps.register.restrictions();
    expect(entries.map(({ key }) => key)).toEqual(['ads', 'releases']);
  });

  it('a call of any order that was armed before may have left: it is named once it can leave no more', async () => {
    const world = await openActivityWorld();
    const orders: string[] = [];
    for (let order = 0; order < 21; order += 1) {
      orders.push(paidSale(world));
      await release(world, releaseInput(orders.at(-1) ?? ''));
    }
    world.fakeGuard.memory = { ...engaged(thrown), words: 1 };
    const keeping = keep(world);
    const isEarly = await Promise.race([keeping.then(() => true), delay(400, false)]);
    expect(isEarly).toBe(false);
    world.clock.advance(leaseMs);
    const { mayHaveLeft } = await keeping;
    expect(mayHaveLeft).toEqual(orders.slice(0, 20).map((orderNumber) => `release ${orderNumber}`));
  });

  it('a guard or a register that is silent fails it, so that it is tried again', async () => {
    const world = await openActivityWorld();
    world.fakeGuard.silent = true;
    await expect(keep(world)).rejects.toThrow('the guard does not answer');
    world.fakeGuard.silent = false;
    world.memory.silent = true;
    await expect(keep(world)).rejects.toBeInstanceOf(RegisterSilent);
  });
});
