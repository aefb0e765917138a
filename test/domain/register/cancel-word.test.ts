import { describe, expect, it } from 'vitest';
import {
  cancelWordLifeMs,
  peopleWanted,
  peopleWhoCancel,
  type SaidCancel,
} from '../../../src/domain/register/cancel-word.ts';

const nowMs = 1_800_000_000_000;
const now = {
  reason: 4,
  generation: 'generation-1',
  epoch: 2,
  mayBePaid: true,
  paidAtMs: nowMs - 600_000,
  nowMs,
} as const;
const word = (by: string, changes: Partial<SaidCancel> = {}): SaidCancel => ({
  by,
  reason: 4,
  despitePayment: true,
  generation: 'generation-1',
  epoch: 2,
  atMs: nowMs - 1,
  ...changes,
});

describe('ADR 0060: who cancels a purchase', () => {
  it('is one person, and where it may be paid two', () => {
    expect([peopleWanted(false), peopleWanted(true)]).toEqual([1, 2]);
  });

  it('different people count once each, however their names are written', () => {
    expect(peopleWhoCancel([word('ana'), word('Ana '), word('ben')], now)).toEqual(['ana', 'ben']);
    expect(peopleWhoCancel([word(' '), word('ana')], now)).toEqual(['ana']);
  });

  it('of an unpaid one a word needs not say that it may be paid, and lives as long', () => {
    const unpaid = { ...now, mayBePaid: false, paidAtMs: null };
    expect(peopleWhoCancel([word('ana', { despitePayment: false })], unpaid)).toEqual(['ana']);
    expect(peopleWhoCancel([word('ana', { atMs: nowMs - cancelWordLifeMs })], unpaid)).toEqual([]);
    expect(peopleWhoCancel([word('ana', { atMs: nowMs + 60_000 })], unpaid)).toEqual(['ana']);
  });

  it.each([
    { reason: 5 },
    { epoch: 1 },
    { generation: 'another' },
    { atMs: nowMs - cancelWordLifeMs },
    { atMs: nowMs - 600_000 },
    { atMs: nowMs + 60_001 },
    { despitePayment: false },
  ] as const)(
    'a word of another order or reason, of long ago, of before the payment or of a wrong clock, counts for nothing: %j',
    (changes) => {
      expect(peopleWhoCancel([word('ana', changes), word('ben')], now)).toEqual(['ben']);
    },
  );
});
