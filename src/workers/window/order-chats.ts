import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import type { OrderFacts } from '../../domain/orders/order-facts.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import {
  messageFault,
  saidBefore,
  type Marked,
  type NotSent,
  type OrderMessage,
  type Said,
} from '../../domain/sheet/chat-message.ts';
import type { ChatPicture } from '../../domain/sheet/chat-picture.ts';
import { shownPart, type OrderChat } from '../../domain/sheet/order-sheet.ts';
import type { ChatWriter, HeldChat } from '../ports/chat-hints.ts';
import { inFull, known, mapped, type WindowReads } from './window-reads.ts';

type ChatParts = Pick<ActivityDependencies, 'account' | 'marketplace' | 'clock' | 'isIntentOnly' | 'report'> & {
  /** Null: the account listens to no chat. */
  readonly chat: Pick<HeldChat, 'writer'> | null;
};

/** Five megabytes over a slow line. */
const pictureMs = 25_000;
/** So many messages that were sent are known without a look at the chat. */
const keptMessages = 500;

/** The chats of an account's orders, for people who read and write. Nothing of them is kept, or leaves but to who asks. */
export class OrderChats {
  readonly #parts: ChatParts;
  readonly #reads: WindowReads;
  /** By order and id: what is under way, and what was sent. */
  readonly #said = new Map<string, Promise<Said>>();

  constructor(parts: ChatParts, reads: WindowReads) {
    this.#parts = parts;
    this.#reads = reads;
  }

  /** Reads the last messages of an order, and marks none as read. Never rejects. */
  async messages(orderNumber: string, rows: number, page = 1): Promise<OrderChat> {
    const { account, clock, marketplace } = this.#parts;
    const nowMs = clock.now();
    const chat = await known(() =>
      this.#reads.read((turn) => marketplace.orders.lastMessages(orderNumber, { ...turn, rows, page })),
    );
    const readAtMs = 'known' in chat ? chat.known.atMs : nowMs;
    return { account, orderNumber, readAtMs, chat: mapped(chat, ({ value }) => value) };
  }

