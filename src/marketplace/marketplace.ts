/**
 * What the desk asks of the marketplace that it trades on, in its own words: another marketplace is another adapter. Answers
 * are facts of the domain. Every method that asks it rejects with a MarketplaceFailure.
 */
import type { CancelReason } from '../domain/cancel-reason.ts';
import type { AdFacts, MarketOffer, UnreadOffer } from '../domain/ads/ad-facts.ts';
import type { BusinessAct } from '../domain/ads/business-act.ts';
import type { StockFacts } from '../domain/ads/inventory.ts';
import type { ListedAd, ListedMethod } from '../domain/ads/listed-terms.ts';
import type { PublishedTerms, TermsPart } from '../domain/ads/published-terms.ts';
import type { HistoryPage } from '../domain/books/history-mark.ts';
import type { HistoryOrder } from '../domain/books/trade.ts';
import type { CountedOrder } from '../domain/caps/day-sums.ts';
import type { LocalDay } from '../domain/caps/local-day.ts';
import type { MarketplaceFailure } from '../domain/failures/marketplace-failure.ts';
import type { OddRow } from '../domain/odd-row.ts';
import type { OneTimeCode } from '../domain/orders/code-step.ts';
import type { OrderFacts, OrderRole, TradeSide } from '../domain/orders/order-facts.ts';
import type { Departure, Fence, Turn } from '../domain/sending.ts';
import type { FoundMessage } from '../domain/sheet/chat-message.ts';
import type { LoadedPicture } from '../domain/sheet/chat-picture.ts';
import type { CounterpartyRecord, SheetChat } from '../domain/sheet/order-sheet.ts';
import type { OrderInFull } from '../domain/sheet/sheet-facts.ts';

export interface Marketplace {
  readonly orders: MarketplaceOrders;
  readonly ads: MarketplaceAds;
  readonly market: MarketplaceMarket;
  readonly account: MarketplaceAccount;
}

export interface MarketplaceOrders {
  /** Reads one order with its people. The answer may be about another order: its reader compares the number. */
  read(orderNumber: string, turn: Turn & { readonly role: OrderRole }): Promise<OrderFacts>;
  /** Lists the orders that are not over, page by page. */
  listRunning(turn: Turn & { readonly onPage: () => Promise<void> }): Promise<ListedOrders>;
  /** Lists those of them whose chat has messages that were not read, as the marketplace counts them. */
  listUnread(turn: Turn): Promise<readonly UnreadOrder[]>;
  /** Lists what may count on a day: all orders of a side but those that could not be paid on it any more. */
  listOfDay(wish: { readonly side: TradeSide; readonly day: LocalDay }, turn: Turn): Promise<readonly DayOrder[]>;
  readPayment(orderNumber: string, turn: Turn): Promise<OrderPayment>;
  /** Lists what was released, on from what is known of the list, which it adds to. */
  listReleased(known: KnownReleases): Promise<ReleaseList>;
  /** One page of what the marketplace keeps of orders, also of those that have ended. */
  listHistory(page: HistoryPage, turn: Turn): Promise<ListedHistory>;
  /** The newest orders on an ad. */
  listOnAd(adNumber: string, turn: Turn): Promise<OrdersOnAd>;
  counterparty(orderNumber: string, turn: Turn): Promise<CounterpartyRecord>;
  /** Reads one order with its people and how it may be paid, for a person who looks. The same as `read` otherwise. */
  readInFull(orderNumber: string, turn: Turn): Promise<OrderInFull>;
  /** The last messages of its chat; a page behind the first one has those before them. */
  lastMessages(orderNumber: string, wish: Turn & { readonly rows: number; readonly page?: number }): Promise<SheetChat>;
  /** Loads the picture of one message. */
  picture(orderNumber: string, wish: Turn & { readonly id: string }): Promise<LoadedPicture>;
  /** Looks for one of our messages among the newest of its chat; older ones than `sinceMs` are not it. */
  findMessage(orderNumber: string, wish: Turn & SoughtMessage): Promise<FoundMessage>;
  /** Marks the messages of its chat as read; repeating it changes nothing. */
  markRead(orderNumber: string, turn: Turn): Promise<void>;
  mayRelease(orderNumber: string, turn: Turn): Promise<boolean>;
  mayCancel(orderNumber: string, turn: Turn): Promise<boolean>;
  mayPlace(adNumber: string, turn: Turn): Promise<boolean>;
  /** What a person is warned of: a taker before there is an order, or within the one that is named. */
  riskTips(of: { readonly fiat: string; readonly orderNumber?: string }, turn: Turn): Promise<string[]>;
  /** Confirms the extra identity check of the counterparty; repeating it changes nothing. */
  confirmIdentity(orderNumber: string, turn: Turn): Promise<void>;
  /** Moves money: sent at most once. */
  markPaid(payment: { readonly orderNumber: string; readonly payId: string | null }, by: Departure): Promise<void>;
  /** May lose money that was sent: sent at most once. */
  cancel(cancellation: Cancellation, by: Departure): Promise<void>;
  /** Moves money: sent at most once. */
  release(release: Release, by: Departure): Promise<void>;
  /** Moves money: sent at most once. Returns the number of the order. */
  place(placement: Placement, by: Departure): Promise<string>;
}

