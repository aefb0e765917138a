import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAdActivities } from '../../src/activities/ad/ad-activities.ts';
import type { WatchMarketInput } from '../../src/activities/activity-contract.ts';
import type { ActivityDependencies } from '../../src/activities/dependencies.ts';
import { MarketPlanner } from '../../src/market/market-planner.ts';
import type { HeldWish } from '../../src/market/planned-look.ts';
import { OwnAds } from '../../src/market/own-ads.ts';
import type { MarketOffer } from '../../src/domain/ads/ad-facts.ts';
import { Decimal } from '../../src/domain/decimal.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import { deskSettingsSchema } from '../../src/domain/settings.ts';
import { createManualClock } from '../setup/manual-clock.ts';
import { adWorkflowId } from '../../src/workflows/contract/workflow-ids.ts';
import { HostileService, type OwnAd, type WriteEnd } from './hostile-service.ts';
import { seed } from '../domain/seeded.ts';
import { createMarketplace } from '../../src/marketplace/exchange-marketplace.ts';

const account = 'acme';
const sim = { mode: 'sim' } as const;
const settings = deskSettingsSchema.parse({});
const ticks = (units: number): string => new Decimal(units).dividedBy(100).toFixed(2);

/** The best prices of the two sides; crossed as often as not. */
interface Book {
  ask: number;
  bid: number;
}

interface Step {
  /** Which ad is looked at. */
  at: number;
  passMs: number;
  lagMs: number;
  end: WriteEnd;
  /** How many answers arrive after it. */
  answers: number;
  book: Book | null;
}

const books = fc.record({ ask: fc.integer({ min: 980, max: 1_030 }), bid: fc.integer({ min: 970, max: 1_020 }) });
const steps = fc.array(
  fc.record({
    at: fc.nat({ max: 5 }),
    passMs: fc.constantFrom(0, 0, 200, 1_000, 3_000, 6_000),
    lagMs: fc.constantFrom(0, 0, 2_000, 8_000),
    end: fc.constantFrom<WriteEnd[]>(
      'taken',
      'taken',
      'taken',
      'false-success',
      'refused',
      'lost-taken',
      'lost-not-taken',
    ),
    answers: fc.nat({ max: 2 }),
    book: fc.option(books, { freq: 8 }),
  }),
  { minLength: 10, maxLength: 60 },
);

/** Up to six ads that are apart, sellers above buyers, with rules that lead them to the same places. */
const owned = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }), fc.constantFrom(5, 7, 20))
  .map(([sells, buys, gap]): OwnAd[] => [
    ...Array.from({ length: sells }, (_, index) => ({
      adNumber: `${index + 1}`,
      side: 'SELL' as const,
      price: ticks(1_005 + gap * index),
    })),
    ...Array.from({ length: buys }, (_, index) => ({
      adNumber: `${index + 11}`,
      side: 'BUY' as const,
      price: ticks(995 - gap * index),
    })),
  ]);

function offer(units: number): MarketOffer {
  const amounts = { remaining: '100', minFiat: '1', maxFiat: '100', orderCount: null, finishRate: null };
  const merchant = { nickname: 'rival', userNo: null, userType: null, payMethods: null, additionalKyc: null };
  return { adNumber: `rival-${units}`, price: ticks(units), tradable: null, ...merchant, ...amounts };
}

function inputOf(adNumber: string): WatchMarketInput {
  const rules = pricingRulesSchema.parse({
    strategy: { kind: 'undercut', ticks: 1 },
    limits: { floor: '5.00', ceiling: '20.00' },
    filter: { maxDeviationRatio: null },
  });
  const fresh = { override: null, lastChangeAtMs: null, learnedRange: null, assumedPrice: null, shown: null };
  return { adNumber, rules, ...fresh, periodMs: 0 };
}

/** A desk for the service: its planner, its listing and its writes are the real ones. */
class Desk {
  readonly clock = createManualClock(1_000_000);
  readonly service: HostileService;
  book: Book = { ask: 1_006, bid: 994 };
  readonly #ownAds: OwnAds;
  readonly #wishes: ReadonlyMap<string, HeldWish>;
  readonly #acting: ReturnType<typeof createAdActivities>;
  readonly #writing = new Map<string, Promise<unknown>>();

