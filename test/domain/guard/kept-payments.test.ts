import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  block,
  emptyGuardMemory,
  guardMemorySchema,
  isBlocked,
  maxClaims,
  maxSpent,
  unblock,
} from '../../../src/domain/guard/guard-memory.ts';
import { inheritMemory } from '../../../src/domain/guard/inherited-memory.ts';
import { permittedRelease } from '../../../src/domain/guard/open-call.ts';
import { decidePermit, giveBack } from '../../../src/domain/guard/permit.ts';
import { isSpent, newestSpent, withSpent } from '../../../src/domain/guard/spent-payments.ts';
import { paymentsElsewhere } from '../../../src/domain/orders/attached-payments.ts';
import {
  isSameProof,
  keptProof,
  normaliseProof,
  proofKey,
  spentCode,
} from '../../../src/domain/orders/payment-proof.ts';
import { jsonBytes, keptName, maxNameBytes } from '../../../src/domain/kept-text.ts';
import { check } from '../seeded.ts';
import { releaseRequest } from './guard-fixture.ts';

const nowMs = 1_000_000;
const long = 'x'.repeat(80);
const claim = (proof: string, orderNumber = 'A') => ({ proof, orderNumber, amount: '1', fiat: 'BOB', atMs: 1 });
const payment = (proofId: string) => ({ amount: '1', payerName: 'x', proofId, atMs: 1 });

describe('promise 2: a payment in the form in which the guard keeps it', () => {
  it('is as it was written where that is short, and a digest where it is long in every writing', () => {
    expect(keptProof('REF 1')).toBe('REF 1');
    expect(keptProof(`${'- '.repeat(40)}ref 1`)).toBe('REF1');
    expect(keptProof('語'.repeat(14))).toMatch(/^sha256:[0-9a-f]{32}$/);
    expect(keptProof(long)).toBe(keptProof(` ${long.toUpperCase()}-`));
    expect(keptName(keptName(long))).toBe(keptName(long));
  });

  it('design 6: is measured by what JSON makes of it', () => {
    expect(['x', '"', '\u0001', 'ñ', '語', '\ud800', '😀'].map(jsonBytes)).toEqual([1, 2, 6, 2, 3, 6, 4]);
  });

  it('is short, and is the same payment in every writing as before', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'É', '0', '٣', '-', ' ', '한', 'ﬁ', '\ud800'), maxLength: 60 });
    check(
      fc.property(text, (proof) => jsonBytes(keptProof(proof)) <= maxNameBytes && isSameProof(proof, keptProof(proof))),
    );
    check(fc.property(text, text, (left, right) => isSameProof(left, right) === (proofKey(left) === proofKey(right))));
    check(
      fc.property(text, (proof) => {
        const read = normaliseProof(`-a${proof.padEnd(50, '- ')}`);
        return read === null || isSameProof(read, `a${proof}`);
      }),
    );
  });

  it('backs no second order, however long it and the numbers of the orders are', () => {
    const { memory } = decidePermit(emptyGuardMemory, releaseRequest({ orderNumber: long, proof: long }), nowMs);
    expect(guardMemorySchema.parse(memory)).toEqual(memory);
    const other = releaseRequest({ orderNumber: `${long.slice(1)}y`, proof: long.toUpperCase(), codeStep: null });
    expect(decidePermit(memory, other, nowMs).answer).toMatchObject({ reason: 'PROOF_USED' });
    expect(permittedRelease(memory, long)).toMatchObject({ atMs: nowMs });
    expect(giveBack(memory, { orderNumber: keptName(long), step: 'release' })).toMatchObject({
      claims: [],
      releases: [],
    });
    expect(paymentsElsewhere({ match: payment(long), earlier: [] }, memory, long)).toEqual([]);
  });

  it('design 6: an amount or a currency that no memory has room for is refused, and nothing changes', () => {
    for (const part of [{ amount: '1'.repeat(33) }, { fiat: 'ñññññ1' }]) {
      const { memory, answer } = decidePermit(emptyGuardMemory, releaseRequest(part), nowMs);
      expect([memory, answer]).toMatchObject([emptyGuardMemory, { reason: 'INVARIANT' }]);
    }
  });
});

describe('ADR 0047: a payment that two calls of one order may have used', () => {
  const release = releaseRequest({ proof: 'ref 1' });
  const { memory: first } = decidePermit(emptyGuardMemory, release, nowMs);
  const openMs = 1;
  const { memory: again, answer } = decidePermit({ ...first, releases: [] }, release, nowMs + openMs);
  const other = releaseRequest({ orderNumber: 'B', proof: 'REF-1' });

  it('stays with the order when the second one is given back, since the first', () => {
    expect(answer).toEqual({ permitted: true });
    const span = { sinceMs: nowMs + openMs, endedAtMs: nowMs + openMs };
    const back = giveBack(again, { orderNumber: 'A', step: 'release', ...span });
    expect(back).toMatchObject({ claims: [{ orderNumber: 'A', atMs: nowMs }], releases: [] });
    expect(decidePermit(back, other, nowMs).answer).toMatchObject({ reason: 'PROOF_USED' });
    const freed = giveBack(back, { orderNumber: 'A', step: 'release' });
    expect(decidePermit(freed, other, nowMs).answer).toEqual({ permitted: true });
  });
});

describe('promise 2: a payment of long ago', () => {
  const full = Array.from({ length: maxClaims }, (_, at) => claim(`P${at}`, `O${at}`));
  const { memory } = decidePermit({ ...emptyGuardMemory, claims: full }, releaseRequest({ proof: 'new' }), nowMs);

  it('stays used once its claim has made room for a newer one', () => {
    expect(memory.claims).toHaveLength(maxClaims);
    expect(memory.spent).toEqual([spentCode('P0')]);
    const again = releaseRequest({ orderNumber: 'B', proof: 'p-0', codeStep: null });
    expect(decidePermit(memory, again, nowMs).answer).toEqual({
      permitted: false,
      reason: 'PROOF_USED',
      text: 'the payment was used for an order of long ago',
    });
    expect(isSpent(memory, ['P1'])).toBe(false);
  });

  it('is named where it is attached again, and free where it never was', () => {
    const attached = { match: payment('p 0'), earlier: [payment('p 00x')] };
    expect(paymentsElsewhere(attached, memory, 'B')).toEqual([{ proofId: 'p 0', orderNumber: '(one of long ago)' }]);
    expect(paymentsElsewhere(attached, emptyGuardMemory, 'B')).toEqual([]);
  });

  it('stays used in a guard that takes over, and the oldest of too many are forgotten', () => {
    expect(inheritMemory(emptyGuardMemory, memory).spent).toEqual(memory.spent);
    expect(inheritMemory(memory, memory).spent).toEqual(memory.spent);
    const before = { ...emptyGuardMemory, claims: [claim('OLD')] };
    expect(
      inheritMemory({ ...emptyGuardMemory, claims: full.map((one) => ({ ...one, atMs: 2 })) }, before).spent,
    ).toEqual([spentCode('OLD')]);
    const many = Array.from({ length: maxSpent }, (_, at) => String(at));
    expect(newestSpent([...many, '0', 'newest'])).toEqual([...many.slice(1), 'newest']);
    expect(withSpent(full, many)).toEqual({ claims: full, spent: many });
  });
});

it('I36: a counterparty with a long name is blocked and unblocked by the name', () => {
  const name = '語'.repeat(60);
  expect(unblock(block(emptyGuardMemory, name), name)).toEqual(emptyGuardMemory);
  expect(isBlocked(block(emptyGuardMemory, name), name)).toBe(true);
});
