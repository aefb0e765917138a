import { describe, expect, it } from 'vitest';
import { byUrgency } from '../../../src/cli/order/order-rows.ts';
import { atMs } from '../order-view.ts';

describe('the list of orders', () => {
  const row = (name: string, part: Partial<Parameters<typeof byUrgency>[0]>) => ({
    name,
    status: 'running',
    isAppeal: false,
    paidSinceMs: null,
    needsHuman: false,
    untilMs: null,
    startedAtMs: atMs,
    closedAtMs: null,
    ...part,
  });
  const namesOf = (rows: readonly ReturnType<typeof row>[]): string[] =>
    rows.toSorted(byUrgency).map(({ name }) => name);

  it('begins with appeals, then the paid by how long they have been paid, whatever their deadlines', () => {
    const rows = [
      row('not paid, due now', { needsHuman: true, untilMs: atMs }),
      row('paid a minute ago', { paidSinceMs: atMs - 60_000, untilMs: atMs + 1_000 }),
      row('paid an hour ago', { paidSinceMs: atMs - 3_600_000, untilMs: atMs + 9_000 }),
      row('paid before it needs anyone', { paidSinceMs: atMs - 7_200_000, needsHuman: false }),
      row('appeal of today', { isAppeal: true, paidSinceMs: atMs - 5_000, needsHuman: true }),
      row('appeal of yesterday', { isAppeal: true, paidSinceMs: atMs - 86_400_000, needsHuman: true }),
    ];
    expect(namesOf(rows)).toEqual([
      'appeal of yesterday',
      'appeal of today',
      'paid before it needs anyone',
      'paid an hour ago',
      'paid a minute ago',
      'not paid, due now',
    ]);
  });

  it('goes on with what needs a human, then the nearest deadline, then the oldest; what has ended is last', () => {
    const rows = [
      row('ended first', { status: 'completed', closedAtMs: atMs, paidSinceMs: atMs - 9_000_000 }),
      row('young', {}),
      row('old', { startedAtMs: atMs - 1_000 }),
      row('late deadline', { untilMs: atMs + 9_000 }),
      row('ended last', { status: 'completed', needsHuman: true, closedAtMs: atMs + 1 }),
      row('needs you', { needsHuman: true }),
      row('near deadline', { untilMs: atMs + 1_000 }),
      row('needs you soon', { needsHuman: true, untilMs: atMs + 5_000 }),
    ];
    expect(namesOf(rows)).toEqual([
      'needs you soon',
      'needs you',
      'near deadline',
      'late deadline',
      'old',
      'young',
      'ended last',
      'ended first',
    ]);
  });
});