  /** Loads the picture of one message. Never rejects. */
  async picture(orderNumber: string, id: string): Promise<ChatPicture> {
    const { orders } = this.#parts.marketplace;
    const read = await known(() => this.#reads.read((turn) => orders.picture(orderNumber, { ...turn, id }), pictureMs));
    return mapped(read, ({ value: { type, bytes } }) => ({ type, base64: Buffer.from(bytes).toString('base64') }));
  }

  /** Marks the messages of an order as read; repeating it changes nothing. Never rejects. */
  async markRead(orderNumber: string): Promise<Marked> {
    const refusal = this.#refusal();
    if (refusal !== null) return { outcome: 'not-marked', why: refusal };
    const { orders } = this.#parts.marketplace;
    const marked = await known(() => this.#reads.read((turn) => orders.markRead(orderNumber, turn)));
    if ('known' in marked) return { outcome: 'marked' };
    return { outcome: 'not-marked', why: { code: 'order', missing: marked.missing } };
  }

  /** Writes a message once, however often it is asked for; one that may have left before is looked for first. Never rejects. */
  async say(orderNumber: string, message: OrderMessage): Promise<Said> {
    const key = `${orderNumber} ${message.id}`;
    const before = this.#said.get(key);
    if (before !== undefined) {
      const said = await before;
      return said.outcome === 'sent' ? { ...said, before: true } : said;
    }
    const said = this.#say(orderNumber, message);
    this.#said.set(key, said);
    const { outcome } = await said;
    if (outcome !== 'sent') this.#said.delete(key);
    const [oldest] = this.#said.keys();
    if (this.#said.size > keptMessages && oldest !== undefined) this.#said.delete(oldest);
    this.#report(orderNumber, message, outcome);
    return await said;
  }

  async #say(orderNumber: string, message: OrderMessage): Promise<Said> {
    const fault = message.picture === undefined ? messageFault(message.text ?? '') : null;
    if (fault !== null) return notSent({ code: 'fault', fault });
    const refusal = this.#refusal() ?? (await this.#orderRefusal(orderNumber, message));
    if (refusal !== null) return notSent(refusal);
    const before = message.triedAtMs === null ? null : await this.#find(orderNumber, message, message.triedAtMs);
    return before ?? (await this.#send(orderNumber, message));
  }

  /** A person means it, whatever the desk does by itself: the rule is that of a live write. */
  #refusal(): NotSent | null {
    try {
      this.#parts.isIntentOnly('live');
      return null;
    } catch (error) {
      return { code: 'not-allowed', message: shownPart(error instanceof Error ? error.message : String(error)) };
    }
  }

  async #orderRefusal(orderNumber: string, { despiteAppeal }: OrderMessage): Promise<NotSent | null> {
    const { marketplace } = this.#parts;
    const order = await known(() => this.#reads.read((turn) => inFull({ marketplace }, orderNumber, turn)));
    if ('missing' in order) return { code: 'order', missing: order.missing };
    return isInAppeal(order.known.value.order) && !despiteAppeal ? { code: 'appeal' } : null;
  }

  /** Returns what the chat shows of an earlier try; null: it may be sent now. */
  async #find(orderNumber: string, message: OrderMessage, triedAtMs: number): Promise<Said | null> {
    const { clock, marketplace } = this.#parts;
    const wish = { id: message.id, sinceMs: triedAtMs };
    const found = await known(() =>
      this.#reads.read((turn) => marketplace.orders.findMessage(orderNumber, { ...turn, ...wish })),
    );
    if ('missing' in found) return { outcome: 'unknown', why: { code: 'unread', missing: found.missing } };
    return saidBefore(found.known.value, { ...message, triedAtMs }, clock.now());
  }

  async #send(orderNumber: string, message: OrderMessage): Promise<Said> {
    const writer = (await this.#parts.chat?.writer()) ?? null;
    if (writer === null) return notSent({ code: 'no-socket' });
    const triedAtMs = this.#parts.clock.now();
    try {
      await sendBy(writer, orderNumber, message);
      return { outcome: 'sent', before: false };
    } catch (error) {
      const why = unsent(error);
      if (why !== null) return notSent(why);
      const seen = await this.#find(orderNumber, message, triedAtMs);
      if (seen === null) return { outcome: 'unknown', why: { code: 'unseen', triedAtMs } };
      // No other one has the id: the service may write a text in another form.
      return seen.outcome === 'unknown' ? seen : { outcome: 'sent', before: false };
    }
  }

  /** Who looks at the log later sees that something was written, and not what. */
  #report(orderNumber: string, { id }: OrderMessage, outcome: Said['outcome']): void {
    const level = outcome === 'sent' ? 'info' : 'warn';
    const message = `a person wrote at the order: message ${id}: ${outcome}`;
    this.#parts.report({ event: 'chat', level, mode: null, message, orderNumber });
  }
}

async function sendBy(writer: ChatWriter, orderNumber: string, { id, text, picture }: OrderMessage): Promise<void> {
  if (picture === undefined) await writer.sendText(orderNumber, text ?? '', id);
  else {
    const image = { name: `${id}${picture.ending}`, bytes: Buffer.from(picture.base64, 'base64') };
    await writer.sendImage(orderNumber, image, id);
  }
}

/** Returns why a message has not arrived; null: it may have. That of a picture leaves after its upload: without one nothing was said. */
function unsent(error: unknown): NotSent | null {
  if (!(error instanceof MarketplaceFailure)) return null;
  const { sent, endpoint, message } = error;
  const isOfUpload = endpoint === 'getImagePreSignedUrl';
  if (sent === 'unknown' && !isOfUpload) return null;
  return { code: sent === 'no' && !isOfUpload ? 'offline' : 'refused', message: shownPart(message) };
}

const notSent = (why: NotSent): Said => ({ outcome: 'not-sent', why });

const isInAppeal = ({ status, complaint }: OrderFacts): boolean => status === OrderStatus.IN_APPEAL || complaint;
