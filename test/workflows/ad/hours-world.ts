import { ApplicationFailure } from '@temporalio/common';
import type { AdFacts } from '../../../src/domain/ads/ad-facts.ts';
import type { Opening } from '../../../src/domain/hours/opening.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { isOffNow } from '../../../src/domain/pricing/rules-by-hours.ts';
import type {
  BusinessLook,
  PutAdOnlineInput,
  WatchBusinessInput,
  WatchMarketInput,
  WatchMarketVerdict,
} from '../../../src/activities/activity-contract.ts';
import { offlineLook, quietAt } from './ad-fixture.ts';
import { adFacts, rules as plainRules } from '../fixtures.ts';
import type { AdView } from '../../../src/workflows/contract/definitions.ts';
import { heldUntil, type FakeActivities } from '../workflow-harness.ts';

export const night: Opening = { isOpen: false, untilMs: 9_000, until: '2026-11-23 08:00 (America/La_Paz)' };
export const hours = { open: 'Mon-Sat 08:00-22:00', timezone: 'America/La_Paz' };
/** Rules that take an ad offline outside its hours. */
export const hoursRules = pricingRulesSchema.parse({ ...plainRules, hours });

export const asleep = ({ state, why }: AdView): boolean =>
  state.kind === 'offline' && state.cause === 'hours' && why.endsWith(': taken offline');
export const awake = ({ state, why }: AdView): boolean => state.kind === 'running' && !why.includes('being put');

export const day: Opening = { isOpen: true, untilMs: 99_000, until: '2026-11-23 22:00 (America/La_Paz)' };

/** A service and a worker’s clock of one test. */
export interface HoursWorld {
  activities: FakeActivities;
  /** Statuses as they were written, in order. */
  writes: string[];
  put: PutAdOnlineInput[];
  looks: WatchBusinessInput[];
  status: AdFacts['status'];
  opening: Opening;
  /** Lets the running watches look again. */
  look: () => void;
  turn: (opening: Opening) => void;
}

/** A service that takes every write, and a worker whose clock the test turns. */
export function hoursWorld(): HoursWorld {
  let bell = Promise.withResolvers<void>();
  const rung = (): Promise<void> => heldUntil(bell.promise);
  const marketLook = ({ rules }: WatchMarketInput): WatchMarketVerdict => {
    if (at.status !== 'online') return offlineLook(at.status);
    if (isOffNow(rules, at.opening)) return { kind: 'outside-hours', ad: adFacts(), opening: at.opening };
    return quietAt('9.50', { opening: at.opening });
  };
  const watchMarket = async (input: WatchMarketInput): Promise<WatchMarketVerdict> => {
    if (input.periodMs !== 0 && marketLook(input).kind === 'quiet') await rung();
    return marketLook(input);
  };
  const watchBusiness = async (input: WatchBusinessInput): Promise<BusinessLook> => {
    at.looks.push(input);
    // Hours that are open are always news for an ad that they keep off, also where it last saw them open.
    const isNight = (): boolean => input.opening?.isOpen === false && !at.opening.isOpen;
    const isKnown = (): boolean => input.adStatus === at.status && (input.hours === undefined || isNight());
    while (isKnown() && input.periodMs > 60_000) await rung();
    return { status: input.status, adStatus: at.status, ...(input.hours === undefined ? {} : { opening: at.opening }) };
  };
  const takeAdOffline: FakeActivities['takeAdOffline'] = async () => {
    at.writes.push('offline');
    at.status = 'offline';
    return { kind: 'applied', atMs: 5 };
  };
  const putAdOnline: FakeActivities['putAdOnline'] = async (input) => {
    if (input.hours !== undefined && !at.opening.isOpen)
      throw ApplicationFailure.nonRetryable('outside its hours', 'OUTSIDE_HOURS');
    at.put.push(input);
    at.writes.push('online');
    at.status = 'online';
    return { kind: 'applied', atMs: 6 };
  };
  const at: HoursWorld = {
    activities: { watchMarket, watchBusiness, takeAdOffline, putAdOnline, readOpening: async () => at.opening },
    writes: [],
    put: [],
    looks: [],
    status: 'online',
    opening: night,
    look: () => {
      const before = bell;
      bell = Promise.withResolvers<void>();
      before.resolve();
    },
    turn: (opening) => {
      at.opening = opening;
      at.look();
    },
  };
  return at;
}