/** A purchase to cancel; `text` of the reason that needs one, else null. */
interface Cancellation {
  readonly orderNumber: string;
  readonly reason: CancelReason;
  readonly text: string | null;
}

export interface MarketplaceAds {
  /** Reads an own ad; one without a price that can be worked with is a failure. */
  read(adNumber: string, turn: Turn): Promise<AdFacts>;
  /** The same with all its terms. */
  readTerms(adNumber: string, turn: Turn): Promise<ListedAd>;
  /** The same for what its price has no part in: the one shown may be none. */
  readUnpriced(adNumber: string, turn: Turn): Promise<ListedAd>;
  readStatus(adNumber: string, turn: Turn): Promise<AdFacts['status']>;
  /** Quantity, remainder and wallet of one moment; `stock` of null: not shown. */
  readStock(adNumber: string, turn: Turn): Promise<{ readonly ad: AdFacts; readonly stock: StockFacts | null }>;
  /** Lists all own ads, page by page. */
  list(turn: Turn & { readonly onPage: () => Promise<void> }): Promise<Readings<AdFacts>>;
  /** Lists the own ads of a pair, both sides; what `isWhole` does not show is not there. */
  listTerms(pair: Pair, turn: Turn): Promise<Readings<ListedAd> & { readonly isWhole: boolean }>;
  /** A listing that is read again and again: it learns what size of page is allowed. */
  listing(): OwnAdListing;
  /** Sent at most once. Returns the number of the ad. */
  publish(ad: NewAd, by: Departure): Promise<string>;
  setPrice(change: PriceChange, fence: Fence): Promise<void>;
  /** Changes terms, and never the price. */
  setTerms(change: TermsChange, fence: Fence): Promise<void>;
  /** Returns the ads that were refused inside a success; null: a number is not shown. `closed` is for good. */
  setStatus(change: StatusChange, fence: Fence): Promise<readonly StatusRefusal[]>;
}

export interface MarketplaceMarket {
  /** The best offers of the makers of a side, best first. */
  search(market: Market, wish: Turn & { readonly pages: number }): Promise<FoundOffers>;
  /** Null: there is none that a price could be. */
  referencePrice(market: Market, turn: Turn): Promise<string | null>;
  /** Null: there is no spot market of this name. */
  spotPrice(symbol: string, turn: Turn): Promise<string | null>;
  /** As a share of the amount; null: it names none. */
  makerFee(market: Market, turn: Turn): Promise<string | null>;
  /** Null: it trades no such pair. */
  scales(market: Market, turn: Turn): Promise<PairScales | null>;
  /** What this account may publish; null: not said. */
  categories(turn: Turn): Promise<readonly string[] | null>;
  /** The payment accounts of a seller. */
  ownMethods(turn: Turn): Promise<Readings<ListedMethod>>;
  /** All methods that there are. */
  methods(turn: Turn): Promise<Readings<ListedMethod>>;
}

export interface MarketplaceAccount {
  /** Such as open or closed; null: not reported. */
  business(turn: Turn): Promise<string | null>;
  /** Returns until when a break lasts, in ms since the epoch; null for any other act. */
  setBusiness(act: BusinessAct, fence: Fence): Promise<number | null>;
  /** Throws while the address is banned. Makes no call. */
  refuseWhileBanned(): void;
  /** Until when nothing may be called, in ms since the epoch, now or in the past. Makes no call. */
  rests(): { readonly banUntilMs: number | null; readonly breakerOpenUntilMs: number | null };
  /** How many calls wait for their turn. Makes no call. */
  waiting(): number;
  /** Its clock minus this machine's, in ms; null: not measured yet. Makes no call. */
  clockDifferenceMs(): number | null;
}

/** What was read, and the rows that cannot be read. */
export interface Readings<T> {
  readonly items: readonly T[];
  readonly odd: readonly OddRow[];
}

