import { newestId, oldestId } from './chat-id.ts';
import type { ChatOrderEvent, OrderNotice } from './chat-frame.ts';
import { SeenIds } from './seen-ids.ts';

/** Where reading an order's chat has to begin. */
export interface ChatGap {
  readonly orderNumber: string;
  /** Everything up to this id was delivered; null: nothing yet. */
  readonly mark: string | null;
  /** Where no mark is kept, events from before this moment of the monotonic clock do not count, in ms; null: all of them count. */
  readonly sinceMs: number | null;
  /** Where no mark is kept, the id from which on events arrived live. */
  readonly heardFrom: string | null;
}

/** The result of reading the list of orders. */
interface ListedOrders {
  readonly running: ReadonlySet<string>;
  /** Created since the last look, whatever became of them. */
  readonly recent: ReadonlySet<string>;
}

interface OrderMark {
  mark: string | null;
  sinceMs: number | null;
  /** Since when its events may have been missed; null: no gap. */
  behindSinceMs: number | null;
  /** Whether its chat must be read; an unlisted order that is behind may turn out not to need it. */
  needsRead: boolean;
  /** The oldest and the newest id that arrived live while it was behind. */
  heardFrom: string | null;
  heardTo: string | null;
  endedAtMs: number | null;
}

const maxOrders = 1_000;
const maxForgotten = 4_096;
/** How long after its end an order is still read for late events; later only when it runs again: an appeal. */
const endedReadMs = 15 * 60_000;

/**
 * Tracks what was delivered of each order's chat, so that the gap after a lost connection can be read (EP-34). A mark
 * is an id of the service and moves only when everything before it was delivered. All times are of the monotonic clock,
 * in ms.
 */
export class ChatMarks {
  /** The order that was touched last comes last. */
  readonly #orders = new Map<string, OrderMark>();
  /** Orders evicted for lack of room: the old part of their chats was delivered. */
  readonly #forgotten = new SeenIds(maxForgotten);
  #horizonMs: number;
  #isListed = false;
  #wasListed = false;

  /** `openedAtMs`: the moment since which nothing may be missed. */
  constructor(openedAtMs: number) {
    this.#horizonMs = openedAtMs;
  }

  /** Whether the running orders are known on this connection; before that an unknown order may have a gap. */
  get isListed(): boolean {
    return this.#isListed;
  }

  /** Since when orders may have come and gone unseen. */
  get horizonMs(): number {
    return this.#horizonMs;
  }

  /** Records an event that arrived live. */
  heard({ event, serviceId }: OrderNotice, nowMs: number): void {
    const order = this.#orders.get(event.orderNumber) ?? this.#unknown(event, nowMs);
    if (order.behindSinceMs === null) {
      order.mark = newestId([order.mark, serviceId]);
    } else {
      order.heardFrom = oldestId([order.heardFrom, serviceId]);
      order.heardTo = newestId([order.heardTo, serviceId]);
      order.needsRead ||= order.mark !== null;
    }
    this.#put(event.orderNumber, order);
  }

  /** Records an event's first delivery. */
  given({ orderNumber, event }: ChatOrderEvent, nowMs: number): void {
    const order = this.#orders.get(orderNumber);
    if (order === undefined || event === 'message') return;
    order.endedAtMs = event === 'completed' || event === 'cancelled' ? nowMs : null;
  }

