import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { adInputSchema } from '../../../src/workflows/contract/ad-contract.ts';
import { accountDeskInputSchema } from '../../../src/workflows/contract/desk-contract.ts';
import { egressInputSchema } from '../../../src/workflows/contract/egress-contract.ts';
import { noticesInputSchema } from '../../../src/workflows/contract/notices-contract.ts';
import { orderInputSchema } from '../../../src/workflows/contract/order-contract.ts';
import { watchdogInputSchema } from '../../../src/workflows/contract/watchdog-contract.ts';

const schemas: Record<string, z.ZodType> = {
  ad: adInputSchema,
  desk: accountDeskInputSchema,
  egress: egressInputSchema,
  notices: noticesInputSchema,
  order: orderInputSchema,
  watchdog: watchdogInputSchema,
};

/** What is wrong with the memory of an input; the rest of the input is another matter. */
function wrongMemory(schema: z.ZodType, memory: unknown): string[] {
  const { error } = schema.safeParse({ memory });
  return (error?.issues ?? []).filter(({ path }) => path[0] === 'memory').map(({ message }) => message);
}

describe.each(Object.entries(schemas))('design 6: the memory that a new run of %s begins with', (_, schema) => {
  it.each(['text', 7, true, null])('design 6: %j is refused in one sentence', (memory) => {
    expect(wrongMemory(schema, memory)).toEqual(['must be an object']);
  });

  it('design 6: an object is taken, and none is a first run', () => {
    expect(wrongMemory(schema, { refused: { count: 0, last: null } })).toEqual([]);
    expect(wrongMemory(schema, undefined)).toEqual([]);
  });
});
