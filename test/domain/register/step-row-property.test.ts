import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterRead, type StepSight } from '../../../src/domain/register/step-row.ts';
import { check } from '../seeded.ts';

const untilMs = 1_000;

interface Read {
  readonly sight: StepSight;
  readonly beganAtMs: number;
}

const reads: fc.Arbitrary<Read[]> = fc.array(
  fc.record({
    sight: fc.constantFrom<StepSight>('not-done', 'not-done', 'not-done', 'done', 'ended-without'),
    beganAtMs: fc.integer({ min: untilMs - 4, max: untilMs + 4 }),
  }),
  { maxLength: 12 },
);

type Row = Parameters<typeof afterRead>[0];

const leaving: Row = { state: 'leaving', untilMs, unseenReads: 0, unseenAtMs: null };
const after = (list: readonly Read[]): Row =>
  list.reduce((before, read) => ({ ...before, ...afterRead(before, read) }), leaving);

/** The reads that began once the call could no longer take effect, each counted once. */
const lateReads = (list: readonly Read[]): number =>
  new Set(list.filter(({ beganAtMs }) => beganAtMs >= untilMs).map(({ beganAtMs }) => beganAtMs)).size;

describe('I1: a step that may have left, for any reads in any order', () => {
  it('I1: is done if one shows it, and else not done only by two late reads, or one of an order that has ended', () => {
    check(
      fc.property(reads, (list) => {
        const { state } = after(list);
        const isShown = list.some(({ sight }) => sight === 'done');
        if (isShown) expect(state).toBe('done');
        const hasEnded = list.some(({ sight, beganAtMs }) => sight === 'ended-without' && beganAtMs >= untilMs);
        if (state === 'not-done') expect(lateReads(list) >= 2 || hasEnded).toBe(true);
      }),
    );
  });

  it('I1: is open no longer than it must be: two late reads in the order in which they began end it', () => {
    check(
      fc.property(reads, (list) => {
        const inOrder = list.toSorted((one, other) => one.beganAtMs - other.beganAtMs);
        const { state } = after(inOrder);
        if (lateReads(list) >= 2) expect(state).not.toBe('leaving');
      }),
    );
  });

  it('I1: reads that are told twice say what they said once', () => {
    check(
      fc.property(reads, fc.integer({ min: 2, max: 3 }), (list, times) => {
        const told = list.flatMap((read) => Array.from({ length: times }, () => read));
        expect(after(told)).toEqual(after(list));
      }),
    );
  });
});
