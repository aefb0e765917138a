import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyGuardMemory, guardMemorySchema, type GuardMemory } from '../../../src/domain/guard/guard-memory.ts';
import { decidePermit, giveBack } from '../../../src/domain/guard/permit.ts';
import { releaseRequest } from './guard-fixture.ts';
import { check } from '../seeded.ts';

const hourMs = 3_600_000;
const perDay = 100;

interface Act {
  readonly kind: 'permit' | 'give-back';
  readonly orderNumber: string;
  readonly proof: string;
  readonly amount: number;
  readonly pauseMs: number;
}

const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('permit', 'permit', 'permit', 'give-back'),
    orderNumber: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
    proof: fc.constantFrom('ref 1', ' REF  1', 'REF-1', 'ref 2', 'Ref2', 'ref 3'),
    amount: fc.integer({ min: 1, max: 70 }),
    pauseMs: fc.constantFrom(0, 1, 59_999, 60_000, hourMs, 5 * hourMs, 12 * hourMs),
  }),
  { maxLength: 40 },
);

/** A release that was permitted and not given back: what the coin has left for. */
interface Left {
  readonly orderNumber: string;
  readonly proof: string;
  readonly amount: number;
  readonly atMs: number;
}

function sameProof(left: string, right: string): boolean {
  const [one, other] = [left, right].map((text) => text.replace(/[ -]/g, '').toUpperCase());
  return one === other;
}

function step(memory: GuardMemory, act: Act, nowMs: number): { memory: GuardMemory; permitted: boolean } {
  if (act.kind === 'give-back') return { memory: giveBack(memory, { ...act, step: 'release' }), permitted: false };
  const request = { orderNumber: act.orderNumber, proof: act.proof, amount: String(act.amount) };
  const decision = decidePermit(memory, releaseRequest({ ...request, caps: { perDay: String(perDay) } }), nowMs);
  return { memory: decision.memory, permitted: decision.answer.permitted };
}

/** What has left after an act, tracked separately from the guard. */
function leftAfter(left: readonly Left[], act: Act, outcome: { permitted: boolean; nowMs: number }): Left[] {
  if (act.kind === 'give-back') return left.filter(({ orderNumber }) => orderNumber !== act.orderNumber);
  return outcome.permitted ? [...left, { ...act, atMs: outcome.nowMs }] : [...left];
}

function expectKept(left: readonly Left[], nowMs: number): void {
  for (const one of left) {
    const others = left.filter(({ orderNumber }) => orderNumber !== one.orderNumber);
    expect(others.filter(({ proof }) => sameProof(proof, one.proof))).toEqual([]);
  }
  const ofTheDay = left.filter(({ atMs }) => atMs > nowMs - 24 * hourMs);
  // No release leaves within a minute of one that may have left for the same order.
  for (const one of left) {
    const others = left.filter((other) => other !== one && other.orderNumber === one.orderNumber);
    expect(others.filter(({ atMs }) => Math.abs(atMs - one.atMs) < 60_000)).toEqual([]);
  }
  // An order that asked again counts with its last word.
  const lastWords = new Map(ofTheDay.map(({ orderNumber, amount }) => [orderNumber, amount]));
  expect([...lastWords.values()].reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(perDay);
}

describe('design 6: the guard, for any requests in any order', () => {
  it('S8: a proof never backs two orders, and no day exceeds its cap', () => {
    check(
      fc.property(acts, (list) => {
        let memory = emptyGuardMemory;
        let left: Left[] = [];
        let nowMs = 1_000_000_000_000;
        for (const act of list) {
          nowMs += act.pauseMs;
          const { permitted, ...after } = step(memory, act, nowMs);
          memory = after.memory;
          left = leftAfter(left, act, { permitted, nowMs });
          expectKept(left, nowMs);
        }
        expect(guardMemorySchema.safeParse(JSON.parse(JSON.stringify(memory))).success).toBe(true);
      }),
    );
  });

  it('design 6: giving back restores what was before the permit', () => {
    check(
      fc.property(acts, (list) => {
        const nowMs = 1_000_000_000_000;
        const others = list.filter(({ orderNumber }) => orderNumber !== 'A');
        const before = others.reduce((memory, act) => step(memory, act, nowMs).memory, emptyGuardMemory);
        const act: Act = { kind: 'permit', orderNumber: 'A', proof: 'ref 9', amount: 1, pauseMs: 0 };
        const after = giveBack(step(before, act, nowMs).memory, { orderNumber: 'A', step: 'release' });
        expect(after).toEqual(before);
      }),
    );
  });
});
