/** How far the desk is with taking an ad off the market, or with putting it back. */
import { isTakenOff, type AdState } from './ad-state.ts';

/**
 * 'back-in-app': it was off, and the merchant put it online in the app, where it stands unpriced. A stopped one is 'off' when
 * it was left so.
 */
export type OffMarket = 'leaving' | 'off' | 'back-in-app' | 'returning';

interface AwayAd {
  readonly state: AdState;
  /** True from when this desk may have taken the ad offline until it has put it online again. */
  readonly takenOffline: boolean;
  /** A read has shown that the ad which someone took off the market is offline. */
  readonly offlineConfirmed: boolean;
  /** Someone said to put the ad online. */
  readonly comesBack: boolean;
  /** It is not where the desk wants it. */
  readonly isTroubled: boolean;
}

/** Returns how far it is; null: it is on the market, or who took it off was not this desk. */
export function offMarketOf(ad: AwayAd): OffMarket | null {
  const { state, takenOffline, offlineConfirmed, isTroubled } = ad;
  // What a desk leaves behind that is stopped: the next one may put it back.
  if (state.kind === 'stopped') return takenOffline ? 'off' : null;
  if (isReturning(ad)) return 'returning';
  if (!isTakenOff(state)) return null;
  if (!offlineConfirmed) return 'leaving';
  return isTroubled ? 'back-in-app' : 'off';
}

function isReturning({ state, takenOffline, comesBack }: AwayAd): boolean {
  return state.kind === 'running' ? takenOffline || comesBack : state.kind === 'paused' && comesBack;
}
