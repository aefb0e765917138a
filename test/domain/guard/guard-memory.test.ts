import { describe, expect, it } from 'vitest';
import {
  adsTaker,
  emptyGuardMemory,
  engagedSwitches,
  guardMemorySchema,
  openSwitch,
  stoppingSwitch,
  switchNames,
  throwSwitch,
  watchdogSender,
  type GuardMemory,
} from '../../../src/domain/guard/guard-memory.ts';
import { block } from '../../../src/domain/guard/block-list.ts';
import { catchUpMemory, inheritMemory } from '../../../src/domain/guard/inherited-memory.ts';
import type { PermittedCall } from '../../../src/domain/guard/permitted-call.ts';
import { afterPermits, generation, permitRequest } from './guard-fixture.ts';

const thrown = { by: 'ana', reason: '', atMs: 1_000 };
const rules = {
  policy: 'match',
  amountCap: { BOB: '5000' },
  counterparty: { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null },
  approvers: { count: 1, countAbove: null },
} as const;

type Four = [PermittedCall, PermittedCall, PermittedCall, PermittedCall];

/** A memory with something in every part. */
const full: GuardMemory = {
  ...afterPermits([permitRequest({ number: 7 })]),
  words: 3,
  keptWords: 3,
  publications: [{ name: 'usdt-bob', adNumber: '1', atMs: 1_000 }],
  switches: { all: null, releases: thrown, repricing: null, ads: null },
  rules,
  blocked: [{ kind: 'number', number: 's1a2b3c4', by: 'ana', note: null, atMs: 1_000 }],
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
    ['a name has no ad', { ...full, publications: [{ name: 'a', adNumber: null, atMs: 1 }] }],
    ['it has permitted a fraction', { ...full, permitted: { number: 1.5, callId: 'call-1' } }],
    ['it has permitted a number without its call', { ...full, permitted: { number: 7 } }],
    ['the register has no name', { ...full, generation: '' }],
    ['it counts words below zero', { ...full, words: -1 }],
    ['the policy is a list', { ...full, rules: { ...rules, policy: ['paid'] } }],
    ['it is nothing', null],
  ])('design 6: a memory is refused when %s', (_what, memory) => {
    expect(guardMemorySchema.safeParse(memory).success).toBe(false);
  });

  it('design 6: a switch is thrown and opened on its own; the last who throws it is named', () => {
    const closed = throwSwitch(throwSwitch(emptyGuardMemory, 'releases', thrown), 'all', thrown);
    expect(closed.switches).toEqual({ all: thrown, releases: thrown, repricing: null, ads: null });
    expect(throwSwitch(closed, 'all', { ...thrown, by: 'ben' }).switches.all?.by).toBe('ben');
    for (const name of switchNames) {
      const every = { all: thrown, releases: thrown, repricing: thrown, ads: thrown };
      expect(openSwitch({ ...closed, switches: every }, name).switches).toEqual({ ...every, [name]: null });
    }
  });

  it('design 6: the engaged ones are named with who threw them and why; that of everything stops first', () => {
    expect(engagedSwitches(emptyGuardMemory.switches)).toEqual([]);
    const { switches } = throwSwitch(throwSwitch(emptyGuardMemory, 'releases', thrown), 'all', {
      ...thrown,
      by: 'ben',
    });
    const [all, releases] = [
      { name: 'all', ...thrown, by: 'ben' },
      { name: 'releases', ...thrown },
    ];
    expect(engagedSwitches(switches)).toEqual([all, releases]);
    expect(stoppingSwitch(switches, 'releases')).toEqual(all);
    expect(stoppingSwitch({ ...switches, all: null }, 'releases')).toEqual(releases);
    expect(stoppingSwitch({ ...switches, all: null }, 'ads')).toBeNull();
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
});

