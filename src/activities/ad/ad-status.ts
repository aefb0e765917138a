import { ApplicationFailure } from '@temporalio/common';
import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import { compare } from '../../domain/decimal.ts';
import { nearestAllowedPrice } from '../../domain/pricing/exclusion-zone.ts';
import { limitsWithoutCrossing, type OwnPrice } from '../../domain/pricing/own-spread.ts';
import { ExchangeError, toPriceUpdate, toStatusUpdate } from '../../exchange/index.ts';
import { adWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type { AdStatusInput, PutAdOnlineInput, WriteReceipt } from '../activity-contract.ts';
import { refuseForeignCaller } from '../kit/caller.ts';
import { attemptFence, write } from '../kit/calls.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { pairOf } from '../market/own-ads.ts';

/** Takes an ad off the market and puts it back (EP-8). */
export function createAdStatusActivities(deps: ActivityDependencies) {
  return {
    /** Takes an ad offline; its price stays as it is. */
    takeAdOffline: (input: AdStatusInput): Promise<WriteReceipt> =>
      write(deps, input.mode, () => changeStatus(deps, input, 'offline')),

    /** Puts an ad online, with a new price first if its price now collides with other own ads. */
    putAdOnline: (input: PutAdOnlineInput): Promise<WriteReceipt> =>
      write(deps, input.mode, () => putOnline(deps, input)),
  };
}

type Status = 'online' | 'offline';

async function changeStatus(deps: ActivityDependencies, input: AdStatusInput, status: Status): Promise<WriteReceipt> {
  await refuseUnlessAllowed(deps, input);
  if (deps.isIntentOnly(input.mode)) return intended(deps, input, status);
  return sendStatus(deps, input, status);
}

async function putOnline(deps: ActivityDependencies, input: PutAdOnlineInput): Promise<WriteReceipt> {
  const { adNumber, mode } = input;
  await refuseUnlessAllowed(deps, input);
  if (deps.isIntentOnly(mode)) return intended(deps, input, 'online');
  // While it was away the others may have moved to its place.
  deps.ownAds.forget();
  const listing = await deps.ownAds.listing();
  const ad = listing.find(adNumber);
  if (ad === undefined) throw stale('the ad left the listing');
  const others = listing.ofPair(pairOf(ad)).filter((own) => own.adNumber !== adNumber && own.status === 'online');
  const price = freePrice(deps, { ad, others, input });
  if (price === null) throw stale('no price is free between the own other ads and the limits');
  const reserved = await deps.ownAds.reserve({ adNumber, price }, (now, standing) =>
    freePrice(deps, { ad: { ...now, price }, others: standing, input }) === price
      ? null
      : `${price} is not free any more`,
  );
  if (typeof reserved === 'string') throw stale(reserved);
  try {
    if (compare(price, ad.price) !== 0) await sendPrice(deps, input, price);
    const receipt = await sendStatus(deps, input, 'online');
    reserved.written();
    return receipt;
  } catch (error) {
    reserved.rolledBack();
    throw error;
  }
}

interface Place {
  ad: AdFacts;
  others: readonly OwnPrice[];
  input: PutAdOnlineInput;
}

/** Returns the ad's own price, else the nearest that is free beside the other own ads; null when there is none. */
function freePrice({ settings }: ActivityDependencies, { ad, others, input }: Place): string | null {
  const { side, priceScale, price } = ad;
  const zoneTicks = settings.exclusionZoneTicks;
  const limits = limitsWithoutCrossing({ side, priceScale, zoneTicks, limits: input.limits, ownPrices: others });
  if (compare(limits.floor, limits.ceiling) > 0) return null;
  return nearestAllowedPrice(price, {
    scale: priceScale,
    zoneTicks,
    ownPrices: others.map((own) => own.price),
    range: { low: limits.floor, high: limits.ceiling },
    first: side === 'SELL' ? 'higher' : 'lower',
  });
}

async function sendPrice(deps: ActivityDependencies, { adNumber, mode }: AdStatusInput, price: string): Promise<void> {
  const fence = attemptFence(deps.settings.recvWindowMs);
  await deps.exchange.ads.update(toPriceUpdate({ adNumber, price }), { priority: 'price', adKey: adNumber, fence });
  deps.report({ event: 'price', level: 'info', mode, message: 'price set', adNumber, operation: 'update', price });
}

async function sendStatus(
  deps: ActivityDependencies,
  { adNumber, mode }: AdStatusInput,
  status: Status,
): Promise<WriteReceipt> {
  const fence = attemptFence(deps.settings.recvWindowMs);
  const update = toStatusUpdate({ adNumbers: [adNumber], status });
  const { failList } = await deps.exchange.ads.updateStatus(update, { priority: 'price', adKey: adNumber, fence });
  deps.ownAds.forget();
  const [failed] = failList ?? [];
  if (failed !== undefined) throw refusedStatus(failed.errorCode ?? null, failed.errorMsg ?? failed.errorMessage ?? '');
  deps.report({ event: 'status', level: 'info', mode, message: `put ${status}`, adNumber, operation: 'updateStatus' });
  return { kind: 'applied', atMs: deps.clock.now() };
}

/** The error for a success that lists the ad as failed. */
function refusedStatus(code: string | null, message: string): ExchangeError {
  return new ExchangeError({ message, code, endpoint: 'updateStatus', sent: 'yes', httpStatus: 200 });
}

function intended(deps: ActivityDependencies, { adNumber }: AdStatusInput, status: Status): WriteReceipt {
  deps.onIntent({ operation: 'ads/updateStatus', subject: adNumber, detail: { status } });
  return { kind: 'intent', atMs: deps.clock.now() };
}

async function refuseUnlessAllowed(deps: ActivityDependencies, { adNumber }: AdStatusInput): Promise<void> {
  refuseForeignCaller({ workflowType: 'adMaintenance', workflowId: adWorkflowId(deps.account, adNumber) });
  if ((await deps.desk.killSwitch('repricing')) !== 'open') throw stale('repricing is switched off');
}

function stale(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, 'STALE_DECISION');
}
