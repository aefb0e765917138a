import type { AccountState, AccountWish, Change, WantedAd } from './account-plan.ts';
import { isSame } from './same-value.ts';
import { meansMethod, type ListedMethod, type TermDifference } from '../domain/ads/listed-terms.ts';
import { publishedTermsSchema, type TermsPart } from '../domain/ads/published-terms.ts';
import { looserMode } from '../domain/guard/loosening.ts';
import type { Mode } from '../domain/mode.ts';
import type { PricingRules } from '../domain/pricing/pricing-rules.ts';

/** Returns what makes the ads of an account those of the file. */
export function adChanges({ ads, mode, stopsOtherAds }: AccountWish, state: AccountState): Change[] {
  const wanted = ads.flatMap((ad): Change[] => {
    const wish = { ...ad, mode: ad.mode ?? mode };
    const adNumber = numberOf(ad, state);
    return adNumber === null ? publication(wish, { ads, state }) : keptAd({ ...wish, adNumber }, state);
  });
  const numbers = new Set(ads.map((ad) => numberOf(ad, state)));
  const others = state.ads.filter(({ adNumber }) => stopsOtherAds && !numbers.has(adNumber));
  const stops = others.map(({ adNumber, offBy, isBackInApp = false }) => ({
    kind: 'stop-ad' as const,
    adNumber,
    ...(offBy === undefined || isBackInApp ? {} : { offBy }),
  }));
  return [...wanted, ...stops];
}

/** An ad as the file wants it, in the mode that it is to have. */
type AdWish = WantedAd & { mode: Mode };

function publication(ad: AdWish, { ads, state }: Pick<AccountWish, 'ads'> & { state: AccountState }): Change[] {
  if (isIntended(ad, state)) return [];
  const { name, mode, terms, rules, status } = ad;
  const left = leftNames({ ads }, state);
  const parsed = publishedTermsSchema.parse(terms);
  return [{ kind: 'publish-ad', name, mode, terms: parsed, rules, left, status: status ?? 'online' }];
}

/** A shadow desk has said that it would publish just this: saying it again changes nothing. */
export function isIntended(
  { name, mode, terms, rules, status }: AdWish,
  { intents }: Pick<AccountState, 'intents'>,
): boolean {
  const intent = new Map(Object.entries(intents)).get(name);
  return mode === 'shadow' && intent !== undefined && isSame(intent, { terms, rules, status: status ?? 'online' });
}

function keptAd(ad: AdWish & { adNumber: string }, state: AccountState): Change[] {
  const { adNumber, rules, terms, mode, status } = ad;
  const running = state.ads.find((one) => one.adNumber === adNumber);
  const modeChange =
    running === undefined || running.mode === mode
      ? []
      : [{ kind: 'ad-mode' as const, adNumber, from: running.mode, mode }];
  const found = differencesOf(ad, state);
  // The rules of the file are for another ad than this one.
  if (found.some(isIdentity)) return modeChange.filter(({ from }) => looserMode(from, mode) === null);
  const edits = termChanges(ad, found, running);
  if (running === undefined) {
    return adNumber in state.unread ? [] : [...edits, { kind: 'start-ad', adNumber, mode, rules, status }];
  }
  const part = changedPart(running.rules, rules);
  const side = running.side ?? terms?.side ?? null;
  return [
    ...edits,
    ...(part === null ? [] : [{ kind: 'ad-rules' as const, adNumber, from: running.rules, part, side }]),
    ...modeChange,
    ...statusChange(ad, running),
  ];
}

/** What leaves the market for a while, by its rules or with the business, is taken off it all the same: it would come back. */
function statusChange(
  { adNumber, status, fileWins }: WantedAd & { adNumber: string },
  { offBy, isBackInApp = false }: AccountState['ads'][number],
): Change[] {
  const isOff = offBy !== undefined;
  const isAsWritten = status === 'offline' ? isOff && !isBackInApp : !isOff;
  if (status === null || isAsWritten) return [];
  const isAppsWord = offBy === 'app' || isBackInApp;
  return isAppsWord && !fileWins ? [] : [{ kind: 'ad-status', adNumber, status }];
}

/** Returns the differences that the file says nothing against: the quantity of an ad with inventory rules is theirs. */
export function differencesOf(
  { adNumber, rules: { inventory } }: Pick<WantedAd, 'rules'> & { adNumber: string },
  { differences }: Pick<AccountState, 'differences'>,
): readonly TermDifference[] {
  const found = differences[adNumber] ?? [];
  return inventory === null ? found : found.filter(({ term }) => term !== 'quantity');
}

const identity: ReadonlySet<string> = new Set(['asset', 'fiat', 'side']);

/** A difference by which the ad is another one than the file means. */
export const isIdentity = ({ term }: TermDifference): boolean => identity.has(term);

/** Whether a difference can be taken away: not what an ad keeps for life, and nothing where nothing is written. */
export function isDue({ isForLife }: TermDifference, { fileWins, mode }: Pick<AdWish, 'fileWins' | 'mode'>): boolean {
  return fileWins && mode !== 'shadow' && !isForLife;
}

function termChanges(
  ad: AdWish & { adNumber: string },
  found: readonly TermDifference[],
  running: AccountState['ads'][number] | undefined,
): Change[] {
  const { adNumber, mode, terms, rules } = ad;
  const differences = found.filter((one) => isDue(one, ad));
  if (terms === null || differences.length === 0) return [];
  const lasting = new Set<string>(found.filter(({ isForLife }) => isForLife).map(({ term }) => term));
  if (rules.inventory !== null) lasting.add('quantity');
  const sent = Object.fromEntries(
    Object.entries(termsWithout(terms, running?.withheld ?? [])).filter(([term]) => !lasting.has(term)),
  );
  return [{ kind: 'ad-terms', adNumber, mode, terms: sent, differences }];
}

/** Returns the terms without the payment methods that its caps have taken out of the ad: they come back by themselves. */
export function termsWithout(terms: TermsPart, withheld: readonly ListedMethod[]): TermsPart {
  const { payMethods, ...others } = terms;
  if (payMethods === undefined || withheld.length === 0) return terms;
  const left = payMethods.filter((written) => !withheld.some((method) => meansMethod(written, method)));
  return left.length === 0 ? others : { ...others, payMethods: left };
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
