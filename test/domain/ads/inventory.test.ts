import { inventoryWords } from '../../../src/words/rule-words.ts';
import { stockText } from '../../../src/words/ads/stock-words.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideStock,
  inventoryRuleSchema,
  type StockFacts,
  type StockTimes,
} from '../../../src/domain/ads/inventory.ts';
import { Decimal } from '../../../src/domain/decimal.ts';
import { check } from '../seeded.ts';

const rule = inventoryRuleSchema.parse({ target: '500', refillBelow: '300', total: '2000', offlineBelow: '50' });
const untouched: StockTimes = { lastChangeAtMs: null, refusedUntilMs: null, offlineSinceMs: null };
const nowMs = 1_000_000;

/** An ad that has sold the rest of its quantity. */
const stock = (quantity: string, remaining: string, part: Partial<StockFacts> = {}): StockFacts => ({
  side: 'SELL',
  quantity,
  remaining,
  scale: 2,
  walletCovers: true,
  ...part,
});

/** The decision with its note in words. */
function decide(facts: StockFacts, times: Partial<StockTimes> = {}, changed: Partial<typeof rule> = {}) {
  const decision = decideStock({ rule: { ...rule, ...changed }, facts, times: { ...untouched, ...times }, nowMs });
  return { ...decision, note: stockText(decision.note) };
}

describe('ads#the-quantity: the quantity of an ad is kept at its target', () => {
  it.each([
    ['as much as it should', '500', '500', 'keep', undefined],
    ['a little less', '500', '300', 'keep', undefined],
    ['less than a refill begins at', '500', '299.99', 'change', '700.01'],
    ['nothing, where the total allows more', '1500', '0', 'change', '2000'],
    ['little, and the total allows less than the target', '1800', '100', 'change', '2000'],
    ['more than twice the gap above the target, after orders were cancelled', '900', '700.01', 'change', '699.99'],
    ['a little more than the target', '900', '700', 'keep', undefined],
    ['more than the total allows', '2400', '450', 'change', '2000'],
  ] as const)('an ad that has %s', (...row) => {
    const [, quantity, remaining, kind, wanted] = row;
    const decision = decide(stock(quantity, remaining));
    expect(decision.kind).toBe(kind);
    expect(decision.kind === 'change' ? decision.quantity : undefined).toBe(wanted);
  });

  it('offers the last part of a coin that the total allows', () => {
    expect(decide(stock('2400', '400.5'))).toMatchObject({ kind: 'change', quantity: '2000', remaining: '0.5' });
  });

  it('says why it is changed, and names a refill only where one is due', () => {
    expect(decide(stock('500', '200'))).toMatchObject({ note: '200 left becomes 500: less than 300' });
    expect(decide(stock('900', '900'))).toMatchObject({ note: '900 left becomes 500: more than wanted' });
    expect(decide(stock('500', '300'))).toEqual({ kind: 'keep', note: '300 left' });
  });

  it('has no more decimals than its asset, and is cut, never rounded up', () => {
    const fine = { target: '500.129', refillBelow: '400' };
    expect(decide(stock('500', '100'), {}, fine)).toMatchObject({ quantity: '900.12', remaining: '500.12' });
  });

  it('an order that arrives while it is changed leaves less on it, never more', () => {
    const before = stock('500', '200');
    const decision = decide(before);
    if (decision.kind !== 'change') throw new Error(decision.note);
    // The service keeps what is sold: the rest moves with the total.
    const remaining = new Decimal('150').plus(decision.quantity).minus('500').toFixed();
    expect(remaining).toBe('450');
    // The same change again, on what it made: the total is the same.
    expect(decide(stock(decision.quantity, remaining)).kind).toBe('keep');
  });

  it('waits between two changes', () => {
    const low = stock('500', '200');
    expect(decide(low, { lastChangeAtMs: nowMs - 59_999 })).toEqual({
      kind: 'keep',
      note: 'changed 59999 ms ago: held for 60000 ms',
    });
    expect(decide(low, { lastChangeAtMs: nowMs + 5 })).toMatchObject({
      kind: 'keep',
      note: 'changed 0 ms ago: held for 60000 ms',
    });
    expect(decide(low, { lastChangeAtMs: nowMs - 60_000 }).kind).toBe('change');
  });

  it.each([
    [
      'is not covered by the wallet',
      { walletCovers: false },
      {},
      '150 left, no refill: the wallet does not cover the ad',
    ],
    ['was refused a change', {}, { refusedUntilMs: nowMs + 1 }, '150 left, no refill: the service refused a change'],
  ])('adds nothing while it %s', (...row) => {
    const [, facts, times, note] = row;
    const off = { offlineBelow: null };
    expect(decide(stock('500', '150', facts), times, off)).toEqual({ kind: 'keep', note });
  });

  it('tries a refused change again when its time has come, and lowers nothing before', () => {
    expect(decide(stock('500', '150'), { refusedUntilMs: nowMs }).kind).toBe('change');
    expect(decide(stock('1500', '900'), { refusedUntilMs: nowMs + 1 }).kind).toBe('keep');
  });

  it('a buying ad needs no wallet, and one whose service does not tell goes by the rest', () => {
    expect(decide(stock('500', '100', { side: 'BUY', walletCovers: false })).kind).toBe('change');
    expect(decide(stock('500', '100', { walletCovers: null })).kind).toBe('change');
  });
});

