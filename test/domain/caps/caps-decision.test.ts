import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideCaps, type RememberedCaps } from '../../../src/domain/caps/caps-decision.ts';
import { capsText } from '../../../src/words/ads/stock-words.ts';
import { check } from '../seeded.ts';

const nowMs = 10_000_000;
const method = (payId: string) => ({ payId, identifier: `BANK${payId}`, name: `Bank ${payId}` });
const [one, two] = [method('1'), method('2')];
const untouched: RememberedCaps = {
  withheld: [],
  intended: null,
  lastChangeAtMs: null,
  refusedUntilMs: null,
  offlineSinceMs: null,
};
const cap = (of: string, sum: string, daily = '100') => ({ method: of, daily, fiat: 'BOB', sum });
const given = { sums: [], minOrder: '10', shown: [one, two], nowMs };
/** The decision with its note in words. */
function decide(part: Partial<Parameters<typeof decideCaps>[0]> = {}, wish: Partial<RememberedCaps> = {}) {
  const decision = decideCaps({ ...given, ...part, wish: { ...untouched, ...wish } });
  return { ...decision, note: capsText(decision.note) };
}

describe('ads#payment-caps: a method that has reached its cap leaves the ad', () => {
  it.each([
    ['an order fits still', '90', '10', 'keep'],
    ['not even the smallest order fits', '90.01', '10', 'change'],
    ['its sum is the cap', '100', '0', 'change'],
    ['its sum is above the cap: two orders arrived at once', '130', '10', 'change'],
    ['the smallest order is not told, and the sum is below', '99.99', null, 'keep'],
    ['the smallest order is not told, and the sum is the cap', '100', null, 'change'],
  ] as const)('%s', (...row) => {
    const [, sum, minOrder, kind] = row;
    expect(decide({ sums: [cap('BANK1', sum)], minOrder }).kind).toBe(kind);
  });

  it('goes alone, and is remembered', () => {
    expect(decide({ sums: [cap('1', '100')] })).toEqual({
      kind: 'change',
      methods: [two],
      withheld: [one],
      note: 'Bank 1 goes: 100 of 100 BOB',
    });
  });

  it('goes although the methods were changed a moment ago: money would arrive', () => {
    expect(decide({ sums: [cap('1', '100')] }, { lastChangeAtMs: nowMs - 1 }).kind).toBe('change');
  });

  it('7.4: what was refused is not tried before its time', () => {
    const sums = [cap('1', '100')];
    expect(decide({ sums }, { refusedUntilMs: nowMs + 1 }).kind).toBe('keep');
    expect(decide({ sums }, { refusedUntilMs: nowMs }).kind).toBe('change');
  });

  it('what the merchant put back in the app goes again, and is remembered once', () => {
    const decision = decide({ sums: [cap('1', '100')] }, { withheld: [one] });
    expect(decision).toMatchObject({ kind: 'change', methods: [two], withheld: [one] });
  });

  it('goes from an ad that is off the market before the others come back', () => {
    const decision = decide({ sums: [cap('1', '100')] }, { offlineSinceMs: 0 });
    expect(decision).toMatchObject({ kind: 'change', methods: [two] });
  });

  it('names what has no name by its identifier, else by its id', () => {
    const bare = { payId: '', identifier: 'Zelle', name: '' };
    const id = { payId: '9', identifier: '', name: '' };
    const cash = { payId: '', identifier: '', name: 'Cash' };
    const sums = [cap('Zelle', '100'), cap('9', '100')];
    expect(decide({ sums, shown: [bare, id, cash] }).note).toBe('Zelle goes: 100 of 100 BOB; 9 goes: 100 of 100 BOB');
  });
});

