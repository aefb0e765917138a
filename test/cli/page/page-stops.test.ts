import { describe, expect, it } from 'vitest';
import { stopsOfAd, stopsOfOrder } from '../../../src/cli/page/page-stops.ts';
import { adStops, orderStops } from '../../../src/door/page/page-desk.ts';
import type { ShownOff } from '../../../src/domain/ads/state/off-market.ts';
import { advanceAd, type AdState } from '../../../src/domain/ads/state/ad-state.ts';
import { ErrorCategory } from '../../../src/domain/failures/error-category.ts';
import { atMs, paidView } from '../order-view.ts';

describe('phone: what stops an order', () => {
  it('while it runs, to hold it and to take its approvals back; once it is held, to take them back alone', () => {
    expect(stopsOfOrder(paidView)).toEqual(orderStops);
    expect(stopsOfOrder({ ...paidView, status: 'RELEASING' })).toEqual(orderStops);
    expect(stopsOfOrder({ ...paidView, held: { by: 'ana', note: '' } })).toEqual(['revoke']);
  });

  it('nothing, once it is over: its workflow would refuse it', () => {
    for (const status of ['COMPLETED', 'CANCELLED', 'CANCELLED_BY_SYSTEM'] as const)
      expect(stopsOfOrder({ ...paidView, status })).toEqual([]);
    const stopped = { code: 'nothing', end: { kind: 'stopped', by: 'ana' } } as const;
    for (const waitingFor of [stopped, { code: 'keeping-end' } as const])
      expect(stopsOfOrder({ ...paidView, waitingFor })).toEqual([]);
  });
});

describe('phone: what stops an ad', () => {
  const sinceMs = atMs;
  const stopsOf = (state: AdState, offMarket: ShownOff | null = null) => stopsOfAd({ state, offMarket });
  const pause = { by: 'ana', sinceMs };
  const off = { kind: 'offline', sinceMs } as const;
  const commanded = { ...off, cause: 'command', by: 'ana', reason: { code: 'unsaid' } } as const;

  it('that is priced, or soon again, to pause it and to take it offline; that is paused, to take it offline alone', () => {
    const blocked = { kind: 'blocked', untilMs: atMs, category: ErrorCategory.UNKNOWN, message: null } as const;
    for (const state of [{ kind: 'running' }, { kind: 'cooling', untilMs: atMs }, blocked] as const)
      expect(stopsOf(state)).toEqual(adStops);
    expect(stopsOf({ kind: 'paused', ...pause })).toEqual(['offline']);
  });

  it('nothing, where a command has taken it off the market, or it has ended', () => {
    expect(stopsOf(commanded, 'off')).toEqual([]);
    expect(stopsOf({ kind: 'dead', sinceMs })).toEqual([]);
    expect(stopsOf({ kind: 'stopped' })).toEqual([]);
  });

  it.each(['back-in-app', 'leaving', 'returning', null] as const)(
    'to take it offline once more, where a command did, and it may be on the market: %s',
    (offMarket) => expect(stopsOf(commanded, offMarket)).toEqual(['offline']),
  );

  it('that may come back without a person, or by the app, to pause it and to take it offline', () => {
    const causes = [
      { cause: 'hours' },
      { cause: 'ad' },
      { cause: 'stock', note: null },
      { cause: 'business', business: 'break' },
      { cause: 'limit', bound: { kind: 'floor', price: '9.90' } as never },
    ] as const;
    for (const why of causes) expect(stopsOf({ ...off, ...why }, 'off'), why.cause).toEqual(adStops);
    expect(stopsOf({ ...off, cause: 'hours', paused: pause }, 'off')).toEqual(['offline']);
  });

  it('by the machine of states: to pause it is offered just where that changes its state, but where a command keeps it off', () => {
    const states: AdState[] = [
      { kind: 'running' },
      { kind: 'cooling', untilMs: atMs },
      { kind: 'blocked', untilMs: atMs, category: ErrorCategory.UNKNOWN, message: null },
      { kind: 'paused', ...pause },
      { ...off, cause: 'hours' },
      { ...off, cause: 'hours', paused: pause },
      { ...off, cause: 'stock', note: null },
      { ...off, cause: 'stock', note: null, paused: pause },
      { ...off, cause: 'caps', note: null },
      { ...off, cause: 'ad' },
      { ...off, cause: 'business', business: 'closed' },
      { kind: 'dead', sinceMs },
      { kind: 'stopped' },
    ];
    const changes = (state: AdState): boolean => advanceAd(state, { type: 'pause', by: 'ben', atMs }) !== state;
    for (const state of states) expect(stopsOf(state).includes('pause'), JSON.stringify(state)).toBe(changes(state));
  });
});
