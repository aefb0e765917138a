import type { SwitchStand } from '../../domain/switch-state.ts';
import { stepText } from '../../words/ads/step-words.ts';
import { stopText } from '../../words/switch-words.ts';
import { Context } from '@temporalio/activity';
import type { AdFacts } from '../../domain/ads/ad-facts.ts';
import { ErrorCategory } from '../../domain/failures/error-category.ts';
import { noGuardHits, noteGuardHits, pauseForHits, type GuardHits } from '../../domain/pricing/guard-hits.ts';
import type { PriceStrategy } from '../../domain/pricing/price-strategy.ts';
import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import type { LookFacts, WatchHeartbeat, WatchMarketInput, WatchMarketVerdict } from '../activity-contract.ts';
import { watchTrouble } from '../kit/calls.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { longestGapMs } from '../../domain/diff/price-diff.ts';
import { notOnline, switchedOff } from './ads-switch.ts';
import { DiffRecords } from './diff-records.ts';
import { isWorthReturning } from './look-change.ts';
import { MarketPlanner } from '../../market/market-planner.ts';
import type { HeldWish } from '../../market/planned-look.ts';
import { MissingAdWatch } from './missing-ad-watch.ts';
import { StockLooks, stockVerdict } from './stock-look.ts';
import { CapsLooks, capsVerdict } from './caps-look.ts';
import { priceTypeProblem } from './price-type.ts';
import { pairOf } from '../../market/own-ads.ts';
import { pauseFor } from '../kit/pause.ts';
import { heartbeat, quiet, trimmed, type KeptLook, type TroubledLook } from './watch-heartbeat.ts';
import { watchedHours, type WatchedHours } from './watched-hours.ts';
import type { WatchedAd } from '../ports/look-port.ts';

interface Watch {
  readonly deps: ActivityDependencies;
  readonly input: WatchMarketInput;
  /** Of the ad's rules, also while it rests at a price. */
  readonly strategy: PriceStrategy;
  readonly wish: HeldWish;
  readonly missing: MissingAdWatch;
  readonly diffs: DiffRecords;
  readonly stock: StockLooks;
  readonly caps: CapsLooks;
  /** Receives every look. */
  readonly seen: WatchedAd;
  boundSinceMs: number | null;
  guardHits: GuardHits;
  readonly endAtMs: number;
  /** Looks in a row that failed. */
  failures: number;
  /** What the ad's hours make of its rules. */
  readonly hours: WatchedHours;
  /** Of the ad; null until it was looked at. */
  pair: string | null;
  /** Whether a look has found that repricing is switched off. */
  wasHeld: boolean;
}

/**
 * Creates the watch activity: it polls the market, decides, and returns only when something must change or be shown.
 */
export function createWatchMarket(deps: ActivityDependencies) {
  const missing = new MissingAdWatch(deps);
  const [stock, caps] = [new StockLooks(deps), new CapsLooks(deps)];
  const planner = new MarketPlanner(deps);
  const diffs = new DiffRecords(() => longestGapMs(deps.settings));

  return async function watchMarket(told: WatchMarketInput): Promise<WatchMarketVerdict> {
    const { adNumber } = told;
    const hours = watchedHours(told, deps.clock.now());
    const { input } = hours;
    takeOverPrice(deps, told);
    const wish = planner.hold(input);
    const seen = deps.looks.begin(adNumber);
    let comesBack = false;
    try {
      const { endAtMs } = hours;
      const begun = { seen, ...before(input), failures: 0, pair: null };
      diffs.begin(adNumber, input.diff, lastBeat()?.diff);
      const own = { deps, input, strategy: told.rules.strategy, wish, missing, hours, stock, caps, diffs, endAtMs };
      const watch = { ...own, ...begun };
      const verdict = await watched(watch);
      comesBack = isSoonBack(verdict);
      if (!comesBack) diffs.rested(adNumber, deps.clock.now());
      return { ...hours.told(verdict, deps.clock.now()), ...diffs.of(adNumber), ...termsOf(watch) };
    } finally {
      wish.end(comesBack);
      seen.end(comesBack);
    }
  };
}

function termsOf({ input: { resetId }, wasHeld }: Watch): Pick<WatchMarketVerdict, 'resetId' | 'wasHeld'> {
  return { ...(resetId === undefined ? {} : { resetId }), ...(wasHeld ? { wasHeld } : {}) };
}

