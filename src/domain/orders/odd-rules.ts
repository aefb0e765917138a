import { compare } from '../decimal.ts';
import { amountIn, type FiatAmounts } from './fiat-amounts.ts';
import type { ReleaseRules } from './release-rules.ts';

/** What is known of the currencies in which an account trades. */
export interface TradedFiats {
  /** Whether there is a currency of that code. */
  isCurrency: (fiat: string) => boolean;
  /** The fiats of the account's ads; empty: not known. */
  traded: readonly string[];
}

/**
 * Returns what is valid in release rules and hardly meant, in sentences for the person who sets them: a currency that
 * does not exist, orders that no one can release, a rule that is never asked.
 */
export function oddRules(rules: ReleaseRules, fiats: TradedFiats): string[] {
  const { amountCap, approvers } = rules;
  const above = approvers?.countAbove?.amounts ?? null;
  return [...unknownCurrencies([amountCap, above], fiats), ...uncapped(amountCap, fiats), ...neverAsked(rules)];
}

function unknownCurrencies(amounts: readonly (FiatAmounts | null)[], { isCurrency }: TradedFiats): string[] {
  const named = amounts.flatMap((one) => Object.keys(one ?? {}));
  return [...new Set(named)].filter((fiat) => !isCurrency(fiat)).map((fiat) => `${fiat} is no known currency`);
}

function uncapped(amountCap: FiatAmounts | null, { traded }: TradedFiats): string[] {
  if (amountCap === null) return [];
  return traded
    .filter((fiat) => amountIn(amountCap, fiat) === null)
    .map((fiat) => `the account trades in ${fiat}, for which the cap has no amount: none of its orders is released`);
}

function neverAsked({ policy, amountCap, approvers }: ReleaseRules): string[] {
  if (approvers === undefined) return [];
  if (policy === 'paid') return ['policy paid asks no one: the number of approvers has no effect'];
  const { countAbove } = approvers;
  if (countAbove === null || amountCap === null) return [];
  return Object.entries(countAbove.amounts)
    .filter(([fiat, limit]) => isAtLeast(limit, amountIn(amountCap, fiat)))
    .map(([fiat, limit]) => `no order above ${limit} ${fiat} is released at all, so its approvers are never asked`);
}

function isAtLeast(limit: string, cap: string | null): boolean {
  return cap !== null && compare(limit, cap) >= 0;
}