  constructor(ads: readonly OwnAd[]) {
    this.service = new HostileService(ads, this.clock, settings.exclusionZoneTicks);
    const { client: exchange } = this.service;
    const marketplace = createMarketplace(exchange, settings);
    this.#ownAds = new OwnAds(marketplace, settings, this.clock);
    const snapshot = async ({ side }: { side: string }) => ({
      offers: [offer(side === 'SELL' ? this.book.ask : this.book.bid)],
      readAtMs: this.clock.now(),
      referencePrice: null,
      referenceAtMs: this.clock.now(),
    });
    const market = { snapshot, want: () => undefined, makerFee: async () => null };
    const deps = {
      account,
      marketplace,
      settings,
      ownAds: this.#ownAds,
      market,
      clock: this.clock,
      random: () => 0.5,
      desk: { killSwitch: async () => 'open' },
      isIntentOnly: () => false,
      report: () => undefined,
    } as unknown as ActivityDependencies;
    const planner = new MarketPlanner(deps);
    this.#acting = createAdActivities(deps);
    this.#wishes = new Map(ads.map(({ adNumber }) => [adNumber, planner.hold(inputOf(adNumber))]));
  }

  /** Looks at one ad and writes the decision; its answer may come later. False: nothing to do. */
  async look(index: number): Promise<boolean> {
    const { ads } = this.service;
    const adNumber = ads[index % ads.length]?.adNumber ?? '';
    if (this.#writing.has(adNumber)) return true;
    const ad = (await this.#ownAds.listing()).find(adNumber);
    if (ad === undefined) return false;
    const { decision = null } = (await this.#wishes.get(adNumber)?.decide(ad)) ?? {};
    if (decision?.action === 'set') this.#write(adNumber, decision.price);
    await settled();
    return decision?.action === 'set';
  }

  /** A success without effect, and a listing that shows it: from then on possibly old news is not believed. */
  async contradict(): Promise<void> {
    const { ads } = this.service;
    const [first] = ads;
    if (first === undefined) return;
    this.service.nextEnd = 'false-success';
    this.#write(first.adNumber, '15.00');
    await settled();
    this.service.answerOne();
    await settled();
    await this.#ownAds.listingAfterWrites({ asset: 'USDT', fiat: 'BOB' });
    this.clock.advance(settings.moneySettleMs);
  }

  #write(adNumber: string, price: string): void {
    const nowMs = this.clock.now();
    const env = new MockActivityEnvironment(
      {
        workflowType: 'adMaintenance',
        workflowExecution: { workflowId: adWorkflowId(account, adNumber), runId: 'run' },
        currentAttemptScheduledTimestampMs: nowMs,
        startToCloseTimeoutMs: 20_000,
      },
      { logger: new DefaultLogger('ERROR') },
    );
    const { limits } = inputOf(adNumber).rules;
    const written = env.run(this.#acting.updateAdPrice, { ...sim, adNumber, price, limits });
    const over = written.catch(() => undefined).finally(() => this.#writing.delete(adNumber));
    this.#writing.set(adNumber, over);
  }
}

/** Lets answered calls continue. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function play(ads: readonly OwnAd[], script: readonly Step[]): Promise<Desk> {
  const desk = new Desk(ads);
  // In its first interval a planner waits until all ads have reported.
  await desk.look(0);
  await desk.contradict();
  desk.clock.advance(settings.marketIntervalMs);
  for (const { at, passMs, lagMs, end, answers, book } of script) {
    desk.clock.advance(passMs);
    desk.book = book ?? desk.book;
    Object.assign(desk.service, { lagMs, nextEnd: end });
    await desk.look(at);
    for (let one = 0; one < answers; one += 1) desk.service.answerOne();
    await settled();
  }
  return desk;
}

/** The faults are over: looks at the ads in turn, and each write is answered at once. Returns the rounds until rest. */
async function rest(desk: Desk): Promise<number> {
  const { service, clock } = desk;
  Object.assign(service, { lagMs: 0, nextEnd: 'taken' });
  for (let round = 0; round < 60; round += 1) {
    let moved = false;
    for (let at = 0; at < service.ads.length; at += 1) {
      moved = (await desk.look(at)) || moved;
      for (let one = 0; one < 10; one += 1) service.answerOne();
      await settled();
    }
    clock.advance(settings.marketIntervalMs);
    // Lost and false writes have had the time to show by then.
    if (!moved && round > 6) return round;
  }
  throw new Error('the ads never come to rest');
}

describe('I16, design 6: writes that are lost, refused or only said, and listings that lag', () => {
  it('no write collides with where an own ad really stands, nor crosses one of the other side; all come to rest', async () => {
    await fc.assert(
      fc.asyncProperty(owned, steps, async (ads, script) => {
        const desk = await play(ads, script);
        expect(desk.service.collisions).toEqual([]);
        await rest(desk);
        expect(desk.service.collisions).toEqual([]);
      }),
      { seed, numRuns: 60 },
    );
  }, 120_000);
});
