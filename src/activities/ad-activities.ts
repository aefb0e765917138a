import { ApplicationFailure } from '@temporalio/common';
import { Decimal, compare, roundToScale } from '../domain/decimal.ts';
import type { AdFacts } from '../domain/ads/ad-facts.ts';
import { inExclusionZone } from '../domain/pricing/exclusion-zone.ts';
import { limitsWithoutCrossing } from '../domain/pricing/own-spread.ts';
import { ExchangeError, toPriceUpdate } from '../exchange/index.ts';
import type { GateVerdict } from '../exchange/index.ts';
import type { AdoptAdsInput, UpdateAdPriceInput, WriteReceipt } from './activity-contract.ts';
import { attemptFence, read, write } from './calls.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** Activities on ads. */
export function createAdActivities(deps: ActivityDependencies) {
  return {
    /**
     * Sets the price of an ad (EP-7, price only). Checks zone, limits and kill switch once more against what is known
     * now; a decision that no longer holds is refused as STALE_DECISION before anything is sent.
     */
    updateAdPrice: (input: UpdateAdPriceInput): Promise<WriteReceipt> =>
      deps.ownAds.inTurn(() => write(deps, () => updatePrice(deps, input))),

    /** Gives true when no ban holds this worker back; until then it fails and is tried again. Makes no call. */
    confirmNoBan: (): Promise<true> => read(deps, async () => refuseWhileBanned(deps.exchange.gate.peek())),

    /** Starts a workflow for each online ad of the account; gives their numbers. */
    adoptAds: (input: AdoptAdsInput): Promise<string[]> => read(deps, () => adopt(deps, input)),
  };
}

function refuseWhileBanned(verdict: GateVerdict): true {
  if (verdict.allowed || verdict.reason !== 'ban') return true;
  const { retryAfterMs } = verdict;
  const message = 'this address is banned';
  throw new ExchangeError({ message, endpoint: 'gate', sent: 'no', category: 'IP_BAN', retryAfterMs });
}

async function updatePrice(deps: ActivityDependencies, input: UpdateAdPriceInput): Promise<WriteReceipt> {
  const { adNumber, price, mode } = input;
  await refuseStale(deps, input);
  if (deps.isIntentOnly(mode)) {
    deps.onIntent({ operation: 'ads/update', subject: adNumber, detail: { price } });
    return { kind: 'intent', atMs: deps.clock.now() };
  }
  // A price that waited for its turn longer than its attempt lasts is stale: the ad may be paused by now.
  const fence = attemptFence(deps.settings.recvWindowMs);
  try {
    await deps.exchange.ads.update(toPriceUpdate({ adNumber, price }), { priority: 'price', adKey: adNumber, fence });
  } catch (error) {
    // What the service holds now is not known, or the listing is stale (187049): look before deciding again.
    deps.ownAds.forget();
    throw error;
  }
  deps.ownAds.noteWrite(adNumber, price);
  return { kind: 'applied', atMs: deps.clock.now() };
}

async function refuseStale(deps: ActivityDependencies, input: UpdateAdPriceInput): Promise<void> {
  const ads = await deps.ownAds.all();
  const ad = ads.find((own) => own.adNumber === input.adNumber);
  if (ad === undefined) throw stale('the ad left the listing');
  const { exclusionZoneTicks: zoneTicks } = deps.settings;
  const { side, priceScale } = ad;
  const ownPrices = othersOf(ads, ad);
  const limits = limitsWithoutCrossing({ side, priceScale, zoneTicks, limits: input.limits, ownPrices });
  if (compare(input.price, limits.floor) < 0 || compare(input.price, limits.ceiling) > 0) {
    throw stale(`price ${input.price} is outside the limits or crosses an own ad`);
  }
  const others = ownPrices.map((own) => own.price);
  if (inExclusionZone(input.price, others, { scale: priceScale, zoneTicks })) {
    throw stale(`price ${input.price} is inside the exclusion zone of an own ad now`);
  }
  if ((await deps.desk.killSwitch('repricing')) !== 'open') throw stale('repricing is switched off');
}

function othersOf(ads: AdFacts[], ad: AdFacts): AdFacts[] {
  return ads
    .filter((own) => own.adNumber !== ad.adNumber && own.asset === ad.asset && own.fiat === ad.fiat)
    .filter((own) => own.status === 'online');
}

function stale(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, 'STALE_DECISION');
}

async function adopt(deps: ActivityDependencies, input: AdoptAdsInput): Promise<string[]> {
  const ads = await deps.ownAds.all(0);
  const online = ads.filter((ad) => ad.status === 'online' && ad.priceType === 'fixed');
  for (const ad of online) {
    await deps.desk.keepAd(ad, { ...input.rules, limits: limitsAround(ad, input.limitRatio) }, input.mode);
  }
  return online.map((ad) => ad.adNumber);
}

/** Limits of an adopted ad: its present price plus and minus the ratio, on tick. */
function limitsAround(ad: AdFacts, limitRatio: string): { floor: string; ceiling: string } {
  const half = new Decimal(ad.price).times(limitRatio);
  const scale = ad.priceScale;
  return {
    floor: roundToScale(new Decimal(ad.price).minus(half).toFixed(), scale, 'up'),
    ceiling: roundToScale(new Decimal(ad.price).plus(half).toFixed(), scale, 'down'),
  };
}
