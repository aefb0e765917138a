import { decodeChatRow, type OrderNotice } from './chat-frame.ts';
import { isNewerId, newestId, oldestId } from './chat-id.ts';
import type { ChatGap } from './chat-marks.ts';
import type { Page } from '../table/method.ts';

/** Reads a page of an order's chat, newest first: the newest, or what is older than an id. */
type ReadChatPage = (olderThan: string | null) => Promise<Page<unknown>>;

interface ChatRows {
  /** What was missed, oldest first. */
  readonly notices: readonly OrderNotice[];
  /** The newest id that was read, missed or not. */
  readonly newest: string | null;
}

/** Rows of one page of EP-34. */
export const rowsAPage = 50;
const maxPages = 200;

/**
 * Pages an order's chat backwards (EP-34) until it meets what was given before, at most ten thousand rows. Takes the gap,
 * its `sinceMs` by the service's clock. A page may be shorter than asked for and not be the last: then the count of all
 * rows tells, or an empty page. Rejects with what reading a page rejects with.
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
 * Tells of each page whether it is the last. The first one's count is of the whole chat, unless it is too small to be;
 * later ones may count what is left. A row that comes twice counts once.
 */
function endOfPages(): (page: Page<unknown>, own: readonly OrderNotice[]) => boolean {
  let all: number | null = null;
  let others = 0;
  const seen = new Set<string | null>();
  return ({ items, total }, own) => {
    if (seen.size + others === 0 && total !== null && total >= items.length) all = total;
    others += items.length - own.length;
    for (const { serviceId } of own) seen.add(serviceId);
    return items.length === 0 || (items.length < rowsAPage && all !== null && seen.size + others >= all);
  };
}

/** A row without `orderNo` may name another order as its topic: those with one are left out already. */
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
