/** What is said of the rules of an ad. */
import type { InventoryRule } from '../domain/ads/inventory.ts';
import type { PaymentCapsRule } from '../domain/caps/caps-rule.ts';
import type { CapSum } from '../domain/caps/day-sums.ts';
import { sizeWords, type Beside, type PriceStrategy, type SimpleStrategy } from '../domain/pricing/price-strategy.ts';
import { amountText } from './amount-words.ts';

/** Describes a strategy, for pages and the command line. */
export function strategyWords(strategy: PriceStrategy): string {
  if (strategy.kind === 'floating') return `floating at ${strategy.ratio} % of the reference price`;
  if (strategy.kind !== 'combine') return simpleWords(strategy);
  const all = strategy.of.map(simpleWords);
  switch (strategy.take) {
    case 'first':
      return all.join(', or else ');
    case 'merchant':
      return `what is best for you: ${all.join(', or ')}`;
    case 'taker':
      return `what is best for the taker: ${all.join(', or ')}`;
  }
}

function simpleWords(strategy: SimpleStrategy): string {
  switch (strategy.kind) {
    case 'undercut':
    case 'match':
    case 'trail':
      return besideWords(strategy, 'the best');
    case 'rank':
      return `hold rank ${strategy.rank}`;
    case 'follow':
      return besideWords(strategy.position, `merchant ${strategy.users.join(', else ')}`);
    case 'reference':
      return `${strategy.percent} % of the reference price`;
    case 'spot':
      return `${strategy.percent} % of the spot price of ${strategy.symbol}`;
    case 'rate':
      return `${strategy.percent} % of the rate ${strategy.rate}`;
    case 'own-ad':
      return `${strategy.percent} % of own ad ${strategy.adNumber}`;
    case 'fixed':
      return `fixed at ${amountText(strategy.price)}`;
  }
}

function besideWords(position: Beside, whom: string): string {
  switch (position.kind) {
    case 'undercut':
      return `undercut ${whom} by ${sizeWords(position)}`;
    case 'match':
      return `match ${whom}`;
    case 'trail':
      return `stay ${sizeWords(position)} behind ${whom}`;
  }
}

export function inventoryWords(rule: InventoryRule): string {
  const { target, refillBelow, total, offlineBelow } = rule;
  const off = offlineBelow === null ? '' : `, offline below ${offlineBelow}`;
  return `refilled to ${target} below ${refillBelow}, ${total} in all${off}`;
}

export function capsWords({ caps, timezone }: PaymentCapsRule): string {
  const each = caps.map(({ method, daily, fiat }) => `${method} ${daily} ${fiat}`);
  return `${each.join(', ')} a day (${timezone})`;
}

/** Returns a cap with what its method has carried. */
export const capWords = (cap: CapSum): string => `${cap.method} ${carriedText(cap)}`;

/** Returns what a method has carried of its cap. */
export const carriedText = ({ sum, daily, fiat }: CapSum): string => `${sum} of ${daily} ${fiat}`;
