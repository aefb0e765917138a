/** Inputs and results of activities. Plain JSON; workflows import these as types only. */
import type { CancelReason } from '../domain/cancel-reason.ts';
import type { AdFacts } from '../domain/ads/ad-facts.ts';
import type { ComparedFrom, SeenPrices } from '../domain/diff/price-diff.ts';
import type { InventoryRule, ShownStock, StockDecision, RememberedStock } from '../domain/ads/inventory.ts';
import type { CapsNews, CapsQuestion, RememberedCaps, ShownCaps } from '../domain/caps/caps-decision.ts';
import type { FailureCategory } from '../domain/failures/error-category.ts';
import type { HoursRule } from '../domain/hours/hours-rule.ts';
import type { Opening } from '../domain/hours/opening.ts';
import type { Mode } from '../domain/mode.ts';
import type { PaymentElsewhere } from '../domain/orders/attached-payments.ts';
import type { PricingDecision } from '../domain/pricing/pricing-decision.ts';
import type { PricingRules } from '../domain/pricing/pricing-rules.ts';
import type { WatchedAd } from '../domain/pricing/market-plan.ts';
import type { GuardHits } from '../domain/pricing/guard-hits.ts';
import type { MoneyRefusal } from '../domain/orders/money-outcome.ts';
import type { Approval } from '../domain/orders/approval.ts';
import type { Check } from '../domain/orders/release-check.ts';
import type { ReadOrder, ReadOrderInput } from './read-contract.ts';
import type { ReleaseRules } from '../domain/orders/release-rules.ts';

export interface WatchMarketInput extends ComparedFrom, WatchedAd {
  /** Absent: none. */
  guardHits?: GuardHits;
  /** The price that was set then, at the service; absent: none was. */
  setPrice?: string;
  /** The ratio that was set then; absent: its price is fixed. */
  setRatio?: string;
  /** What is remembered of the ad's stock; absent: its rules keep none. */
  stock?: RememberedStock;
  /** What is remembered of the ad's methods; absent: none of them is capped. */
  caps?: RememberedCaps;
  /** The watch ends after this time, so that code and settings roll over. */
  periodMs: number;
  /** The last reset of the asking workflow; absent: it was never reset. */
  resetId?: string;
  /** What the workflow shows of the last look; null: nothing yet. A look that differs enough returns. */
  shown: ShownLook | null;
}

/** The part of a look that lists and pages show. */
export interface ShownLook {
  rank: number | null;
  reason: PricingDecision['reason'] | null;
  /** Since when a limit has bound the ad; null: no limit. */
  boundSinceMs: number | null;
  /** Whether a human has been asked about it. */
  isAlarmed: boolean;
  /** Whether its hours were open; absent: it has none. */
  isOpen?: boolean;
  atMs: number;
}

/** When a look was, and its facts beside the decision. */
export interface LookFacts {
  referencePrice: string | null;
  boundSinceMs: number | null;
  guardHits: GuardHits;
  /** Absent from an ad without hours. */
  opening?: Opening;
  /** Absent: nothing is known of it. */
  stock?: ShownStock;
  /** Absent: nothing is known of it. */
  caps?: ShownCaps;
  atMs: number;
}

/** Why a watch returned: something must change or be shown, or its period is over. */
export type WatchMarketVerdict = SeenPrices & WatchTerms & WatchEnd;

/** Under which terms a watch has looked. */
interface WatchTerms {
  /** As it was asked: a workflow that was reset finds an end from before it by this. */
  resetId?: string;
  /** Repricing was switched off meanwhile, so that others may have set the price; absent: not that it is known. */
  wasHeld?: true;
}

