/** What is said of an ad in a word or two. */
import type { AdState } from '../../domain/ads/state/ad-state.ts';

/** What each state means to a merchant. */
export const adStateWords: Readonly<Record<AdState['kind'], string>> = {
  running: 'priced',
  paused: 'paused',
  offline: 'off market',
  cooling: 'resting',
  blocked: 'refused',
  dead: 'gone',
  stopped: 'not kept',
};
