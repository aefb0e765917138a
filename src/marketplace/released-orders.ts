import { OrderStatus, orderStatusFromWire } from '../domain/orders/order-status.ts';
import type { DeskSettings } from '../domain/settings.ts';
import { readList, type ExchangeClient, type Page } from '../exchange/index.ts';
import type { KnownReleases, ReleaseList } from './marketplace.ts';

/** As the list filters it (wire-facts 16): releasing, which no one can stop any more, and completed. */
const releasedStatuses = [3, 4] as const;

/** 20,000 releases where a page has 20. A longer list has a broken end. */
const maxPages = 1_000;

/**
 * Reads the list to its end, on from the last page that was answered: that one once more, since rows may have moved up
 * meanwhile. Rows that moved down are seen twice.
 */
export function listReleased(
  { orders }: ExchangeClient,
  { orderRows }: Pick<DeskSettings, 'orderRows'>,
  { sinceMs, pages, released }: KnownReleases,
): Promise<ReleaseList> {
  const filter = { tradeType: 'SELL', orderStatusList: [...releasedStatuses], startDate: sinceMs } as const;
  const ask = async (page: number, rows: number): Promise<Page<string>> => {
    const { items, odd, total } = await orders.listOrders({ page, rows, ...filter }, { priority: 'order' });
    for (const { orderStatus, createTime, orderNumber } of items)
      if (isReleased(orderStatus) && createTime >= sinceMs) released.add(orderNumber);
    for (const { subject } of odd) if (subject !== null) released.add(subject);
    const answer = { items: items.map(({ orderNumber }) => orderNumber), odd, total };
    pages.push(answer);
    return answer;
  };
  pages.pop();
  return readList({
    ask: async (page, rows) => pages[page - 1] ?? (await ask(page, rows)),
    rows: orderRows,
    maxPages,
    numberOf: (orderNumber) => orderNumber,
  });
}

/** One whose status is not known was asked for as a release. */
function isReleased(wire: number | string): boolean {
  const status = orderStatusFromWire(wire);
  return status === null || status === OrderStatus.COMPLETED || status === OrderStatus.RELEASING;
}
