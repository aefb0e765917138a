import { Decimal, isPositiveDecimalText } from '../decimal.ts';
import { findNumberTexts, readNumber, type DecimalSign, type NumberText } from '../number-text.ts';

/** No message of the service is longer; the bound keeps hostile input cheap. */
const maxMessageLength = 2_000;

/** How far the middle of a range may be from a known price (as a factor) before it cannot be a price range. */
const plausibleFactor = 5;

/** Largest high / low of a price range; the service's is about 1.2. */
const maxRatio = { named: 100, unnamed: 10, signLike: 3 };

const currency = /(?<!\p{L})(?!(?:AND|HASTA|UNTIL)(?!\p{L}))[A-Z]{3,5}(?:\/[A-Z]{3,5})?(?!\p{L})/gu;
/** Words and signs that may surround the separator without changing its meaning. */
const fillers =
  /(?<!\p{L})(?:bs|price|precio|min|m[aá]x|minimum|maximum|m[ií]nimo|m[aá]ximo|lower|upper|low|high|limit|l[ií]mite|at most)(?!\p{L})\.?|(?:us|r)?[$€£¥₡₹₦₱₲₴₺]|s\/|["'`“”<>=≤≥:*_()[\]{}]/giu;
const separator = /^(?:to|and|a|y|e|al|until|hasta|up to|[-‐‑‒–—−~～∼/|→…]|->|\.{2,3})$/iu;
const listSeparator = /^[,;]?$/;
const highWord = /(?<!\p{L})(?:m[aá]x|maximum|m[aá]ximo|high|upper|at most)(?!\p{L})|<=|≤/iu;
const rangeWord = /range|rango|between|entre|allowed|permitid[oa]s?|from|desde/iu;
const spanishWord = /(?<!\p{L})(?:rango|entre|hasta|precio|desde|permitid[oa]s?|el|la|los|debe)(?!\p{L})/iu;

interface Pair {
  readonly low: NumberText;
  readonly high: NumberText;
  /** The text between the two numbers, and the text before them back to the previous number. */
  readonly gap: string;
  readonly lead: string;
}

interface Candidate {
  readonly ends: readonly [string, string];
  readonly named: boolean;
  readonly ratio: Decimal;
}

function findPairs(message: string): readonly Pair[] {
  const numbers = findNumberTexts(message);
  return numbers.flatMap((high, index) => {
    const low = numbers[index - 1];
    if (low === undefined) return [];
    const leadStart = numbers[index - 2]?.end ?? 0;
    return [{ low, high, gap: message.slice(low.end, high.start), lead: message.slice(leadStart, low.start) }];
  });
}

function isBracketed({ low, high }: Pair, message: string): boolean {
  return /[[({]\s*$/.test(message.slice(0, low.start)) && /^\s*[\])}]/.test(message.slice(high.end));
}

/** A bare comma, or nothing, separates only where something else shows that the two numbers belong together. */
function isJoined(pair: Pair, message: string): boolean {
  const between = pair.gap.replace(currency, ' ').replace(fillers, ' ').trim();
  if (separator.test(between)) return true;
  if (!listSeparator.test(between)) return false;
  if (highWord.test(pair.gap)) return true;
  return between !== '' && (rangeWord.test(pair.lead) || isBracketed(pair, message));
}

/** "400 -9000": a minus with a space only before it may be the second number's own sign. */
function ratioLimit({ gap }: Pair, named: boolean): number {
  if (/\s[-−]$/.test(gap)) return maxRatio.signLike;
  return named ? maxRatio.named : maxRatio.unnamed;
}

function readPair({ low, high }: Pair, sign: DecimalSign): readonly [string, string] | null {
  const ends = [readNumber(low.text, sign), readNumber(high.text, sign)] as const;
  return ends[0] === null || ends[1] === null ? null : [ends[0], ends[1]];
}

/** Which decimal sign to try first where both readings are valid: the service prints 9.105, a Spanish text 9,105. */
function signOrder({ low, high }: Pair, message: string): readonly DecimalSign[] {
  const hasComma = low.text.includes(',') || high.text.includes(',');
  return hasComma && spanishWord.test(message) ? ['comma', 'point'] : ['point', 'comma'];
}

/** Returns how many times one price is the other, at least 1. */
function factorBetween(left: string | Decimal, right: string | Decimal): Decimal {
  const ratio = new Decimal(left).dividedBy(right);
  return ratio.lessThan(1) ? new Decimal(1).dividedBy(ratio) : ratio;
}

function middle([low, high]: readonly [string, string]): Decimal {
  return new Decimal(low).plus(high).dividedBy(2);
}

/** Returns the readings of a pair that can be prices, the likeliest first. */
function readingsOf(pair: Pair, message: string, near: string | null): readonly (readonly [string, string])[] {
  const readings = signOrder(pair, message)
    .map((sign) => readPair(pair, sign))
    .filter((ends) => ends !== null)
    .filter((ends) => ends.every((end) => new Decimal(end).greaterThan(0)));
  if (near === null || !isPositiveDecimalText(near)) return readings;
  // Two readings of one text differ by a factor of a thousand, so at most one of them is near.
  return readings.filter((ends) => factorBetween(middle(ends), near).lessThanOrEqualTo(plausibleFactor));
}

function toCandidate(pair: Pair, message: string, near: string | null): readonly Candidate[] {
  if (!isJoined(pair, message)) return [];
  const named = rangeWord.test(pair.lead);
  return readingsOf(pair, message, near)
    .map((ends) => ({ ends, named, ratio: factorBetween(...ends) }))
    .filter(({ ratio }) => ratio.lessThanOrEqualTo(ratioLimit(pair, named)))
    .slice(0, 1);
}

/** Sorts pairs after a range word first, then narrower ones: limits on amounts span far more than prices. */
function byLikelihood(left: Candidate, right: Candidate): number {
  return Number(right.named) - Number(left.named) || left.ratio.comparedTo(right.ratio);
}

/** The cut may go through a number, and half a number is another one: what stands after the last word goes, too. */
function bounded(message: string): string {
  if (message.length <= maxMessageLength) return message;
  return message.slice(0, maxMessageLength).replace(/[^\p{L}]*$/u, '');
}

/**
 * Finds the price range in a message and returns both ends as plain decimals in the order of the text, or null. `near`
 * is a price close to the range, where known. Interface 7.4, PRICE_RANGE_LIMIT.
 */
export function findRangeText(message: string, near: string | null): readonly [string, string] | null {
  const text = bounded(message);
  const candidates = findPairs(text).flatMap((pair) => toCandidate(pair, text, near));
  return candidates.toSorted(byLikelihood)[0]?.ends ?? null;
}
