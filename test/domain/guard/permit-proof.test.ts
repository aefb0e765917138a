import { describe, expect, it } from 'vitest';
import { callOpenMs, emptyGuardMemory, maxClaims, type GuardMemory } from '../../../src/domain/guard/guard-memory.ts';
import { normaliseProof } from '../../../src/domain/orders/payment-proof.ts';
import { decidePermit, giveBack } from '../../../src/domain/guard/permit.ts';
import type { PermitRequest } from '../../../src/domain/guard/permit-request.ts';
import { afterPermits, releaseRequest } from './guard-fixture.ts';

const nowMs = 2_000_000_000_000;

function answer(memory: GuardMemory, request: unknown, atMs = nowMs) {
  return decidePermit(memory, request, atMs).answer;
}

function reason(memory: GuardMemory, changes: Partial<PermitRequest> = {}, atMs = nowMs): string {
  const said = answer(memory, releaseRequest(changes), atMs);
  return said.permitted ? 'permitted' : said.reason;
}

describe('design 6: a payment proof backs one order', () => {
  const claimed = afterPermits([releaseRequest({ proof: ' ref  1' })], nowMs);

  it.each(['REF 1', 'ref 1 ', 'ｒｅｆ 1', 'ref\u200b 1', 'ref\t1'])('S8: "%s" is the same proof', (proof) => {
    expect(reason(claimed, { orderNumber: 'B', proof })).toBe('PROOF_USED');
  });

  it.each(['REF1', 'Ref-1', 'ref_1', 'REF: 1.', '#ref/1', 'réf–1', '00 REF 1', 'REF ١', 'ref १', '٠ref 1'])(
    'promise 2: "%s" is the same payment, whatever stands between its letters and digits',
    (proof) => {
      expect(reason(claimed, { orderNumber: 'B', proof })).toBe('PROOF_USED');
      expect(reason(claimed, { orderNumber: 'B', proof: 'OTHER', otherProofs: [proof] })).toBe('PROOF_USED');
      expect(afterPermits([releaseRequest({ proof })], nowMs + callOpenMs, claimed).claims).toHaveLength(1);
    },
  );

  it.each(['REF 2', 'REF 11', 'REF 01', 'FER 1', 'REF', '1', 'REF ٢', 'REF ०'])(
    'promise 2: "%s" is another one',
    (proof) => {
      expect(reason(claimed, { orderNumber: 'B', proof })).toBe('permitted');
    },
  );

  it('promise 2: a reference without letters and digits is compared as it stands', () => {
    const [dash, zero] = ['--', '00'].map((proof) => afterPermits([releaseRequest({ proof })], nowMs));
    expect(reason(dash ?? claimed, { orderNumber: 'B', proof: '--' })).toBe('PROOF_USED');
    expect(reason(dash ?? claimed, { orderNumber: 'B', proof: '00' })).toBe('permitted');
    expect(reason(zero ?? claimed, { orderNumber: 'B', proof: '00' })).toBe('PROOF_USED');
  });

  it('S8: the same order may ask again, and another proof is free', () => {
    expect(reason(claimed, { proof: 'REF 1' }, nowMs + callOpenMs)).toBe('permitted');
    expect(reason(claimed, { orderNumber: 'B', proof: 'REF 2' })).toBe('permitted');
    expect(afterPermits([releaseRequest({ proof: 'REF 1' })], nowMs + callOpenMs, claimed).claims).toHaveLength(1);
  });

  it('S8: the owner is named', () => {
    expect(answer(claimed, releaseRequest({ orderNumber: 'B', proof: 'ref 1' }))).toMatchObject({
      text: 'the payment was used for order A',
    });
  });

  it('promise 2: each part of a payment is claimed, and each is looked at', () => {
    const parts = releaseRequest({ orderNumber: 'B', proof: 'REF 3', otherProofs: ['ref 2', 'REF 3'] });
    const { claims } = afterPermits([parts], nowMs, claimed);
    expect(claims.map(({ proof, orderNumber }) => `${orderNumber} ${proof}`)).toEqual([
      'A REF 1',
      'B REF 3',
      'B REF 2',
    ]);
    expect(reason({ ...claimed, claims }, { orderNumber: 'C', proof: 'REF 2' })).toBe('PROOF_USED');
    const shared = { orderNumber: 'C', proof: 'REF 4', otherProofs: ['REF 1'] };
    expect(reason(claimed, shared)).toBe('PROOF_USED');
    expect(reason(claimed, { ...shared, otherProofs: [' '] })).toBe('INVARIANT');
    const back = giveBack({ ...claimed, claims }, { orderNumber: 'B', step: 'release' });
    expect(back.claims).toEqual(claimed.claims);
  });

  it.each(['', '   ', '\u200b', 'x'.repeat(101), 'x'.repeat(401)])('S8: a proof of no use is refused', (proof) => {
    expect(normaliseProof(proof)).toBeNull();
    expect(reason(emptyGuardMemory, { proof })).toBe('INVARIANT');
  });

  it('S8: a proof of 100 characters is read', () => {
    expect(normaliseProof('x'.repeat(100))).toBe('X'.repeat(100));
  });

  it('design 6: the newest claims are kept', () => {
    const claims = Array.from({ length: maxClaims }, (_, index) => ({
      proof: `P${index}`,
      orderNumber: `O${index}`,
      amount: '1',
      fiat: 'BOB',
      atMs: 1,
    }));
    const after = afterPermits([releaseRequest({ proof: 'new' })], nowMs, { ...emptyGuardMemory, claims });
    expect(after.claims).toHaveLength(maxClaims);
    expect([after.claims[0]?.proof, after.claims.at(-1)?.proof]).toEqual(['P1', 'NEW']);
  });
});
