import { describe, expect, it } from 'vitest';
import { shortened, widthOf, wrapped } from '../../../src/cli/text/display-width.ts';
import { byUrgency as adsByUrgency } from '../../../src/cli/ad/ad-rows.ts';
import { orderColumns, orderLine, orderRow } from '../../../src/cli/order/order-rows.ts';
import { fieldList, textTable, type Column } from '../../../src/cli/text/text-table.ts';
import type { ListedWorkflow } from '../../../src/client/index.ts';
import { atMs, paidView } from '../order-view.ts';

describe('the width of a text on a terminal', () => {
  it.each([
    ['ñandú', 5],
    ['n\u0303andu\u0301', 5],
    ['商人', 4],
    ['👩‍👩‍👧', 2],
    ['', 0],
  ])('%s takes %i columns', (text, width) => expect(widthOf(text)).toBe(width));

  it('a text is cut between characters, and never to more than the columns', () => {
    expect(shortened('商人 商人', 5)).toBe('商人…');
    expect(shortened('商人', 3)).toBe('商…');
    expect(shortened('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…');
    expect(shortened('short', 5)).toBe('short');
  });

  it('a text is broken between words, and a longer word is cut', () => {
    expect(wrapped('no human has approved', 8)).toEqual(['no human', 'has', 'approved']);
    expect(wrapped('a verylongword b', 6)).toEqual(['a', 'veryl…', 'b']);
  });
});

interface Row {
  name: string;
  price: string;
  note: string;
}

const columns: Column<Row>[] = [
  { title: 'NAME', cell: ({ name }) => name },
  { title: 'PRICE', cell: ({ price }) => price, align: 'right', leaves: 1 },
  { title: 'NOTE', cell: ({ note }) => note, below: true },
];
const rows: Row[] = [
  { name: '商人', price: '9.15', note: 'waits for a human who looks' },
  { name: 'ana', price: '10', note: '' },
];

describe('a table', () => {
  it('aligns what stands behind wide characters', () => {
    expect(textTable(columns.slice(0, 2), rows).split('\n')).toEqual(['NAME  PRICE', '商人   9.15', 'ana      10']);
    expect(
      fieldList([
        ['商人', 1],
        ['ana', 2],
      ]),
    ).toBe('商人  1\nana   2');
  });

  it('as wide as the terminal stays as it is', () => {
    expect(textTable(columns, rows, 40).split('\n')[1]).toBe('商人   9.15  waits for a human who looks');
  });

  it('that is too wide puts a text below its row, and nothing below a row without one', () => {
    expect(textTable(columns, rows, 20).split('\n')).toEqual([
      'NAME  PRICE',
      '商人   9.15',
      '  waits for a human',
      '  who looks',
      'ana      10',
    ]);
  });

  it('that is still too wide loses its least column, and then the end of its widest', () => {
    expect(textTable(columns, rows, 6).split('\n').slice(0, 2)).toEqual(['NAME', '商人']);
    const two = columns.filter(({ title }) => title !== 'PRICE').map(({ title, cell }) => ({ title, cell }));
    expect(textTable(two, rows, 20).split('\n')[1]).toBe('商人  waits for a h…');
  });
});

const listed: ListedWorkflow = {
  workflowId: 'order:main:22698351074563940352',
  runId: 'r',
  subject: '22698351074563940352',
  account: 'main',
  taskQueue: 'peerdesk:main',
  status: 'running',
  state: 'release-gate',
  pair: 'USDT/BOB',
  side: 'SELL',
  mode: 'sim',
  category: null,
  needsHuman: true,
  paidSinceMs: null,
  startedAtMs: atMs - 125_000,
  closedAtMs: null,
};

describe('the list of orders', () => {
  const row = orderRow({ row: listed, view: { kind: 'order', order: { ...paidView, untilMs: atMs + 600_000 } } });
  const tableAt = (width: number): string[] =>
    textTable(orderColumns(atMs, { allAccounts: false }), [row], width).split('\n');

  it('shows since when each order is paid, and its deadline, as seen from now', () => {
    const [titles = '', line = ''] = tableAt(Number.POSITIVE_INFINITY);
    expect(titles).toMatch(/^ORDER +TRADE +PRICE +TOTAL +STATUS +PAID +DUE +MODE +WAITS FOR$/);
    expect(line).toContain('SELL 50.00 USDT/BOB');
    expect(line).toMatch(/ 60 s ago +in 10 min +sim +needs you: no human has approved the release \(release-gate\)$/);
  });

  it.each([80, 100, 200])(
    'fits %i columns, with the whole number, since when it is paid, deadline, reason and its code',
    (width) => {
      const lines = tableAt(width);
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width);
      const text = lines.join('\n');
      for (const part of [
        '22698351074563940352',
        '60 s ago',
        'in 10 min',
        'needs you: no human has approved the release (release-gate)',
      ]) {
        expect(text).toContain(part);
      }
    },
  );

  it('of every account names the account', () => {
    const [titles] = textTable(orderColumns(atMs, { allAccounts: true }), [row]).split('\n');
    expect(titles).toMatch(/^ACCOUNT +ORDER/);
  });

  it('without an answer of its worker ends with what is known: what its code means, and that it needs you', () => {
    const silent = orderRow({ row: listed, view: null });
    const [, line = ''] = textTable(orderColumns(atMs, { allAccounts: false }), [silent]).split('\n');
    expect(line).toMatch(/ needs you: what its release still lacks \(release-gate\)$/);
  });

  it('a row has changed when more than its times have', () => {
    const later = orderRow({ row: listed, view: { kind: 'order', order: paidView } });
    expect(orderLine(later)).toBe(orderLine(row));
    expect(orderLine(row)).toBe(
      'order 22698351074563940352 of main: SELL 50.00 USDT/BOB, PAID: needs you: no human has approved the release (release-gate)',
    );
  });
});

it('the list of ads begins with what needs a human, then what does not reprice by its end; what has ended is last', () => {
  const ad = (adNumber: string, part: Partial<Parameters<typeof adsByUrgency>[0]>) => ({
    adNumber,
    status: 'running',
    state: 'running',
    needsHuman: false,
    untilMs: null,
    ...part,
  });
  const ads = [
    ad('ended', { status: 'completed', needsHuman: true }),
    ad('b', {}),
    ad('a', {}),
    ad('paused', { state: 'paused' }),
    ad('cooling', { state: 'cooling', untilMs: atMs }),
    ad('needs you', { needsHuman: true }),
  ];
  expect(ads.toSorted(adsByUrgency).map(({ adNumber }) => adNumber)).toEqual([
    'needs you',
    'cooling',
    'paused',
    'a',
    'b',
    'ended',
  ]);
});