  /** Whether events of this order may be missing. */
  isBehind(orderNumber: string): boolean {
    return (this.#orders.get(orderNumber)?.behindSinceMs ?? null) !== null;
  }

  /** Whether the chat of this order has to be read. */
  needsRead(orderNumber: string): boolean {
    return this.isBehind(orderNumber) && this.#orders.get(orderNumber)?.needsRead === true;
  }

  /** Returns the orders to read: running ones first, then by how long they have waited. */
  unread(): string[] {
    return [...this.#orders]
      .filter(([, order]) => order.behindSinceMs !== null && order.needsRead)
      .sort(([, left], [, right]) => rank(left) - rank(right) || since(left) - since(right))
      .map(([orderNumber]) => orderNumber);
  }

  /** Returns where reading an order must begin; null when it has no gap. */
  gapOf(orderNumber: string): ChatGap | null {
    const order = this.#orders.get(orderNumber);
    if (order === undefined || order.behindSinceMs === null) return null;
    const { mark, sinceMs, heardFrom } = order;
    return { orderNumber, mark, sinceMs, heardFrom };
  }

  /** Records that the gap of an order was delivered; `newest` is the newest id that was read. */
  caughtUp(orderNumber: string, newest: string | null): void {
    const order = this.#orders.get(orderNumber);
    if (order === undefined) return;
    const mark = newestId([order.mark, newest, order.heardTo]);
    Object.assign(order, { ...upToDate, mark, endedAtMs: order.endedAtMs });
  }

  /** Records the orders of the account: new ones must be read, and missing ones have ended. */
  listed({ running, recent }: ListedOrders, nowMs: number): void {
    for (const orderNumber of new Set([...running, ...recent])) this.#meet(orderNumber, nowMs);
    for (const [orderNumber, order] of this.#orders) {
      order.endedAtMs = running.has(orderNumber) ? null : (order.endedAtMs ?? nowMs);
      if (order.behindSinceMs !== null && !order.needsRead && order.mark === null) this.caughtUp(orderNumber, null);
    }
    this.#isListed = true;
    this.#wasListed = true;
  }

  /** Records the loss of the connection, last heard of at `heardAtMs`. From here on every order may have a gap. */
  lost(nowMs: number, heardAtMs: number): void {
    if (this.#isListed) this.#horizonMs = heardAtMs;
    this.#isListed = false;
    for (const order of this.#orders.values()) {
      order.behindSinceMs ??= nowMs;
      order.needsRead ||= order.endedAtMs === null || nowMs - order.endedAtMs < endedReadMs;
    }
  }

  #meet(orderNumber: string, nowMs: number): void {
    const order = this.#orders.get(orderNumber) ?? this.#missing(orderNumber, nowMs);
    order.needsRead ||= order.behindSinceMs !== null;
    this.#put(orderNumber, order);
  }

  /** The first row of a chat shows that nothing came before it; while all orders are known, any live event does. */
  #unknown({ orderNumber, event }: ChatOrderEvent, nowMs: number): OrderMark {
    if (event === 'created') return { ...upToDate };
    return this.#isListed ? { ...upToDate, sinceMs: nowMs } : this.#missing(orderNumber, nowMs);
  }

  /** After all orders were known, an unknown one began in the gap: its whole chat is new. */
  #missing(orderNumber: string, nowMs: number): OrderMark {
    const isNew = this.#wasListed && !this.#forgotten.has(orderNumber);
    return { ...upToDate, sinceMs: isNew ? null : this.#horizonMs, behindSinceMs: nowMs };
  }

  #put(orderNumber: string, order: OrderMark): void {
    this.#orders.delete(orderNumber);
    this.#orders.set(orderNumber, order);
    if (this.#orders.size <= maxOrders) return;
    const [oldest] = this.#orders.keys();
    const ended = [...this.#orders].find(([, { endedAtMs }]) => endedAtMs !== null)?.[0];
    const leaving = ended ?? oldest;
    if (leaving === undefined) return;
    this.#orders.delete(leaving);
    this.#forgotten.add(leaving);
  }
}

const upToDate: OrderMark = {
  mark: null,
  sinceMs: null,
  behindSinceMs: null,
  needsRead: false,
  heardFrom: null,
  heardTo: null,
  endedAtMs: null,
};

const rank = (order: OrderMark): number => (order.endedAtMs === null ? 0 : 1);
const since = (order: OrderMark): number => order.behindSinceMs ?? 0;
