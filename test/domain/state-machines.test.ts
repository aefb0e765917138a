import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advanceAd,
  isFinalAdState,
  isTakenOff,
  type AdEvent,
  type AdState,
} from '../../src/domain/ads/state/ad-state.ts';
import { isRuled } from '../../src/domain/ads/state/offline-state.ts';
import { afterFailure, afterSuccess, beforeCall, closedBreaker } from '../../src/domain/failures/circuit-breaker.ts';
import { isForward, noteOrderRead, type OrderProgress } from '../../src/domain/orders/order-progress.ts';
import { isTerminal, OrderStatus } from '../../src/domain/orders/order-status.ts';
import { answerOverlap, emptyOverlapWindow } from '../../src/domain/pricing/overlap-window.ts';
import { defaultSettings } from '../../src/domain/settings.ts';
import { check } from './seeded.ts';

const statuses = fc.constantFrom(...Object.values(OrderStatus));
const sightings = fc.array(fc.record({ status: statuses, atMs: fc.nat() }), { maxLength: 30 });
const beginning: OrderProgress = { status: OrderStatus.AWAITING_PAYMENT, since: 0 };

/** The states through which a sequence of reads leads, the first one included. */
function trace(events: readonly { status: OrderStatus; atMs: number }[]): OrderProgress[] {
  const states = [beginning];
  for (const event of events) states.push(noteOrderRead(states.at(-1) ?? beginning, event));
  return states;
}

function last(events: readonly { status: OrderStatus; atMs: number }[]): OrderProgress {
  return trace(events).at(-1) ?? beginning;
}

describe('design 6: orders', () => {
  it('design 6: reads lead forward, or back to paid; the time never runs back and an end stays', () => {
    check(
      fc.property(sightings, (events) => {
        const states = trace(events);
        for (const [index, state] of states.slice(1).entries()) {
          const before = states[index] ?? beginning;
          const isBack = state.status === OrderStatus.PAID && state.since > before.since;
          expect(state === before || isForward(state.status, before.status) || isBack).toBe(true);
          expect(state.since).toBeGreaterThanOrEqual(before.since);
          if (isTerminal(before.status)) expect(state).toBe(before);
        }
      }),
    );
  });

  it('design 6: repeating a read changes nothing', () => {
    check(
      fc.property(sightings, fc.integer({ min: 2, max: 4 }), (events, times) => {
        const repeated = events.flatMap((event) => Array.from({ length: times }, () => event));
        expect(last(repeated)).toEqual(last(events));
      }),
    );
  });

  it('design 6: the reads of one life end in the same state however they are shuffled', () => {
    const life = [OrderStatus.PAID, OrderStatus.IN_APPEAL, OrderStatus.RELEASING, OrderStatus.COMPLETED];
    const events = life.map((status, index) => ({ status, atMs: index }));
    const shuffled = fc.shuffledSubarray([...events, ...events], { minLength: 8 });
    check(
      fc.property(shuffled, (order) => {
        expect(last(order).status).toBe(OrderStatus.COMPLETED);
      }),
    );
  });
});

const adEvents: fc.Arbitrary<AdEvent> = fc.oneof(
  fc.record({ type: fc.constant('pause' as const), by: fc.string(), atMs: fc.nat() }),
  fc.record({
    type: fc.constant('offline' as const),
    cause: fc.constant('business' as const),
    business: fc.constantFrom('closed', 'break'),
    atMs: fc.nat(),
  }),
  fc.record({ type: fc.constant('offline' as const), cause: fc.constant('ad' as const), atMs: fc.nat() }),
  fc.record({ type: fc.constant('online' as const), atMs: fc.nat() }),
  fc.record({
    type: fc.constant('offline' as const),
    cause: fc.constant('limit' as const),
    bound: fc.constant({ code: 'no-competitor' as const }),
    atMs: fc.nat(),
  }),
  fc.record({
    type: fc.constant('offline' as const),
    cause: fc.constantFrom('stock', 'caps'),
    note: fc.constant(null),
    atMs: fc.nat(),
  }),
  fc.record({ type: fc.constant('cool' as const), untilMs: fc.nat(), atMs: fc.nat() }),
  fc.record({
    type: fc.constant('block' as const),
    untilMs: fc.nat(),
    category: fc.constant('UNKNOWN' as const),
    message: fc.string(),
    atMs: fc.nat(),
  }),
  fc.record({
    type: fc.constantFrom('resume', 'stop', 'expire', 'dead', 'closed', 'put-back', 'restocked'),
    atMs: fc.nat(),
  }),
  fc.record({
    type: fc.constant('take-off' as const),
    by: fc.string(),
    reason: fc.record({ code: fc.constant('said' as const), text: fc.string() }),
    urgent: fc.boolean(),
    pauses: fc.boolean(),
    atMs: fc.nat(),
  }),
);

