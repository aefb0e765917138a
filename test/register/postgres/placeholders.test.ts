import { describe, expect, it } from 'vitest';
import { withNumbers } from '../../../src/register/postgres/placeholders.ts';

describe('places of values in a statement', () => {
  it('design 6: are numbered from 1, in their order', () => {
    expect(withNumbers('SELECT a FROM b WHERE c = ? AND d IN (?, ?)')).toBe(
      'SELECT a FROM b WHERE c = $1 AND d IN ($2, $3)',
    );
    expect(withNumbers('SELECT 1')).toBe('SELECT 1');
  });

  it('design 6: never stand within quotes', () => {
    expect(withNumbers(`SELECT '?', 'it''s ?', "a?""?" FROM b WHERE c = ? AND d = '?' AND e = ?`)).toBe(
      `SELECT '?', 'it''s ?', "a?""?" FROM b WHERE c = $1 AND d = '?' AND e = $2`,
    );
  });
});
