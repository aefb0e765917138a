import { describe, expect, it } from 'vitest';
import { advanceAd, isTakenOff, type AdState } from '../../../src/domain/ads/state/ad-state.ts';

const ill = { code: 'said', text: 'ill' } as const;
const end = { type: 'outside-hours', atMs: 5 } as const;
const begin = { type: 'hours-open', atMs: 9 } as const;
const asleep = advanceAd({ kind: 'running' }, end);
const paused: AdState = { kind: 'paused', by: 'ana', sinceMs: 1 };

describe('ads#active-hours: the hours and what else keeps an ad off the market', () => {
  it('the hours end and begin by themselves', () => {
    expect(asleep).toEqual({ kind: 'offline', cause: 'hours', sinceMs: 5 });
    expect(isTakenOff(asleep)).toBe(true);
    expect(advanceAd(asleep, { ...end, atMs: 7 })).toBe(asleep);
    expect(advanceAd(asleep, begin)).toEqual({ kind: 'running' });
    expect(advanceAd({ kind: 'running' }, begin)).toEqual({ kind: 'running' });
  });

  it('a pause from before stays beneath them, and one that is given then, too', () => {
    const off = advanceAd(paused, end);
    expect(off).toMatchObject({ cause: 'hours', paused: { by: 'ana', sinceMs: 1 } });
    expect(advanceAd(off, begin)).toEqual(paused);
    expect(advanceAd(advanceAd(asleep, { type: 'pause', by: 'ana', atMs: 1 }), begin)).toEqual(paused);
    expect(advanceAd(off, { type: 'resume', atMs: 8 })).toEqual({ kind: 'running' });
  });

  it.each<[string, AdState]>([
    ['the merchant', { kind: 'offline', cause: 'ad', sinceMs: 1 }],
    ['a closed business', { kind: 'offline', cause: 'business', business: 'closed', sinceMs: 1 }],
    ['a limit', { kind: 'offline', cause: 'limit', bound: { code: 'no-competitor' }, sinceMs: 1 }],
    ['too little to sell', { kind: 'offline', cause: 'stock', note: null, sinceMs: 1 }],
    ['a person', { kind: 'offline', cause: 'command', reason: ill, sinceMs: 1, by: 'ana' }],
  ])('what %s took off the market is not the hours’ concern', (_, state) => {
    expect(advanceAd(state, end)).toBe(state);
    expect(advanceAd(state, begin)).toBe(state);
  });

  it('enough to sell ends neither the hours nor a person’s word, and the hours do not end what the stock caused', () => {
    const restocked = { type: 'restocked', atMs: 9 } as const;
    expect(advanceAd(asleep, restocked)).toBe(asleep);
    const empty = advanceAd({ kind: 'running' }, { type: 'offline', cause: 'stock', note: null, atMs: 4 });
    const told = { type: 'take-off', by: 'ana', reason: ill, urgent: false, pauses: false, atMs: 6 } as const;
    const off = advanceAd(empty, told);
    expect(off).toMatchObject({ cause: 'command', by: 'ana' });
    for (const event of [restocked, begin, end]) expect(advanceAd(off, event)).toBe(off);
    expect(advanceAd(advanceAd(empty, end), restocked)).toEqual({ kind: 'running' });
  });

  it('a person’s word at night is stronger than the hours, and outlives them', () => {
    const told = { type: 'take-off', by: 'ana', reason: ill, urgent: false, pauses: false, atMs: 6 } as const;
    const off = advanceAd(asleep, told);
    expect(advanceAd(off, begin)).toMatchObject({ cause: 'command', by: 'ana' });
  });
});