/** What the process before it set, a listing may show later. */
function takeOverPrice({ ownAds }: ActivityDependencies, told: WatchMarketInput): void {
  const { adNumber, setPrice: price, setRatio, lastChangeAtMs } = told;
  if (price === undefined || lastChangeAtMs === null) return;
  ownAds.takeOver({ adNumber, price, ...(setRatio === undefined ? {} : { floatingRatio: setRatio }) }, lastChangeAtMs);
}

/** Whether the ad is watched again once the workflow has done what the verdict says. */
function isSoonBack(verdict: WatchMarketVerdict): boolean {
  const isRuled = verdict.kind === 'stock' || verdict.kind === 'caps';
  return isRuled ? verdict.decision.kind === 'change' : ['set', 'quiet'].includes(verdict.kind);
}

/**
 * A retry continues from the previous attempt's heartbeat: the time of a binding limit must not restart with each
 * worker, nor the count of the guards' hits, nor that others were to price the ad.
 */
function before({ shown, guardHits }: WatchMarketInput): Pick<Watch, 'boundSinceMs' | 'guardHits' | 'wasHeld'> {
  const beat = lastBeat();
  return {
    boundSinceMs: shown?.boundSinceMs ?? beat?.boundSinceMs ?? null,
    guardHits: beat?.guardHits ?? guardHits ?? noGuardHits,
    wasHeld: beat?.wasHeld === true,
  };
}

function lastBeat(): Partial<WatchHeartbeat> | null | undefined {
  return Context.current().info.heartbeatDetails as Partial<WatchHeartbeat> | null | undefined;
}

async function watched(watch: Watch): Promise<WatchMarketVerdict> {
  for (;;) {
    // Listens before the look, so that no ring during it is lost.
    const bell = Promise.withResolvers<void>();
    const { pair, deps } = watch;
    const bells = pair === null ? [] : [deps.ownAds.bell, deps.market.bell];
    const leaves = bells.map((one) => one.listen(pair ?? '', bell.resolve));
    try {
      const verdict = await round(watch, bell.promise);
      if (verdict !== null) return verdict;
    } finally {
      for (const leave of leaves) leave();
    }
  }
}

/** Makes one look and pauses; returns the verdict that ends the watch, or null. */
async function round(watch: Watch, rung: Promise<void>): Promise<WatchMarketVerdict | null> {
  const { deps } = watch;
  const look = await lookOnce(watch).catch((error: unknown) => onTrouble(deps, error, watch.failures + 1));
  watch.failures = look.kind === 'trouble' ? watch.failures + 1 : 0;
  if (look.kind === 'keep') return kept(watch, look, rung);
  if (look.kind !== 'trouble') return look;
  await pauseFor(look.waitMs, heartbeat(watch, look, look.waitMs), deps);
  return null;
}

async function kept(watch: Watch, look: KeptLook, rung: Promise<void>): Promise<WatchMarketVerdict | null> {
  const { deps, input, endAtMs } = watch;
  const { settings, stopping, clock } = deps;
  const nowMs = clock.now();
  const mustPause = pauseForHits(watch.guardHits, input.rules.pauseAfterHits) !== null;
  if (nowMs >= endAtMs || mustPause || isWorthReturning(input, look, settings)) return quiet(look);
  const isListening = watch.pair !== null;
  watch.pair = pairOf(look.ad);
  // Only the first look reveals the market, so a ring during it may be lost: it is repeated at once, now listening.
  if (!isListening) return null;
  const waitMs = settings.marketIntervalMs;
  await pauseFor(waitMs, heartbeat(watch, look, waitMs), { stopping, wake: rung });
  return null;
}

async function lookOnce(watch: Watch): Promise<WatchMarketVerdict | KeptLook> {
  const { deps } = watch;
  const ad = await foundAd(watch);
  if ('kind' in ad) return ad;
  if (ad.status !== 'online') {
    return (await notOnline(deps, ad)) ?? undecided(watch, ad, 'it is offline, and the guard does not say by whom');
  }
  const off = typeof (await deps.desk.killSwitch('ads')) === 'object' ? await switchedOff(deps, ad) : null;
  if (off !== null) return off;
  const ofType = priceTypeProblem(ad, watch);
  if (ofType !== null) return unpriced(deps, ofType);
  const byHours = outOfHours(watch, ad);
  if (byHours !== null) return byHours;
  const repricing = await repricingStand(watch);
  return repricing === 'open' ? decide(watch, ad) : undecided(watch, ad, `no price is set: ${stopText(repricing)}`);
}

