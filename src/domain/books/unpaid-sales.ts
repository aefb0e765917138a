import type { Payment } from '../payments/payment.ts';
import type { Trade } from './trade.ts';

/**
 * Returns the sales that were released and that no payment backs which a source has reported: of currencies that sources
 * report in, and since they began to.
 */
export function unpaidSales(trades: readonly Trade[], payments: readonly Payment[]): Trade[] {
  const backed = new Set(payments.map(({ owner }) => owner?.orderNumber));
  const since = new Map<string, number>();
  for (const { currency, sightings } of payments)
    since.set(currency, Math.min(since.get(currency) ?? Infinity, ...sightings.map(({ seenAtMs }) => seenAtMs)));
  return trades.filter(
    ({ side, end, fiat, createdAtMs, orderNumber }) =>
      side === 'SELL' &&
      end === 'completed' &&
      createdAtMs >= (since.get(fiat) ?? Infinity) &&
      !backed.has(orderNumber),
  );
}
