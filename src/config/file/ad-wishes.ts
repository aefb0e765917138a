import { publishedTermsSchema, termsPartSchema, type TermsPart } from '../../domain/ads/published-terms.ts';
import { pricingRulesSchema, doubtFixedPrice, type PricingRules } from '../../domain/pricing/pricing-rules.ts';
import { domainTable } from './domain-section.ts';
import { adOf, overridesOf, type PeerdeskFile } from './file-schema.ts';
import { isTable, snakeName, type TomlTable } from './key-names.ts';
import type { WantedAd } from '../account-plan.ts';
import { doubtText } from '../../words/refusal-words.ts';

/** An ad as the file wants it kept. */
interface AdWish extends WantedAd {
  account: string;
}

/** What keeps an ad of the file from being priced. */
export interface FileProblem {
  path: readonly (string | number)[];
  text: string;
}

/** Returns the ads of the file, complete, with the problems that only their rules as a whole show. */
export function adWishes(file: PeerdeskFile): { ads: AdWish[]; problems: FileProblem[] } {
  const ads: AdWish[] = [];
  const problems: FileProblem[] = [];
  for (const [name, section] of Object.entries(file.ads ?? {})) {
    const rules = rulesOf(file, section);
    if (typeof rules === 'string') problems.push({ path: problemPath(name, section, rules), text: rules });
    else ads.push({ ...wantedAd(name, section), account: accountOfAd(file, section), rules });
  }
  return { ads, problems };
}

/** A name that is no number, with terms and without a number of its own, is published. */
function wantedAd(name: string, section: TomlTable): Omit<WantedAd, 'rules'> {
  const { number, terms, on_difference, mode = null, status = null } = adOf(section);
  const isNumber = number !== undefined || /^\d+$/.test(name) || terms === undefined;
  return {
    name,
    adNumber: isNumber ? (number ?? name) : null,
    terms: terms === undefined ? null : termsOf(terms),
    fileWins: on_difference !== 'app',
    mode,
    status,
  };
}

/** Returns the numbers of the ads that the file holds in shadow by their own key, whatever their account may write. */
export function shadowAdsOf(file: PeerdeskFile, account: string): string[] {
  const own = Object.entries(file.ads ?? {}).filter(([, section]) => accountOfAd(file, section) === account);
  return own.flatMap(([name, section]) => (adOf(section).mode === 'shadow' ? [adOf(section).number ?? name] : []));
}

/** The section has been checked. */
const termsOf = (terms: TomlTable): TermsPart => termsPartSchema.parse(domainTable(terms));

/** Returns the terms that an ad lacks to be published, by the names of the file. */
export function missingTerms(section: TomlTable): string[] {
  const { terms = {} } = adOf(section);
  const read = publishedTermsSchema.safeParse(domainTable(terms));
  return (read.error?.issues ?? []).map(({ path }) => snakeName(path.map(String).join('.')));
}

function accountOfAd(file: PeerdeskFile, section: TomlTable): string {
  return adOf(section).account ?? Object.keys(file.account ?? {})[0] ?? '';
}

/** An ad without a strategy undercuts the best competitor by a tick, as one that the command line starts. */
export const usualRules = { strategy: { kind: 'undercut', ticks: 1 } };

/** Returns a set of rules of the file by the domain's names, without limits; null without one of that name. */
export function sharedRules(file: PeerdeskFile, name: string): Record<string, unknown> | null {
  const rules = file.rules?.[name];
  return rules === undefined ? null : domainTable(rules);
}

/** What ads take from their account where their rules do not say otherwise. */
const accountKeys = ['hours', 'payment_caps'] as const;

/**
 * Returns the tables of accounts that hold for ads with this set of rules although they are no part of it, such as
 * "account.main.hours". A set that no ad has yet may become any account's.
 */
export function tablesBeside(file: PeerdeskFile, name: string): string[] {
  const sections = Object.values(file.ads ?? {}).filter((section) => adOf(section).rules === name);
  const accounts =
    sections.length === 0 ? Object.keys(file.account ?? {}) : sections.map((section) => accountOfAd(file, section));
  const isOwn = (key: string): boolean => key in (file.rules?.[name] ?? {});
  return [...new Set(accounts)].flatMap((account) =>
    accountKeys
      .filter((key) => file.account?.[account]?.[key] !== undefined && !isOwn(key))
      .map((key) => `account.${account}.${key}`),
  );
}

/** Returns the rules of an ad: its set of rules, with its own keys over them; a text when they do not fit together. */
function rulesOf(file: PeerdeskFile, section: TomlTable): PricingRules | string {
  const { floor, ceiling } = adOf(section);
  const whole = domainTable(merged(usualOf(file, section), overridesOf(section)));
  const parsed = pricingRulesSchema.safeParse({ ...usualRules, ...whole, limits: { floor, ceiling } });
  if (parsed.success) return fixedPriceProblem(parsed.data) ?? parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined) return 'is wrong';
  if (issue.path.join('.') === 'limits') return `the floor is above the ceiling: write a floor of at most ${ceiling}`;
  const key = issue.path.filter((part) => part !== 'limits').map((part) => snakeName(String(part)));
  return [...(key.length === 0 ? [] : [key.join('.')]), issue.message].join(': ');
}

/** What holds where an ad does not say: its set of rules, and the hours and payment caps of its account. */
function usualOf(file: PeerdeskFile, section: TomlTable): TomlTable {
  const { rules } = adOf(section);
  const shared = rules === undefined ? {} : (file.rules?.[rules] ?? {});
  const account = file.account?.[accountOfAd(file, section)];
  const given = accountKeys.flatMap((key) => (account?.[key] === undefined ? [] : [[key, account[key]] as const]));
  return { ...Object.fromEntries(given), ...shared };
}

/** Returns why a fixed or a resting price does not fit the limits, or null. */
export function fixedPriceProblem(rules: PricingRules): string | null {
  const doubt = doubtFixedPrice(rules);
  return doubt === null ? null : doubtText(doubt);
}

/** A filter that an ad writes changes single keys of its rules; everything else is replaced as a whole. */
function merged(shared: TomlTable, own: TomlTable): TomlTable {
  const both = { ...shared, ...own };
  const { filter: base } = shared;
  const { filter: change } = own;
  return isTable(base) && isTable(change) ? { ...both, filter: { ...base, ...change } } : both;
}

/** The words that a problem of a key has. */
const wordsOf: Readonly<Record<string, string>> = { strategy: 'fixed price', hours: 'resting price', floor: 'floor' };

function problemPath(name: string, section: TomlTable, text: string): readonly string[] {
  const key = Object.keys(wordsOf).find((one) => text.includes(wordsOf[one] ?? one));
  return key === undefined || !(key in section) ? ['ads', name] : ['ads', name, key];
}
