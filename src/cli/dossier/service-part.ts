/** What the service shows of an order, by the window of the worker that leads: people, chat and pictures. */
import { createHash } from 'node:crypto';
import { maxMessages, type ChatLine, type OrderSheet, type SheetChat } from '../../domain/sheet/order-sheet.ts';
import { missingText } from '../../words/sheet-words.ts';
import { askChat, askPicture, askSheet, type Asking, type WindowAnswer } from '../window/ask-window.ts';
import type { DossierChat, DossierPart, DossierPicture, ServicePart } from './dossier.ts';

/** Twenty pages are two thousand messages. */
const maxPages = 20;
const maxPictures = 60;

/** A picture as a file. */
interface PictureFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Reads what the service shows. Never rejects: each part says why it is missing. */
export async function servicePart(
  asking: Asking,
  orderNumber: string,
): Promise<{ part: ServicePart; files: PictureFile[] }> {
  const sheet = partIn(await askSheet(asking, orderNumber));
  const chat = await wholeChat(asking, orderNumber);
  const lines = 'known' in chat ? chat.known.lines.filter(({ kind }) => kind === 'image') : [];
  const pictures: DossierPicture[] = [];
  const files: PictureFile[] = [];
  // One after the other: each is a call of the account, behind all that the desk asks.
  for (const [at, line] of lines.entries()) {
    const { picture, file } = at < maxPictures ? await loaded(asking, orderNumber, line) : beyond(line);
    pictures.push(picture);
    if (file !== null) files.push(file);
  }
  return { part: { sheet, chat, pictures }, files };
}

const partIn = (answer: WindowAnswer<OrderSheet>): DossierPart<OrderSheet> =>
  'shown' in answer ? { known: answer.shown } : { missing: answer.missing };

async function wholeChat(asking: Asking, orderNumber: string): Promise<DossierPart<DossierChat>> {
  const found = new Map<string, ChatLine>();
  const odd: string[] = [];
  const chat = (cut: string | null) => ({ known: { lines: [...found.values()].toReversed(), odd, cut } });
  for (let page = 1; page <= maxPages; page += 1) {
    const read = await chatPage(asking, orderNumber, page);
    if ('missing' in read) return page === 1 ? read : chat(`older messages: ${read.missing}`);
    const { lines, odd: unread, hasOlder } = read.known;
    // What was written meanwhile moves the pages: a message may come twice.
    for (const line of lines.toReversed()) if (!found.has(line.id)) found.set(line.id, line);
    odd.push(...unread);
    if (!hasOlder || lines.length + unread.length === 0) return chat(null);
  }
  return chat(`only the last ${found.size} messages were read`);
}

async function chatPage(asking: Asking, orderNumber: string, page: number): Promise<DossierPart<SheetChat>> {
  const answer = await askChat(asking, { orderNumber, rows: maxMessages, page });
  if ('missing' in answer) return { missing: answer.missing };
  const { chat } = answer.shown;
  return 'missing' in chat ? { missing: missingText(chat.missing) } : chat;
}

interface Loaded {
  readonly picture: DossierPicture;
  readonly file: PictureFile | null;
}

async function loaded(asking: Asking, orderNumber: string, { id, text }: ChatLine): Promise<Loaded> {
  const lost = (missing: string): Loaded => ({ picture: { id, name: text, missing }, file: null });
  if (!/^\d{1,20}$/.test(id)) return lost('its message has an odd id');
  const answer = await askPicture(asking, { orderNumber, id });
  if ('missing' in answer) return lost(answer.missing);
  if ('missing' in answer.shown) return lost(missingText(answer.shown.missing));
  const { type, base64 } = answer.shown.known;
  const bytes = Buffer.from(base64, 'base64');
  const file = `pictures/${id}.${type === 'image/png' ? 'png' : 'jpg'}`;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { picture: { id, name: text, file, sha256, bytes: bytes.length }, file: { name: file, bytes } };
}

const beyond = ({ id, text }: ChatLine): Loaded => ({
  picture: { id, name: text, missing: `a dossier has at most ${maxPictures} pictures` },
  file: null,
});
