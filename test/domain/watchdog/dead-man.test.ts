import { describe, expect, it } from 'vitest';
import {
  beginWatch,
  deadManLimits,
  deskAnswerMs,
  leftMs,
  sightIntervalMs,
  watchOn,
  type DeadManWatch,
  type DeskSight,
  type Unseen,
} from '../../../src/domain/watchdog/dead-man.ts';

const limits = deadManLimits(60_000);
const stepMs = 10_000;
const still: DeskSight = { lookedAtMs: 500, isHeld: false, ads: [1, 2, 3, 4] };

interface Step {
  desk?: DeskSight | Unseen;
  /** Instead of the usual step, by the steady clock. */
  afterMs?: number;
  /** How much further the wall clock went. */
  jumpMs?: number;
}

/** Watches through the steps, the first at 0; returns the watch and what is left of it. */
function watched(
  steps: readonly Step[],
  known: DeskSight | null = still,
): { watch: DeadManWatch; left: number | null } {
  let [elapsedMs, wallMs] = [0, 1_768_000_000_000];
  let watch = beginWatch({ elapsedMs, wallMs }, known);
  for (const [at, { desk = still, afterMs = stepMs, jumpMs = 0 }] of steps.entries()) {
    if (at > 0) [elapsedMs, wallMs] = [elapsedMs + afterMs, wallMs + afterMs + jumpMs];
    watch = watchOn(watch, { elapsedMs, wallMs, desk }, limits);
  }
  return { watch, left: leftMs(watch, limits) };
}

const stillFor = (count: number): Step[] => Array.from({ length: count }, () => ({}));

describe('ADR 0034: the ads go offline when no look came for the limit', () => {
  it('the mark of the last look stands still for the whole limit, watched through', () => {
    expect(watched(stillFor(6)).left).toBe(10_000);
    expect(watched(stillFor(7)).left).toBe(0);
  });

  it('a single ad is enough to watch for', () => {
    const single: Step = { desk: { ...still, ads: [1] } };
    expect(watched([single, ...stillFor(5), single]).left).toBe(0);
  });

  it('each look begins it again, whichever clock the mark is of', () => {
    const looked = (lookedAtMs: number): Step => ({ desk: { ...still, lookedAtMs } });
    expect(watched([...stillFor(6), looked(501), ...stillFor(0)]).left).toBe(60_000);
    // A successor whose clock is behind marks an earlier moment: that is a look as well.
    expect(watched([...stillFor(6), looked(400)])).toMatchObject({ left: 60_000, watch: { beganBy: 'look' } });
  });

  it('a lead that has not looked yet does not hide that the one before it looked no more', () => {
    const silent: Step = { desk: { ...still, lookedAtMs: null } };
    expect(watched([...stillFor(3), silent, silent, silent, silent]).left).toBe(0);
  });
});

describe('ADR 0034: no answer of Temporal is no look', () => {
  const silentFor = (count: number): Step[] => Array.from({ length: count }, () => ({ desk: 'silent' }));

  it('the ads go offline when it lasts for the limit, from the start of a process that knows the desk from before, too', () => {
    expect(watched([...silentFor(7)]).left).toBe(0);
    expect(watched([{ desk: { ...still, lookedAtMs: 501 } }, ...silentFor(5)]).left).toBe(10_000);
    expect(watched([{ desk: { ...still, lookedAtMs: 501 } }, ...silentFor(6)]).left).toBe(0);
  });

  it('silence and a mark that stands still count together', () => {
    expect(watched([...silentFor(3), ...stillFor(4)]).left).toBe(0);
    expect(watched([...stillFor(3), ...silentFor(4)]).left).toBe(0);
  });

  it('a desk that can speak again has the time of a gap for it, and a look begins the watch again', () => {
    expect(watched([...silentFor(6), {}]).left).toBe(20_000);
    expect(watched([...silentFor(6), {}, {}, {}]).left).toBe(0);
    expect(watched([...silentFor(6), {}, { desk: { ...still, lookedAtMs: 501 } }]).left).toBe(60_000);
  });

  it('a Temporal that comes and goes puts the act off by a gap alone', () => {
    const flaps = [...silentFor(1), ...stillFor(1)];
    expect(watched([...flaps, ...flaps, ...flaps, ...flaps, {}]).left).toBe(0);
  });
});

describe('ADR 0034: nothing is concluded', () => {
  it('from a desk that has never looked', () => {
    const never: Step = { desk: { ...still, lookedAtMs: null } };
    expect(
      watched(
        Array.from({ length: 9 }, () => never),
        null,
      ).left,
    ).toBeNull();
  });

  it('without an answer since its start, where nothing is known from before, or prices are held', () => {
    const silent = Array.from({ length: 9 }, () => ({ desk: 'silent' }) as const);
    for (const known of [null, { ...still, ads: [] }, { ...still, isHeld: true }, { ...still, lookedAtMs: null }]) {
      expect(watched(silent, known).left).toBeNull();
    }
  });

  it('right after the start of the watchdog, however old the last look is', () => {
    expect(watched([{}])).toMatchObject({ left: 60_000, watch: { beganBy: 'start' } });
  });

  it.each<[string, Step, DeadManWatch['beganBy']]>([
    ['the watchdog itself stood still', { afterMs: 20_001 }, 'gap'],
    ['its clock jumped ahead, or its machine was suspended', { jumpMs: 2_001 }, 'clock'],
    ['its clock jumped back', { jumpMs: -2_001 }, 'clock'],
    ['Temporal refuses its key', { desk: 'unread' }, 'unread'],
  ])('when %s: it watches again for the whole limit', (_, step, beganBy) => {
    expect(watched([...stillFor(6), step])).toMatchObject({ left: 60_000, watch: { beganBy } });
    expect(watched([...stillFor(6), step, ...stillFor(6)]).left).toBe(0);
  });

  it('a slow sight and a small correction of the clock are no gap', () => {
    expect(watched([...stillFor(5), { afterMs: 20_000 }]).left).toBe(0);
    expect(watched([...stillFor(6), { jumpMs: 2_000 }]).left).toBe(0);
  });

  it('while no ad is to be priced, or a kill switch holds the prices on purpose', () => {
    const paused: Step = { desk: { ...still, ads: [] } };
    const held: Step = { desk: { ...still, isHeld: true } };
    for (const step of [paused, held]) {
      expect(watched([...stillFor(6), step, step]).left).toBeNull();
      expect(watched([...stillFor(6), step, {}]).left).toBe(50_000);
    }
  });
});

it('ADR 0034: the desk is looked at many times within the limit, and within a gap', () => {
  for (const limitMs of [300_000, 3_600_000]) expect(sightIntervalMs(limitMs)).toBe(15_000);
  for (const limitMs of [10_000, 10_019]) expect(sightIntervalMs(limitMs)).toBe(500);
  expect(sightIntervalMs(1_000)).toBe(250);
  // A server that says nothing makes no gap.
  for (const limitMs of [10_000, 60_000, 300_000]) {
    const roundMs = deskAnswerMs(limitMs) + 2 * sightIntervalMs(limitMs);
    // A quarter of the gap is left to a busy machine.
    expect(roundMs).toBeLessThan(0.75 * deadManLimits(limitMs).gapMs);
  }
  expect(deskAnswerMs(3_600_000)).toBe(5_000);
  expect(deadManLimits(10_000)).toEqual({ limitMs: 10_000, gapMs: 3_334 });
  for (const limitMs of [10_000, 300_000, 3_600_000]) {
    expect(3 * sightIntervalMs(limitMs)).toBeLessThan(deadManLimits(limitMs).gapMs);
  }
});
