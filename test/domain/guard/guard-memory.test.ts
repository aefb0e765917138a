import { describe, expect, it } from 'vitest';
import {
  adsTaker,
  block,
  blockRefusal,
  emptyGuardMemory,
  guardMemorySchema,
  maxBlocked,
  maxClaims,
  openSwitch,
  releasedSums,
  throwSwitch,
  unblock,
  type GuardMemory,
} from '../../../src/domain/guard/guard-memory.ts';
import { inheritMemory } from '../../../src/domain/guard/inherited-memory.ts';
import { watchdogSender } from '../../../src/domain/watchdog/dead-man.ts';
import { afterPermits, releaseRequest } from './guard-fixture.ts';

const thrown = { by: 'ana', reason: '', atMs: 1_000 };
const rules = {
  policy: 'match',
  amountCap: { BOB: '5000' },
  counterparty: { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null },
  approvers: { count: 1, countAbove: null },
} as const;

/** A memory with something in every part. */
const full: GuardMemory = {
  ...afterPermits([releaseRequest({ proof: 'REF 1', codeStep: 1 })], 1_000),
  switches: { all: null, releases: thrown, repricing: null, ads: null },
  rules,
  blocked: ['u1'],
};

describe('design 6: what the guard keeps', () => {
  it('design 6: the empty and a full memory parse and are plain JSON', () => {
    for (const memory of [emptyGuardMemory, full]) {
      expect(guardMemorySchema.parse(JSON.parse(JSON.stringify(memory)))).toEqual(memory);
    }
  });

  it.each([
    ['a part is missing', { ...full, blocked: undefined }],
    ['a part is not known', { ...full, open: true }],
    ['a switch is no switch', { ...full, switches: { ...full.switches, all: true } }],
    ['a claim has no order', { ...full, claims: [{ proof: 'P', amount: '1', fiat: 'BOB', atMs: 1 }] }],
    ['an amount is negative', { ...full, releases: [{ orderNumber: 'A', amount: '-1', fiat: 'BOB', atMs: 1 }] }],
    ['the policy is a list', { ...full, rules: { ...rules, policy: ['paid'] } }],
    ['it is nothing', null],
  ])('design 6: a memory is refused when %s', (_what, memory) => {
    expect(guardMemorySchema.safeParse(memory).success).toBe(false);
  });

  it('design 6: a switch is thrown and opened on its own; the last who throws it is named', () => {
    const closed = throwSwitch(throwSwitch(emptyGuardMemory, 'releases', thrown), 'all', thrown);
    expect(closed.switches).toEqual({ all: thrown, releases: thrown, repricing: null, ads: null });
    expect(throwSwitch(closed, 'all', { ...thrown, by: 'ben' }).switches.all?.by).toBe('ben');
    expect(openSwitch(closed, 'all').switches).toEqual({ all: null, releases: thrown, repricing: null, ads: null });
  });

  it('ADR 0034: the mark of the watchdog takes the place of no one, and a person takes its place', () => {
    const mark = { ...thrown, by: watchdogSender };
    const byAna = throwSwitch(emptyGuardMemory, 'ads', thrown);
    expect(throwSwitch(byAna, 'ads', mark).switches.ads?.by).toBe('ana');
    const byWatchdog = throwSwitch(emptyGuardMemory, 'ads', mark);
    expect(throwSwitch(byWatchdog, 'ads', { ...mark, atMs: 2_000 }).switches.ads).toEqual(mark);
    expect(throwSwitch(byWatchdog, 'ads', thrown).switches.ads?.by).toBe('ana');
    expect(adsTaker(mark.by)).toBe('kill switch ads (watchdog)');
  });

  it('design 6: a counterparty is blocked once and unblocked again', () => {
    const once = block(emptyGuardMemory, 'u1');
    expect(block(once, 'u1')).toBe(once);
    expect(once.blocked).toEqual(['u1']);
    expect(unblock(once, 'u1').blocked).toEqual([]);
    expect(unblock(once, 'u2').blocked).toEqual(['u1']);
  });

  it('design 6: the block list has an end and says so; no entry falls out of it', () => {
    const full1 = { ...emptyGuardMemory, blocked: Array.from({ length: maxBlocked }, (_, index) => `u${index}`) };
    expect(blockRefusal(full1, 'one-more')).toContain('full');
    expect(blockRefusal(full1, 'u0')).toBeNull();
    expect(block(full1, 'one-more')).toBe(full1);
    expect(blockRefusal(emptyGuardMemory, '')).toContain('counterparty');
    expect(blockRefusal(emptyGuardMemory, 'u'.repeat(81))).toContain('counterparty');
  });
});

describe('design 6: a guard that was terminated and started again', () => {
  it('design 6: takes everything over', () => {
    expect(inheritMemory(emptyGuardMemory, full)).toEqual(full);
    expect(inheritMemory(full, emptyGuardMemory)).toEqual(full);
    expect(inheritMemory(full, full)).toEqual(full);
  });

  it('design 6: newer settings win, and a switch that only the former guard had stays thrown', () => {
    const since = { ...thrown, by: 'ben', atMs: 9_000 };
    const own = { ...throwSwitch(emptyGuardMemory, 'all', since), rules: { ...rules, policy: 'approve' as const } };
    const both = inheritMemory(block(own, 'u2'), throwSwitch(full, 'all', thrown));
    expect(both.switches).toEqual({ all: since, releases: thrown, repricing: null, ads: null });
    expect(both.rules?.policy).toBe('approve');
    expect(both.blocked).toEqual(['u1', 'u2']);
  });

  it('design 6: a proof stays with the order that had it first, and the later code step counts', () => {
    const own = afterPermits([releaseRequest({ orderNumber: 'B', proof: 'ref 1', codeStep: 2 })], 5_000);
    const both = inheritMemory(own, full);
    expect(both.claims).toMatchObject([{ proof: 'REF 1', orderNumber: 'A' }]);
    expect(both.codeStep).toBe(2);
    expect(both.releases.map(({ orderNumber }) => orderNumber)).toEqual(['A', 'B']);
    expect(inheritMemory({ ...own, codeStep: 0 }, full).codeStep).toBe(1);
  });

  it('design 6: only the newest claims fit', () => {
    const claim = full.claims[0] ?? { proof: 'P', orderNumber: 'A', amount: '1', fiat: 'BOB', atMs: 1 };
    const many = Array.from({ length: maxClaims }, (_, index) => ({
      ...claim,
      proof: `P${index}`,
      atMs: 2_000 + index,
    }));
    const both = inheritMemory(full, { ...emptyGuardMemory, claims: many });
    expect(both.claims).toHaveLength(maxClaims);
    expect(both.claims[0]?.proof).toBe('P0');
  });
});

describe('design 6: what was released in a day', () => {
  it('is summed by currency, without what is older than 24 hours', () => {
    const nowMs = 100 * 3_600_000;
    const releases = [
      { orderNumber: 'A', amount: '10.10', fiat: 'BOB', atMs: nowMs - 24 * 3_600_000 },
      { orderNumber: 'B', amount: '0.20', fiat: 'BOB', atMs: nowMs - 1 },
      { orderNumber: 'C', amount: '0.10', fiat: 'BOB', atMs: nowMs },
      { orderNumber: 'D', amount: '5', fiat: 'USD', atMs: nowMs },
    ];
    expect(releasedSums({ ...emptyGuardMemory, releases }, nowMs)).toEqual({ BOB: '0.3', USD: '5' });
  });
});
