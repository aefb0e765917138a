import { describe, expect, it } from 'vitest';
import {
  callOpenMs,
  emptyGuardMemory,
  longerOpenMs,
  throwSwitch,
  type GuardMemory,
} from '../../../src/domain/guard/guard-memory.ts';
import { inheritMemory } from '../../../src/domain/guard/inherited-memory.ts';
import { permittedRelease } from '../../../src/domain/guard/open-call.ts';
import { decidePermit, giveBack } from '../../../src/domain/guard/permit.ts';
import type { PermitRequest } from '../../../src/domain/guard/permit-request.ts';
import { afterPermits, releaseRequest } from './guard-fixture.ts';

const nowMs = 2_000_000_000_000;

function reason(memory: GuardMemory, changes: Partial<PermitRequest> = {}, atMs = nowMs): string {
  const { answer } = decidePermit(memory, releaseRequest(changes), atMs);
  return answer.permitted ? 'permitted' : answer.reason;
}

it('I2: a payment notice that may have left is not sent once more for a minute, unless it is given back', () => {
  const notice = { step: 'mark-paid', proof: null } as const;
  const open = afterPermits([releaseRequest(notice), releaseRequest({ ...notice, orderNumber: 'B' })], nowMs);
  expect(reason(open, notice, nowMs + callOpenMs - 1)).toBe('MAY_HAVE_LEFT');
  expect(reason(open, notice, nowMs + callOpenMs)).toBe('permitted');
  expect(reason(open, { ...notice, orderNumber: 'C' })).toBe('permitted');
  expect(reason(open)).toBe('permitted');
  expect(reason(giveBack(open, { orderNumber: 'A', step: 'mark-paid' }), notice)).toBe('permitted');
  const later = giveBack(open, { orderNumber: 'A', step: 'mark-paid', sinceMs: nowMs + 1 });
  expect(reason(later, notice)).toBe('MAY_HAVE_LEFT');
  expect(inheritMemory(emptyGuardMemory, open).notices).toEqual(open.notices);
  expect(afterPermits([releaseRequest(notice)], nowMs + callOpenMs, open).notices).toEqual([
    { orderNumber: 'B', atMs: nowMs },
    { orderNumber: 'A', atMs: nowMs + callOpenMs },
  ]);
});