type WatchEnd =
  | (LookFacts & { kind: 'set'; decision: PricingDecision; ad: AdFacts })
  | (LookFacts & { kind: 'quiet'; decision: PricingDecision | null; ad: AdFacts })
  | { kind: 'ad-not-online'; ad: AdFacts }
  /** The kill switch of the ads. `by` and `why`: who engaged it, where that is the watchdog; it may be offline already. */
  | { kind: 'switched-off'; ad: AdFacts; by?: string; why?: string }
  | { kind: 'outside-hours'; ad: AdFacts; opening: Opening }
  /** The ad offers too much or too little. */
  | { kind: 'stock'; ad: AdFacts; decision: StockDecision; seen: ShownStock | null }
  /** A method of the ad has reached its cap, or is below it again. */
  | ({ kind: 'caps' } & CapsNews)
  /** `atMs`: when the service answered 404. */
  | { kind: 'ad-missing'; atMs: number; untilMs: number }
  | { kind: 'problem'; category: FailureCategory; code: string | null; message: string; untilMs: number };

/** The heartbeat of a watch: the pending activity in the Web UI shows it, and a retry resumes from it. */
export interface WatchHeartbeat extends SeenPrices {
  note: string;
  nextCheckAtMs: number;
  decision: PricingDecision | null;
  problem: string | null;
  /** The ad's price at the service; null when the look failed. */
  price: string | null;
  atMs: number;
  boundSinceMs: number | null;
  guardHits?: GuardHits;
  /** What the last reads of its quantity and of its methods showed; absent: nothing yet. */
  stock?: ShownStock;
  caps?: ShownCaps;
  /** Repricing was switched off meanwhile; absent: not that it is known. */
  wasHeld?: true;
}

export interface UpdateAdPriceInput extends AdStatusInput {
  limits: { floor: string; ceiling: string };
  price: string;
  /** Of a floating ad: sent in place of the price, which it is worth. */
  floatingRatio?: string;
}

export interface AdStatusInput {
  mode: Mode;
  adNumber: string;
}

export interface TakeAdOfflineInput extends AdStatusInput {
  /** A person, a kill switch or the watchdog decided it, and no rule: a process that holds the ad in shadow obeys, too. */
  commanded?: boolean;
}

export interface PutAdOnlineInput extends AdStatusInput {
  limits: { floor: string; ceiling: string };
  /** It is refused outside them; absent: none. */
  hours?: HoursRule;
  /** It is refused while there is too little to sell; absent: its rules keep no stock. */
  inventory?: { rule: InventoryRule; wish: RememberedStock };
  /** It is refused while every method has reached its cap; absent: none is capped. */
  caps?: CapsQuestion;
  /** It is priced again before it is online: its price is as old as its absence. Absent: it keeps its price. */
  pricing?: Pick<WatchMarketInput, 'rules' | 'override' | 'learnedRange'>;
}

export interface WriteReceipt {
  /** applied: the service accepted it; intent: a shadow desk only recorded it. */
  kind: 'applied' | 'intent';
  atMs: number;
}

export interface WatchBusinessInput extends Omit<BusinessLook, 'stock' | 'caps'> {
  /** Null: there is none yet, and only the business is read. */
  adNumber: string | null;
  periodMs: number;
  /** Only the ad is read; absent: the business, too. */
  adOnly?: boolean;
  /** The hours of an ad that they keep off the market: the watch ends when they open, or when their end has changed. */
  hours?: HoursRule;
  /** The ad is off the market for its stock, which is read now and then; absent: it is not. */
  inventory?: { rule: InventoryRule; wish: RememberedStock };
  /** The ad is off the market for its caps, which are looked at now and then; absent: it is not. */
  paymentCaps?: CapsQuestion;
}

/** Known reasons why an ad receives no orders; null: the service does not report it. */
export interface BusinessLook {
  /** Of the merchant's business. */
  status: string | null;
  adStatus: AdFacts['status'] | null;
  /** Of the hours that were asked about; absent: none were. */
  opening?: Opening;
  /** What the ad's stock lets it do; absent: nothing new. */
  stock?: { decision: StockDecision; seen: ShownStock | null };
  /** What the caps of its methods let the ad do; absent: nothing new. */
  caps?: CapsNews;
}

