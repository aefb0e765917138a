import { describe, expect, it } from 'vitest';
import { cancelWordLifeMs, peopleWhoCancel, type SaidCancel } from '../../../src/domain/register/cancel-word.ts';

const nowMs = 1_800_000_000_000;
const now = { reason: 4, generation: 'generation-1', epoch: 2, nowMs } as const;
const word = (by: string, changes: Partial<SaidCancel> = {}): SaidCancel => ({
  by,
  reason: 4,
  generation: 'generation-1',
  epoch: 2,
  atMs: nowMs - 1,
  ...changes,
});

describe('ADR 0060: who cancels a purchase that may be paid', () => {
  it('different people count once each, however their names are written', () => {
    expect(peopleWhoCancel([word('ana'), word('Ana '), word('ben')], now)).toEqual(['ana', 'ben']);
    expect(peopleWhoCancel([word(' '), word('ana')], now)).toEqual(['ana']);
  });

  it.each([{ reason: 5 }, { epoch: 1 }, { generation: 'another' }, { atMs: nowMs - cancelWordLifeMs }] as const)(
    'a word of another order or reason, or of long ago, counts for nothing: %j',
    (changes) => {
      expect(peopleWhoCancel([word('ana', changes), word('ben')], now)).toEqual(['ben']);
    },
  );
});
