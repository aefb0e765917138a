import type { EngagedSwitch } from '../../domain/switch-state.ts';
import { engagedText } from '../../words/switch-words.ts';
import { ApplicationFailure } from '@temporalio/common';
import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import { nearestAllowedPrice } from '../../domain/pricing/exclusion-zone.ts';
import { limitsInTicks, limitsWithoutCrossing, placesOf, type OwnPrice } from '../../domain/pricing/own-spread.ts';
import { priceOf } from '../../domain/price.ts';
import { unknownZone } from '../../domain/hours/hours-rule.ts';
import { openingAt } from '../../domain/hours/opening.ts';
import { unshown } from '../../marketplace/doubts.ts';
import { adWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type { AdStatusInput, PutAdOnlineInput, TakeAdOfflineInput, WriteReceipt } from '../activity-contract.ts';
import { afterStandstill } from '../kit/after-standstill.ts';
import { refuseForeignCaller } from '../kit/caller.ts';
import { attemptFence, write } from '../kit/calls.ts';
import { pauseFor } from '../kit/pause.ts';
import { staleDecision } from '../kit/terms-write.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { pairOf } from '../../market/own-ads.ts';
import { OfflineCalls } from './offline-calls.ts';
import { priceToSend, returningPrice } from './returning-price.ts';
import { readStock } from './stock-look.ts';
import { readCaps } from './caps-look.ts';
import { amountText } from '../../words/amount-words.ts';
import { capsText, stockText } from '../../words/ads/stock-words.ts';

/** Takes an ad off the market and puts it back (EP-8). */
export function createAdStatusActivities(deps: ActivityDependencies) {
  const offlineCalls = new OfflineCalls(deps.marketplace.ads);
  return {
    /** Takes an ad offline, confirmed by a read (EP-2); its price stays as it is. */
    takeAdOffline: (input: TakeAdOfflineInput): Promise<WriteReceipt> =>
      write(deps, input.mode, () => leaveMarket(deps, input, offlineCalls)),

    /** Puts an ad online, with a new price first if its price now collides with other own ads. */
    putAdOnline: (input: PutAdOnlineInput): Promise<WriteReceipt> =>
      write(deps, input.mode, () => putOnline(deps, input)),
  };
}

type Status = 'online' | 'offline';

/**
 * No switch keeps an ad on the market: the way off it is always free. An ad that wrote until its worker began to hold it
 * stands at its last price: its rules take it nowhere any more, and a person who says so takes it off (ads#one-ad-after-the-other).
 */
async function leaveMarket(
  deps: ActivityDependencies,
  input: TakeAdOfflineInput,
  calls: OfflineCalls,
): Promise<WriteReceipt> {
  refuseForeignAd(deps, input);
  if (deps.isIntentOnly(input.mode, input.commanded === true ? undefined : input.adNumber))
    return intended(deps, input, 'offline');
  const fence = attemptFence(deps.settings.recvWindowMs);
  await afterStandstill(deps, fence, () => calls.take(input.adNumber, fence)).finally(() => deps.ownAds.forget());
  reportStatus(deps, input, 'offline');
  return confirmed(deps, input, 'offline');
}

async function putOnline(deps: ActivityDependencies, input: PutAdOnlineInput): Promise<WriteReceipt> {
  const { adNumber, mode } = input;
  await refuseUnlessAllowed(deps, input);
  if (deps.isIntentOnly(mode, adNumber)) return intended(deps, input, 'online');
  // While it was away the others may have moved to its place.
  deps.ownAds.forget();
  const listing = await deps.ownAds.listing();
  const listed = listing.find(adNumber);
  if (listed === undefined) throw staleDecision('the ad left the listing');
  const wanted = await returningPrice(deps, input, { ad: listed, own: listing.ofPair(pairOf(listed)) });
  if (wanted.price === null) throw staleDecision(wanted.why);
  const ad = { ...listed, price: wanted.price };
  const others = listing.ofPair(pairOf(ad)).filter((own) => own.adNumber !== adNumber && own.status === 'online');
  const price = freePrice(deps, { ad, others, input });
  if (price === null) throw staleDecision('no price is free between the own other ads and the limits');
  const sent = await priceToSend(deps, listed, { price, ratio: price === wanted.price ? wanted.ratio : null });
  const reserved = await deps.ownAds.reserve({ adNumber, ...(sent ?? { price }) }, (now, standing) =>
    freePrice(deps, { ad: { ...now, price }, others: standing, input }) === price
      ? null
      : `${amountText(price)} is not free any more`,
  );
  if (typeof reserved === 'string') throw staleDecision(reserved);
  try {
    if (sent !== null) await sendPrice(deps, input, sent);
    await sendOnline(deps, input);
    reserved.written();
  } catch (error) {
    reserved.rolledBack();
    throw error;
  }
  return confirmed(deps, input, 'online');
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
  const ownPrices = placesOf(others, priceScale);
  const own = limitsInTicks(input.limits, priceScale);
  const { floor, ceiling } = limitsWithoutCrossing({ side, zoneTicks, limits: own, ownPrices });
  if (floor.compare(ceiling) > 0) return null;
  const free = nearestAllowedPrice(priceOf(price, priceScale), {
    zoneTicks,
    ownPrices: ownPrices.map((place) => place.price),
    range: { low: floor, high: ceiling },
    first: side === 'SELL' ? 'higher' : 'lower',
  });
  return free?.text ?? null;
}

async function sendPrice(
  deps: ActivityDependencies,
  { adNumber, mode }: AdStatusInput,
  change: { price: string; floatingRatio?: string },
): Promise<void> {
  const { price } = change;
  const fence = attemptFence(deps.settings.recvWindowMs);
  await deps.marketplace.ads.setPrice({ adNumber, ...change }, fence);
  deps.report({ event: 'price', level: 'info', mode, message: 'price set', adNumber, operation: 'update', price });
}

async function sendOnline(deps: ActivityDependencies, input: AdStatusInput): Promise<void> {
  const { adNumber } = input;
  const fence = attemptFence(deps.settings.recvWindowMs);
  const change = { adNumbers: [adNumber], status: 'online', adKey: adNumber } as const;
  const [refused] = await deps.marketplace.ads.setStatus(change, fence);
  deps.ownAds.forget();
  if (refused !== undefined) throw refused.failure;
  reportStatus(deps, input, 'online');
}

function reportStatus(deps: ActivityDependencies, { adNumber, mode }: AdStatusInput, status: Status): void {
  deps.report({ event: 'status', level: 'info', mode, message: `put ${status}`, adNumber, operation: 'updateStatus' });
}

/** How often a status is read until it shows; the reads of a service lag behind its writes. */
const confirmingReads = 4;

/** A success may have done nothing: only a read proves it. What it does not show is sent again. */
async function confirmed(deps: ActivityDependencies, input: AdStatusInput, wanted: Status): Promise<WriteReceipt> {
  const { adNumber } = input;
  for (let reads = 1; ; reads += 1) {
    const status = await deps.marketplace.ads.readStatus(adNumber, { priority: 'price' });
    if (status === wanted) return { kind: 'applied', atMs: deps.clock.now() };
    if (reads === confirmingReads) {
      throw unshown('updateStatus', `the service accepted ${wanted}, and the ad is still ${status}`);
    }
    await pauseFor(deps.settings.volumeSyncSleepMs, { note: `still ${status}` }, deps);
  }
}

function intended(deps: ActivityDependencies, { adNumber }: AdStatusInput, status: Status): WriteReceipt {
  deps.onIntent({ operation: 'ads/updateStatus', subject: adNumber, detail: { status } });
  return { kind: 'intent', atMs: deps.clock.now() };
}

function refuseForeignAd(deps: ActivityDependencies, { adNumber }: AdStatusInput): void {
  refuseForeignCaller({ workflowType: 'adMaintenance', workflowId: adWorkflowId(deps.account, adNumber) });
}

async function refuseUnlessAllowed(deps: ActivityDependencies, input: PutAdOnlineInput): Promise<void> {
  refuseForeignAd(deps, input);
  // Of now: a person who has lifted a switch puts the ad online next, and one who has just engaged it means this ad, too.
  const ads = await deps.desk.killSwitch('ads', 0);
  if (ads === 'unknown') throw staleDecision('the guard does not answer: nothing is put online');
  if (ads !== 'open') throw ApplicationFailure.nonRetryable(engagedText(ads), 'ADS_SWITCHED_OFF');
  const repricing = await deps.desk.killSwitch('repricing', 0);
  if (repricing === 'unknown') throw staleDecision('the guard does not answer: nothing is put online');
  if (repricing !== 'open') throw heldOff(repricing);
  refuseOutsideHours(deps, input);
  await refuseWithoutStock(deps, input);
  await refuseWithoutMethod(deps, input);
}

/** An ad that would leave the market at the next look at its stock does not come to it: a taker would find the rest. */
async function refuseWithoutStock(
  deps: ActivityDependencies,
  { adNumber, inventory }: PutAdOnlineInput,
): Promise<void> {
  if (inventory === undefined) return;
  const { decision } = await readStock(deps, { adNumber, ...inventory });
  if (decision.kind === 'empty')
    throw ApplicationFailure.nonRetryable(stockText(decision.note), 'OUT_OF_STOCK', decision.note);
}

/** Nor does one whose methods have all reached their caps: money would arrive. */
async function refuseWithoutMethod(deps: ActivityDependencies, { adNumber, caps }: PutAdOnlineInput): Promise<void> {
  if (caps === undefined) return;
  const { decision } = await readCaps(deps, { adNumber, ...caps });
  if (decision.kind === 'exhausted')
    throw ApplicationFailure.nonRetryable(capsText(decision.note), 'METHODS_CAPPED', decision.note);
}

function refuseOutsideHours({ clock }: ActivityDependencies, { hours }: PutAdOnlineInput): void {
  const opening = hours === undefined ? undefined : openingAt(hours, clock.now());
  if (hours !== undefined && opening === null) throw staleDecision(unknownZone(hours));
  if (opening?.isOpen !== false) return;
  throw ApplicationFailure.nonRetryable(`outside its hours until ${opening.until ?? 'they change'}`, 'OUTSIDE_HOURS');
}

/** Someone switched repricing off and knows of it: by the detail the workflow asks no one. */
function heldOff(engaged: EngagedSwitch): ApplicationFailure {
  return staleDecision(`${engagedText(engaged)}; it is put online once the switch is lifted`, { held: true });
}
