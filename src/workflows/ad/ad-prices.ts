/** Prices of an ad that this desk did not write: a person in the app, or another program with the API key. */
import type { WatchMarketVerdict } from '../../activities/activity-contract.ts';
import { afterLook, noTrail, withoutPlaces } from '../../domain/ads/price-trail.ts';
import type { AdTrouble } from '../../domain/ads/state/ad-trouble.ts';
import type { Mode } from '../../domain/mode.ts';
import type { AdMemory } from '../contract/ad-contract.ts';
import type { Run } from '../kit/run.ts';
import type { TroubleWatch } from '../kit/trouble.ts';

/** Follows whose the prices of one ad are. It changes what is remembered of them, and the trouble of a foreign one. */
export interface AdPrices {
  /** Asks about the price that a look has found, unless this desk wrote it, or cannot know. In shadow no price is its own. */
  note(verdict: WatchMarketVerdict): void;
  /** While this desk does not price the ad, its price is the merchant's. */
  forgetPlaces(): void;
  /** A person knows of it, or nothing is written of the ad any more: no one is asked, and nothing is foreign before the next write. */
  accept(): void;
}

interface Priced {
  readonly run: Run<AdMemory>;
  readonly troubles: TroubleWatch<AdTrouble>;
  /** In which this run writes. */
  readonly mode: Mode;
}

/** Creates what follows the prices of an ad; continues with what its run remembers of them. */
export function createAdPrices({ run, troubles, mode }: Priced): AdPrices {
  const forgetPlaces = (): void => run.remember({ prices: withoutPlaces(run.memory.prices) });
  return {
    note: (verdict) => {
      if (verdict.wasHeld === true) return forgetPlaces();
      if (mode === 'shadow' || (verdict.kind !== 'set' && verdict.kind !== 'quiet')) return;
      const { ad, atMs, resetId = null } = verdict;
      const { prices: before } = run.memory;
      const prices = afterLook(before, { ad, atMs, resetId });
      run.remember({ prices });
      if (prices.foreign === before.foreign) return;
      if (prices.foreign === null) troubles.clear('price');
      else troubles.noteUrgent('price', { code: 'foreign-price', ...prices.foreign });
    },
    forgetPlaces,
    accept: () => {
      run.remember({ prices: { ...noTrail, resetId: run.memory.prices.resetId } });
      troubles.clear('price');
    },
  };
}