describe('design 6: a guard that was terminated and started again', () => {
  it('design 6: takes everything over', () => {
    expect(inheritMemory(emptyGuardMemory, full)).toEqual({ ...full, words: 0, keptWords: 0 });
    expect(inheritMemory(full, { ...emptyGuardMemory, generation })).toEqual(full);
    expect(inheritMemory(full, full)).toEqual(full);
  });

  it('design 6: newer settings win, and a switch that only the former guard had stays thrown', () => {
    const since = { ...thrown, by: 'ben', atMs: 9_000 };
    const own = { ...throwSwitch(emptyGuardMemory, 'all', since), rules: { ...rules, policy: 'approve' as const } };
    const word = { counterparty: 'Mallory', by: 'ben', atMs: 9_000 };
    const both = inheritMemory({ ...own, blocked: block([], word) }, throwSwitch(full, 'all', thrown));
    expect(both.switches).toEqual({ all: since, releases: thrown, repricing: null, ads: null });
    for (const name of switchNames) {
      const former = throwSwitch(emptyGuardMemory, name, thrown);
      expect(inheritMemory(emptyGuardMemory, former).switches).toEqual(former.switches);
      expect(inheritMemory(throwSwitch(emptyGuardMemory, name, since), former).switches[name]).toEqual(since);
    }
    expect(both.rules?.policy).toBe('approve');
    expect(both.blocked).toMatchObject([{ number: 's1a2b3c4' }, { key: 'mallory' }]);
  });

  it('I12: the numbers of one register count on; of another one only its own count', () => {
    const permitted = (own: Partial<GuardMemory>, former: Partial<GuardMemory>) => {
      const both = inheritMemory({ ...full, ...own }, { ...full, ...former });
      return [both.generation, both.permitted];
    };
    const [two, three, seven, nine] = [2, 3, 7, 9].map((number) => ({ number, callId: `call-${number}` })) as Four;
    expect(permitted({ permitted: three }, { permitted: seven })).toEqual([generation, seven]);
    expect(permitted({ permitted: nine }, { permitted: seven })).toEqual([generation, nine]);
    expect(permitted({ permitted: nine }, { permitted: null })).toEqual([generation, nine]);
    const other = { generation: 'generation-2', permitted: two };
    expect(permitted({ permitted: nine }, other)).toEqual(['generation-2', two]);
    expect(permitted({ permitted: nine }, { ...other, permitted: null })).toEqual(['generation-2', null]);
    expect(permitted({ generation: null, permitted: null }, { permitted: seven })).toEqual([generation, seven]);
  });

  it('ADR 0048: of two calls with one number it keeps its own: it shows that there is a copy of the register', () => {
    const [own, former] = ['own', 'former'].map((callId) => ({ ...full, permitted: { number: 7, callId } }));
    expect(inheritMemory(own ?? full, former ?? full).permitted).toEqual({ number: 7, callId: 'own' });
  });

  it('ADR 0048: one that catches up lets its last call give way only as it was compared, or for another generation', () => {
    const [seven, nine] = [7, 9].map((number) => ({ number, callId: `known-${number}` }));
    const { switches, blocked } = full;
    const caught = (changes: { generation?: string; known?: PermittedCall | null; compared: PermittedCall | null }) => {
      const told = { switches, rules, blocked, generation, known: nine ?? null, ...changes };
      return catchUpMemory(full, told).permitted;
    };
    expect(caught({ compared: full.permitted })).toEqual(nine);
    for (const compared of [null, seven ?? null]) expect(caught({ compared })).toEqual(full.permitted);
    expect(caught({ compared: full.permitted, known: null })).toEqual(full.permitted);
    expect(caught({ compared: null, generation: 'generation-2' })).toEqual(nine);
    expect(catchUpMemory(full, { switches, rules, blocked, generation, known: null, compared: null })).toEqual(full);
  });

  it('design 6: what it was told since, and how much of it was kept, is its own', () => {
    const own = { ...emptyGuardMemory, words: 2, keptWords: 1 };
    expect(inheritMemory(own, full)).toMatchObject({ words: 2, keptWords: 1 });
  });
});
