import { describe, expect, it } from 'vitest';
import { codeFields, nothingToSignText } from '../../../src/words/signing/approval-words.ts';
import { paidView } from '../../cli/order-view.ts';

describe('ADR 0062: what is said of an approval to its giver', () => {
  it('the code of the facts, where something can be approved', () => {
    expect(codeFields(paidView)).toEqual([['facts code', expect.stringMatching(/^[2-9A-Z]{4}$/)]]);
    expect(codeFields({ ...paidView, status: 'COMPLETED' })).toEqual([]);
  });

  it('why there is nothing to sign', () => {
    expect(nothingToSignText({ code: 'key', problem: 'unknown-key' })).toMatch(/does not go by this key/);
    expect(nothingToSignText({ code: 'unread', missing: { code: 'ban', untilMs: 0 } })).toMatch(
      /^the order is not shown: the address is banned/,
    );
    const refusal = { code: 'not-approved', lapse: 'held' } as const;
    expect(nothingToSignText({ code: 'refused', refusal })).toBe('not approved: the order is on hold');
    for (const code of ['typed', 'uncarried', 'silent', 'other-page', 'differs'] as const)
      expect(nothingToSignText({ code })).toMatch(/^\w/);
  });
});
