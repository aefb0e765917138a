import type { Turn } from '../domain/sending.ts';
import type { FoundMessage } from '../domain/sheet/chat-message.ts';
import type { LoadedPicture } from '../domain/sheet/chat-picture.ts';
import { maxMessages, shownPart, type SheetChat } from '../domain/sheet/order-sheet.ts';
import { downloadImage, ExchangeError, oddName, toChatLine, type ExchangeClient } from '../exchange/index.ts';
import type { SoughtMessage } from './marketplace.ts';

/** Reads the newest messages of an order (EP-34), the newest last. */
export async function lastMessages(
  { chat }: ExchangeClient,
  orderNumber: string,
  { rows, page = 1, ...turn }: Turn & { readonly rows: number; readonly page?: number },
): Promise<SheetChat> {
  const wish = { orderNo: orderNumber, page, rows };
  const { items, odd, total } = await chat.retrieveChatMessagesWithPagination(wish, turn);
  const lines = items.map(toChatLine);
  return {
    // The answer has the newest first.
    lines: lines.slice(0, rows).toReversed(),
    unread: lines.filter(({ unread }) => unread).length,
    hasOlder: items.length + odd.length >= rows || (total ?? 0) > rows * (page - 1) + items.length + odd.length,
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
  if (row !== undefined) return { kind: 'found', text: row.type === 'image' ? null : toChatLine(row).text };
  const isWhole = items.length + odd.length < maxMessages;
  const isPast = items.some(({ createTime }) => typeof createTime === 'number' && createTime < sinceMs - clocksApartMs);
  return { kind: odd.length === 0 && (isWhole || isPast) ? 'absent' : 'beyond' };
}

const rowsAround = 10;

/** Loads the picture of a message: its address is read again, because it holds keys that end. */
export async function loadPicture(
  exchange: ExchangeClient,
  orderNumber: string,
  { id, ...turn }: Turn & { readonly id: string },
): Promise<LoadedPicture> {
  // The service shows those with a smaller id, the newest first; two of one moment may stand either way.
  const wish = { orderNo: orderNumber, page: 1, rows: rowsAround, id: String(BigInt(id) + 1n) };
  const { items } = await exchange.chat.retrieveChatMessagesWithPagination(wish, turn);
  const row = items.find((item) => item.id === id && (item.orderNo ?? orderNumber) === orderNumber);
  const address = row?.type === 'image' ? row.imageUrl || row.thumbnailUrl || '' : '';
  const { allowedSocketHosts: allowedHosts } = exchange;
  if (address !== '') return await downloadImage(exchange, address, { allowedHosts, signal: turn.signal });
  throw new ExchangeError({
    message: 'the chat shows no picture of this message',
    endpoint: 'retrieveChatMessagesWithPagination',
    sent: 'yes',
    code: 'IMAGE',
  });
}
