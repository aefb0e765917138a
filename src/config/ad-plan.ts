import type { AccountState, AccountWish, Change, WantedAd } from './account-plan.ts';
import { isSame } from './same-value.ts';
import type { TermDifference } from '../domain/ads/listed-terms.ts';
import { publishedTermsSchema, type TermsPart } from '../domain/ads/published-terms.ts';
import type { PricingRules } from '../domain/pricing/pricing-rules.ts';

/** Returns what makes the ads of an account those of the file. */
export function adChanges({ ads, mode: accountMode, stopsOtherAds }: AccountWish, state: AccountState): Change[] {
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
    const side = running.side ?? terms?.side ?? null;
    return [
      ...edits,
      ...(part === null ? [] : [{ kind: 'ad-rules' as const, adNumber, from: running.rules, part, side }]),
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
