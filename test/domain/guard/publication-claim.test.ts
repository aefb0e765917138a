import { describe, expect, it } from 'vitest';
import { emptyGuardMemory, maxPublications } from '../../../src/domain/guard/guard-memory.ts';
import { inheritMemory } from '../../../src/domain/guard/inherited-memory.ts';
import { claimPublication } from '../../../src/domain/guard/publication-claim.ts';

const nowMs = 2_000_000_000_000;
const one = (name: string, adNumber: string) => ({ name, adNumber, atMs: 0 });

describe('design 6: a name stands for one ad, forever', () => {
  it('the first claim of an ad wins, and a name takes no second ad', () => {
    const { memory } = claimPublication(emptyGuardMemory, { name: 'a', adNumber: '1' }, nowMs);
    expect(memory.publications).toEqual([{ name: 'a', adNumber: '1', atMs: nowMs }]);
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

  it('no name is dropped to make room: a full memory takes no new one, and knows the others', () => {
    const publications = Array.from({ length: maxPublications }, (_, at) => one(`n${at}`, `${at}`));
    const full = { ...emptyGuardMemory, publications };
    const claim = { name: 'new', adNumber: 'new' };
    expect(claimPublication(full, claim, nowMs)).toEqual({ memory: full, owner: null });
    expect(claimPublication(full, { ...claim, name: 'n7' }, nowMs).owner).toEqual({ name: 'n7', adNumber: '7' });
    const last = { ...full, publications: publications.slice(1) };
    expect(claimPublication(last, claim, nowMs).owner).toEqual(claim);
  });

  it('a new run of a guard that was terminated knows every name, each with one ad: the one that was first', () => {
    const former = { ...emptyGuardMemory, publications: [one('a', '1'), one('b', '2')] };
    const own = { ...emptyGuardMemory, publications: [one('a', '9'), one('c', '2'), one('d', '4')] };
    expect(inheritMemory(own, former).publications).toEqual([one('a', '1'), one('b', '2'), one('d', '4')]);
  });

  it('a former guard that was full leaves no room, and loses none of its names', () => {
    const publications = Array.from({ length: maxPublications }, (_, at) => one(`n${at}`, `${at}`));
    const own = { ...emptyGuardMemory, publications: [one('d', 'd')] };
    expect(inheritMemory(own, { ...emptyGuardMemory, publications }).publications).toEqual(publications);
  });
});
