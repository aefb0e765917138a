import { describe, expect, it } from 'vitest';
import { isOwnFailure, OwnFailure, ownFailureTable } from '../../../src/domain/failures/own-failures.ts';

describe('design 5: own failures', () => {
  it('design 5: each has one row, and a name of its own', () => {
    expect(Object.keys(ownFailureTable)).toEqual(Object.values(OwnFailure));
    expect(Object.entries(OwnFailure).filter(([key, value]) => key !== value)).toEqual([]);
  });

  it('design 5: what no time heals asks a human at once', () => {
    const rows = Object.values(ownFailureTable).filter(({ waitMs }) => waitMs === null);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ asksHuman }) => asksHuman !== 'at-once')).toEqual([]);
  });

  it('promise 5: what lasts asks a human within a minute; only a price that is worked out again asks no one', () => {
    for (const [name, { asksHuman }] of Object.entries(ownFailureTable)) {
      if (typeof asksHuman === 'object') expect(asksHuman.afterMs).toBeLessThan(60_000);
      expect(asksHuman === 'never').toBe(name === 'STALE_DECISION');
    }
  });

  it('design 5: only these names are own failures', () => {
    expect(isOwnFailure('FENCED')).toBe(true);
    for (const odd of ['fenced', 'IP_BAN', 'constructor', null, 7, ['FENCED']]) expect(isOwnFailure(odd)).toBe(false);
  });
});
