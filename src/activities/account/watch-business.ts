import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import { HoursNow } from '../../domain/hours/hours-now.ts';
import type { Opening } from '../../domain/hours/opening.ts';
import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import type { BusinessLook, WatchBusinessInput } from '../activity-contract.ts';
import { StockLooks } from '../ad/stock-look.ts';
import { CapsLooks, capsNews } from '../ad/caps-look.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { reportFirst } from '../kit/calls.ts';
import { pauseFor } from '../kit/pause.ts';

/**
 * Creates the offline watch. Every 15 s (interface 8) it reads the merchant's business and the ad, which shows more
 * when the service does not report the business, and returns when one of them changes. With hours it also returns as soon
 * as they open.
 */
export function createWatchBusiness(deps: ActivityDependencies) {
  return async function watchBusiness(input: WatchBusinessInput): Promise<BusinessLook> {
    const endAtMs = deps.clock.now() + input.periodMs;
    const looks = { business: new Look(deps, input.status), ad: new Look(deps, input.adStatus) };
    const hours = input.hours === undefined ? null : new HoursNow(input.hours);
    const ruled = { stock: new StockLooks(deps), caps: new CapsLooks(deps) };
    for (;;) {
      const look = await lookOnce(deps, input, looks);
      const news = await ruledNews(deps, input, ruled);
      if (news !== null) return { ...look, ...news };
      const nowMs = deps.clock.now();
      const opening = hours?.at(nowMs) ?? undefined;
      const isOther = look.status !== input.status || look.adStatus !== input.adStatus;
      if (isOther || isNews(opening, input.opening) || nowMs >= endAtMs) return withOpening(look, opening);
      const pauseMs = Math.min(untilNextLook(deps, opening, nowMs), endAtMs - nowMs);
      await pauseFor(pauseMs, { note: noteOf(input, look) }, deps);
    }
  };
}

async function lookOnce(deps: ActivityDependencies, input: WatchBusinessInput, looks: Looks): Promise<BusinessLook> {
  const { adNumber } = input;
  const status = await looks.business.orKnown(() => businessStatus(deps, input));
  const adStatus = adNumber === null ? null : await looks.ad.orKnown(() => readAdStatus(deps, adNumber));
  return { status, adStatus };
}

interface Looks {
  business: Look<string | null>;
  ad: Look<AdFacts['status'] | null>;
}

function noteOf({ adNumber }: WatchBusinessInput, { status, adStatus }: BusinessLook): string {
  return `business ${status ?? 'unknown'}${adNumber === null ? '' : `, ad ${adStatus ?? 'unknown'}`}`;
}

function withOpening(look: BusinessLook, opening: Opening | undefined): BusinessLook {
  return opening === undefined ? look : { ...look, opening };
}

function isNews(opening: Opening | undefined, known: Opening | undefined): boolean {
  if (opening === undefined) return false;
  return opening.isOpen || known?.isOpen !== false || opening.untilMs !== known.untilMs;
}

/** Hours open on time, not at the next read. */
function untilNextLook({ settings }: ActivityDependencies, opening: Opening | undefined, nowMs: number): number {
  const { offlineCheckIntervalMs } = settings;
  const untilMs = opening?.untilMs ?? null;
  return untilMs === null ? offlineCheckIntervalMs : Math.min(offlineCheckIntervalMs, Math.max(1, untilMs - nowMs));
}

interface RuledLooks {
  stock: StockLooks;
  caps: CapsLooks;
}

/** Returns what lets an ad come back that its rules keep off the market, or null. */
async function ruledNews(
  deps: ActivityDependencies,
  input: WatchBusinessInput,
  { stock, caps }: RuledLooks,
): Promise<Pick<BusinessLook, 'stock' | 'caps'> | null> {
  return (await stockNews(deps, input, stock)) ?? freedCaps(deps, input, caps);
}

/** Returns what lets an ad come back that its stock keeps off the market, or null. A failed read is no news. */
async function stockNews(
  deps: ActivityDependencies,
  { adNumber, inventory: wanted }: WatchBusinessInput,
  stock: StockLooks,
): Promise<Pick<BusinessLook, 'stock'> | null> {
  if (adNumber === null || wanted === undefined) return null;
  try {
    const look = await stock.look({ adNumber, ...wanted });
    if (look === null) return null;
    const { decision, seen } = look;
    return decision.kind === 'change' || decision.kind === 'stocked' ? { stock: { decision, seen } } : null;
  } catch (error) {
    if (!(error instanceof MarketplaceFailure)) throw error;
    reportFirst(deps, error, 1);
    return null;
  }
}

/** Returns what lets an ad come back that its caps keep off the market, or null. */
function freedCaps(
  deps: ActivityDependencies,
  { adNumber, paymentCaps: asked }: WatchBusinessInput,
  caps: CapsLooks,
): Pick<BusinessLook, 'caps'> | null {
  if (adNumber === null || asked === undefined) return null;
  const look = capsNews(deps, caps, { adNumber, ...asked });
  if (look === null) return null;
  const { decision, seen } = look;
  return decision.kind === 'change' || decision.kind === 'free' ? { caps: { decision, seen } } : null;
}

async function businessStatus(
  deps: ActivityDependencies,
  { adOnly, status }: WatchBusinessInput,
): Promise<string | null> {
  return adOnly === true ? status : ((await deps.marketplace.account.business({ priority: 'market' })) ?? 'unknown');
}

/** Listed, or asked for by its number (EP-2). */
async function readAdStatus(deps: ActivityDependencies, adNumber: string): Promise<AdFacts['status']> {
  const listed = (await deps.ownAds.listing()).find(adNumber);
  if (listed !== undefined) return listed.status;
  return deps.marketplace.ads.readStatus(adNumber, { priority: 'market' });
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
      if (!(error instanceof MarketplaceFailure)) throw error;
      this.#failures += 1;
      reportFirst(this.#deps, error, this.#failures);
      return this.#known;
    }
  }
}
