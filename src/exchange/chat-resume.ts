import { decodeChatFrame } from './chat-frame.ts';
import type { OrderEvent } from './chat-frame.ts';
import type { ExchangeClient } from './client.ts';
import type { WireChatMessage } from './schemas/chat-schema.ts';

const rowsAPage = 50;
const mostPages = 20;
const mostOrders = 200;

/**
 * Where each order's chat was left, so that after a lost connection the gap is read by paging (EP-34). Orders that are
 * over are forgotten. While the gap of an order could not be read its mark stays where it is.
 */
export class ChatResume {
  readonly #marks = new Map<string, string>();
  readonly #behind = new Set<string>();

  /** Takes an event in the order of delivery and moves the mark of its order. */
  note({ orderNumber, event, id }: OrderEvent): void {
    const mark = this.#marks.get(orderNumber);
    this.#marks.delete(orderNumber);
    if (event === 'completed' || event === 'cancelled') return;
    const stays = mark !== undefined && (this.#behind.has(orderNumber) || !isNewer(id, mark));
    this.#marks.set(orderNumber, stays ? mark : id);
    this.#forgetOldest();
  }

  /** The connection is gone: from here on every known order may have a gap. */
  lost(): void {
    for (const orderNumber of this.#marks.keys()) this.#behind.add(orderNumber);
  }

  /** Reads what was missed, oldest first. Rejects with an ExchangeError; what was not read is tried next time. */
  async missed(client: ExchangeClient, signal: AbortSignal | undefined): Promise<OrderEvent[]> {
    const events: OrderEvent[] = [];
    for (const orderNumber of this.#behind) {
      const mark = this.#marks.get(orderNumber);
      if (mark !== undefined) events.push(...(await readSince({ client, signal, orderNumber, mark })));
      this.#behind.delete(orderNumber);
    }
    return events;
  }

  #forgetOldest(): void {
    if (this.#marks.size <= mostOrders) return;
    const [oldest] = this.#marks.keys();
    if (oldest === undefined) return;
    this.#marks.delete(oldest);
    this.#behind.delete(oldest);
  }
}

interface Gap {
  readonly client: ExchangeClient;
  readonly signal: AbortSignal | undefined;
  readonly orderNumber: string;
  readonly mark: string;
}

async function readSince(gap: Gap): Promise<OrderEvent[]> {
  const { client, signal, orderNumber, mark } = gap;
  const found: OrderEvent[] = [];
  let before: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const older = before === undefined ? {} : { id: before };
    const request = { page: 1, rows: rowsAPage, orderNo: orderNumber, ...older };
    const { items } = await client.chat.retrieveChatMessagesWithPagination(request, { signal, priority: 'order' });
    found.push(...newEvents(items, gap));
    before = items.at(-1)?.id;
    if (items.length < rowsAPage || before === undefined || !isNewer(before, mark)) break;
  }
  return found.sort((left, right) => (isNewer(left.id, right.id) ? 1 : -1));
}

/** An answer may hold rows of another order (api-facts 7, EP-34). */
function newEvents(rows: readonly WireChatMessage[], { orderNumber, mark }: Gap): OrderEvent[] {
  return rows
    .filter((row) => row.orderNo === orderNumber && isNewer(row.id, mark))
    .map((row) => decodeChatFrame(JSON.stringify(row)))
    .flatMap((decoded) => (decoded.kind === 'order' ? [decoded.event] : []));
}

/** Ids count upwards and have up to 19 digits: too many for a number, so the longer text is the larger one. */
function isNewer(left: string, right: string): boolean {
  return left.length === right.length ? left > right : left.length > right.length;
}
