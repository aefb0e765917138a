import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onceStepNames } from '../../../src/domain/once-steps.ts';
import { OrderStatus } from '../../../src/domain/orders/order-status.ts';
import { afterRead, sightOf, stepStates, type StepRow, type StepSight } from '../../../src/domain/register/step-row.ts';
import { check } from '../seeded.ts';

const untilMs = 1_000;
const row = (changes: Partial<StepRow> = {}) =>
  ({ state: 'leaving', untilMs, unseenReads: 0, unseenAtMs: null, ...changes }) as const;
const read = (sight: StepSight, beganAtMs = untilMs) => ({ sight, beganAtMs });

describe('what a status says of a step', () => {
  it('interface 4.1: a release shows as releasing or completed', () => {
    const done = Object.values(OrderStatus).filter((status) => sightOf('release', status) === 'done');
    expect(done).toEqual(['RELEASING', 'COMPLETED']);
  });

  it('interface 4.1: a payment notice shows as everything after it', () => {
    const done = Object.values(OrderStatus).filter((status) => sightOf('mark-paid', status) === 'done');
    expect(done).toEqual(['PAID', 'RELEASING', 'IN_APPEAL', 'COMPLETED']);
  });

  it('interface 4.1: a cancellation shows as cancelled, and not as ended by the service', () => {
    const done = Object.values(OrderStatus).filter((status) => sightOf('cancel', status) === 'done');
    expect(done).toEqual(['CANCELLED']);
  });

  it.each(['place', 'publish', 'release', 'mark-paid'] as const)('interface 4.1: %s ends without it', (step) => {
    expect(sightOf(step, 'CANCELLED')).toBe('ended-without');
    expect(sightOf(step, 'CANCELLED_BY_SYSTEM')).toBe('ended-without');
    expect(sightOf(step, 'AWAITING_PAYMENT')).toBe('not-done');
  });

  it('money-steps#one-call: only an order that the service has ended ends a step that it does not show', () => {
    for (const step of onceStepNames) {
      const ended = Object.values(OrderStatus).filter((status) => sightOf(step, status) === 'ended-without');
      const withoutCancel = step === 'mark-paid' || step === 'release' ? [] : ['COMPLETED'];
      expect(new Set(ended)).toEqual(
        new Set(
          step === 'cancel'
            ? ['COMPLETED', 'CANCELLED_BY_SYSTEM']
            : [...withoutCancel, 'CANCELLED', 'CANCELLED_BY_SYSTEM'],
        ),
      );
    }
  });
});

describe('a row after a read', () => {
  it.each(['asked', 'leaving', 'not-done'] as const)('design 6: %s is done when it shows', (state) => {
    expect(afterRead(row({ state }), read('done', 0))).toEqual({ state: 'done', unseenReads: 0, unseenAtMs: null });
  });

  it('design 6: what never left is not done by it: someone else did that', () => {
    expect(afterRead(row({ state: 'not-left' }), read('done'))).toBeNull();
  });

  it('design 6: what is done says nothing new when it shows again', () => {
    expect(afterRead(row({ state: 'done' }), read('done'))).toBeNull();
  });

  it.each(['done', 'not-left', 'asked', 'not-done'] as const)('design 6: %s stays where it does not show', (state) => {
    for (const sight of ['not-done', 'ended-without'] as const)
      expect(afterRead(row({ state }), read(sight))).toBeNull();
  });

  it('design 6: two reads agree that it is not done', () => {
    const first = afterRead(row(), read('not-done', untilMs));
    expect(first).toEqual({ state: 'leaving', unseenReads: 1, unseenAtMs: untilMs });
    expect(afterRead(row({ ...first }), read('not-done', untilMs))).toBeNull();
    expect(afterRead(row({ ...first }), read('not-done', untilMs + 1))).toEqual({
      state: 'not-done',
      unseenReads: 2,
      unseenAtMs: untilMs + 1,
    });
  });

  it('design 6: one is enough where the order ended without it', () => {
    expect(afterRead(row(), read('ended-without'))).toEqual({ state: 'not-done', unseenReads: 1, unseenAtMs: untilMs });
  });

  it('design 6: one that began before the call’s end says nothing', () => {
    for (const sight of ['not-done', 'ended-without'] as const)
      expect(afterRead(row(), read(sight, untilMs - 1))).toBeNull();
    expect(afterRead(row({ untilMs: null }), read('not-done'))).toBeNull();
  });

  it('design 6: done is never undone, and nothing is not done before its time', () => {
    const reads = fc.array(
      fc.record({
        sight: fc.constantFrom<StepSight>('done', 'not-done', 'ended-without'),
        beganAtMs: fc.integer({ min: 0, max: 2 * untilMs }),
      }),
      { maxLength: 12 },
    );
    const property = fc.property(fc.constantFrom(...stepStates), reads, (state, seen) => {
      let now: ReturnType<typeof row> = row({ state });
      for (const [index, one] of seen.entries()) {
        const next = { ...now, ...afterRead(now, one) };
        if (now.state === 'done') expect(next.state).toBe('done');
        if (next.state === 'not-done' && now.state === 'leaving') {
          const counted = seen.slice(0, index + 1).filter(({ beganAtMs }) => beganAtMs >= untilMs);
          const isEnough =
            one.sight === 'ended-without' || new Set(counted.map(({ beganAtMs }) => beganAtMs)).size >= 2;
          expect(isEnough && one.beganAtMs >= untilMs).toBe(true);
        }
        now = next;
      }
    });
    check(property, 500);
  });
});
