import { compare, Decimal, isDecimalText, roundToScale } from '../decimal.ts';
import type { AdFacts } from './ad-facts.ts';
import type { PublishedTerms, TermsPart } from './published-terms.ts';

/** A payment method of an ad or an account. Empty: not known. */
export interface ListedMethod {
  readonly payId: string;
  readonly identifier: string;
  readonly name: string;
}

/** An own ad with all its terms, as the service shows it (interface 4.2, EP-2 and EP-4). Null: not known. */
export interface ListedAd {
  readonly adNumber: string;
  readonly status: AdFacts['status'];
  readonly price: string;
  /** In percent of the market; null: its price is fixed. */
  readonly floatingRatio: string | null;
  readonly asset: string;
  readonly fiat: string;
  readonly side: AdFacts['side'];
  readonly quantity: string | null;
  readonly minOrder: string | null;
  readonly maxOrder: string | null;
  readonly payMethods: readonly ListedMethod[] | null;
  readonly category: string | null;
  readonly payTimeMinutes: number | null;
  readonly remarks: string;
  readonly autoReply: string;
  readonly buyerKyc: boolean;
  readonly extraKyc: boolean;
  readonly minRegisterDays: number;
  readonly createdAtMs: number | null;
}

type TermName = keyof TermsPart & keyof ListedAd;

/** A term in which an ad is not what is wanted. */
export interface TermDifference {
  readonly term: TermName;
  readonly wanted: string;
  readonly listed: string;
  /** True: an ad keeps it for life (wire-facts 6, EP-7), so another ad is needed. */
  readonly isForLife: boolean;
}

const forLife: ReadonlySet<TermName> = new Set(['asset', 'fiat', 'side', 'category']);

/** Returns whether a written method means a listed one: by its id, identifier or name, whatever its capitals. */
export function meansMethod(written: string, { payId, identifier, name }: ListedMethod): boolean {
  const wanted = written.trim().toLowerCase();
  return [payId, identifier, name].some((known) => known !== '' && known.toLowerCase() === wanted);
}

function areSameMethods(wanted: readonly string[], listed: readonly ListedMethod[]): boolean {
  if (wanted.length !== listed.length) return false;
  return (
    wanted.every((written) => listed.some((method) => meansMethod(written, method))) &&
    listed.every((method) => wanted.some((written) => meansMethod(written, method)))
  );
}

const methodText = ({ identifier, name, payId }: ListedMethod): string => identifier || name || payId;

type PlainValue = string | number | boolean;

function difference(term: TermName, wanted: string, listed: string): TermDifference {
  return { term, wanted, listed, isForLife: forLife.has(term) };
}

/** Undefined: not wanted; null: not known. */
function plainDifference(term: TermName, wanted: PlainValue | undefined, listed: PlainValue | null): TermDifference[] {
  if (wanted === undefined || listed === null) return [];
  const left = String(wanted).trim();
  const right = String(listed).trim();
  const isSame = isDecimalText(left) && isDecimalText(right) ? compare(left, right) === 0 : left === right;
  return isSame ? [] : [difference(term, left, right)];
}

function methodDifference(
  wanted: readonly string[] | undefined,
  listed: readonly ListedMethod[] | null,
): TermDifference[] {
  if (wanted === undefined || listed === null || areSameMethods(wanted, listed)) return [];
  return [difference('payMethods', wanted.join(', '), listed.map(methodText).join(', '))];
}

const terms: readonly TermName[] = [
  'asset',
  'fiat',
  'side',
  'category',
  'quantity',
  'minOrder',
  'maxOrder',
  'payMethods',
  'payTimeMinutes',
  'remarks',
  'autoReply',
  'buyerKyc',
  'extraKyc',
  'minRegisterDays',
];

/** Returns the named terms in which an ad differs. What the service does not show is no difference. */
export function termDifferences(wanted: TermsPart, listed: ListedAd): TermDifference[] {
  return terms.flatMap((term) =>
    term === 'payMethods'
      ? methodDifference(wanted.payMethods, listed.payMethods)
      : plainDifference(term, wanted[term], listed[term]),
  );
}

/** Returns whether what is listed is what was wanted, with fewer decimals: a service may keep fewer than it was sent. */
export function isRounded({ wanted, listed }: Pick<TermDifference, 'wanted' | 'listed'>): boolean {
  if (!isDecimalText(wanted) || !isDecimalText(listed)) return false;
  const places = new Decimal(listed).decimalPlaces();
  if (new Decimal(wanted).decimalPlaces() <= places) return false;
  return (['down', 'up'] as const).some((way) => compare(roundToScale(wanted, places, way), listed) === 0);
}

/**
 * Returns whether an ad may be the one that was published with these terms: by what does not change by itself, as it is
 * or rounded. One that is taken for another would be published twice. The price changes, so it does not count.
 */
export function couldBePublished(published: PublishedTerms, listed: ListedAd): boolean {
  const { asset, fiat, side, quantity, minOrder, maxOrder } = published;
  return termDifferences({ asset, fiat, side, quantity, minOrder, maxOrder }, listed).every(isRounded);
}
