import { describe, expect, it } from 'vitest';
import { sightingKey } from '../../../src/domain/payments/sighting.ts';
import { sightingText, withSignedEvidence } from '../../../src/domain/payments/signed-sighting.ts';
import type { KeptSighting, Payment } from '../../../src/domain/payments/payment.ts';
import { isSignature } from '../../../src/register/signature.ts';
import { doorOf } from '../../door/door-key.ts';
import { paymentOf, sightingOf } from './payment-fixture.ts';

const door = doorOf();
const check = { keys: door.evidenceKeys, verify: isSignature };

/** What the sighting counts as. */
const classOf = (sighting: KeptSighting, by = check, head: Partial<Payment> = {}) => {
  const { account, currency, amount } = sighting;
  const payment = { ...paymentOf(), account, currency, amount, key: sightingKey(sighting), ...head };
  return withSignedEvidence([{ ...payment, sightings: [sighting] }], by)[0]?.sightings[0]?.class;
};

describe('ADR 0057: evidence is what the door has signed', () => {
  it('as it is kept, whatever the order of its fields', () => {
    const signed = door.sign(sightingOf());
    expect(classOf(signed)).toBe('evidence');
    expect(classOf(Object.fromEntries(Object.entries(signed).toReversed()) as unknown as KeptSighting)).toBe(
      'evidence',
    );
  });

  it('with every field: a change of any one makes it a hint', () => {
    const signed = door.sign(sightingOf());
    const changes: Record<string, unknown> = {
      source: 'wise',
      delivery: 'other',
      account: 'second',
      currency: 'USD',
      amount: '400',
      method: 'BANK',
      isReversible: true,
      payer: 'Bruno Diaz',
      reference: null,
      memo: 'x',
      bookedAtMs: null,
      state: 'pending',
      seenAtMs: 1,
    };
    const { class: _class, signature: _signature, ...fields } = signed;
    expect(Object.keys(changes).toSorted()).toEqual(Object.keys(fields).toSorted());
    for (const [field, value] of Object.entries(changes)) expect(classOf({ ...signed, [field]: value })).toBe('hint');
  });

  it('as part of a payment that is what it says by itself: rows that are joined by hand make no other payment of it', () => {
    const signed = door.sign(sightingOf());
    expect(classOf(signed, check, { amount: '400' })).toBe('evidence');
    for (const head of [{ amount: '4000.00' }, { account: 'second' }, { currency: 'USD' }, { key: 'OTHER' }])
      expect(classOf(signed, check, head)).toBe('hint');
  });

  it('by the key of its own source alone, as the worker is configured', () => {
    const signed = door.sign(sightingOf());
    const other = doorOf();
    expect(classOf(other.sign(sightingOf()))).toBe('hint');
    expect(classOf(signed, { ...check, keys: new Map() })).toBe('hint');
    expect(classOf(door.sign(sightingOf({ source: 'sms' })))).toBe('hint');
  });

  it('no unsigned one, none with another text for a signature, and no hint that was made evidence', () => {
    const signed = door.sign(sightingOf());
    expect(classOf(sightingOf())).toBe('hint');
    expect(classOf({ ...signed, signature: 'AAAA' })).toBe('hint');
    const hint = sightingOf({ class: 'hint' });
    expect(door.sign(hint)).toEqual(hint);
    expect(classOf({ ...hint, class: 'evidence', signature: signed.signature ?? null })).toBe('hint');
  });

  it('no text can be mistaken for another: line breaks of a memo are escaped', () => {
    const text = sightingText(sightingOf({ memo: 'x\namount: "1"' }));
    expect(text.split('\n').filter((line) => line.startsWith('amount: '))).toEqual(['amount: "400.00"']);
  });
});