export type Pair = Pick<AdFacts, 'asset' | 'fiat'>;
/** As the makers of one side see it. */
export type Market = Pick<AdFacts, 'asset' | 'fiat' | 'side'>;

/** Own ads, and those that cannot be read. */
export interface ReadAds {
  readonly ads: readonly AdFacts[];
  readonly odd: readonly OddRow[];
  /** What is not among them is not there. */
  readonly isWhole: boolean;
}

/** The listing of an account's own ads, page after page. */
export interface OwnAdListing {
  /** Number of pages in the last complete read of the account's ads. */
  readonly count: number;
  /** Reads the whole listing, or the ads of one pair for a waiting write. Rejects with MarketplaceFailure. */
  read(pair?: Pair | null): Promise<ReadAds>;
}

/** One of our messages, by the id that it was sent with. */
export interface SoughtMessage {
  readonly id: string;
  readonly sinceMs: number;
}

export interface UnreadOrder {
  readonly orderNumber: string;
  /** How many messages, those of the marketplace itself among them. */
  readonly count: number;
}

export interface ListedOrders extends Readings<OrderFacts> {
  /** The list goes on after this many rows; null: it was read to its end. */
  readonly cutAfter: number | null;
}

/** An order that may count on a day, before it is known how it was paid. */
export interface DayOrder extends Omit<CountedOrder, 'methods' | 'paidAtMs'> {
  readonly orderNumber: string;
  /** Whether it is past its payment. */
  readonly wasPaid: boolean;
}

export interface OrderPayment {
  readonly payment: Pick<CountedOrder, 'methods' | 'paidAtMs'>;
  /** Whether the order is past its payment. */
  readonly wasPaid: boolean;
}

/** What is known of the list of releases. */
export interface KnownReleases {
  readonly sinceMs: number;
  /** As they were answered, with the numbers alone. */
  readonly pages: (Readings<string> & { readonly total: number | null })[];
  /** What any of them has shown as released, also one that was asked for again. */
  readonly released: Set<string>;
}

export interface ReleaseList extends Readings<string> {
  /** Stands for rows that were not shown; null: there are none. */
  readonly rest: OddRow | null;
  /** Rows that were shown. */
  readonly seen: number;
  /** How many rows the marketplace counts; null: it does not say. */
  readonly told: number | null;
}

export interface ListedHistory extends Readings<HistoryOrder> {
  /** How many rows the marketplace counts; null: it does not say. */
  readonly total: number | null;
}

export interface OrdersOnAd extends Readings<OrderFacts> {
  /** There are no others behind them. */
  readonly isAll: boolean;
}

export interface Release {
  readonly orderNumber: string;
  readonly payId: string | null;
  /** Null: it is released without a second factor. */
  readonly code: OneTimeCode | null;
}

interface Placement {
  readonly adNumber: string;
  readonly asset: string;
  readonly fiat: string;
  /** The taker's side. */
  readonly side: TradeSide;
  /** In the fiat. */
  readonly totalAmount: string;
  /** The price that the taker saw. */
  readonly matchPrice: string;
  readonly payId: string | null;
}

interface PriceChange {
  readonly adNumber: string;
  readonly price: string;
  /** Absent: the price is fixed. */
  readonly floatingRatio?: string | undefined;
}

export interface TermsChange {
  readonly adNumber: string;
  readonly side: PublishedTerms['side'];
  readonly terms: TermsPart;
  /** Looked up, where the terms name methods. */
  readonly methods: readonly ListedMethod[] | null;
}

export interface StatusChange {
  readonly adNumbers: readonly string[];
  readonly status: AdFacts['status'];
  /** The ad whose limit it counts against; absent: none. */
  readonly adKey?: string | undefined;
}

export interface StatusRefusal {
  readonly adNumber: string | null;
  readonly failure: MarketplaceFailure;
}

/** An ad as it is published: what is looked up stands beside the terms. */
interface NewAd {
  readonly terms: PublishedTerms;
  readonly methods: readonly ListedMethod[];
  readonly category: 'mass' | 'profession' | 'block';
  readonly price: string;
  /** Absent: the price is fixed. */
  readonly floatingRatio?: string | undefined;
  readonly online: boolean;
}

export interface FoundOffers {
  readonly offers: MarketOffer[];
  readonly unread: readonly UnreadOffer[];
}

/** Decimals of a pair; null: not known. */
export interface PairScales {
  readonly priceScale: number | null;
  readonly assetScale: number | null;
  readonly fiatScale: number | null;
}
