import { describe, expect, it } from 'vitest';
import { differenceKinds, differencesOf, type Difference } from '../../../src/domain/books/difference.ts';
import type { HistoryOrder, Trade } from '../../../src/domain/books/trade.ts';
import { shownAs, someTrade, startMs } from './some-trade.ts';

const trade = someTrade();

function compared(history: readonly HistoryOrder[], trades: readonly Trade[], unread: readonly string[] = []) {
  return differencesOf({ history, trades, unread: new Set(unread), fromMs: startMs, untilMs: startMs + 1_000 });
}

const { orderNumber } = trade;

/** One seeded difference of each kind. */
const seeded: Readonly<Record<(typeof differenceKinds)[number], { found: Difference[]; expected: object }>> = {
  missing: { found: compared([shownAs(trade)], []), expected: { service: 'completed', journal: null } },
  vanished: { found: compared([], [trade]), expected: { service: null, journal: 'completed' } },
  end: {
    found: compared([shownAs(trade, { end: 'cancelled' })], [trade]),
    expected: { service: 'cancelled', journal: 'completed' },
  },
  side: { found: compared([shownAs(trade, { side: 'SELL' })], [trade]), expected: { service: 'SELL', journal: 'BUY' } },
  pair: {
    found: compared([shownAs(trade, { fiat: 'PEN' })], [trade]),
    expected: { service: 'USDT/PEN', journal: 'USDT/BOB' },
  },
  amount: {
    found: compared([shownAs(trade, { amount: '100.00000001' })], [trade]),
    expected: { service: '100.00000001', journal: '100' },
  },
  total: {
    found: compared([shownAs(trade, { total: '999' })], [trade]),
    expected: { service: '999', journal: '1000' },
  },
  price: {
    found: compared([shownAs(trade, { price: '10.1' })], [trade]),
    expected: { service: '10.1', journal: '10' },
  },
  fee: { found: compared([shownAs(trade, { fee: '0.1' })], [trade]), expected: { service: '0.1', journal: '0' } },
  ad: { found: compared([shownAs(trade, { adNumber: '12' })], [trade]), expected: { service: '12' } },
  method: {
    found: compared([shownAs(trade, { method: null })], [trade]),
    expected: { service: null, journal: 'BANK' },
  },
  created: {
    found: compared([shownAs(trade, { createdAtMs: startMs + 1 })], [trade]),
    expected: { service: String(startMs + 1), journal: String(startMs) },
  },
};

describe('ADR 0054: each kind of difference has its name', () => {
  it('there are twelve', () => {
    expect(Object.keys(seeded)).toEqual([...differenceKinds]);
    expect(differenceKinds).toHaveLength(12);
  });

  it.each(differenceKinds)('%s', (kind) => {
    expect(seeded[kind].found).toEqual([expect.objectContaining({ kind, orderNumber, ...seeded[kind].expected })]);
  });

  it('end: the service shows as running what the journal has as ended', () => {
    const found = compared([shownAs(trade, { end: null })], [trade]);
    expect(found).toEqual([{ kind: 'end', orderNumber, service: 'running', journal: 'completed' }]);
  });
});

describe('ADR 0054: no difference is', () => {
  it('the same amount in other digits, or nothing known on both sides', () => {
    const unknown = someTrade({ method: null, adNumber: null });
    expect(compared([shownAs(unknown, { amount: '100.00000000', total: '1000.0' })], [unknown])).toEqual([]);
  });

  it('an order that runs', () => {
    expect(compared([shownAs(trade, { end: null })], [])).toEqual([]);
  });

  it('a trade that the service shows in a row which cannot be read, or that is older than what was read', () => {
    const [older, newer] = [-1, 1_001].map((ms) => someTrade({ orderNumber: `${ms}`, createdAtMs: startMs + ms }));
    expect(older !== undefined && newer !== undefined && compared([], [trade, older, newer], [orderNumber])).toEqual(
      [],
    );
  });
});

it('ADR 0054: differences are in the order of orders and kinds', () => {
  const other = someTrade({ orderNumber: '1' });
  const found = compared(
    [shownAs(trade, { side: 'SELL', end: 'cancelled' }), shownAs(other, { fee: '1' })],
    [trade, other],
  );
  expect(found.map(({ kind, orderNumber: number }) => [number, kind])).toEqual([
    ['1', 'fee'],
    [orderNumber, 'end'],
    [orderNumber, 'side'],
  ]);
});
