import type { AdFacts } from '../domain/ads/ad-facts.ts';
import { ErrorCategory } from '../domain/failures/error-category.ts';
import { decidePrice } from '../domain/pricing/pricing.ts';
import type { PricingDecision } from '../domain/pricing/pricing.ts';
import { intersect, rangeAround } from '../domain/pricing/price-range.ts';
import type { PriceRange } from '../domain/pricing/price-range.ts';
import { ExchangeError } from '../exchange/index.ts';
import type { WatchHeartbeat, WatchMarketInput, WatchMarketVerdict } from './activity-contract.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { judgeTrouble } from './failure.ts';
import { MissingAdWatch } from './missing-ad-watch.ts';
import { pauseFor } from './pause.ts';

/** Dropped competitors that a heartbeat carries; a book has twenty rows a page. */
const mostDropped = 20;

type Keep = { kind: 'keep'; decision: PricingDecision | null; ad: AdFacts; note: string };

/** Makes the watch activity: it polls the market, decides, and returns only when something must change. */
export function createWatchMarket(deps: ActivityDependencies) {
  const missing = new MissingAdWatch(deps);

  return async function watchMarket(input: WatchMarketInput): Promise<WatchMarketVerdict> {
    const endAtMs = deps.clock.now() + input.periodMs;
    let failures = 0;
    for (;;) {
      const look = await lookOnce(deps, input, missing).catch((error: unknown) => onTrouble(deps, error, failures + 1));
      if (look.kind === 'trouble') failures += 1;
      else failures = 0;
      if (look.kind !== 'keep' && look.kind !== 'trouble') return look;
      const nowMs = deps.clock.now();
      if (look.kind === 'keep' && nowMs >= endAtMs) return { kind: 'quiet', decision: look.decision, ad: look.ad };
      const waitMs = look.kind === 'trouble' ? look.waitMs : deps.settings.marketIntervalMs;
      await pauseFor(waitMs, heartbeat(look, nowMs + waitMs), deps);
    }
  };
}

interface Trouble {
  kind: 'trouble';
  note: string;
  waitMs: number;
}

function heartbeat(look: Keep | Trouble, nextCheckAtMs: number): WatchHeartbeat {
  if (look.kind === 'trouble') return { note: look.note, nextCheckAtMs, decision: null, problem: look.note };
  const decision = look.decision === null ? null : trimmed(look.decision);
  return { note: look.note, nextCheckAtMs, decision, problem: null };
}

function trimmed(decision: PricingDecision): PricingDecision {
  return { ...decision, dropped: decision.dropped.slice(0, mostDropped) };
}

async function lookOnce(
  deps: ActivityDependencies,
  input: WatchMarketInput,
  missing: MissingAdWatch,
): Promise<WatchMarketVerdict | Keep> {
  const ownAds = await deps.ownAds.all();
  const ad = ownAds.find((own) => own.adNumber === input.adNumber) ?? (await missing.find(input.adNumber));
  if ('kind' in ad) return ad;
  if (ad.status !== 'online') return { kind: 'ad-not-online', ad };
  if (ad.priceType === 'floating') return floating(deps);
  if ((await deps.desk.killSwitch('repricing')) !== 'open') {
    return { kind: 'keep', decision: null, ad, note: 'repricing is switched off' };
  }
  return decide(deps, { input, ad, ownAds });
}

interface Situation {
  input: WatchMarketInput;
  ad: AdFacts;
  ownAds: AdFacts[];
}

async function decide(
  deps: ActivityDependencies,
  { input, ad, ownAds }: Situation,
): Promise<WatchMarketVerdict | Keep> {
  const { asset, fiat, side } = ad;
  const { offers, referencePrice } = await deps.market.snapshot({ asset, fiat, side });
  const nowMs = deps.clock.now();
  const decision = decidePrice({
    adNumber: ad.adNumber,
    side,
    currentPrice: input.assumedPrice ?? ad.price,
    priceScale: ad.priceScale,
    rules: input.rules,
    serviceRange: serviceRange(deps, { input, referencePrice, nowMs }),
    ownPrices: ownAds
      .filter((own) => own.asset === asset && own.fiat === fiat && own.status === 'online')
      .map((own) => ({ adNumber: own.adNumber, price: own.price, side: own.side })),
    ownAdNumbers: ownAds.map((own) => own.adNumber),
    offers,
    referencePrice,
    lastChangeAtMs: input.lastChangeAtMs,
    nowMs,
    override: input.override,
    zoneTicks: deps.settings.exclusionZoneTicks,
  });
  if (decision.action === 'set') return { kind: 'set', decision: trimmed(decision), ad, referencePrice, atMs: nowMs };
  return { kind: 'keep', decision, ad, note: decision.steps.at(-1)?.note ?? decision.reason };
}

/** About ±10 % of the reference price (interface 8), narrowed by a range that a refusal named, while it is fresh. */
function serviceRange(
  deps: ActivityDependencies,
  { input, referencePrice, nowMs }: { input: WatchMarketInput; referencePrice: string | null; nowMs: number },
): PriceRange | null {
  const around = referencePrice === null ? null : rangeAround(referencePrice, deps.settings.priceRangeMarginRatio);
  const learned = input.learnedRange !== null && input.learnedRange.untilMs > nowMs ? input.learnedRange.range : null;
  if (around === null || learned === null) return learned ?? around;
  return intersect(around, learned) ?? learned;
}

function floating(deps: ActivityDependencies): WatchMarketVerdict {
  const message = 'the ad has a floating price: only fixed-price ads are repriced';
  const untilMs = deps.clock.now() + deps.settings.businessBlockMs;
  return { kind: 'problem', category: ErrorCategory.NON_RETRIABLE_BUSINESS, code: null, message, untilMs };
}

/** Short troubles are waited out here, heartbeating; a ban, a refusal or a trouble that lasts goes to the workflow. */
function onTrouble(deps: ActivityDependencies, error: unknown, failures: number): WatchMarketVerdict | Trouble {
  if (!(error instanceof ExchangeError)) throw error;
  const { category, code, message, endpoint, httpStatus } = error;
  const { lasting, waitMs } = judgeTrouble(error, failures, deps);
  const note = `${endpoint}: ${code ?? httpStatus ?? ''} ${message}`;
  if (!lasting) return { kind: 'trouble', note, waitMs };
  return { kind: 'problem', category, code, message: note, untilMs: deps.clock.now() + waitMs };
}
