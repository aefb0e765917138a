import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import { ExchangeError, toAdFacts } from '../../exchange/index.ts';
import type { BusinessLook, WatchBusinessInput } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { reportFirst } from '../kit/calls.ts';
import { pauseFor } from '../kit/pause.ts';

const businessStatuses: Record<string, string> = { 1: 'open', 2: 'closed', 3: 'taking a break' };

/** Returns the merchant's business status; null when the service does not report it. Rejects with ExchangeError. */
export async function readBusinessStatus(deps: ActivityDependencies): Promise<string | null> {
  const { businessStatus } = await deps.exchange.user.baseDetail({ priority: 'market' });
  if (businessStatus === null || businessStatus === undefined) return null;
  return businessStatuses[String(businessStatus)] ?? `unknown (${businessStatus})`;
}

/**
 * Creates the offline watch. Every 15 s (interface 8) it reads the merchant's business and the ad, which shows more
 * when the service does not report the business, and returns when one of them changes.
 */
export function createWatchBusiness(deps: ActivityDependencies) {
  return async function watchBusiness(input: WatchBusinessInput): Promise<BusinessLook> {
    const endAtMs = deps.clock.now() + input.periodMs;
    const looks = { business: new Look(deps, input.status), ad: new Look(deps, input.adStatus) };
    for (;;) {
      const { adNumber } = input;
      const status = await looks.business.orKnown(() => businessStatus(deps, input));
      const adStatus = adNumber === null ? null : await looks.ad.orKnown(() => readAdStatus(deps, adNumber));
      const isOther = status !== input.status || adStatus !== input.adStatus;
      if (isOther || deps.clock.now() >= endAtMs) return { status, adStatus };
      const note = `business ${status ?? 'unknown'}${adNumber === null ? '' : `, ad ${adStatus ?? 'unknown'}`}`;
      await pauseFor(deps.settings.offlineCheckIntervalMs, { note }, deps);
    }
  };
}

async function businessStatus(
  deps: ActivityDependencies,
  { adOnly, status }: WatchBusinessInput,
): Promise<string | null> {
  return adOnly === true ? status : ((await readBusinessStatus(deps)) ?? 'unknown');
}

/** Listed, or asked for by its number (EP-2). */
async function readAdStatus(deps: ActivityDependencies, adNumber: string): Promise<AdFacts['status']> {
  const listed = (await deps.ownAds.listing()).find(adNumber);
  if (listed !== undefined) return listed.status;
  return toAdFacts(await deps.exchange.ads.getDetailByNo(adNumber, { priority: 'market' })).status;
}

/**
 * One of the two reads. A failure changes nothing: the next read follows in 15 s. The first failure of a series is
 * logged.
 */
class Look<T> {
  readonly #deps: ActivityDependencies;
  readonly #known: T;
  #failures = 0;

  constructor(deps: ActivityDependencies, known: T) {
    this.#deps = deps;
    this.#known = known;
  }

  async orKnown(read: () => Promise<T>): Promise<T> {
    try {
      const answer = await read();
      this.#failures = 0;
      return answer;
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      this.#failures += 1;
      reportFirst(this.#deps, error, this.#failures);
      return this.#known;
    }
  }
}
