import { decodeChatRow, type OrderNotice } from './chat-frame.ts';
import { isNewerId, newestId, oldestId } from './chat-id.ts';
import type { ChatGap } from './chat-marks.ts';
import type { Page } from '../table/method.ts';
import { mayBeLimit } from '../whole-list.ts';

/** Reads a page of an order's chat, newest first: the newest page, or the rows older than an id. */
type ReadChatPage = (olderThan: string | null) => Promise<Page<unknown>>;

interface ChatRows {
  /** The missed events, oldest first. */
  readonly notices: readonly OrderNotice[];
  /** The newest id that was read, missed or not. */
  readonly newest: string | null;
}

/** Rows of one page of EP-34. */
export const rowsAPage = 50;
const maxPages = 200;

/**
 * Pages an order's chat backwards (EP-34) until it meets events delivered before, at most ten thousand rows. `sinceMs`
 * of the gap is by the service's clock. A short page need not be the last: the total count decides, or an empty page.
 * Rejects with the failure of reading a page.
 */
export async function readChatGap(gap: ChatGap, readPage: ReadChatPage): Promise<ChatRows> {
  const read: OrderNotice[] = [];
  const isLast = endOfPages();
  let before: string | null = null;
  for (let pages = 1; pages <= maxPages; pages += 1) {
    const page = await readPage(before);
    const own = page.items.flatMap((row) => noticeOf(row, gap.orderNumber));
    read.push(...own);
    const oldest = oldestId(own.map(({ serviceId }) => serviceId));
    const isProgress = oldest !== null && (before === null || isNewerId(before, oldest));
    if (isLast(page, own) || !isProgress || !own.every((notice) => wasMissed(notice, gap))) break;
    before = oldest;
  }
  const notices = read.filter((notice) => wasMissed(notice, gap)).sort(byId);
  return { notices, newest: newestId(read.map(({ serviceId }) => serviceId)) };
}

/**
 * Returns a function that recognises the last page. The first page's count covers the whole chat, unless it is
 * implausibly small; later ones may count the remaining rows. A repeated row counts once.
 */
function endOfPages(): (page: Page<unknown>, own: readonly OrderNotice[]) => boolean {
  let all: number | null = null;
  let others = 0;
  const seen = new Set<string | null>();
  return ({ items, odd, total }, own) => {
    const length = items.length + odd.length;
    if (seen.size + others === 0 && total !== null && total >= length) all = total;
    others += length - own.length;
    for (const { serviceId } of own) seen.add(serviceId);
    if (length === 0) return true;
    return length < rowsAPage && !mayBeLimit(length) && all !== null && seen.size + others >= all;
  };
}

/** A row without `orderNo` may name another order as its topic; rows with one were filtered out before. */
function noticeOf(row: unknown, orderNumber: string): OrderNotice[] {
  const decoded = decodeChatRow(row);
  return decoded.kind === 'order' && decoded.event.orderNumber === orderNumber ? [decoded] : [];
}

function wasMissed({ event, serviceId }: OrderNotice, { mark, sinceMs, heardFrom }: ChatGap): boolean {
  if (mark !== null) return serviceId === null || isNewerId(serviceId, mark);
  if (sinceMs === null || event.atMs === null || event.atMs >= sinceMs) return true;
  return serviceId !== null && heardFrom !== null && !isNewerId(heardFrom, serviceId);
}

function byId(left: OrderNotice, right: OrderNotice): number {
  if (left.event.id === right.event.id) return 0;
  return isNewerId(left.event.id, right.event.id) ? 1 : -1;
}
