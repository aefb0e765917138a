import { describe, expect, it } from 'vitest';
import { sightingKey, sightingProof, sightingSchema } from '../../../src/domain/payments/sighting.ts';
import { sightingOf } from './payment-fixture.ts';

const referenceOf = (reference: string | null) => sightingSchema.parse(sightingOf({ reference })).reference;

describe('a sighting', () => {
  it.each([
    [' trx  77 ', 'TRX 77'],
    ['NONREF', null],
    ['not provided', null],
    ['n/a', null],
    ['NA 1', 'NA 1'],
    ['---', null],
    ['', null],
    [null, null],
    ['x'.repeat(101), null],
  ])('payments, mistake 8: the reference %j is %j: what banks write for none joins nothing', (written, kept) => {
    expect(referenceOf(written)).toBe(kept);
  });

  it('payments: is attached by the bank’s reference, else by what its source calls it', () => {
    const named = sightingOf({ reference: 'TRX 77' });
    expect([sightingProof(named), sightingKey(named)]).toEqual(['TRX 77', 'TRX77']);
    const unnamed = sightingOf({ reference: null, source: 'sms-1', delivery: 'msg_aB' });
    expect(sightingProof(unnamed)).toBe('SMS-1 MSG_AB');
    expect(sightingKey(sightingOf({ reference: null, delivery: '2' }))).not.toBe(
      sightingKey(sightingOf({ reference: null, delivery: '3' })),
    );
  });

  it.each([
    [{ amount: '1,234.50' }, 'amount'],
    [{ amount: '1.234,50' }, 'amount'],
    [{ amount: '-400' }, 'amount'],
    [{ amount: '0.00' }, 'amount'],
    [{ amount: '4e2' }, 'amount'],
    [{ currency: 'bob' }, 'currency'],
    [{ delivery: '---' }, 'delivery'],
    [{ delivery: 'a b' }, 'delivery'],
    [{ source: 'Bank' }, 'source'],
    [{ payer: '  ' }, 'payer'],
    [{ memo: 'x'.repeat(501) }, 'memo'],
  ])('payments, mistake 10: %j is refused and not guessed', (part, field) => {
    expect(sightingSchema.safeParse(sightingOf(part)).error?.issues.map(({ path }) => path.join('.'))).toContain(field);
  });
});
