import type { Turn } from '../domain/sending.ts';
import { shownPart, type SheetChat } from '../domain/sheet/order-sheet.ts';
import { oddName, toChatLine, type ExchangeClient } from '../exchange/index.ts';

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
