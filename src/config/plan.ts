import type { TermDifference } from '../domain/ads/listed-terms.ts';
import { publishedTermsSchema, type PublishedTerms, type TermsPart } from '../domain/ads/published-terms.ts';
import { looserInventory, looserMode, looserRules, looserTerms } from '../domain/guard/loosening.ts';
import type { SwitchName } from '../domain/guard/guard-memory.ts';
import type { Mode } from '../domain/mode.ts';
import type { ReleaseRules } from '../domain/orders/release-rules.ts';
import type { PricingRules } from '../domain/pricing/pricing-rules.ts';

/** An ad as the file wants it. */
export interface WantedAd {
  /** Of its table. */
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
}

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

/** What runs of an account. */
export interface AccountState {
  /** Null: no desk takes its orders in. */
  desk: { mode: Mode } | null;
  /** Null: there is none yet. */
  guard: { rules: ReleaseRules | null; blocked: readonly string[]; thrown: readonly SwitchName[] } | null;
  ads: readonly { adNumber: string; mode: Mode; rules: PricingRules }[];
  /** The numbers of the ads that were published by name; null: one may have been, and its number is open. */
  published: Readonly<Record<string, string | null>>;
  /** By ad number: the terms in which an ad differs from the file. */
  differences: Readonly<Record<string, readonly TermDifference[]>>;
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
    }
  | { kind: 'start-ad'; adNumber: string; mode: Mode; rules: PricingRules }
  | { kind: 'ad-rules'; adNumber: string; from: PricingRules; part: Partial<PricingRules> }
  | { kind: 'ad-terms'; adNumber: string; mode: Mode; terms: TermsPart; differences: readonly TermDifference[] }
  | { kind: 'ad-mode'; adNumber: string; from: Mode; mode: Mode }
  | { kind: 'stop-ad'; adNumber: string };

export interface PlannedChange {
  account: string;
  change: Change;
  /** It concerns what is released, and to whom. */
  isMoney: boolean;
  /** What it lets through that is held now, in words; empty: nothing. */
  loosens: readonly string[];
}

/**
 * Returns the changes that make an account what the file wants; none when it is that already. What holds more comes
 * first, so that a plan which is cut off leaves the desk stricter, never looser.
 */
export function planAccount(wish: AccountWish, state: AccountState): PlannedChange[] {
  const changes = [...guardChanges(wish, state), ...deskChanges(wish, state), ...adChanges(wish, state)];
  const planned = changes.map((change) => ({ account: wish.account, change, ...weightOf(change, state) }));
  return planned.toSorted((left, right) => rank(left) - rank(right));
}

/** Stricter first, then what is neither, then looser. */
function rank({ isMoney, loosens }: PlannedChange): number {
  if (loosens.length > 0) return 2;
  return isMoney ? 0 : 1;
}

function guardChanges({ rules, blocked, kill }: AccountWish, { guard }: AccountState): Change[] {
  const present = guard?.rules ?? null;
  const known = guard?.blocked ?? [];
  const thrown = guard?.thrown ?? [];
  return [
    ...(rules === null || isSame(rules, present) ? [] : [{ kind: 'release-rules' as const, from: present, rules }]),
    ...(blocked ?? [])
      .filter((counterparty) => !known.includes(counterparty))
      .map((counterparty) => ({ kind: 'block' as const, counterparty })),
    ...known
      .filter((counterparty) => blocked !== null && !blocked.includes(counterparty))
      .map((counterparty) => ({ kind: 'unblock' as const, counterparty })),
    ...(Object.entries(kill) as [SwitchName, boolean][])
      .filter(([name, wanted]) => thrown.includes(name) !== wanted)
      .map(([name, wanted]) => ({ kind: 'switch' as const, name, thrown: wanted })),
  ];
}

function deskChanges({ desk, mode }: AccountWish, { desk: present }: AccountState): Change[] {
  if (!desk) return present === null ? [] : [{ kind: 'stop-desk' }];
  if (present === null) return [{ kind: 'start-desk', mode }];
  return present.mode === mode ? [] : [{ kind: 'desk-mode', from: present.mode, mode }];
}

function adChanges({ ads, mode: accountMode, stopsOtherAds }: AccountWish, state: AccountState): Change[] {
  const left = leftNames({ ads }, state);
  const known = ads.map((ad) => ({ ...ad, adNumber: numberOf(ad, state) }));
  const wanted = known.flatMap(({ name, adNumber, rules, terms, fileWins, mode: own }): Change[] => {
    const mode = own ?? accountMode;
    if (adNumber === null) {
      return [{ kind: 'publish-ad', name, mode, terms: publishedTermsSchema.parse(terms), rules, left }];
    }
    const running = state.ads.find((ad) => ad.adNumber === adNumber);
    const differences = keptByFile(rules, state.differences[adNumber] ?? []);
    const isDue = terms !== null && fileWins && differences.length > 0;
    const edits = isDue
      ? [{ kind: 'ad-terms' as const, adNumber, mode, terms: termsToKeep(rules, terms), differences }]
      : [];
    if (running === undefined) return [...edits, { kind: 'start-ad', adNumber, mode, rules }];
    const part = changedPart(running.rules, rules);
    return [
      ...edits,
      ...(part === null ? [] : [{ kind: 'ad-rules' as const, adNumber, from: running.rules, part }]),
      ...(running.mode === mode ? [] : [{ kind: 'ad-mode' as const, adNumber, from: running.mode, mode }]),
    ];
  });
  const others = state.ads.filter(({ adNumber }) => stopsOtherAds && !known.some((ad) => ad.adNumber === adNumber));
  return [...wanted, ...others.map(({ adNumber }) => ({ kind: 'stop-ad' as const, adNumber }))];
}

