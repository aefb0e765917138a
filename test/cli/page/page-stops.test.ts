import { describe, expect, it } from 'vitest';
import { stopsOfAd, stopsOfOrder } from '../../../src/cli/page/page-stops.ts';
import { adStops, orderStops } from '../../../src/door/page/page-desk.ts';
import type { AdState } from '../../../src/domain/ads/state/ad-state.ts';
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
  const stopsOf = (state: AdState) => stopsOfAd({ state });

  it('that is priced, or soon again, to pause it and to take it offline; that is paused, to take it offline alone', () => {
    const blocked = { kind: 'blocked', untilMs: atMs, category: ErrorCategory.UNKNOWN, message: null } as const;
    for (const state of [{ kind: 'running' }, { kind: 'cooling', untilMs: atMs }, blocked] as const)
      expect(stopsOf(state)).toEqual(adStops);
    expect(stopsOf({ kind: 'paused', by: 'ana', sinceMs })).toEqual(['offline']);
  });

  it('nothing, where it stays off the market until a person puts it back, or has ended', () => {
    const off = { kind: 'offline', sinceMs } as const;
    expect(stopsOf({ ...off, cause: 'command', by: 'ana', reason: { code: 'unsaid' } })).toEqual([]);
    expect(stopsOf({ ...off, cause: 'ad' })).toEqual([]);
    expect(stopsOf({ kind: 'dead', sinceMs })).toEqual([]);
    expect(stopsOf({ kind: 'stopped' })).toEqual([]);
  });

  it('that would come back without a person, to take it offline', () => {
    const off = { kind: 'offline', sinceMs } as const;
    expect(stopsOf({ ...off, cause: 'hours' })).toEqual(['offline']);
    expect(stopsOf({ ...off, cause: 'stock', note: null })).toEqual(['offline']);
    expect(stopsOf({ ...off, cause: 'business', business: 'break' })).toEqual(['offline']);
  });
});
