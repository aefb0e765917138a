import type { DeskSettings } from '../domain/settings.ts';
import {
  readList,
  type CallOptions,
  type ExchangeClient,
  type InputOf,
  type WholeList,
  type WireOrderRow,
} from '../exchange/index.ts';

/** A longer list of orders is cut, and that is said: a broken count must not cause an endless loop. */
const maxPages = 50;

interface OrdersWish extends Pick<CallOptions, 'priority' | 'signal'> {
  readonly filter: Omit<InputOf<'listOrders'>, 'page' | 'rows'>;
  readonly onPage?: () => Promise<void>;
}

/** Reads the account's orders page by page (EP-15), each once. Rejects with MarketplaceFailure. */
export function readOrders(
  { exchange, settings }: { readonly exchange: ExchangeClient; readonly settings: Pick<DeskSettings, 'orderRows'> },
  { filter, onPage, ...options }: OrdersWish,
): Promise<WholeList<WireOrderRow>> {
  return readList({
    ask: (page, rows) => exchange.orders.listOrders({ page, rows, ...filter }, options),
    rows: settings.orderRows,
    maxPages,
    numberOf: ({ orderNumber }) => orderNumber,
    ...(onPage === undefined ? {} : { onPage }),
  });
}
