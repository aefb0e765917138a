import type { ActivityDependencies } from '../../activities/dependencies.ts';
import type { OrderChat } from '../../domain/sheet/order-sheet.ts';
import { known, mapped, type WindowReads } from './window-reads.ts';

type ChatParts = Pick<ActivityDependencies, 'account' | 'marketplace' | 'clock'>;

/** The chats of an account's orders, for people who read them. Nothing of them is kept, or leaves but to who asks. */
export class OrderChats {
  readonly #parts: ChatParts;
  readonly #reads: WindowReads;

  constructor(parts: ChatParts, reads: WindowReads) {
    this.#parts = parts;
    this.#reads = reads;
  }

  /** Reads the last messages of an order, and marks none as read. Never rejects. */
  async messages(orderNumber: string, rows: number): Promise<OrderChat> {
    const { account, clock, marketplace } = this.#parts;
    const nowMs = clock.now();
    const chat = await known(() =>
      this.#reads.read((turn) => marketplace.orders.lastMessages(orderNumber, { ...turn, rows })),
    );
    const readAtMs = 'known' in chat ? chat.known.atMs : nowMs;
    return { account, orderNumber, readAtMs, chat: mapped(chat, ({ value }) => value) };
  }
}
