/** The ads of one account as its worker keeps them, without Temporal: the real activities, client, budget and planner. */
import { setTimeout as delay } from 'node:timers/promises';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import type { WatchMarketVerdict, WriteReceipt } from '../../src/activities/activity-contract.ts';
import type { ActivityDependencies } from '../../src/activities/dependencies.ts';
import { createActingActivities, createWatchActivities } from '../../src/activities/index.ts';
import { DayOrders } from '../../src/market/day-orders.ts';
import { GroupMarkets } from '../../src/market/group-markets.ts';
import { MarketBook } from '../../src/market/market-book.ts';
import { OwnAds } from '../../src/market/own-ads.ts';
import { SaleReads } from '../../src/domain/orders/sale-reads.ts';
import { UnreadOrders } from '../../src/domain/orders/intake/unread-orders.ts';
import { answersAfter } from '../../src/domain/pricing/price-change.ts';
import type { PricingRules } from '../../src/domain/pricing/pricing-rules.ts';
import { defaultSettings, exchangeSettingsOf } from '../../src/domain/settings.ts';
import { createExchangeClient, type ExchangeClient } from '../../src/exchange/index.ts';
import { AccountRegister } from '../../src/register/account-register.ts';
import { adWorkflowId } from '../../src/workflows/contract/workflow-ids.ts';
import { createWriteGuard } from '../../src/workers/permission/write-guard.ts';
import { createFakeDesk } from '../../test/activities/fake-desk.ts';
import { memoryRegister } from '../../test/register/memory-register.ts';
import type { OpenedAccount } from './marketplace-lines.ts';
import { createMarketplace } from '../../src/marketplace/exchange-marketplace.ts';

interface KeptAccount {
  /** Ends the watches. */
  stop: () => Promise<void>;
}

interface AccountOptions {
  readonly account: OpenedAccount;
  readonly credentials: { readonly apiKey: string; readonly apiSecret: string };
  readonly rules: PricingRules;
}

const logger = new DefaultLogger('ERROR');

/** Keeps each ad: watch, set, watch. What a workflow remembers of an ad is remembered here. */
export function keepAds({ account, credentials, rules }: AccountOptions): KeptAccount {
  const stopping = new AbortController();
  const exchange = createExchangeClient({
    baseUrl: account.baseUrl,
    credentials,
    settings: exchangeSettingsOf(defaultSettings),
  });
  const deps = dependenciesOf(account.name, exchange, stopping.signal);
  const { signal } = stopping;
  // A watch that ends too early shows as an ad that is never written.
  const work = Promise.allSettled(account.ads.map(({ adNumber }) => keepAd(deps, { adNumber, rules, signal })));
  return {
    stop: async () => {
      stopping.abort();
      await exchange.close();
      await work;
    },
  };
}

const notPartOfThis = (): never => {
  throw new Error('orders are not part of this bench');
};

function dependenciesOf(account: string, exchange: ExchangeClient, stopping: AbortSignal): ActivityDependencies {
  const settings = defaultSettings;
  const marketplace = createMarketplace(exchange, settings);
  const clock = { now: () => Date.now() };
  return {
    account,
    evidenceKeys: new Map(),
    marketplace,
    settings,
    // Each account has a marketplace of its own, so nothing of a market is shared.
    market: new MarketBook(marketplace, settings, { account, markets: new GroupMarkets({ clock }) }),
    ownAds: new OwnAds(marketplace, settings, clock),
    dayOrders: new DayOrders({ marketplace, settings, clock, stopping }),
    desk: createFakeDesk(),
    guard: {
      permit: notPartOfThis,
      look: notPartOfThis,
      readEnded: notPartOfThis,
      claimPublication: notPartOfThis,
    },
    orders: { claimPlacement: notPartOfThis, placementOf: notPartOfThis },
    register: new AccountRegister({
      register: memoryRegister().register,
      account,
      term: notPartOfThis,
      uncompared: notPartOfThis,
      clock,
      nextCallId: notPartOfThis,
    }),
    saleReads: new SaleReads(clock),
    unread: new UnreadOrders({ clock, forgetAfterMs: settings.slowReadMs }),
    looks: { begin: () => ({ looked: () => undefined, held: () => undefined, end: () => undefined }) },
    clock,
    random: Math.random,
    secondFactor: null,
    sharedWith: () => [],
    isIntentOnly: createWriteGuard({ allowLive: false, shadowAds: [], service: () => 'simulator' }),
    allowsPolicy: () => false,
    releasePermission: { policies: [], maxRelease: {}, maxReleasePerDay: {} },
    verifyApproval: null,
    report: () => undefined,
    stopping,
    onIntent: () => undefined,
    listen: () => () => undefined,
  };
}

interface KeptAd {
  readonly adNumber: string;
  readonly rules: PricingRules;
  readonly signal: AbortSignal;
}

async function keepAd(deps: ActivityDependencies, { adNumber, rules, signal }: KeptAd): Promise<void> {
  const [acting, watching] = [activitiesOf(deps).acting, activitiesOf(deps).watching];
  let memory: { lastChangeAtMs: number | null; answers: number; setPrice?: string } = {
    lastChangeAtMs: null,
    answers: 0,
  };
  while (!signal.aborted) {
    const facts = { guardHits: { atMs: [], isHit: false }, override: null, learnedRange: null, assumedPrice: null };
    const watch = { adNumber, rules, ...facts, ...memory, periodMs: defaultSettings.watchPeriodMs, shown: null };
    const look = () => watching.watchMarket(watch);
    const verdict: WatchMarketVerdict = await environmentOf(deps, adNumber).run(look);
    if (verdict.kind === 'problem') await delay(Math.max(0, verdict.untilMs - deps.clock.now()), undefined, { signal });
    if (verdict.kind !== 'set') continue;
    const { price } = verdict.decision;
    const update = { mode: 'sim' as const, adNumber, price, limits: rules.limits };
    try {
      const write = () => acting.updateAdPrice(update);
      const { atMs }: WriteReceipt = await environmentOf(deps, adNumber).run(write);
      memory = {
        lastChangeAtMs: atMs,
        answers: answersAfter(verdict.decision, { ...memory, nowMs: atMs }),
        setPrice: price,
      };
    } catch {
      // A decision that is stale by now is decided again, as the workflow does.
    }
  }
}

const made = new WeakMap<ActivityDependencies, ReturnType<typeof makeActivities>>();

function makeActivities(deps: ActivityDependencies) {
  return { acting: createActingActivities(deps), watching: createWatchActivities(deps) };
}

/** One planner serves all watches of an account. */
function activitiesOf(deps: ActivityDependencies): ReturnType<typeof makeActivities> {
  const known = made.get(deps) ?? makeActivities(deps);
  made.set(deps, known);
  return known;
}

function environmentOf({ account, clock }: ActivityDependencies, adNumber: string): MockActivityEnvironment {
  const nowMs = clock.now();
  const info = {
    workflowType: 'adMaintenance',
    workflowExecution: { workflowId: adWorkflowId(account, adNumber), runId: 'run-1' },
    scheduledTimestampMs: nowMs,
    currentAttemptScheduledTimestampMs: nowMs,
    startToCloseTimeoutMs: 45_000,
  };
  return new MockActivityEnvironment(info, { logger });
}
