/** The rules for a competitor that need no other offer. */
import type { MarketOffer } from '../../ads/ad-facts.ts';
import { compare, isDecimalText } from '../../decimal.ts';
import { knownOrders, knownShare } from '../../known-number.ts';
import { shareOf, type Price, type Share } from '../../price.ts';
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

/** An offer with its price in ticks; null: it is no decimal above zero. */
export interface PricedOffer {
  readonly offer: MarketOffer;
  readonly price: Price | null;
}

export type CompetitorRule = (priced: PricedOffer) => Objection | null;

/** What the filter of the rules asks of an offer, and of its distance from the market: made once for many books. */
export interface PreparedFilter {
  /** In the order in which the first objection is reported. */
  readonly rules: readonly CompetitorRule[];
  readonly maxDeviation: Share | null;
  readonly maxMedianDeviation: Share | null;
  readonly minOrderSizeRatio: string | null;
}

/** What the service did not report counts against an offer where the filter asks for it: the merchant asked for proof. */
export function preparedFilter(filter: CompetitorFilter, terms: AdTerms | null): PreparedFilter {
  const { maxDeviationRatio, maxMedianDeviationRatio, minOrderSizeRatio } = filter;
  return {
    rules: [...merchantRules(filter), ...termRules(filter, terms)],
    maxDeviation: maxDeviationRatio === null ? null : shareOf(maxDeviationRatio),
    maxMedianDeviation: maxMedianDeviationRatio === null ? null : shareOf(maxMedianDeviationRatio),
    minOrderSizeRatio,
  };
}

function rule(
  reason: string,
  objects: (offer: MarketOffer) => boolean,
  note: (offer: MarketOffer) => string,
): CompetitorRule {
  return ({ offer }) => (objects(offer) ? { reason, note: note(offer) } : null);
}

function merchantRules(filter: CompetitorFilter): readonly CompetitorRule[] {
  const nicknames = new Set(filter.ignoreNicknames);
  const ignored = new Set(filter.ignoreUsers);
  const only = new Set(filter.onlyUsers);
  const isIgnored = rule(
    'ignored',
    ({ nickname, userNo }) => nicknames.has(nickname) || (userNo !== null && ignored.has(userNo)),
    () => 'its merchant is on the ignore list',
  );
  const notTradable = rule(
    'not-tradable',
    ({ tradable }) => tradable === false,
    () => 'it cannot be traded',
  );
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
  return [
    ...(nicknames.size + ignored.size > 0 ? [isIgnored] : []),
    notTradable,
    ...minimumRules(filter),
    ...(only.size > 0 ? [notListed] : []),
    ...(filter.merchantsOnly ? [noMerchant] : []),
  ];
}

function minimumRules({ minFinishRate, minOrderCount }: CompetitorFilter): readonly CompetitorRule[] {
  const finishRate = rule(
    'finish-rate',
    (offer) => below(knownShare(offer.finishRate), minFinishRate),
    (offer) => `finish rate ${knownShare(offer.finishRate) ?? 'unknown'} is below ${minFinishRate}`,
  );
  const orderCount = rule(
    'order-count',
    (offer) => below(knownOrders(offer.orderCount), minOrderCount),
    (offer) => `${knownOrders(offer.orderCount) ?? 'unknown'} orders are fewer than ${minOrderCount}`,
  );
  return [...(minFinishRate === null ? [] : [finishRate]), ...(minOrderCount === null ? [] : [orderCount])];
}

function below(value: number | null, minimum: number | null): boolean {
  return minimum !== null && (value === null || value < minimum);
}

function termRules(filter: CompetitorFilter, terms: AdTerms | null): readonly CompetitorRule[] {
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
  return ({ offer }) => {
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
  return ({ offer: { payMethods } }) => {
    if (payMethods === null) return { reason, note: 'its payment methods are not known' };
    if (payMethods.some((method) => names.has(method))) return null;
    return { reason, note: `it takes ${payMethods.join(', ') || 'none'}, not ${wanted.join(', ') || 'any'}` };
  };
}
