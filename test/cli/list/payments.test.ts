import { describe, expect, it } from 'vitest';
import { paymentColumns, paymentLine, paymentRows } from '../../../src/cli/desk/payment-rows.ts';
import { keptAdChanges, keptAdLines, stockRows } from '../../../src/cli/desk/kept-ads-text.ts';
import { textTable } from '../../../src/cli/text/text-table.ts';
import { widthOf } from '../../../src/cli/text/display-width.ts';
import type { AdView } from '../../../src/client/index.ts';
import { readProjectFile } from '../../project/project-files.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';

const nowMs = Date.UTC(2026, 10, 22, 18, 0, 0);
const today = '2026-11-23 00:00 (America/La_Paz)';
const bank = { method: 'BANK', daily: '50000', fiat: 'BOB' };
const wise = { method: 'Wise', daily: '20000', fiat: 'BOB' };
const dollars = { method: 'Wise', daily: '900', fiat: 'USD' };
const limits = { floor: '9', ceiling: '10' };
const strategy = { kind: 'undercut', ticks: 1 };

function capped(adNumber: string, part: Partial<AdView> = {}): AdView {
  const rule = { timezone: 'America/La_Paz', caps: [bank, wise, dollars] };
  return {
    account: 'main',
    adNumber,
    mode: 'sim',
    state: { kind: 'running' },
    why: '',
    pair: 'USDT/BOB',
    side: 'SELL',
    price: '9.20',
    intendedPrice: null,
    rank: 1,
    offMarket: null,
    lookedAtMs: nowMs,
    rules: pricingRulesSchema.parse({ strategy, limits, paymentCaps: rule }),
    override: null,
    opening: null,
    stock: null,
    caps: null,
    withheld: [],
    foreignPrices: null,
    reprices: 0,
    intents: 0,
    lastChangeAtMs: null,
    lastProblem: null,
    businessStatus: null,
    needsHuman: false,
    asks: [],
    isCancelAsked: false,
    refused: { count: 0, last: null },
    ...part,
  };
}

type Shown = NonNullable<AdView['caps']>;

function seen(sums: [string, string], part: Partial<Shown> & { full?: [boolean, boolean] } = {}): Shown {
  const { full = [false, false], ...rest } = part;
  const [first, second] = sums;
  return {
    sums: [
      { ...bank, sum: first, isFull: full[0] },
      { ...wise, sum: second, isFull: full[1] },
    ],
    unknown: [],
    note: { code: 'none-full' },
    until: today,
    atMs: nowMs - 30_000,
    ...rest,
  };
}

const bankMethod = { payId: '41', identifier: 'BANK', name: 'Bank Transfer' };