describe('I1: a release that may have left', () => {
  const open = afterPermits([releaseRequest({ proof: 'REF 1' })], nowMs);

  it('is not sent once more for a minute, by whatever run of its order’s workflow', () => {
    expect(reason(open, {}, nowMs)).toBe('MAY_HAVE_LEFT');
    expect(decidePermit(open, releaseRequest({ proof: 'REF 1' }), nowMs + callOpenMs - 1)).toMatchObject({
      memory: open,
      answer: { permitted: false, reason: 'MAY_HAVE_LEFT' },
    });
    expect(reason(open, {}, nowMs + callOpenMs)).toBe('permitted');
  });

  it('says until when it may be unseen, by the longer of both workers’ times', () => {
    const answer = (memory: GuardMemory, changes: Partial<PermitRequest> = {}) =>
      decidePermit(memory, releaseRequest(changes), nowMs + 1).answer;
    expect(answer(open)).toMatchObject({ reason: 'MAY_HAVE_LEFT', untilMs: nowMs + callOpenMs });
    expect(answer(open, { openMs: 90_000 })).toMatchObject({ untilMs: nowMs + 90_000 });
    const slow = afterPermits([releaseRequest({ openMs: 90_000 })], nowMs);
    expect(answer(slow)).toMatchObject({ untilMs: nowMs + 90_000 });
    const switchedOff = throwSwitch(open, 'releases', { by: 'ana', reason: '', atMs: 1 });
    expect(answer(switchedOff)).not.toHaveProperty('untilMs');
  });

  it('is named with its times until it is given back', () => {
    const slow = afterPermits([releaseRequest({ openMs: 90_000 })], nowMs);
    expect(permittedRelease(open, 'A')).toEqual({ atMs: nowMs, untilMs: nowMs + callOpenMs });
    expect(permittedRelease(slow, 'A')).toEqual({ atMs: nowMs, untilMs: nowMs + 90_000 });
    expect(permittedRelease(open, 'B')).toBeNull();
    expect(permittedRelease(giveBack(open, { orderNumber: 'A', step: 'release' }), 'A')).toBeNull();
  });

  it('waits longer where the times of the worker are longer, never less, and at most a day', () => {
    const times = { moneyStepBoundMs: 10_000, recvWindowMs: 5_000, moneySettleMs: 15_000 };
    expect(longerOpenMs(times)).toBeUndefined();
    expect(longerOpenMs({ ...times, moneySettleMs: 15_001 })).toBe(60_002);
    expect(longerOpenMs({ ...times, moneyStepBoundMs: 600_000, recvWindowMs: 60_000 })).toBe(1_350_000);
    expect(longerOpenMs({ ...times, moneySettleMs: 1e9 })).toBe(86_400_000);
    expect(reason(open, { openMs: 90_000 }, nowMs + 89_999)).toBe('MAY_HAVE_LEFT');
    expect(reason(open, { openMs: 90_000 }, nowMs + 90_000)).toBe('permitted');
    expect(reason(open, { openMs: 1 }, nowMs + callOpenMs - 1)).toBe('MAY_HAVE_LEFT');
  });

  it('waits as long as the worker that sent it asks, when one with shorter times asks later', () => {
    for (const step of ['release', 'mark-paid'] as const) {
      const left = afterPermits([releaseRequest({ step, openMs: 90_000 })], nowMs);
      expect(reason(left, { step }, nowMs + 89_999)).toBe('MAY_HAVE_LEFT');
      expect(reason(left, { step }, nowMs + 90_000)).toBe('permitted');
    }
  });

  it('I1: what was permitted after the attempt that is given back is another call, and may have left', () => {
    for (const step of ['release', 'mark-paid'] as const) {
      const left = afterPermits([releaseRequest({ step, proof: 'REF 1' })], nowMs);
      const told = { orderNumber: 'A', step, sinceMs: nowMs - 30_000 };
      expect(giveBack(left, { ...told, endedAtMs: nowMs - 1 })).toEqual(left);
      expect(reason(giveBack(left, { ...told, endedAtMs: nowMs }), { step })).toBe('permitted');
    }
  });

  it('holds up no other order, and no other step of its own', () => {
    expect(reason(open, { orderNumber: 'B' })).toBe('permitted');
    expect(reason(open, { step: 'mark-paid' })).toBe('permitted');
  });

  it('may be sent at once when it is proven not to have happened', () => {
    expect(reason(giveBack(open, { orderNumber: 'A', step: 'release' }))).toBe('permitted');
    expect(reason(giveBack(open, { orderNumber: 'A', step: 'release', sinceMs: nowMs }))).toBe('permitted');
  });

  it('P2: keeps its payment and its place in the sum when a later attempt was refused', () => {
    const after = giveBack(open, { orderNumber: 'A', step: 'release', sinceMs: nowMs + 1 });
    expect(after).toEqual(open);
    expect(reason(after, { orderNumber: 'B', proof: 'REF 1' }, nowMs + callOpenMs)).toBe('PROOF_USED');
  });
});

it('I3: a request stays used when a later attempt, of a run that was reset, is refused', () => {
  const placed = afterPermits([releaseRequest({ step: 'place', orderNumber: 'request-1' })], nowMs);
  const giveBackSince = (sinceMs: number) => giveBack(placed, { orderNumber: 'request-1', step: 'place', sinceMs });
  expect(giveBackSince(nowMs + 1)).toEqual(placed);
  expect(giveBackSince(nowMs).placements).toEqual([]);
  const before = { orderNumber: 'request-1', step: 'place', endedAtMs: nowMs - 1 } as const;
  expect(giveBack(placed, before)).toEqual(placed);
});
