import type { ListedMethod, TermDifference } from '../domain/ads/listed-terms.ts';
import type { PublishedTerms, TermsPart } from '../domain/ads/published-terms.ts';
import type { SwitchName } from '../domain/guard/guard-memory.ts';
import type { Mode } from '../domain/mode.ts';
import type { TradeSide } from '../domain/orders/order-facts.ts';
import type { ReleaseRules } from '../domain/orders/release-rules.ts';
import type { PricingRules } from '../domain/pricing/pricing-rules.ts';

/** An ad as the file wants it. */
export interface WantedAd {
  /** The name of its table in the file. */
  name: string;
  /** Null: it is published under its name, and its number is the one that the name owns. */
  adNumber: string | null;
  rules: PricingRules;
  /** What it offers; null: the file does not say. */
  terms: TermsPart | null;
  /** Where its terms were changed in the app: the file's are sent, or only the difference is reported. */
  fileWins: boolean;
  /** Null: that of its account. */
  mode: Mode | null;
  /** Whether it is on the market; null: the file does not say. */
  status: WantedStatus | null;
}

export type WantedStatus = 'online' | 'offline';

/** What the configuration file wants of an account. */
export interface AccountWish {
  account: string;
  egress: string;
  mode: Mode;
  /** Whether its desk takes orders in. */
  desk: boolean;
  /** Kept ads that the file does not name are stopped, or left alone. */
  stopsOtherAds: boolean;
  /** Null: the guard's rules stay as they are. */
  rules: ReleaseRules | null;
  /** Null: the block list stays as it is. */
  blocked: readonly string[] | null;
  /** True: engaged; an absent switch stays as it is. */
  kill: Readonly<Partial<Record<SwitchName, boolean>>>;
  ads: readonly WantedAd[];
}

/** An ad that is kept. */
export interface RunningAd {
  adNumber: string;
  mode: Mode;
  rules: PricingRules;
  /** Null: it was not looked at yet. */
  side: TradeSide | null;
  /** Payment methods that its caps have taken out of it; absent: none. */
  withheld?: readonly ListedMethod[];
  /** What took it off the market to stay: a command, or the merchant in the app; absent: nothing. */
  offBy?: 'command' | 'app';
  /** The merchant put it online in the app after that: it is on the market, and no one prices it. */
  isBackInApp?: boolean;
}

/** What runs of an account. */
export interface AccountState {
  /** Null: no desk takes its orders in. */
  desk: { mode: Mode } | null;
  /** Null: there is none yet. */
  guard: { rules: ReleaseRules | null; blocked: readonly string[]; thrown: readonly SwitchName[] } | null;
  ads: readonly RunningAd[];
  /** The numbers of the ads that were published by name; null: one may have been, and its number is open. */
  published: Readonly<Record<string, string | null>>;
  /** The terms in which an ad differs from the file, by its number. */
  differences: Readonly<Record<string, readonly TermDifference[]>>;
  /** Why an ad has no terms to compare, by its number: it is missing, or closed for good. */
  unread: Readonly<Record<string, string>>;
  /** The ads that a shadow desk would publish, by name, as its last run said. */
  intents: Readonly<Record<string, { terms: PublishedTerms; rules: PricingRules; status: WantedStatus }>>;
}

/** One command that brings what runs nearer to the file. */
export type Change =
  | { kind: 'start-desk'; mode: Mode }
  | { kind: 'stop-desk' }
  | { kind: 'desk-mode'; from: Mode; mode: Mode }
  | { kind: 'release-rules'; from: ReleaseRules | null; rules: ReleaseRules }
  | { kind: 'block' | 'unblock'; counterparty: string }
  | { kind: 'switch'; name: SwitchName; thrown: boolean }
  | {
      kind: 'publish-ad';
      name: string;
      mode: Mode;
      terms: PublishedTerms;
      rules: PricingRules;
      /** Names that own an ad and have left the file: this one may be such a name, renamed. */
      left: readonly string[];
      status: WantedStatus;
    }
  | { kind: 'start-ad'; adNumber: string; mode: Mode; rules: PricingRules; status: WantedStatus | null }
  | {
      kind: 'ad-rules';
      adNumber: string;
      from: PricingRules;
      part: Partial<PricingRules>;
      /** Null: not known. */
      side: TradeSide | null;
    }
  | { kind: 'ad-terms'; adNumber: string; mode: Mode; terms: TermsPart; differences: readonly TermDifference[] }
  | { kind: 'ad-mode'; adNumber: string; from: Mode; mode: Mode }
  | { kind: 'ad-status'; adNumber: string; status: WantedStatus }
  /** `offBy`: it is off the market, and stays there. */
  | ({ kind: 'stop-ad'; adNumber: string } & Pick<RunningAd, 'offBy'>);

export interface PlannedChange {
  account: string;
  change: Change;
  /** It concerns what is released and to whom, or what bounds the prices of an ad. */
  isMoney: boolean;
  /** What it lets through that is held now, in words; empty: nothing. */
  loosens: readonly string[];
}
