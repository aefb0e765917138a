import type { FaultEngine } from './fault-script.ts';
import { emptyLedger, type Ledger } from './ledger.ts';
import { pairKey, type MarketBook, type MarketFeed } from './market-feed.ts';
import { createRevisions, type Revisions } from './revisions.ts';
import { createRandom, type SeededRandom } from './seeded-random.ts';
import { createShiftableClock, type ShiftableClock, type SimClock } from './sim-clock.ts';
import type { ChatListener, OrderEventKind, SimEvent, SimListener } from './sim-event.ts';
import type { SimAccount, SimulatorSettings } from './simulator-options.ts';
import {
  BusinessStatus,
  type AdRecord,
  type ChatRow,
  type MerchantRecord,
  type OrderRecord,
  type SimulatorState,
} from './simulator-state.ts';

/** The shared parts of the simulator: state, clock, market, chance and listeners. */
export interface Marketplace {
  readonly settings: SimulatorSettings;
  readonly accounts: readonly SimAccount[];
  /** The service's clock; the market moves by the clock underneath. */
  readonly clock: ShiftableClock;
  readonly random: SeededRandom;
  readonly faults: FaultEngine;
  readonly state: SimulatorState;
  readonly ads: Map<string, AdRecord>;
  readonly orders: Map<string, OrderRecord>;
  readonly adRevisions: Revisions<AdRecord>;
  readonly orderRevisions: Revisions<OrderRecord>;
  readonly ledger: Ledger;
  readonly feed: MarketFeed;
  marketMs: () => number;
  books: () => MarketBook[];
  book: (asset: string, fiat: string) => MarketBook | null;
  nextId: (leading: string) => string;
  /** The state as JSON, taken now. */
  snapshot: () => SimulatorState;
  emit: (event: SimEvent) => void;
  listen: (listener: SimListener) => () => void;
  pushChat: (order: OrderRecord, row: ChatRow) => void;
  onChat: (listener: ChatListener) => () => void;
  /** Called after an effect on money, before it is answered. */
  persist: () => void;
}

interface MarketplaceParts {
  settings: SimulatorSettings;
  accounts: readonly SimAccount[];
  clock: SimClock;
  feed: MarketFeed;
  faults: FaultEngine;
  state: SimulatorState | null;
  /** Stores the state for a restart; the state is gathered only when needed. */
  persist: (gather: () => SimulatorState) => void;
}

/** Assembles the parts; continues from a given state. */
export function createMarketplace(parts: MarketplaceParts): Marketplace {
  const { settings, feed } = parts;
  const clock = createShiftableClock(parts.clock);
  const state = parts.state === null ? freshState(settings.seed, feed.startMs) : structuredClone(parts.state);
  const random = createRandom(state.randomState);
  const market = createMarketView(parts, state.marketMs);
  const ads = new Map(state.ads.map((ad) => [ad.advNo, ad]));
  const orders = new Map(state.orders.map((order) => [order.orderNumber, order]));
  const gather = (): SimulatorState => {
    const live = { ads: [...ads.values()], orders: [...orders.values()] };
    return { ...state, ...live, marketMs: market.marketMs(), randomState: random.state() };
  };
  const events = createFanOut<[SimEvent]>();
  const chat = createFanOut<[OrderRecord, ChatRow]>();
  const adRevisions = createRevisions<AdRecord>();
  const orderRevisions = createRevisions<OrderRecord>();
  for (const ad of ads.values()) adRevisions.note(ad.advNo, ad, 0);
  for (const order of orders.values()) orderRevisions.note(order.orderNumber, order, 0);
  return {
    settings,
    accounts: parts.accounts,
    clock,
    random,
    faults: parts.faults,
    state,
    ads,
    orders,
    adRevisions,
    orderRevisions,
    ledger: state.ledger,
    feed,
    ...market,
    nextId: (leading) => nextId(state, leading, clock.now()),
    snapshot: () => structuredClone(gather()),
    emit: (event) => events.tell(event),
    listen: events.add,
    pushChat: (order, row) => chat.tell(order, row),
    onChat: chat.add,
    persist: () => parts.persist(gather),
  };
}

function freshState(seed: number, marketMs: number): SimulatorState {
  return {
    version: 2,
    seed,
    marketMs,
    randomState: seed >>> 0,
    sequence: 0,
    ads: [],
    orders: [],
    merchants: {},
    ban: null,
    bansSoFar: 0,
    usedCodes: [],
    ledger: emptyLedger(),
  };
}

function createMarketView({ settings, clock, feed }: MarketplaceParts, marketStartMs: number) {
  const startMs = clock.now();
  const marketMs = (): number => marketStartMs + (clock.now() - startMs) * settings.speed;
  let cached: { marketMs: number; books: MarketBook[] } | null = null;
  const books = (): MarketBook[] => {
    const nowMs = marketMs();
    if (cached?.marketMs !== nowMs) cached = { marketMs: nowMs, books: feed.at(nowMs) };
    return cached.books;
  };
  const book = (asset: string, fiat: string): MarketBook | null =>
    books().find((candidate) => pairKey(candidate.pair) === pairKey({ asset, fiat })) ?? null;
  return { marketMs, books, book };
}

/** Twenty digits, far beyond 2^53: leading digit, four of the seed, ten of the second, five of a sequence. */
function nextId(state: SimulatorState, leading: string, nowMs: number): string {
  state.sequence += 1;
  const seedDigits = String(state.seed % 10_000).padStart(4, '0');
  const second = String(Math.floor(nowMs / 1000) % 10_000_000_000).padStart(10, '0');
  return `${leading}${seedDigits}${second}${String(state.sequence % 100_000).padStart(5, '0')}`;
}

function createFanOut<Told extends unknown[]>() {
  const listeners = new Set<(...told: Told) => void>();
  return {
    tell: (...told: Told): void => {
      for (const listener of listeners) listener(...told);
    },
    add: (listener: (...told: Told) => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Returns the merchant of an account; open until it is closed. A break ends at its minute, not at a tick. */
export function merchantOf({ state, clock }: Marketplace, account: string): MerchantRecord {
  const merchant = (state.merchants[account] ??= { status: BusinessStatus.OPEN, restUntilMs: null, online: true });
  const isRested = merchant.status === BusinessStatus.RESTING && clock.now() >= (merchant.restUntilMs ?? Infinity);
  return isRested ? Object.assign(merchant, { status: BusinessStatus.OPEN, restUntilMs: null }) : merchant;
}

/** Notifies listeners of an event of an order, and keeps its new state for stale reads. */
export function noteOrder(marketplace: Marketplace, order: OrderRecord, event: OrderEventKind): void {
  const atMs = marketplace.clock.now();
  marketplace.orderRevisions.note(order.orderNumber, order, atMs);
  marketplace.emit({ type: 'order', event, orderNumber: order.orderNumber, adNumber: order.advNo, atMs });
}
