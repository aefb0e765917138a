import { describe, expect, it } from 'vitest';
import { looserInventory, looserMode, looserTerms } from '../../../src/domain/guard/loosening.ts';
import { inventoryRuleSchema } from '../../../src/domain/ads/inventory.ts';
import type { TermDifference } from '../../../src/domain/ads/listed-terms.ts';

it('a mode loosens from shadow to sim to live', () => {
  expect(looserMode('shadow', 'live')).toBe('mode shadow becomes live');
  expect(looserMode('shadow', 'sim')).toBe('mode shadow becomes sim');
  expect(looserMode('sim', 'live')).toBe('mode sim becomes live');
  expect(looserMode('live', 'shadow')).toBeNull();
  expect(looserMode('sim', 'sim')).toBeNull();
});

describe('a change of terms loosens', () => {
  it.each<[TermDifference['term'], string, string, boolean]>([
    ['quantity', '100', '500', true],
    ['quantity', '500', '100', false],
    ['maxOrder', '900.00', '950', true],
    ['payTimeMinutes', '15', '30', true],
    ['payTimeMinutes', '30', '15', false],
    ['minOrder', '100', '50', false],
    ['minRegisterDays', '30', '7', true],
    ['minRegisterDays', '7', '30', false],
    ['buyerKyc', 'true', 'false', true],
    ['extraKyc', 'false', 'true', false],
    ['payMethods', 'BANK', 'TigoMoney', true],
    ['remarks', 'a', 'b', false],
    ['maxOrder', 'many', '1', true],
    ['minRegisterDays', '7', 'many', true],
  ])('%s from %s to %s: %s', (...[term, listed, wanted, isLooser]) => {
    expect(looserTerms([{ term, listed, wanted, isForLife: false }])).toHaveLength(isLooser ? 1 : 0);
  });
});

describe('a change of the inventory loosens', () => {
  const rule = inventoryRuleSchema.parse({ target: '500', refillBelow: '300', total: '2000' });

  it('when the ad may offer more than before', () => {
    expect(looserInventory(null, rule)).toEqual(['the ad may be refilled to 500, 2000 in all']);
    expect(looserInventory(rule, { ...rule, target: '501' })).toEqual(['target 500 becomes 501']);
    expect(looserInventory(rule, { ...rule, total: '3000' })).toEqual(['total 2000 becomes 3000']);
  });

  it('when it may offer as much or less: not', () => {
    expect(looserInventory(rule, null)).toEqual([]);
    expect(looserInventory(rule, { ...rule, target: '400', refillBelow: '200', total: '1000' })).toEqual([]);
  });
});
