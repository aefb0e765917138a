import { describe, expect, it } from 'vitest';
import { emptyGuardMemory } from '../../../src/domain/guard/guard-memory.ts';
import { countLateRelease } from '../../../src/domain/guard/late-release.ts';
import { decidePermit, giveBack } from '../../../src/domain/guard/permit.ts';
import { afterPermits, releaseRequest } from './guard-fixture.ts';

const nowMs = 2_000_000_000_000;
const late = { orderNumber: 'A', amount: '500', fiat: 'BOB', proofs: ['REF-1', 'REF-2'] };

describe('promise 2: a release that took effect after it was given back', () => {
  it('claims its payments and counts in the sum of a day again', () => {
    const memory = countLateRelease(emptyGuardMemory, late, nowMs);
    expect(memory.claims.map(({ proof, orderNumber }) => `${proof} of ${orderNumber}`)).toEqual([
      'REF-1 of A',
      'REF-2 of A',
    ]);
    expect(memory.releases).toEqual([{ orderNumber: 'A', amount: '500', fiat: 'BOB', atMs: nowMs }]);
    const other = releaseRequest({ orderNumber: 'B', proof: 'ref 2' });
    expect(decidePermit(memory, other, nowMs).answer).toMatchObject({ permitted: false, reason: 'PROOF_USED' });
  });

  it('leaves a payment with the order that was released on it meanwhile', () => {
    const meanwhile = afterPermits([releaseRequest({ orderNumber: 'B', proof: 'ref 1' })], nowMs);
    const { claims } = countLateRelease(meanwhile, late, nowMs + 1);
    expect(claims.map(({ proof, orderNumber }) => `${proof} of ${orderNumber}`)).toEqual(['REF 1 of B', 'REF-2 of A']);
  });

  it('without payments counts the sum alone, once', () => {
    const first = afterPermits([releaseRequest({ proof: null })], nowMs);
    const back = giveBack(first, { orderNumber: 'A', step: 'release' });
    expect(back.releases).toEqual([]);
    const counted = countLateRelease(first, { ...late, proofs: [] }, nowMs + 1);
    expect(counted).toMatchObject({ claims: [], releases: [{ orderNumber: 'A' }] });
  });
});
