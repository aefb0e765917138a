/** What the register of an account asks a person for. */
import { describe, expect, it } from 'vitest';
import { registerNeeds } from '../../../src/workers/notices/register-needs.ts';
import { openActivityWorld, type ActivityWorld } from '../../activities/activity-fixture.ts';

const minuteMs = 60_000;

const needsOf = ({ deps: { register }, clock }: ActivityWorld, sinceMs: number | null = null) =>
  registerNeeds({ register, uncomparedSinceMs: () => sinceMs }, clock.now());

describe('U16: a comparison that is not complete is a need', () => {
  it('once it has lasted for a minute, at once urgent, and until it is complete', async () => {
    const world = await openActivityWorld();
    const sinceMs = world.clock.now();
    expect(await needsOf(world, sinceMs)).toEqual([]);
    world.clock.advance(minuteMs - 1);
    expect(await needsOf(world, sinceMs)).toEqual([]);
    world.clock.advance(1);
    const need = { fact: { code: 'desk-trouble', source: 'uncompared' }, sinceMs, isUrgentAtOnce: true };
    expect(await needsOf(world, sinceMs)).toEqual([need]);
    world.memory.silent = true;
    expect(await needsOf(world, sinceMs)).toEqual([need]);
    expect(await needsOf(world, null)).toEqual([]);
  });
});