describe('ads#payment-caps: what capped payment methods have carried today', () => {
  it('each method of the ad’s currency stands once, with its sum, what is left, and when its day ends', () => {
    const [first, second, ...more] = paymentRows([capped('111', { caps: seen(['49950', '1200.50']) })], nowMs);
    expect(first).toMatchObject({ ...bank, account: 'main', side: 'SELL', paid: '49950', left: '50', resets: today });
    expect(second).toMatchObject({ ...wise, paid: '1200.50', left: '18799.5', isReached: false, ads: ['111'] });
    expect(more).toEqual([]);
  });

  it('what went beyond leaves nothing', () => {
    const [row] = paymentRows([capped('111', { caps: seen(['51000', '0'], { full: [true, false] }) })], nowMs);
    expect(row).toMatchObject({ paid: '51000', left: '0', isReached: true });
  });

  it('ads that share it share the row: the last look has the sum, and an order that fits one of them fits', () => {
    const old = capped('111', {
      caps: seen(['49800', '0'], { full: [true, false], atMs: nowMs - 90_000 }),
      withheld: [bankMethod],
    });
    const off = { kind: 'offline', cause: 'caps', note: null, sinceMs: 1 } as const;
    const next = capped('222', { caps: seen(['49850', '0']), state: off });
    for (const views of [
      [old, next],
      [next, old],
    ]) {
      const [row] = paymentRows(views, nowMs);
      expect(row).toMatchObject({
        paid: '49850',
        isReached: false,
        ads: ['111', '222'],
        takenOutOf: ['111'],
        offline: ['222'],
      });
    }
  });

  it('accounts, sides, currencies and caps of another height are not added up', () => {
    const other = { ...bank, daily: '100' };
    const rules = pricingRulesSchema.parse({
      strategy,
      limits,
      paymentCaps: { timezone: 'America/La_Paz', caps: [other] },
    });
    const views = [
      capped('1'),
      capped('2', { account: 'second' }),
      capped('3', { side: 'BUY' }),
      capped('4', { rules }),
      capped('5', { pair: 'USDT/USD' }),
    ];
    const rows = paymentRows(views, nowMs).map(({ account, side, method, fiat, daily }) =>
      [account, side, method, daily, fiat].join(' '),
    );
    expect(rows.toSorted()).toEqual([
      'main BUY BANK 50000 BOB',
      'main BUY Wise 20000 BOB',
      'main SELL BANK 100 BOB',
      'main SELL BANK 50000 BOB',
      'main SELL Wise 20000 BOB',
      'main SELL Wise 900 USD',
      'second SELL BANK 50000 BOB',
      'second SELL Wise 20000 BOB',
    ]);
  });

  it('a sum of another day, of a cap that has changed since, or of no look at all is not told', () => {
    const yesterday = seen(['49950', '1'], { until: '2026-11-22 00:00 (America/La_Paz)' });
    const before = seen(['49950', '1']);
    const raised = { ...before, sums: before.sums.map((sum) => ({ ...sum, daily: '1' })) };
    for (const caps of [yesterday, raised, null]) {
      const [row] = paymentRows([capped('111', { caps })], nowMs);
      expect(row).toMatchObject({ paid: null, left: null, isReached: null, readAtMs: null, resets: today });
      expect(row && paymentLine(row)).toBe('BANK of main: not known of 50000 BOB: no look of today has counted it yet');
    }
  });

  it('a cap that means no account says that it holds nothing, and ads without caps have no rows', () => {
    const [row] = paymentRows([capped('111', { caps: seen(['0', '0'], { unknown: ['BANK'] }) })], nowMs);
    expect(row && paymentLine(row)).toMatch(/: means no payment account: it holds nothing$/);
    expect(paymentRows([capped('1', { rules: pricingRulesSchema.parse({ strategy, limits }) })], nowMs)).toEqual([]);
  });

  it('docs/ads.md shows the table as it is printed', () => {
    const caps = seen(['49950', '1200'], { full: [true, false] });
    const rows = paymentRows([capped('11234567890', { caps, withheld: [bankMethod] })], nowMs);
    const text = textTable(paymentColumns(nowMs, { allAccounts: false }), rows);
    expect(readProjectFile('docs/ads.md')).toContain(`\n${text}\n`);
  });

  it.each([80, 120])('fits %i columns with method, sum, cap and what is left', (width) => {
    const caps = seen(['49950', '1200'], { full: [true, false] });
    const rows = paymentRows([capped('111', { caps, withheld: [bankMethod] })], nowMs);
    const text = textTable(paymentColumns(nowMs, { allAccounts: true }), rows, width);
    expect(Math.max(...text.split('\n').map(widthOf))).toBeLessThanOrEqual(width);
    expect(text).toMatch(/^ACCOUNT +METHOD/);
    expect(text).toMatch(/main +BANK .*49950 +50000 +50 /);
    expect(text).toContain('reached; taken out of 111');
  });
});

describe('the desk shows what its ads have by rules that not every ad has', () => {
  const note = { code: 'left', left: '400' } as const;
  const inventory = { target: '500', refillBelow: '300', total: '5000' };
  const stocked = (adNumber: string, remaining: string, part: Partial<AdView> = {}): AdView =>
    capped(adNumber, {
      rules: pricingRulesSchema.parse({ strategy, limits, inventory }),
      stock: { quantity: '500', remaining, walletCovers: true, note, atMs: nowMs },
      ...part,
    });

  it('design 5: each capped method and each ad with too little has a line, the others are counted', () => {
    const off = { kind: 'offline', cause: 'stock', note: null, sinceMs: 1 } as const;
    const views = [
      capped('111', { caps: seen(['49950', '1200'], { full: [true, false] }) }),
      stocked('2', '400'),
      stocked('3', '40', { state: off }),
      stocked('4', '400', { stock: { quantity: '500', remaining: '400', walletCovers: false, note, atMs: nowMs } }),
    ];
    const ads = { payments: paymentRows(views, nowMs), stock: stockRows(views) };
    expect(keptAdLines(ads)).toEqual([
      ['paid today', `BANK 49950 of 50000 BOB, 50 left: reached (the day ends ${today})`],
      ['paid today', `Wise 1200 of 20000 BOB, 18800 left: an order fits (the day ends ${today})`],
      ['stock', 'ad 3: 40 USDT left, off the market until there is enough'],
      ['stock', 'ad 4: 400 USDT left, not covered by the wallet'],
      ['stock', '1 ad has enough'],
    ]);
    expect(keptAdChanges(ads)).toEqual(['caps reached: BANK BOB', 'too little stock: 3, 4']);
  });

  it('ads without such rules add nothing, and many are cut to ten', () => {
    const plain = [capped('1', { rules: pricingRulesSchema.parse({ strategy, limits }) })];
    expect(keptAdLines({ payments: paymentRows(plain, nowMs), stock: stockRows(plain) })).toEqual([]);
    const many = Array.from({ length: 12 }, (_, index) =>
      stocked(String(index), '1', { state: { kind: 'offline', cause: 'stock', note: null, sinceMs: 1 } }),
    );
    const lines = keptAdLines({ payments: [], stock: stockRows(many) });
    expect([lines.length, lines.at(-1)]).toEqual([11, ['stock', '2 more have too little']]);
  });
});
