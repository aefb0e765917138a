import { ApplicationFailure } from '@temporalio/common';
import type { AdFacts } from '../../../src/domain/ads/ad-facts.ts';
import type { StockDecision } from '../../../src/domain/ads/inventory.ts';
import type { Opening } from '../../../src/domain/hours/opening.ts';
import type {
  BusinessLook,
  PutAdOnlineInput,
  WatchBusinessInput,
  WatchMarketInput,
  WatchMarketVerdict,
} from '../../../src/activities/activity-contract.ts';
import { offlineLook, quietAt } from './ad-fixture.ts';
import { day } from './hours-world.ts';
import { adFacts } from '../fixtures.ts';
import { heldUntil, type FakeActivities } from '../workflow-harness.ts';

const empty = {
  kind: 'empty',
  note: { code: 'too-little', left: '40', below: '50', barrier: { code: 'refused' } },
} satisfies StockDecision;
const enough: StockDecision = { kind: 'stocked', note: { code: 'left', left: '400' } };

/** A service whose clock, stock and switch the test turns; activities answer by them, as the real ones do. */
export interface StockWorld {
  activities: FakeActivities;
  /** What was asked of the service, in order: statuses, and a "no" with its reason. */
  writes: string[];
  put: PutAdOnlineInput[];
  watches: WatchMarketInput[];
  status: AdFacts['status'];
  opening: Opening;
  isEmpty: boolean;
  isSwitchedOff: boolean;
  /** Turns something, and lets the running watches look again. */
  turn: (part: Partial<Pick<StockWorld, 'status' | 'opening' | 'isEmpty' | 'isSwitchedOff'>>) => void;
}

/** Opens it in the day, with enough to sell. `kind`: what its writes do. */
export function stockWorld(kind: 'applied' | 'intent' = 'applied'): StockWorld {
  let bell = Promise.withResolvers<void>();
  const rung = (): Promise<void> => heldUntil(bell.promise);
  const seen = () => ({
    quantity: '500',
    remaining: at.isEmpty ? '40' : '400',
    walletCovers: true,
    note: empty.note,
    atMs: 9,
  });
  const look = ({ rules, stock }: WatchMarketInput): WatchMarketVerdict => {
    if (at.status !== 'online') return offlineLook(at.status);
    if (rules.hours !== null && !at.opening.isOpen)
      return { kind: 'outside-hours', ad: adFacts(), opening: at.opening };
    if (stock !== undefined && at.isEmpty) return { kind: 'stock', ad: adFacts(), decision: empty, seen: seen() };
    return quietAt('9.50', rules.hours === null ? {} : { opening: at.opening });
  };
  const watchMarket = async (input: WatchMarketInput): Promise<WatchMarketVerdict> => {
    at.watches.push(input);
    if (input.periodMs !== 0 && look(input).kind === 'quiet') await rung();
    return look(input);
  };
  const news = (input: WatchBusinessInput): Partial<BusinessLook> | null => {
    if (input.inventory !== undefined && !at.isEmpty) return { stock: { decision: enough, seen: seen() } };
    if (input.hours !== undefined && input.opening?.isOpen !== at.opening.isOpen) return {};
    return input.adStatus === at.status ? null : {};
  };
  const watchBusiness = async (input: WatchBusinessInput): Promise<BusinessLook> => {
    while (news(input) === null && input.periodMs > 60_000) await rung();
    const opening = input.hours === undefined ? {} : { opening: at.opening };
    return { status: input.status, adStatus: at.status, ...opening, ...news(input) };
  };
  const written = (status: 'online' | 'offline') => {
    at.writes.push(status);
    if (kind === 'applied') at.status = status;
    return { kind, atMs: 5 };
  };
  const refused = (type: string, message: string, ...details: unknown[]): ApplicationFailure => {
    at.writes.push(`no: ${type}`);
    return ApplicationFailure.nonRetryable(message, type, ...details);
  };
  const putAdOnline: FakeActivities['putAdOnline'] = async (input) => {
    if (at.isSwitchedOff) throw refused('ADS_SWITCHED_OFF', 'the kill switch ads is engaged');
    if (input.hours !== undefined && !at.opening.isOpen) throw refused('OUTSIDE_HOURS', 'outside its hours');
    if (input.inventory !== undefined && at.isEmpty)
      throw refused('OUT_OF_STOCK', 'there is too little to sell', empty.note);
    at.put.push(input);
    return written('online');
  };
  const takeAdOffline: FakeActivities['takeAdOffline'] = async () => written('offline');
  const at: StockWorld = {
    activities: { watchMarket, watchBusiness, takeAdOffline, putAdOnline, readOpening: async () => at.opening },
    writes: [],
    put: [],
    watches: [],
    status: 'online',
    opening: day,
    isEmpty: false,
    isSwitchedOff: false,
    turn: (part) => {
      Object.assign(at, part);
      const before = bell;
      bell = Promise.withResolvers<void>();
      before.resolve();
    },
  };
  return at;
}