describe('ads#the-quantity: an ad without stock leaves the market', () => {
  const out = stock('2000', '49.99');

  it('once less is left than its threshold, and nothing may be added', () => {
    expect(decide(out)).toEqual({
      kind: 'empty',
      note: '49.99 left, less than 50: all 2000 that it may offer are used up',
    });
    expect(decide(stock('2000', '50')).kind).toBe('keep');
    expect(decide(stock('500', '10')).kind).toBe('change');
    expect(decide(stock('500', '10'), { refusedUntilMs: nowMs + 1 })).toMatchObject({
      kind: 'empty',
      note: '10 left, less than 50: the service refused a change',
    });
  });

  it('stays while a refill is only held', () => {
    expect(decide(stock('500', '10'), { lastChangeAtMs: nowMs }).kind).toBe('keep');
  });

  it('once the wallet does not cover it, whatever is left of it', () => {
    const uncovered = stock('500', '500', { walletCovers: false });
    expect(decide(uncovered)).toEqual({ kind: 'empty', note: 'the wallet does not cover the ad' });
    expect(decide(uncovered, {}, { offlineBelow: null }).kind).toBe('keep');
  });

  it('once the total is used up, though the service would sell more', () => {
    const beyond = stock('2600', '600');
    for (const sold of [beyond, stock('2600.5', '600')]) {
      const note = '0 left, less than 50: all 2000 that it may offer are used up';
      expect(decide(sold)).toEqual({ kind: 'empty', note });
    }
    expect(decide(beyond, {}, { offlineBelow: null })).toEqual({ kind: 'keep', note: '600 left' });
    expect(decide(stock('2600', '100'), {}, { offlineBelow: null }).note).toContain('all 2000');
  });

  it('stays without a threshold', () => {
    expect(decide(out, {}, { offlineBelow: null }).kind).toBe('keep');
  });

  it('comes back with twice what it left with, and not at once', () => {
    const off = { offlineSinceMs: nowMs - 60_000 };
    expect(decide(stock('2000', '99.99'), off).kind).toBe('keep');
    expect(decide(stock('2000', '100'), off)).toEqual({ kind: 'stocked', note: '100 left' });
    expect(decide(stock('2000', '100'), { offlineSinceMs: nowMs - 59_999 }).kind).toBe('keep');
    expect(decide(stock('2000', '300'), off, { offlineBelow: '299' }).kind).toBe('stocked');
    expect(decide(out, off).kind).toBe('empty');
  });

  it('is refilled first when the total was raised', () => {
    expect(decide(out, { offlineSinceMs: 0 }, { total: '3000' })).toMatchObject({
      kind: 'change',
      quantity: '2450.01',
    });
  });

  it('comes back at once when its threshold is taken away, however little is left', () => {
    for (const left of [out, stock('2000', '0.5'), stock('2000', '0')]) {
      expect(decide(left, { offlineSinceMs: 0 }, { offlineBelow: null }).kind).toBe('stocked');
    }
  });
});

describe('ads#the-quantity: whatever happens, by chance', () => {
  it('never offers more than its total, and comes to rest without orders', () => {
    const orders = fc.array(fc.double({ min: 0, max: 0.9, noNaN: true }), { maxLength: 20 });
    const begun = fc.record({ quantity: fc.integer({ min: 1, max: 1_500 }), sold: fc.integer({ min: 0, max: 1_500 }) });
    check(
      fc.property(begun, orders, ({ quantity: first, sold }, taken) => {
        let quantity = new Decimal(first).toFixed();
        let remaining = Decimal.max(0, new Decimal(first).minus(sold)).toFixed();
        const step = (): boolean => {
          const decision = decide(stock(quantity, remaining));
          if (decision.kind !== 'change') return false;
          expect(new Decimal(decision.quantity).lte('2000')).toBe(true);
          ({ quantity, remaining } = decision);
          return true;
        };
        for (const share of taken) {
          remaining = new Decimal(remaining)
            .times(1 - share)
            .toDecimalPlaces(2)
            .toFixed();
          step();
        }
        step();
        expect(step()).toBe(false);
      }),
      300,
    );
  });
});

describe('ads#the-quantity: the rule', () => {
  const { target, refillBelow, total } = rule;

  it('takes what is in order', () => {
    expect(rule).toEqual({ ...rule, offlineBelow: '50', holdMs: 60_000 });
    expect(inventoryRuleSchema.parse({ target, refillBelow, total }).offlineBelow).toBeNull();
    expect(inventoryRuleSchema.safeParse({ target: '9', refillBelow: '9', total: '9' }).success).toBe(true);
    for (const holdMs of [10_000, 86_400_000]) {
      expect(inventoryRuleSchema.parse({ target, refillBelow, total, holdMs })).toMatchObject({ holdMs });
    }
  });

  it.each([
    [{ refillBelow: '501' }, 'refill_below must not be above target'],
    [{ total: '499' }, 'target must not be above total'],
    [{ offlineBelow: '300' }, 'offline_below must be below refill_below'],
    [{ target: '-1' }, 'must be a quantity above zero'],
    [{ target: 'many' }, 'must be a quantity above zero'],
    [{ refillBelow: 'few' }, 'must be a quantity above zero'],
    [{ total: 'all' }, 'must be a quantity above zero'],
    [{ offlineBelow: 'few' }, 'must be a quantity above zero'],
    [{ holdMs: 9_999 }, 'at least 10000 milliseconds'],
    [{ holdMs: 86_400_001 }, '86400000'],
  ])('refuses %j, and says it once', (part, message) => {
    const { error } = inventoryRuleSchema.safeParse({ target, refillBelow, total, ...part });
    expect(error?.issues.map((issue) => issue.message)).toEqual([expect.stringContaining(message)]);
  });

  it('reads like a sentence', () => {
    expect(inventoryWords(rule)).toBe('refilled to 500 below 300, 2000 in all, offline below 50');
    expect(inventoryWords({ ...rule, offlineBelow: null })).toBe('refilled to 500 below 300, 2000 in all');
  });
});
