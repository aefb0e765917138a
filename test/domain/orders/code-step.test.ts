import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeStepAt, codeStepRefusal, lastCodeStep } from '../../../src/domain/orders/code-step.ts';
import { check } from '../seeded.ts';

const nowMs = Date.UTC(2026, 10, 21, 12, 0, 29);
const now = codeStepAt(nowMs);
const reasonOf = (step: number, lastStep: number | null = null) =>
  codeStepRefusal(step, nowMs, lastStep)?.reason ?? 'permitted';

describe('I12: the step of a one-time code', () => {
  it('I12: is the number of its 30 s since the epoch', () => {
    expect([0, 29_999, 30_000].map(codeStepAt)).toEqual([0, 0, 1]);
  });

  it('I12: leaves within two steps of the clock, and not beyond', () => {
    const away = [-3, -2, -1, 0, 1, 2, 3, Number.NaN, Number.POSITIVE_INFINITY];
    const [no, yes] = ['CLOCK_SKEW', 'permitted'];
    expect(away.map((steps) => reasonOf(now + steps))).toEqual([no, yes, yes, yes, yes, yes, no, no, no]);
  });

  it('I12: leaves once, and after no later one', () => {
    expect([now - 1, now, now + 1].map((last) => reasonOf(now, last))).toEqual(['permitted', 'CODE_USED', 'CODE_USED']);
    expect(codeStepRefusal(now, nowMs, now)).toEqual({ reason: 'CODE_USED', code: 'code-used' });
  });

  it('I12: a last step more than two ahead of the clock does not count, one of two does', () => {
    expect([2, 3].map((steps) => reasonOf(now, now + steps))).toEqual(['CODE_USED', 'permitted']);
  });

  it('I12: what is kept after a call: the later step, and never one of a wrong clock', () => {
    const kept = (step: number | null, last: number | null) => lastCodeStep(step, nowMs, last);
    expect(kept(now, null)).toBe(now);
    expect(kept(now - 1, now)).toBe(now);
    expect(kept(null, now)).toBe(now);
    expect(kept(now + 3, now)).toBe(now);
    expect(kept(now + 3, null)).toBeNull();
    expect(kept(now, now + 3)).toBe(now);
  });

  it('I12: whatever steps are asked, none leaves twice, and the code of a right clock is never used up for long', () => {
    const asked = fc.array(fc.oneof(fc.integer({ min: now - 4, max: now + 4 }), fc.maxSafeNat()), { maxLength: 20 });
    check(
      fc.property(asked, (steps) => {
        const left: number[] = [];
        let last: number | null = null;
        for (const step of steps) {
          if (codeStepRefusal(step, nowMs, last) !== null) continue;
          left.push(step);
          last = lastCodeStep(step, nowMs, last);
        }
        const laterMs = nowMs + 3 * 30_000;
        return new Set(left).size === left.length && codeStepRefusal(now + 3, laterMs, last) === null;
      }),
    );
  });
});
