/** The rules for a competitor that need no other offer. */
import type { MarketOffer } from '../../ads/ad-facts.ts';
import { compare, isDecimalText, isPositiveDecimalText } from '../../decimal.ts';
import { knownOrders, knownShare } from '../../known-number.ts';
import type { CompetitorFilter } from './competitor-filter.ts';

/** What of the own ad decides who competes with it; null: not known. */
export interface AdTerms {
  readonly minFiat: string | null;
  readonly maxFiat: string | null;
  readonly payMethods: readonly string[] | null;
}

/** Why an offer does not count: a code, and a note with the numbers. */
export interface Objection {
  readonly reason: string;
  readonly note: string;
}

export type CompetitorRule = (offer: MarketOffer) => Objection | null;

interface RuleFacts {
  readonly filter: CompetitorFilter;
  readonly ownAdNumbers: readonly string[];
  readonly terms: AdTerms | null;
}

/**
 * Returns the rules in force, in the order in which the first objection is reported. What the service did not report
 * counts against an offer: the merchant asked for proof.
 */
export function competitorRules(facts: RuleFacts): readonly CompetitorRule[] {
  return [...structuralRules(facts), ...merchantRules(facts), ...termRules(facts)];
}

function rule(
  reason: string,
  objects: (offer: MarketOffer) => boolean,
  note: (offer: MarketOffer) => string,
): CompetitorRule {
  return (offer) => (objects(offer) ? { reason, note: note(offer) } : null);
}

/** Objections of these reasons make an offer useless for the market's median, too. */
export const structuralReasons: ReadonlySet<string> = new Set(['own', 'bad-price', 'duplicate']);

function structuralRules({ ownAdNumbers }: RuleFacts): readonly CompetitorRule[] {
  const own = new Set(ownAdNumbers);
  return [
    rule(
      'own',
      ({ adNumber }) => own.has(adNumber),
      () => 'an own ad',
    ),
    rule(
      'bad-price',
      ({ price }) => !isPositiveDecimalText(price),
      () => 'its price is no decimal above zero',
    ),
    rule('duplicate', firstOfItsNumber(), () => 'the ad was listed before'),
  ];
}

function firstOfItsNumber(): (offer: MarketOffer) => boolean {
  const seen = new Set<string>();
  return ({ adNumber }) => seen.size === seen.add(adNumber).size;
}

function merchantRules({ filter }: RuleFacts): readonly CompetitorRule[] {
  const nicknames = new Set(filter.ignoreNicknames);
  const ignored = new Set(filter.ignoreUsers);
  const only = new Set(filter.onlyUsers);
  const rules = [
    rule(
      'ignored',
      ({ nickname, userNo }) => nicknames.has(nickname) || (userNo !== null && ignored.has(userNo)),
      () => 'its merchant is on the ignore list',
    ),
    rule(
      'not-tradable',
      ({ tradable }) => tradable === false,
      () => 'it cannot be traded',
    ),
    rule(
      'finish-rate',
      ({ finishRate }) => below(knownShare(finishRate), filter.minFinishRate),
      ({ finishRate }) => `finish rate ${knownShare(finishRate) ?? 'unknown'} is below ${filter.minFinishRate}`,
    ),
    rule(
      'order-count',
      ({ orderCount }) => below(knownOrders(orderCount), filter.minOrderCount),
      ({ orderCount }) => `${knownOrders(orderCount) ?? 'unknown'} orders are fewer than ${filter.minOrderCount}`,
    ),
  ];
  const notListed = rule(
    'not-listed',
    ({ userNo }) => userNo === null || !only.has(userNo),
    ({ userNo }) => `its merchant ${userNo ?? '(unknown)'} is not on the list of those that count`,
  );
  const noMerchant = rule(
    'no-merchant',
    ({ userType }) => userType !== 'merchant',
    ({ userType }) => (userType === null ? 'it is not known to be a merchant’s' : 'it is not a merchant’s'),
  );
  return [...rules, ...(only.size > 0 ? [notListed] : []), ...(filter.merchantsOnly ? [noMerchant] : [])];
}

function below(value: number | null, minimum: number | null): boolean {
  return minimum !== null && (value === null || value < minimum);
}

function termRules({ filter, terms }: RuleFacts): readonly CompetitorRule[] {
  const { payMethods } = filter;
  const extraKyc = rule(
    'extra-kyc',
    (offer) => offer.additionalKyc !== false,
    (offer) => (offer.additionalKyc === null ? 'it may demand' : 'it demands') + ' an additional identity check',
  );
  return [
    ...remainingRules(filter.minRemaining),
    ...(filter.withoutExtraKyc ? [extraKyc] : []),
    ...(filter.limitsOverlap ? [overlapRule(terms)] : []),
    ...(payMethods === 'any'
      ? []
      : [payMethodRule(payMethods === 'shared' ? (terms?.payMethods ?? null) : payMethods)]),
  ];
}

function remainingRules(minimum: string | null): readonly CompetitorRule[] {
  if (minimum === null) return [];
  const note = ({ remaining }: MarketOffer): string => `remaining ${remaining ?? 'unknown'} is below ${minimum}`;
  return [rule('remaining', ({ remaining }) => isLess(remaining, minimum), note)];
}

function isLess(amount: string | null, minimum: string): boolean {
  return amount === null || !isDecimalText(amount) || compare(amount, minimum) < 0;
}

function overlapRule(terms: AdTerms | null): CompetitorRule {
  const own = spanOf(terms);
  return (offer) => {
    const span = spanOf(offer);
    const reason = 'limits';
    if (own === null) return { reason, note: 'the limits of the own ad are not known' };
    if (span === null) return { reason, note: 'its limits are not known' };
    if (compare(span.min, own.max) <= 0 && compare(own.min, span.max) <= 0) return null;
    return { reason, note: `it takes ${span.min} to ${span.max}, the own ad ${own.min} to ${own.max}` };
  };
}

function spanOf(terms: Pick<AdTerms, 'minFiat' | 'maxFiat'> | null): { min: string; max: string } | null {
  const min = terms?.minFiat ?? null;
  const max = terms?.maxFiat ?? null;
  if (min === null || max === null || !isDecimalText(min) || !isDecimalText(max)) return null;
  return { min, max };
}

function payMethodRule(wanted: readonly string[] | null): CompetitorRule {
  const reason = 'pay-methods';
  if (wanted === null) return () => ({ reason, note: 'the payment methods of the own ad are not known' });
  const names = new Set(wanted);
  return ({ payMethods }) => {
    if (payMethods === null) return { reason, note: 'its payment methods are not known' };
    if (payMethods.some((method) => names.has(method))) return null;
    return { reason, note: `it takes ${payMethods.join(', ') || 'none'}, not ${wanted.join(', ') || 'any'}` };
  };
}
