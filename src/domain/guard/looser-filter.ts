import { compare } from '../decimal.ts';
import type { CompetitorFilter } from '../pricing/competitors/competitor-filter.ts';

type Judge<Value> = (from: Value, to: Value) => boolean;

type Bound = string | number | null;

/** Null: no bound. */
const isLower: Judge<Bound> = (from, to) => from !== null && (to === null || compare(String(to), String(from)) < 0);
const isHigher: Judge<Bound> = (from, to) => from !== null && (to === null || compare(String(to), String(from)) > 0);

const isDropped: Judge<boolean> = (from, to) => from && !to;

type Names = readonly string[];

const has = (all: Names, some: Names): boolean => some.every((name) => all.includes(name));

/** Empty: every merchant counts. */
const countsMore: Judge<Names> = (from, to) => from.length > 0 && (to.length === 0 || !has(from, to));

const takesMoreMethods: Judge<CompetitorFilter['payMethods']> = (from, to) => {
  if (from === 'any' || from === to) return false;
  return typeof from === 'string' || typeof to === 'string' || !has(from, to);
};

/** Judges of each key whether more offers count than before. */
const judges: { [Name in keyof CompetitorFilter]: Judge<CompetitorFilter[Name]> } = {
  minFinishRate: isLower,
  minOrderCount: isLower,
  minRemaining: isLower,
  maxDeviationRatio: isHigher,
  maxMedianDeviationRatio: isHigher,
  minOrderSizeRatio: isLower,
  ignoreNicknames: (from, to) => !has(to, from),
  ignoreUsers: (from, to) => !has(to, from),
  onlyUsers: countsMore,
  merchantsOnly: isDropped,
  withoutExtraKyc: isDropped,
  limitsOverlap: isDropped,
  payMethods: takesMoreMethods,
};

/** Returns by which keys of a filter offers count that did not before, and may lead the price, in words. */
export function looserFilter(from: CompetitorFilter, to: CompetitorFilter): string[] {
  const names = Object.keys(judges) as (keyof CompetitorFilter)[];
  return names.flatMap((name) => change(name, from, to));
}

function change<Name extends keyof CompetitorFilter>(
  name: Name,
  from: CompetitorFilter,
  to: CompetitorFilter,
): string[] {
  if (!judges[name](from[name], to[name])) return [];
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return [`more offers count: ${words} ${valueWords(from[name])} becomes ${valueWords(to[name])}`];
}

function valueWords(value: CompetitorFilter[keyof CompetitorFilter]): string {
  if (value === null) return 'off';
  return typeof value === 'object' ? value.join(', ') || 'off' : String(value);
}
