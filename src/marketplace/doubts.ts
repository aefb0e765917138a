/** Failures that the desk finds in answers that were none: as if the call had been answered like that. */
import type { MarketplaceFailure } from '../domain/failures/marketplace-failure.ts';
import type { OddRow } from '../domain/odd-row.ts';
import { ExchangeError, oddRowError } from '../exchange/index.ts';

/** Names an odd row for people: its number, or its place in the list. */
export { oddName } from '../exchange/index.ts';

/** Of an own ad that is listed and cannot be read. */
export const unreadAd = (row: OddRow): MarketplaceFailure => oddRowError('listWithPagination', row);

/** Of an order that is listed and cannot be read. */
export const unreadOrder = (row: OddRow): MarketplaceFailure => oddRowError('listOrders', row);

/** Of a list of orders that is not the whole one. */
export const unwholeOrders = (message: string): MarketplaceFailure => doubt('listOrders', message);

/** Of a write that was accepted, and that reads do not show. */
export const unshown = (endpoint: string, message: string): MarketplaceFailure => doubt(endpoint, message);

function doubt(endpoint: string, message: string): MarketplaceFailure {
  return new ExchangeError({ message, endpoint, sent: 'yes', httpStatus: 200 });
}
