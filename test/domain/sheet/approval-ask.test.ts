import { describe, expect, it } from 'vitest';
import { approvalAnswerSchema, approvalAskSchema } from '../../../src/domain/sheet/approval-ask.ts';
import { approvalBy } from '../orders/order-fixture.ts';

describe('ADR 0062: what is asked of the window, and answered', () => {
  it.each([
    [{ by: 'Ana', keyId: 'Ana+phone' }, true],
    [{ by: '', keyId: 'Ana+phone' }, false],
    [{ by: 'Ana', keyId: 'Ana:phone' }, false],
    [{ by: 'Ana', keyId: 'Ana', nonce: '0'.repeat(32) }, false],
    [{ by: 'Ana' }, false],
  ])('%j is a question: %s', (ask, isOne) => {
    expect(approvalAskSchema.safeParse(ask).success).toBe(isOne);
  });

  it('is a word to sign, or why there is none', () => {
    const { seen } = approvalBy('ana');
    const word = { facts: { order: '7' }, text: 'peerdesk', seen, nonce: '0'.repeat(32), expiresAtMs: 1, code: 'K7Q2' };
    expect(approvalAnswerSchema.parse({ word })).toEqual({ word });
    expect(approvalAnswerSchema.parse({ why: 'it is held' })).toEqual({ why: 'it is held' });
    for (const odd of [
      {},
      { word: { ...word, nonce: '' } },
      { word: { ...word, code: '1' } },
      { why: 'x'.repeat(1_001) },
    ])
      expect(approvalAnswerSchema.safeParse(odd).success).toBe(false);
  });
});