/** Input of the release gate, as the order's workflow knows it at one moment. */
export interface ReleaseCheckInput extends ReadOrderInput {
  /** In which it is to be released: a signed approval counts in the one in which the order was shown. */
  mode: Mode;
  rules: ReleaseRules;
  approvals: readonly Approval[];
  /** The attached payments that back another order, as far as the approvals were given with that in view. */
  shownElsewhere: readonly string[];
  held: boolean;
  /** The highest epoch of the order that its workflow knows: an older copy of the register has forgotten what was taken back. */
  knownEpoch: number;
  /** Since when the order is PAID, as far as its workflow has seen. */
  paidSinceMs: number;
  approvalLifeMs: number;
}

export interface ReleaseLook {
  /** Fresh. */
  order: ReadOrder;
  /** The checks that fail; empty: the coin may be released. */
  missing: Check[];
  readAtMs: number;
  /** True where this worker counts signed approvals only. */
  signedOnly: boolean;
  /** Attached payments that back another order. */
  elsewhere: PaymentElsewhere[];
}

/** When a money call may leave, counted from the first schedule time of its activity. */
export interface StepFence {
  boundMs: number;
  recvWindowMs: number;
}

/** The end of one money attempt, as far as the activity knows it. */
export type MoneyAttempt =
  | { kind: 'executed'; orderNumber: string | null }
  | { kind: 'intent' }
  | {
      kind: 'rejected';
      category: MoneyRefusal;
      code: string | null;
      message: string;
      retryAfterMs: number | null;
      /** What a release lacks, where that is why; absent: something else. */
      lacks?: Check[];
      /** An earlier call may have left: by then it shows in reads, or never will. Absent: not known. */
      openUntilMs?: number;
    }
  | { kind: 'unknown'; reason: string };

export interface MoneyOrderInput {
  mode: Mode;
  orderNumber: string;
}

export interface MarkPaidInput extends MoneyOrderInput {
  payId: string | null;
  /** The run of the last reset of the workflow; null: it was never reset. */
  resetId: string | null;
  /** What the person who confirmed the payment had seen of the order. */
  seen: { generation: string; epoch: number };
  fence: StepFence;
}

export interface CancelOrderInput extends Omit<MarkPaidInput, 'payId'> {
  /** With the text of the one that needs it. */
  reason: CancelReason;
  text: string | null;
  /** The workflow knows of a payment, or may have forgotten one. */
  mayBePaid: boolean;
}

export interface ReleaseCoinInput extends MoneyOrderInput {
  payId: string | null;
  gate: ReleaseCheckInput;
  fence: StepFence;
}

export interface PlaceOrderActivityInput {
  mode: Mode;
  requestId: string;
  adNumber: string;
  asset: string;
  fiat: string;
  side: 'BUY' | 'SELL';
  totalAmount: string;
  matchPrice: string;
  payId: string | null;
  fence: StepFence;
}

export interface FindPlacedOrderInput {
  adNumber: string;
  side: 'BUY' | 'SELL';
  totalAmount: string;
  /** Orders that were there before the attempt. */
  known: string[];
  /** The asking placement: an order that another placement owns is not its own. */
  requestId: string;
  /** When the placement was begun, by Temporal's clock. */
  sinceMs: number;
}

export interface CheckPlacementInput {
  adNumber: string;
  fiat: string;
  requestId: string;
  side: 'BUY' | 'SELL';
  totalAmount: string;
}

export interface PlacementCheck {
  mayPlace: boolean;
  /** The order that this request placed before; null: none known. */
  owned: string | null;
  riskTips: string[];
  /** The account's order numbers on this ad before the attempt. */
  known: string[];
  readAtMs: number;
}

export interface AdoptAdsInput {
  rules: Omit<PricingRules, 'limits'>;
  /** Half-width of an adopted ad's limits around its current price. */
  limitRatio: string;
}
