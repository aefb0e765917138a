/** The rules for a competitor that need no other offer. */
import type { MarketOffer } from '../../ads/ad-facts.ts';
import { compare, isDecimalText } from '../../decimal.ts';
import { knownOrders, knownShare } from '../../known-number.ts';
import { shareOf, type Price, type Share } from '../../price.ts';
import type { CompetitorFilter } from './competitor-filter.ts';
import type { Objection } from './objection.ts';

/** What of the own ad decides who competes with it; null: not known. */
export interface AdTerms {
  readonly minFiat: string | null;
  readonly maxFiat: string | null;
  readonly payMethods: readonly string[] | null;
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

/** Objects to an offer with what completes the code. */
function rule(objects: (offer: MarketOffer) => boolean, objection: (offer: MarketOffer) => Objection): CompetitorRule {
  return ({ offer }) => (objects(offer) ? objection(offer) : null);
}

function merchantRules(filter: CompetitorFilter): readonly CompetitorRule[] {
  const nicknames = new Set(filter.ignoreNicknames);
  const ignored = new Set(filter.ignoreUsers);
  const only = new Set(filter.onlyUsers);
  const isIgnored = rule(
    ({ nickname, userNo }) => nicknames.has(nickname) || (userNo !== null && ignored.has(userNo)),
    () => ({ reason: 'ignored' }),
  );
  const notTradable = rule(
    ({ tradable }) => tradable === false,
    () => ({ reason: 'not-tradable' }),
  );
  const notListed = rule(
    ({ userNo }) => userNo === null || !only.has(userNo),
    ({ userNo }) => ({ reason: 'not-listed', userNo }),
  );
  const noMerchant = rule(
    ({ userType }) => userType !== 'merchant',
    ({ userType }) => ({ reason: 'no-merchant', isKnown: userType !== null }),
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
  return [
    ...leastRule(minFinishRate, ({ finishRate }, least) => {
      const rate = knownShare(finishRate);
      return isBelow(rate, least) ? { reason: 'finish-rate', rate, least } : null;
    }),
    ...leastRule(minOrderCount, ({ orderCount }, least) => {
      const orders = knownOrders(orderCount);
      return isBelow(orders, least) ? { reason: 'order-count', orders, least } : null;
    }),
  ];
}

/** Null: the filter asks for no least value. */
function leastRule<Least>(
  least: Least | null,
  object: (offer: MarketOffer, least: Least) => Objection | null,
): readonly CompetitorRule[] {
  return least === null ? [] : [({ offer }) => object(offer, least)];
}

const isBelow = (value: number | null, least: number): boolean => value === null || value < least;

function termRules(filter: CompetitorFilter, terms: AdTerms | null): readonly CompetitorRule[] {
  const { payMethods } = filter;
  const extraKyc = rule(
    ({ additionalKyc }) => additionalKyc !== false,
    ({ additionalKyc }) => ({ reason: 'extra-kyc', isKnown: additionalKyc !== null }),
  );
  return [
    ...leastRule(filter.minRemaining, ({ remaining }, least) =>
      isLess(remaining, least) ? { reason: 'remaining', remaining, least } : null,
    ),
    ...(filter.withoutExtraKyc ? [extraKyc] : []),
    ...(filter.limitsOverlap ? [overlapRule(terms)] : []),
    ...(payMethods === 'any'
      ? []
      : [payMethodRule(payMethods === 'shared' ? (terms?.payMethods ?? null) : payMethods)]),
  ];
}

function isLess(amount: string | null, minimum: string): boolean {
  return amount === null || !isDecimalText(amount) || compare(amount, minimum) < 0;
}

function overlapRule(terms: AdTerms | null): CompetitorRule {
  const own = spanOf(terms);
  return ({ offer }) => {
    const its = spanOf(offer);
    const overlaps = own !== null && its !== null && compare(its.min, own.max) <= 0 && compare(own.min, its.max) <= 0;
    return overlaps ? null : { reason: 'limits', own, its };
  };
}

function spanOf(terms: Pick<AdTerms, 'minFiat' | 'maxFiat'> | null): { min: string; max: string } | null {
  const min = terms?.minFiat ?? null;
  const max = terms?.maxFiat ?? null;
  if (min === null || max === null || !isDecimalText(min) || !isDecimalText(max)) return null;
  return { min, max };
}

function payMethodRule(wanted: readonly string[] | null): CompetitorRule {
  const names = new Set(wanted ?? []);
  return ({ offer: { payMethods: its } }) =>
    its?.some((method) => names.has(method)) === true ? null : { reason: 'pay-methods', wanted, its };
}
