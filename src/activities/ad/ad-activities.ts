import { stopText } from '../../words/switch-words.ts';
import { Context } from '@temporalio/activity';
import { compare } from '../../domain/decimal.ts';
import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import { judgeMoneyFailure } from '../../domain/orders/money-outcome.ts';
import { inExclusionZone } from '../../domain/pricing/exclusion-zone.ts';
import { limitsInTicks, limitsWithoutCrossing, placesOf, type OwnPrice } from '../../domain/pricing/own-spread.ts';
import { priceOf } from '../../domain/price.ts';
import type { PriceLimits } from '../../domain/pricing/pricing-rules.ts';
import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import { adWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type { UpdateAdPriceInput, WriteReceipt } from '../activity-contract.ts';
import { refuseForeignCaller } from '../kit/caller.ts';
import { attemptFence, read, write } from '../kit/calls.ts';
import { staleDecision } from '../kit/terms-write.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { amountText } from '../../words/amount-words.ts';

export function createAdActivities(deps: ActivityDependencies) {
  return {
    /**
     * Sets the price of an ad, or the ratio of a floating one (EP-7, that alone). Checks zone, limits and kill switch again against the current facts;
     * an outdated decision is refused as STALE_DECISION before anything is sent.
     */
    updateAdPrice: (input: UpdateAdPriceInput): Promise<WriteReceipt> =>
      write(deps, input.mode, () => updatePrice(deps, input)),

    /** Returns true once no ban holds this worker; until then it fails and is retried. Makes no call. */
    confirmNoBan: (): Promise<true> =>
      read(deps, async () => {
        deps.marketplace.account.refuseWhileBanned();
        return true as const;
      }),
  };
}

async function updatePrice(deps: ActivityDependencies, input: UpdateAdPriceInput): Promise<WriteReceipt> {
  const { adNumber, price, floatingRatio, mode } = input;
  refuseForeignCaller({ workflowType: 'adMaintenance', workflowId: adWorkflowId(deps.account, adNumber) });
  const repricing = await deps.desk.killSwitch('repricing');
  if (repricing !== 'open') throw staleDecision(stopText(repricing));
  if (deps.isIntentOnly(mode, adNumber)) {
    // The service does not have the other ads' intents: beside their real prices this one may well collide.
    const reason = outsideLimits(price, input.limits);
    if (reason !== null) throw staleDecision(reason);
    deps.onIntent({
      operation: 'ads/update',
      subject: adNumber,
      detail: { price, ...(floatingRatio === undefined ? {} : { floatingRatio }) },
    });
    return { kind: 'intent', atMs: deps.clock.now() };
  }
  // The attempt before may have set it, in a process that is gone.
  if (Context.current().info.attempt > 1) deps.ownAds.takeOver(input, null);
  const reserved = await deps.ownAds.reserve(input, (ad, others) => staleReason(deps, input, { ad, others }));
  if (typeof reserved === 'string') throw staleDecision(reserved);
  // A price that waited for its turn longer than its attempt lasts is stale: the ad may be paused by now.
  const fence = attemptFence(deps.settings.recvWindowMs);
  try {
    await deps.marketplace.ads.setPrice({ adNumber, price, floatingRatio }, fence);
  } catch (error) {
    // The current price at the service is unknown, or the listing is stale (187049): look before deciding again.
    if (isRefused(error)) reserved.rolledBack();
    else reserved.unclear();
    throw error;
  }
  reserved.written();
  deps.report({ event: 'price', level: 'info', mode, message: 'price set', adNumber, operation: 'update', price });
  return { kind: 'applied', atMs: deps.clock.now() };
}

const refusedByWords: ReadonlySet<string> = new Set(['RETRY_WITH_VOLUME_SYNC', 'PRICE_RANGE_LIMIT', 'AD_OFFLINE']);

/** Whether the price was certainly not set. -9000 wraps refusals that only its text reveals (interface 7.2). */
function isRefused(error: unknown): boolean {
  if (!(error instanceof MarketplaceFailure)) return false;
  if (judgeMoneyFailure(error).kind === 'rejected') return true;
  return (error.httpStatus ?? 500) < 500 && refusedByWords.has(error.category);
}

/** Returns why a price may not be written beside the current prices, or null. */
function staleReason(
  deps: ActivityDependencies,
  { price, floatingRatio, limits }: UpdateAdPriceInput,
  { ad, others }: { ad: AdFacts; others: readonly OwnPrice[] },
): string | null {
  const { exclusionZoneTicks: zoneTicks } = deps.settings;
  const { side, priceScale, priceType } = ad;
  if ((priceType === 'floating') !== (floatingRatio !== undefined)) return `the ad has a ${priceType} price now`;
  const ownPrices = placesOf(others, priceScale);
  const own = limitsInTicks(limits, priceScale);
  const { floor, ceiling } = limitsWithoutCrossing({ side, zoneTicks, limits: own, ownPrices });
  const outside = outsideLimits(price, { floor: floor.text, ceiling: ceiling.text });
  if (outside !== null) return outside;
  const prices = ownPrices.map((place) => place.price);
  const collides = inExclusionZone(priceOf(price, priceScale), prices, zoneTicks);
  return collides ? `price ${amountText(price)} is inside the exclusion zone of an own ad now` : null;
}

function outsideLimits(price: string, { floor, ceiling }: PriceLimits): string | null {
  const isInside = compare(price, floor) >= 0 && compare(price, ceiling) <= 0;
  return isInside ? null : `price ${amountText(price)} is outside the limits or crosses an own ad`;
}
