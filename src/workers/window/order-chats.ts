import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { greetingState, isMeantFor, type Greeting } from '../../domain/greetings/greeting.ts';
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
import type { OrderInFull } from '../../domain/sheet/sheet-facts.ts';
import { greetingText } from '../../words/chat/greeting-words.ts';
import type { ChatWriter, HeldChat } from '../ports/chat-hints.ts';
import { inFull, known, mapped, type WindowReads } from './window-reads.ts';

type ChatParts = Pick<ActivityDependencies, 'account' | 'marketplace' | 'clock' | 'isIntentOnly' | 'report'> & {
  /** Null: the account listens to no chat. */
  readonly chat: Pick<HeldChat, 'writer'> | null;
  /** What the file has to say at orders. */
  readonly greetings: readonly Greeting[];
};

/** What the desk says by itself is judged by a read from just before it leaves; null: it may be said. */
type GreetingJudge = (read: OrderInFull) => Promise<NotSent | null>;

/** A message as it leaves. */
interface Saying {
  readonly message: OrderMessage;
  /** Also of rows before this one it is to be known whether they are it. */
  readonly sinceMs: number;
  /** When it may have left last; null: it never did. */
  readonly triedAtMs: number | null;
}

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
  /** Until now another process may have written. */
  readonly #sinceMs: number;
  /** When a greeting that is not seen may have left, by order and id. */
  readonly #left = new Map<string, number>();

  constructor(parts: ChatParts, reads: WindowReads) {
    this.#parts = parts;
    this.#reads = reads;
    this.#sinceMs = parts.clock.now();
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

  /**
   * Writes a message once, however often it is asked for; one that may have left before is looked for first. `judge`: the desk
   * says it by itself, and no person. Never rejects.
   */
  async say(orderNumber: string, message: OrderMessage, judge?: GreetingJudge): Promise<Said> {
    const key = keyOf(orderNumber, message);
    const before = this.#said.get(key);
    if (before !== undefined) {
      const said = await before;
      return said.outcome === 'sent' ? { ...said, before: true } : said;
    }
    const said = this.#say(orderNumber, message, judge);
    this.#said.set(key, said);
    const { outcome } = await said;
    if (outcome !== 'sent') this.#said.delete(key);
    for (const kept of [this.#said, this.#left]) {
      const [oldest] = kept.keys();
      if (kept.size > keptMessages && oldest !== undefined) kept.delete(oldest);
    }
    if (judge === undefined) this.#report(orderNumber, message, outcome);
    return await said;
  }

  async #say(orderNumber: string, message: OrderMessage, judge?: GreetingJudge): Promise<Said> {
    const fault = isWritten(message) ? messageFault(message.text ?? '') : null;
    if (fault !== null) return notSent({ code: 'fault', fault });
    const saying = this.#refusal() ?? (await this.#judged(orderNumber, message, judge));
    if ('code' in saying) return notSent(saying);
    const before = saying.triedAtMs === null ? null : await this.#find(orderNumber, saying, saying.triedAtMs);
    return before ?? (await this.#send(orderNumber, saying));
  }

  async #judged(orderNumber: string, message: OrderMessage, judge?: GreetingJudge): Promise<Saying | NotSent> {
    const { marketplace } = this.#parts;
    const read = await known(() => this.#reads.read((turn) => inFull({ marketplace }, orderNumber, turn)));
    if ('missing' in read) return { code: 'order', missing: read.missing };
    const { value } = read.known;
    if (isInAppeal(value.order) && !message.despiteAppeal) return { code: 'appeal' };
    const judged = await judge?.(value);
    return judged ?? this.#saying(orderNumber, message, value.order);
  }

  /** A greeting has one id for every process and person: another one may have said it before. */
  #saying(orderNumber: string, message: OrderMessage, order: OrderFacts): Saying | NotSent {
    const { greeting: name, triedAtMs } = message;
    if (name === undefined) return { message, triedAtMs, sinceMs: triedAtMs ?? 0 };
    const greeting = this.#parts.greetings.find((one) => one.name === name);
    if (greeting === undefined) return { code: 'greeting', why: 'unknown' };
    const text = saidAt(greeting, order, this.#parts.clock.now());
    if (typeof text === 'object') return text;
    const earlierMs = order.createdAtMs < this.#sinceMs ? this.#sinceMs : 0;
    const leftMs = this.#left.get(keyOf(orderNumber, message)) ?? 0;
    return { message: { ...message, text }, sinceMs: 0, triedAtMs: Math.max(triedAtMs ?? 0, earlierMs, leftMs) };
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

  /** Returns what the chat shows of an earlier try; null: it may be sent now. */
  async #find(orderNumber: string, { message, sinceMs }: Saying, triedAtMs: number): Promise<Said | null> {
    const { clock, marketplace } = this.#parts;
    const wish = { id: message.id, sinceMs };
    const found = await known(() =>
      this.#reads.read((turn) => marketplace.orders.findMessage(orderNumber, { ...turn, ...wish })),
    );
    if ('missing' in found) return { outcome: 'unknown', why: { code: 'unread', missing: found.missing } };
    const { value } = found.known;
    // What a greeting says changes with the minutes, and with the file.
    const text = value.kind === 'found' && message.greeting !== undefined ? value.text : message.text;
    return saidBefore(value, { text, triedAtMs }, clock.now());
  }

  async #send(orderNumber: string, saying: Saying): Promise<Said> {
    const { message } = saying;
    const writer = (await this.#parts.chat?.writer()) ?? null;
    if (writer === null) return notSent({ code: 'no-socket' });
    const triedAtMs = this.#parts.clock.now();
    try {
      await sendBy(writer, orderNumber, message);
      return { outcome: 'sent', before: false };
    } catch (error) {
      const why = unsent(error);
      if (why !== null) return notSent(why);
      if (message.greeting !== undefined) this.#left.set(keyOf(orderNumber, message), triedAtMs);
      const seen = await this.#find(orderNumber, { ...saying, sinceMs: triedAtMs }, triedAtMs);
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

const keyOf = (orderNumber: string, { id }: Pick<OrderMessage, 'id'>): string => `${orderNumber} ${id}`;

const isWritten = ({ picture, greeting }: OrderMessage): boolean => picture === undefined && greeting === undefined;

const isInAppeal = ({ status, complaint }: OrderFacts): boolean => status === OrderStatus.IN_APPEAL || complaint;

/** Returns what a greeting says at an order, or why nothing. */
function saidAt(greeting: Greeting, order: OrderFacts, nowMs: number): string | NotSent {
  if (greetingState(order.status) !== greeting.state) return { code: 'greeting', why: 'other-state' };
  if (!isMeantFor(greeting, order)) return { code: 'greeting', why: 'other-order' };
  const text = greetingText(greeting, order, nowMs);
  return text === null || messageFault(text) !== null ? { code: 'greeting', why: 'no-value' } : text;
}
