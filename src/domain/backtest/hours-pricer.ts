import { HoursNow } from '../hours/hours-now.ts';
import { offHours, rulesDuring } from '../pricing/rules-by-hours.ts';
import type { PricingRules } from '../pricing/pricing-rules.ts';
import type { MarketRow } from './backtest.ts';
import type { ReplayedAd, ReplayedDecision } from './replayed-ad.ts';

type Pricer<Row, Decision> = (row: Row, ad: ReplayedAd) => Decision;

const closed = { isOpen: false, untilMs: null, until: null };

/**
 * Returns a pricer that goes by the hours of the rules (proving#replay): outside them the ad rests at a price, or is off the market, which is
 * null. So it is where the machine does not know their time zone.
 */
export function withinHours<Row extends MarketRow>(
  rules: PricingRules,
  pricerOf: (rules: PricingRules) => Pricer<Row, ReplayedDecision>,
): Pricer<Row, ReplayedDecision | null> {
  const day = pricerOf({ ...rules, hours: null });
  if (rules.hours === null) return day;
  const hours = new HoursNow(rules.hours);
  const night = offHours(rules) === null ? pricerOf({ ...rulesDuring(rules, closed), hours: null }) : () => null;
  return (row, ad) => (hours.at(row.atMs)?.isOpen === true ? day(row, ad) : night(row, ad));
}