/** The quantity of an ad with inventory rules is theirs: the file's is the one that it is published with. */
function keptByFile({ inventory }: PricingRules, differences: readonly TermDifference[]): readonly TermDifference[] {
  return inventory === null ? differences : differences.filter(({ term }) => term !== 'quantity');
}

function termsToKeep({ inventory }: PricingRules, { quantity, ...terms }: TermsPart): TermsPart {
  return inventory === null && quantity !== undefined ? { ...terms, quantity } : terms;
}

/** Returns the differences that stay because the app wins: reported, never changed. */
export function keptDifferences(
  { ads }: Pick<AccountWish, 'ads'>,
  state: Pick<AccountState, 'published' | 'differences'>,
): { adNumber: string; difference: TermDifference }[] {
  return ads
    .filter(({ fileWins }) => !fileWins)
    .flatMap((ad) => {
      const adNumber = numberOf(ad, state);
      const found = adNumber === null ? [] : keptByFile(ad.rules, state.differences[adNumber] ?? []);
      return found.map((difference) => ({ adNumber: adNumber ?? '', difference }));
    });
}

/** Returns the number of an ad: its own, else the one that its name owns; null: it is not published yet. */
export function numberOf(
  { name, adNumber }: Pick<WantedAd, 'name' | 'adNumber'>,
  { published }: Pick<AccountState, 'published'>,
): string | null {
  return adNumber ?? published[name] ?? null;
}

/**
 * Returns why the file cannot be carried out beside what runs, or null: two tables that mean the same ad would change it
 * back and forth. Only the guard knows which number a name owns, so the file alone does not show it.
 */
export function doubledAd({ ads }: Pick<AccountWish, 'ads'>, state: Pick<AccountState, 'published'>): string | null {
  const names = new Map<string, string>();
  for (const ad of ads) {
    const adNumber = numberOf(ad, state);
    const other = adNumber === null ? undefined : names.get(adNumber);
    if (other !== undefined) return `[ads.${other}] and [ads.${ad.name}] both mean ad ${adNumber}: keep one of them`;
    if (adNumber !== null) names.set(adNumber, ad.name);
  }
  return null;
}

/** Returns the names that own an ad which no table of the file means: of tables that were renamed or taken out. */
function leftNames({ ads }: Pick<AccountWish, 'ads'>, { published }: Pick<AccountState, 'published'>): string[] {
  const meant = new Set(ads.map((ad) => numberOf(ad, { published })));
  return Object.entries(published)
    .filter(([name, adNumber]) => !ads.some((ad) => ad.name === name) && adNumber !== null && !meant.has(adNumber))
    .map(([name, adNumber]) => `${name} (${adNumber})`);
}

/** Returns the rules that differ, each as a whole; null when none does. */
function changedPart(from: PricingRules, to: PricingRules): Partial<PricingRules> | null {
  const present = new Map(Object.entries(from));
  const changed = Object.entries(to).filter(([name, value]) => !isSame(value, present.get(name)));
  return changed.length === 0 ? null : (Object.fromEntries(changed) as Partial<PricingRules>);
}

/** Whether two plain values say the same, whatever the order of their keys. */
function isSame(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right);
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? 'undefined';

function weightOf(change: Change, { desk }: AccountState): Pick<PlannedChange, 'isMoney' | 'loosens'> {
  const money = (loosens: readonly (string | null)[]) => ({
    isMoney: true,
    loosens: loosens.filter((text) => text !== null),
  });
  switch (change.kind) {
    case 'release-rules':
      return money(looserRules(change.from, change.rules));
    case 'block':
      return money([]);
    case 'unblock':
      return money([`${change.counterparty} leaves the block list`]);
    case 'switch':
      return money([change.thrown ? null : `kill switch ${change.name} is lifted`]);
    case 'desk-mode':
    case 'ad-mode':
      return money([looserMode(change.from, change.mode)]);
    case 'start-desk':
    case 'start-ad':
    case 'publish-ad':
      // Beside a desk that writes, one more ad that writes is nothing new.
      return money([looserMode(desk?.mode ?? 'shadow', change.mode)]);
    case 'ad-terms':
      return { isMoney: false, loosens: looserTerms(change.differences) };
    case 'ad-rules': {
      const { inventory } = change.part;
      return { isMoney: false, loosens: looserInventory(change.from.inventory, inventory ?? null) };
    }
    case 'stop-ad':
    case 'stop-desk':
      return { isMoney: false, loosens: [] };
  }
}
