import { describe, expect, it } from 'vitest';
import { blindMs, blindnessOn, type Blindness } from '../../../src/domain/watchdog/blindness.ts';
import type { DeskSight, Unseen } from '../../../src/domain/watchdog/dead-man.ts';

const limitMs = 60_000;
const stepMs = 10_000;
const still: DeskSight = { lookedAtMs: 500, isHeld: false, ads: [1, 2, 3, 4] };

/** Returns how long it could not judge after the sights, `stepMs` apart; null: not long enough to tell. */
function blindAfter(sights: readonly (DeskSight | Unseen)[], everyMs = stepMs): number | null {
  let blindness: Blindness | null = null;
  for (const [at, desk] of sights.entries()) {
    blindness = blindnessOn(blindness, { elapsedMs: at * everyMs, desk }, limitMs);
  }
  return blindness === null ? null : blindMs(blindness, limitMs);
}

const times = (count: number, desk: DeskSight | Unseen): (DeskSight | Unseen)[] =>
  Array.from({ length: count }, () => desk);
/** Temporal answers five times of six: the watch begins again within each limit, and never lasts. */
const flapping = (desk: DeskSight): (DeskSight | Unseen)[] => [...times(5, desk), 'silent'];

describe('ADR 0034: a person is told when the watchdog could not judge for three times the limit', () => {
  it('a Temporal that stays silent', () => {
    expect(blindAfter([still, ...times(17, 'silent')])).toBeNull();
    expect(blindAfter([still, ...times(18, 'silent')])).toBe(180_000);
  });

  it('a Temporal that is silent more often than the limit, while no one looks', () => {
    const flaps = flapping(still);
    expect(blindAfter([...flaps, ...flaps, ...flaps, still])).toBe(180_000);
  });

  it('a desk with ads that has never looked, or whose next lead has not', () => {
    const silent = { ...still, lookedAtMs: null };
    expect(blindAfter(times(19, silent))).toBe(180_000);
    expect(blindAfter([still, ...times(18, silent)])).toBe(180_000);
  });

  it('sights as far apart as the limit', () => {
    expect(blindAfter(times(4, 'silent'), limitMs)).toBe(180_000);
  });
});

describe('ADR 0034: no one is told', () => {
  it.each<[string, DeskSight]>([
    ['a look of the desk is seen in between', { ...still, lookedAtMs: 501 }],
    ['no ad is to be priced', { ...still, ads: [] }],
    ['a kill switch holds the prices on purpose', { ...still, isHeld: true }],
  ])('when %s', (_, known) => {
    expect(blindAfter([still, ...times(16, 'silent'), known])).toBeNull();
    expect(blindAfter([still, ...times(16, 'silent'), known, ...times(17, 'silent')])).toBeNull();
  });

  it('when this process has not watched for the limit: another one may have', () => {
    expect(blindAfter(times(9, 'silent'), limitMs + 1)).toBeNull();
  });
});