async function repricingStand(watch: Watch): Promise<SwitchStand> {
  const { deps, seen } = watch;
  const repricing = await deps.desk.killSwitch('repricing');
  // An unknown switch holds nothing on purpose, nor does it end what held before.
  if (repricing === 'unknown') return repricing;
  seen.held(repricing === 'open' ? null : deps.clock.now());
  if (repricing !== 'open') watch.wasHeld = true;
  return repricing;
}

/** Listed, or asked for by its number (EP-2). */
async function foundAd({ deps, input: { adNumber }, missing }: Watch): Promise<AdFacts | WatchMarketVerdict> {
  const listed = (await deps.ownAds.listing()).find(adNumber);
  if (listed === undefined) return missing.find(adNumber);
  missing.noteListed(adNumber);
  return listed;
}

/** Null: the rules hold with which the watch began. */
function outOfHours(watch: Watch, ad: AdFacts): WatchMarketVerdict | KeptLook | null {
  const { deps, hours } = watch;
  const now = hours.at(deps.clock.now());
  switch (now.kind) {
    case 'unknown-zone':
      return unpriced(deps, now.why);
    case 'off':
      return { kind: 'outside-hours', ad, opening: now.opening };
    case 'changed':
      return undecided(watch, ad, 'its hours have changed');
    case 'as-begun':
      return null;
  }
}

function undecided({ deps, guardHits, diffs }: Watch, ad: AdFacts, note: string): KeptLook {
  diffs.rested(ad.adNumber, deps.clock.now());
  const unknown = { decision: null, referencePrice: null, boundSinceMs: null };
  return { kind: 'keep', ad, note, ...unknown, guardHits, atMs: deps.clock.now() };
}

async function decide(watch: Watch, found: AdFacts): Promise<WatchMarketVerdict | KeptLook> {
  const byRule = (await stockVerdict(watch)) ?? capsVerdict(watch);
  if (byRule !== null) return byRule;
  const { decision, ad, referencePrice, atMs, marketAtMs } = await watch.wish.decide(found);
  watch.seen.looked({ ad, decision, atMs, marketAtMs });
  if (decision === null) {
    return undecided(watch, ad, 'waiting for the other own ads of this market to be looked at');
  }
  noteDiff(watch, { ad, decision, atMs });
  watch.boundSinceMs = decision.bound === null ? null : (watch.boundSinceMs ?? atMs);
  const isHit = decision.hits.length > 0;
  watch.guardHits = noteGuardHits(watch.guardHits, { isHit, atMs }, watch.input.rules.pauseAfterHits);
  const { boundSinceMs, guardHits } = watch;
  const facts = { ad, referencePrice, boundSinceMs, guardHits, atMs, ...shownByRules(watch, ad.adNumber) };
  if (decision.action === 'set') return { kind: 'set', decision: trimmed(decision), ...facts };
  const last = decision.steps.at(-1);
  return { kind: 'keep', decision, note: last === undefined ? decision.reason : stepText(last.note), ...facts };
}

/** What the last looks at the ad's quantity and methods showed. */
function shownByRules(watch: Watch, adNumber: string): Pick<LookFacts, 'stock' | 'caps'> {
  const [stock, caps] = [watch.stock.shown(adNumber), watch.caps.shown(adNumber)];
  return { ...(stock === null ? {} : { stock }), ...(caps === null ? {} : { caps }) };
}

/** A price that a human set by hand says nothing about the rules. */
function noteDiff({ diffs, input }: Watch, look: Parameters<DiffRecords['looked']>[0]): void {
  const { override } = input;
  if (override !== null && look.atMs < override.untilMs) diffs.rested(look.ad.adNumber, look.atMs);
  else diffs.looked(look);
}

function unpriced(deps: ActivityDependencies, message: string): WatchMarketVerdict {
  const untilMs = deps.clock.now() + deps.settings.businessBlockMs;
  return { kind: 'problem', category: ErrorCategory.NON_RETRIABLE_BUSINESS, code: null, message, untilMs };
}

/** Short troubles are waited out here, heartbeating; a ban, a refusal or a lasting trouble goes to the workflow. */
function onTrouble(deps: ActivityDependencies, error: unknown, failures: number): WatchMarketVerdict | TroubledLook {
  if (!(error instanceof MarketplaceFailure)) throw error;
  const { category, code, message, endpoint, httpStatus } = error;
  const { lasting, waitMs } = watchTrouble(deps, error, failures);
  const note = `${endpoint}: ${code ?? httpStatus ?? ''} ${message}`;
  if (!lasting) return { kind: 'trouble', note, waitMs };
  return { kind: 'problem', category, code, message: note, untilMs: deps.clock.now() + waitMs };
}
