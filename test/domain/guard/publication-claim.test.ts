import { describe, expect, it } from 'vitest';
import {
  emptyGuardMemory,
  maxPublications,
  switchNames,
  throwSwitch,
  type GuardMemory,
} from '../../../src/domain/guard/guard-memory.ts';
import { inheritMemory } from '../../../src/domain/guard/inherited-memory.ts';
import { countAsLeft, decidePermit, giveBack } from '../../../src/domain/guard/permit.ts';
import { claimPublication } from '../../../src/domain/guard/publication-claim.ts';
import { afterPermits, releaseRequest } from './guard-fixture.ts';

const nowMs = 2_000_000_000_000;
const request = releaseRequest({ step: 'publish', orderNumber: 'usdt-bob' });
const sent = afterPermits([request], nowMs);
const reasonOf = (memory: GuardMemory) => {
  const { answer } = decidePermit(memory, request, nowMs);
  return answer.permitted ? 'permitted' : answer.reason;
};

describe('design 6: a name stands for one ad, forever', () => {
  it('its call leaves once: asked again, after a reset or a restart, the guard refuses', () => {
    expect(sent.publications).toEqual([{ name: 'usdt-bob', adNumber: null, atMs: nowMs }]);
    expect(reasonOf(sent)).toBe('REQUEST_USED');
    expect(reasonOf(claimPublication(sent, { name: 'usdt-bob', adNumber: '1' }, nowMs).memory)).toBe('REQUEST_USED');
    expect(reasonOf(countAsLeft(emptyGuardMemory, request, nowMs))).toBe('REQUEST_USED');
  });

  it('what provably was not published may be tried again; a name that has its ad keeps it', () => {
    const back = giveBack(sent, { orderNumber: 'usdt-bob', step: 'publish' });
    expect(reasonOf(back)).toBe('permitted');
    const { memory } = claimPublication(sent, { name: 'usdt-bob', adNumber: '1' }, nowMs + 5);
    expect(memory.publications).toEqual([{ name: 'usdt-bob', adNumber: '1', atMs: nowMs }]);
    expect(giveBack(memory, { orderNumber: 'usdt-bob', step: 'publish' })).toEqual(memory);
    expect(giveBack(memory, { orderNumber: 'other', step: 'publish' })).toEqual(memory);
  });

  it('the first claim of an ad wins, and a name takes no second ad', () => {
    const { memory } = claimPublication(emptyGuardMemory, { name: 'a', adNumber: '1' }, nowMs);
    expect(claimPublication(memory, { name: 'b', adNumber: '1' }, nowMs)).toEqual({
      memory,
      owner: { name: 'a', adNumber: '1' },
    });
    expect(claimPublication(memory, { name: 'a', adNumber: '2' }, nowMs)).toEqual({
      memory,
      owner: { name: 'a', adNumber: '1' },
    });
    expect(claimPublication(memory, { name: 'a', adNumber: '1' }, nowMs).memory).toBe(memory);
  });

  it('the switches "all", "repricing" and "ads" stop it, "releases" does not', () => {
    const thrown = { by: 'ana', reason: '', atMs: 1 };
    const reasons = switchNames.map((name) => [name, reasonOf(throwSwitch(emptyGuardMemory, name, thrown))]);
    expect(Object.fromEntries(reasons)).toEqual({
      all: 'SWITCHED_OFF',
      releases: 'permitted',
      repricing: 'SWITCHED_OFF',
      ads: 'SWITCHED_OFF',
    });
    for (const name of ['repricing', 'ads'] as const) {
      const other = decidePermit(throwSwitch(emptyGuardMemory, name, thrown), releaseRequest(), nowMs);
      expect(other.answer.permitted).toBe(true);
    }
  });

  it('the end of an earlier attempt that a reset workflow reports again does not free the attempt of later', () => {
    const told = { orderNumber: 'usdt-bob', step: 'publish' } as const;
    expect(giveBack(sent, { ...told, endedAtMs: nowMs - 1 })).toEqual(sent);
    expect(giveBack(sent, { ...told, endedAtMs: nowMs }).publications).toEqual([]);
    expect(giveBack(sent, { ...told, sinceMs: nowMs + 1 })).toEqual(sent);
    expect(giveBack(sent, { ...told, sinceMs: nowMs }).publications).toEqual([]);
  });

  it('no name is dropped to make room: a full memory refuses', () => {
    const publications = Array.from({ length: maxPublications }, (_, at) => ({
      name: `n${at}`,
      adNumber: null,
      atMs: 0,
    }));
    expect(reasonOf({ ...emptyGuardMemory, publications })).toBe('INVARIANT');
    expect(reasonOf({ ...emptyGuardMemory, publications: publications.slice(1) })).toBe('permitted');
  });

  it('a new run of a guard that was terminated knows every name, with the number that either run knows', () => {
    const one = (name: string, adNumber: string | null) => ({ name, adNumber, atMs: 0 });
    const former = { ...emptyGuardMemory, publications: [one('a', null), one('b', '2'), one('c', null)] };
    const own = { ...emptyGuardMemory, publications: [one('a', '1'), one('b', null), one('d', '4')] };
    expect(inheritMemory(own, former).publications).toEqual([
      one('a', '1'),
      one('b', '2'),
      one('c', null),
      one('d', '4'),
    ]);
  });
});
