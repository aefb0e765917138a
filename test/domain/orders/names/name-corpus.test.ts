import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isSamePerson } from '../../../../src/domain/orders/names/person-name.ts';

/**
 * Names as the service and as a bank of the corridor write them. `who`: whether it is one person. People and writings are
 * invented; one in thirty is cut by the bank, which no comparison can make whole.
 */
const rowSchema = z.object({
  corridor: z.string(),
  kind: z.string(),
  who: z.enum(['same', 'other']),
  at_service: z.string(),
  at_bank: z.string(),
});
const file = new URL('corpus.csv', import.meta.url);
const rows = z.array(rowSchema).parse(parse(readFileSync(file, 'utf8'), { columns: true }));
const corridors = [...new Set(rows.map(({ corridor }) => corridor))];
const agrees = (row: (typeof rows)[number]): boolean => isSamePerson(row.at_service, row.at_bank);

describe('I6: names of twelve corridors', () => {
  it('I6: there are twelve', () => {
    expect(corridors).toHaveLength(12);
  });

  it.each(corridors)(
    'I6: %s: 95 % of the honest payers are known, and no other one is taken for the buyer',
    (corridor) => {
      const here = rows.filter((row) => row.corridor === corridor);
      const honest = here.filter(({ who }) => who === 'same');
      const known = honest.filter(agrees);
      console.log(`${corridor}: ${known.length} of ${honest.length} honest payers are known without a human`);
      expect(here.filter((row) => row.who === 'other' && agrees(row))).toEqual([]);
      expect(known.length / honest.length).toBeGreaterThanOrEqual(0.95);
      expect(honest.filter((row) => !agrees(row)).map(({ kind }) => kind)).not.toContain('capitals');
    },
  );

  it('I6: what is true of two names is true of them the other way round', () => {
    for (const row of rows) expect(isSamePerson(row.at_bank, row.at_service)).toBe(agrees(row));
  });
});
