import { ExchangeError } from '../exchange-error.ts';
import type { OddRow } from '../../domain/odd-row.ts';
import { oddName } from '../table/odd-row.ts';

/**
 * Makes the failure of who needs an odd row, or a list without one: as if the call had been answered like that.
 *
 * @example
 * const { odd } = await client.orders.listOrders({ page: 1, rows: 20 });
 * const unread = odd.find(({ subject }) => subject === orderNumber);
 * if (unread !== undefined) throw oddRowError('listOrders', unread);
 */
export function oddRowError(endpoint: string, row: OddRow): ExchangeError {
  const message = `the answer cannot be read: ${oddName(row)}: ${row.why}`;
  return new ExchangeError({ message, endpoint, sent: 'yes', httpStatus: 200 });
}