describe('ads#payment-caps: a method below its cap comes back', () => {
  it('with the next day, or once an order is cancelled', () => {
    expect(decide({ shown: [two] }, { withheld: [one] })).toEqual({
      kind: 'change',
      methods: [two, one],
      withheld: [],
      note: 'Bank 1 comes back',
    });
  });

  it.each([
    [nowMs - 299_999, 'keep'],
    [nowMs - 300_000, 'change'],
  ] as const)('not within five minutes after a change (%i)', (lastChangeAtMs, kind) => {
    expect(decide({ shown: [two] }, { withheld: [one], lastChangeAtMs }).kind).toBe(kind);
  });

  it('at once in place of one that goes: an ad needs a method', () => {
    const decision = decide({ shown: [two], sums: [cap('2', '100')] }, { withheld: [one], lastChangeAtMs: nowMs });
    expect(decision).toMatchObject({ kind: 'change', methods: [one], withheld: [two] });
  });

  const bare = { payId: '', identifier: '', name: '' };
  it.each([
    ['accounts at one bank differ by their ids', one, { ...one, payId: '3' }],
    ['other methods by their identifiers', { ...bare, identifier: 'Zelle' }, { ...bare, identifier: 'Wise' }],
    ['what has nothing else by its name', { ...bare, name: 'Cash' }, { ...bare, name: 'Card' }],
  ])('beside what the ad shows: %s', (...row) => {
    const [, shown, withheld] = row;
    const decision = decide({ shown: [shown] }, { withheld: [withheld] });
    expect(decision).toMatchObject({ kind: 'change', methods: [shown, withheld] });
  });

  it('only what the desk took out: what the merchant took away in the app stays away', () => {
    expect(decide({ shown: [two] }).kind).toBe('keep');
  });
});

describe('ads#payment-caps: an ad whose last method is capped leaves the market', () => {
  const sums = [cap('1', '100'), cap('2', '95')];

  it('keeps its methods, for the service takes no ad without one', () => {
    expect(decide({ sums })).toEqual({
      kind: 'exhausted',
      note: 'every payment method has reached its cap: 1 100 of 100 BOB, 2 95 of 100 BOB',
    });
    expect(decide({ sums, shown: [two] }, { withheld: [one] }).kind).toBe('exhausted');
    const note = 'every payment method has reached its cap: 1 100 of 100 BOB, 2 95 of 100 BOB';
    expect(decide({ sums: [...sums, cap('3', '5')] })).toEqual({ kind: 'exhausted', note });
  });

  it('an ad that shows no methods is left alone', () => {
    expect(decide({ shown: [] }).kind).toBe('keep');
    expect(decide({ shown: [] }, { offlineSinceMs: 0 }).kind).toBe('keep');
  });

  it.each([
    [nowMs - 299_999, 'keep'],
    [nowMs - 300_000, 'free'],
  ] as const)('comes back with what it shows, not within five minutes (%i)', (offlineSinceMs, kind) => {
    expect(decide({}, { offlineSinceMs }).kind).toBe(kind);
  });

  it('comes back before the others are given back, also when that was refused', () => {
    const wish = { withheld: [one], offlineSinceMs: 0, refusedUntilMs: nowMs + 1 };
    expect(decide({ shown: [two] }, wish).kind).toBe('free');
  });

  it('gets a method that is free first', () => {
    const decision = decide({ shown: [two], sums: [cap('2', '100')] }, { withheld: [one], offlineSinceMs: 0 });
    expect(decision).toMatchObject({ kind: 'change', methods: [one] });
  });

  it('gets a method back first when it shows none', () => {
    const decision = decide({ shown: [] }, { withheld: [one], offlineSinceMs: 0 });
    expect(decision).toMatchObject({ kind: 'change', methods: [one] });
  });

  it('stays away while all are capped', () => {
    expect(decide({ sums }, { offlineSinceMs: 0 }).kind).toBe('exhausted');
  });
});

it('ads#payment-caps: no method is ever lost: what an ad shows and what is withheld are the same before and after', () => {
  const ids = fc.subarray(['1', '2', '3', '4']);
  const amounts = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 4, maxLength: 4 });
  check(
    fc.property(ids, ids, amounts, (shownIds, withheldIds, totals) => {
      const sums = totals.map((total, index) => cap(String(index + 1), String(total)));
      const [shown, withheld] = [shownIds.map(method), withheldIds.map(method)];
      const decision = decide({ shown, sums }, { withheld });
      if (decision.kind !== 'change') return;
      const all = (lists: readonly { payId: string }[]): string =>
        [...new Set(lists.map(({ payId }) => payId))].toSorted().join();
      expect(all([...decision.methods, ...decision.withheld])).toBe(all([...shown, ...withheld]));
      expect(decision.methods.length).toBeGreaterThan(0);
      expect(decision.methods.filter(({ payId }) => Number(totals[Number(payId) - 1]) > 90)).toEqual([]);
    }),
  );
});
