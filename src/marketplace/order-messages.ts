import type { Turn } from '../domain/sending.ts';
import type { FoundMessage } from '../domain/sheet/chat-message.ts';
import { maxMessages, shownPart, type SheetChat } from '../domain/sheet/order-sheet.ts';
import { oddName, toChatLine, type ExchangeClient } from '../exchange/index.ts';
import type { SoughtMessage } from './marketplace.ts';

/** Reads the newest messages of an order (EP-34), the newest last. */
export async function lastMessages(
  { chat }: ExchangeClient,
  orderNumber: string,
  { rows, ...turn }: Turn & { readonly rows: number },
): Promise<SheetChat> {
  const wish = { orderNo: orderNumber, page: 1, rows };
  const { items, odd, total } = await chat.retrieveChatMessagesWithPagination(wish, turn);
  const lines = items.map(toChatLine);
  return {
    // The answer has the newest first.
    lines: lines.slice(0, rows).toReversed(),
    unread: lines.filter(({ unread }) => unread).length,
    hasOlder: items.length + odd.length >= rows || (total ?? 0) > items.length + odd.length,
    odd: odd.slice(0, rows).map((row) => shownPart(`${oddName(row)}: ${row.why}`)),
  };
}

/** The two clocks may differ by so much. */
const clocksApartMs = 60_000;

/** Looks for one of our messages by the id that its frame carried (wire-facts 7.1, receipt). */
export async function findMessage(
  { chat }: ExchangeClient,
  orderNumber: string,
  { id, sinceMs, ...turn }: Turn & SoughtMessage,
): Promise<FoundMessage> {
  const wish = { orderNo: orderNumber, page: 1, rows: maxMessages };
  const { items, odd } = await chat.retrieveChatMessagesWithPagination(wish, turn);
  const row = items.find(({ uuid, self }) => self === true && uuid === id);
  if (row !== undefined) return { kind: 'found', text: toChatLine(row).text };
  const isWhole = items.length + odd.length < maxMessages;
  const isPast = items.some(({ createTime }) => typeof createTime === 'number' && createTime < sinceMs - clocksApartMs);
  return { kind: odd.length === 0 && (isWhole || isPast) ? 'absent' : 'beyond' };
}
