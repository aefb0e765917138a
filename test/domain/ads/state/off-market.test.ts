import { expect, it } from 'vitest';
import type { AdState } from '../../../../src/domain/ads/state/ad-state.ts';
import { offMarketOf } from '../../../../src/domain/ads/state/off-market.ts';

const off: AdState = { kind: 'offline', cause: 'hours', sinceMs: 1 };
const ad = {
  state: { kind: 'running' } as AdState,
  takenOffline: false,
  offlineConfirmed: false,
  comesBack: false,
  isTroubled: false,
};

it.each<[string, Partial<typeof ad>, ReturnType<typeof offMarketOf>]>([
  ['one that runs is on the market', {}, null],
  ['one that this desk has taken off, and that runs again, comes back', { takenOffline: true }, 'returning'],
  ['one that a person puts back comes back', { comesBack: true }, 'returning'],
  ['so does a paused one', { state: { kind: 'paused', by: 'ana', sinceMs: 1 }, comesBack: true }, 'returning'],
  ['a paused one that no one puts back stays', { state: { kind: 'paused', by: 'ana', sinceMs: 1 } }, null],
  ['one that no read has shown offline is leaving', { state: off }, 'leaving'],
  ['one that a read has shown offline is off', { state: off, offlineConfirmed: true }, 'off'],
  [
    'one that the merchant put online stands unpriced',
    { state: off, offlineConfirmed: true, isTroubled: true },
    'back-in-app',
  ],
  ['what the merchant took off is not the desk’s', { state: { kind: 'offline', cause: 'ad', sinceMs: 1 } }, null],
  ['a stopped one stays where it was left', { state: { kind: 'stopped' }, takenOffline: true }, 'off'],
  ['and is on the market otherwise', { state: { kind: 'stopped' }, comesBack: true }, null],
])('design 6: %s', (_title, changes, expected) => {
  expect(offMarketOf({ ...ad, ...changes })).toBe(expected);
});