describe('design 6: ads', () => {
  it('I18, I20: nothing leaves a final state, and only resume, stop and the ad’s end leave paused and offline', () => {
    check(
      fc.property(fc.array(adEvents, { maxLength: 30 }), (events) => {
        let state: AdState = { kind: 'running' };
        for (const event of events) {
          const next: AdState = advanceAd(state, event);
          if (isFinalAdState(state)) expect(next).toBe(state);
          const leaves = next.kind !== state.kind;
          const endings = ['resume', 'stop', 'dead', 'closed'];
          if (leaves && state.kind === 'paused') expect([...endings, 'take-off']).toContain(event.type);
          if (leaves && state.kind === 'offline') {
            const online = state.cause === 'ad' ? ['online'] : [];
            const stock = isRuled(state.cause) && state.paused === undefined ? ['restocked'] : [];
            const other = isTakenOff(state) ? ['put-back'] : ['pause', 'put-back'];
            expect([...endings, ...online, ...stock, ...other]).toContain(event.type);
          }
          state = next;
        }
      }),
      3_000,
    );
  });
});

describe('8: windows', () => {
  it('8, I16: between two cooldowns there are never more than 5 retries, and none during one', () => {
    check(
      fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 60 }), (gapsMs) => {
        let window = emptyOverlapWindow;
        let nowMs = 0;
        let coolingUntilMs = 0;
        const allowed: number[] = [];
        for (const gapMs of gapsMs) {
          nowMs += gapMs;
          if (nowMs < coolingUntilMs) continue;
          const answer = answerOverlap(window, nowMs, defaultSettings);
          ({ window } = answer);
          expect(window.retries.length).toBeLessThanOrEqual(5);
          if (answer.coolMs === null) allowed.push(nowMs);
          else coolingUntilMs = nowMs + answer.coolMs;
        }
        // Any six consecutive retries span the window, or a cooldown that began with the fifth or earlier of them.
        for (const [index, atMs] of allowed.slice(5).entries()) {
          const six = allowed.slice(index, index + 6);
          const maxGapMs = Math.max(...six.slice(1).map((time, place) => time - (six[place] ?? time)));
          expect(atMs - (six[0] ?? atMs) >= 60_000 || maxGapMs >= 30_000).toBe(true);
        }
      }),
    );
  });

  it('I29: while the breaker is open no call goes before its pause is over', () => {
    const steps = fc.array(fc.record({ gapMs: fc.nat({ max: 20_000 }), ok: fc.boolean() }), { maxLength: 80 });
    check(
      fc.property(steps, (calls) => {
        let state = closedBreaker;
        let nowMs = 0;
        let failuresInARow = 0;
        for (const { gapMs, ok } of calls) {
          nowMs += gapMs;
          const openUntilMs = state.phase === 'open' ? state.openUntilMs : null;
          const verdict = beforeCall(state, nowMs, defaultSettings);
          if (openUntilMs !== null) expect(verdict.allowed).toBe(nowMs >= openUntilMs);
          if (!verdict.allowed) continue;
          failuresInARow = ok ? 0 : failuresInARow + 1;
          state = ok ? afterSuccess(verdict.state) : afterFailure(verdict.state, nowMs, defaultSettings);
          expect(state.phase === 'open').toBe(failuresInARow >= defaultSettings.breakerFailureThreshold);
        }
      }),
    );
  });
});
