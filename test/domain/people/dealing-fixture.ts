import type { Dealing } from '../../../src/domain/people/dealing.ts';

/** Returns an order of a person, with defaults for what a test does not look at. */
export const dealing = (part: Partial<Dealing> = {}): Dealing => ({
  orderNumber: 'order-1',
  person: 's1a2',
  side: 'SELL',
  total: '400',
  fiat: 'BOB',
  status: 'COMPLETED',
  wasAppealed: false,
  changedAtMs: 2_000,
  ...part,
});
