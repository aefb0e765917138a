import { describe, expect, it } from 'vitest';
import { guardMessageRefusalSchema } from '../../../src/domain/refusals/guard-refusal.ts';

const listed = Array.from({ length: 20 }, (_, at) => `s${at}`);

describe('design 6: what a guard keeps of a refused message', () => {
  it.each([
    { code: 'no-such-signal' },
    { code: 'malformed', issues: 'by: say who does it' },
    { code: 'unblockable', why: 'masked' },
    { code: 'block-list-full', max: null },
    { code: 'not-blocked', counterparty: 's1', listed, more: 2 },
  ])('$code is read again', (refusal) => {
    expect(guardMessageRefusalSchema.parse(refusal)).toEqual(refusal);
  });

  it.each([
    { code: 'of-a-stranger' },
    { code: 'malformed', issues: 'x'.repeat(501) },
    { code: 'no-such-signal', more: 'text' },
    { code: 'not-blocked', counterparty: 's1', listed: [...listed, 's20'], more: 2 },
  ])('%j is none', (refusal) => {
    expect(guardMessageRefusalSchema.safeParse(refusal).success).toBe(false);
  });
});
