/** What is said of the chat of an order. */
import type { MessageFault } from '../../domain/sheet/chat-message.ts';
import { maxSaid, type ChatLine, type SheetChat } from '../../domain/sheet/order-sheet.ts';

/** How times are said where it is shown. */
interface ChatClock {
  readonly time: (atMs: number) => string;
}

/** What is wrong with a text that is to be sent. */
export const faultWords: Readonly<Record<MessageFault, string>> = {
  empty: 'must not be empty',
  'too-long': `must be at most ${maxSaid} letters`,
  unsayable: 'must have no control characters but line breaks',
};

/** Returns the messages of a chat, each in one line, the newest last, and what could not be read. */
export function chatTexts(
  { lines, odd }: { readonly lines: readonly ChatLine[]; readonly odd: readonly string[] },
  clock: ChatClock,
): string[] {
  return [...lines.map((line) => lineText(line, clock)), ...odd.map(oddText)];
}

/** What is said of a message that cannot be read. */
const oddText = (row: string): string => `left out, because it cannot be read: ${row}`;

const speakers: Readonly<Record<ChatLine['by'], string>> = { us: 'you', them: 'they', service: 'service' };
const kinds: Readonly<Record<ChatLine['kind'], string>> = {
  text: '',
  reply: '(reply of the ad) ',
  image: 'picture ',
  other: '',
};

/** Returns a text without line breaks. */
export const inOneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** Returns a message in one line, whatever was written. */
function lineText({ atMs, by, kind, text, unread }: ChatLine, { time }: ChatClock): string {
  const at = atMs === null ? '' : `${time(atMs)} `;
  return `${at}${speakers[by]}${unread ? ' (unread)' : ''}: ${kinds[kind]}${inOneLine(text)}`;
}

/** Of a chat the last ones are shown. */
const shownLines = 5;

/** Returns what a sheet shows of a chat; `counted`: how many messages the service counts as unread, where it says so. */
export function chatFields(
  chat: SheetChat,
  counted: number | null,
  clock: ChatClock,
): (readonly [name: string, text: string])[] {
  // What the service says of the order stands in its status.
  const spoken = chat.lines.filter(({ by }) => by !== 'service');
  const shown = spoken.slice(-shownLines);
  const more = spoken.length > shown.length || chat.hasOlder;
  const count = `${unreadText(chat, counted)}${more ? `, the last ${shown.length} are shown` : ''}`;
  return [
    ['chat', spoken.length + (counted ?? 0) === 0 ? 'no messages' : count],
    ...shown.map((line) => ['', lineText(line, clock)] as const),
    ...chat.odd.map((row) => ['', oddText(row)] as const),
  ];
}

/** The count is the service's, as in a list of orders; its read may be a moment older than the messages. */
function unreadText({ unread: theirs, hasOlder }: SheetChat, counted: number | null): string {
  if (counted === null) return `${theirs}${hasOlder ? ' or more' : ''} unread`;
  return `${Math.max(counted, theirs)} unread${counted > theirs ? ' (the service counts its own messages, too)' : ''}`;
}
