import { backoffMs } from '../../domain/failures/backoff.ts';
import type { OrderNotice } from './chat-frame.ts';
import { readChatGap, rowsAPage } from './chat-gap.ts';
import type { HeldEvents } from './chat-held.ts';
import type { ChatMarks } from './chat-marks.ts';
import { listOrderNumbers, rowsAPage as listRowsAPage, runningStatuses, type ReadListPage } from './chat-order-list.ts';
import type { Pace } from './chat-pace.ts';
import type { ExchangeClient } from '../client.ts';
import { ExchangeError } from '../exchange-error.ts';
import type { Sleep } from '../limits/sleep.ts';

interface CatchUpOptions {
  readonly client: ExchangeClient;
  readonly marks: ChatMarks;
  readonly held: HeldEvents;
  /** How fast it may read, on this connection and the next. */
  readonly pace: Pace;
  readonly backoff: { readonly backoffBaseMs: number; readonly backoffCapMs: number };
  readonly random: () => number;
  readonly sleep: Sleep;
  readonly monotonic: () => number;
  /** Whether nothing more should be fetched for now. */
  readonly isFull: () => boolean;
  readonly give: (notice: OrderNotice) => void;
  /** A row of a chat was left out. */
  readonly onUnreadable: () => void;
  /** Called for a failure that did not come from the service. */
  readonly onFailure: (error: unknown) => void;
  /** Aborts when the connection is over. */
  readonly signal: AbortSignal;
}

/** Two, so that a missing answer delays only itself. */
const atOnce = 2;
/** Represents the list among the orders to read; no order number has a space. */
const theList = 'list of orders';
/** The service rounds times to the second, and accepts clocks that are a second ahead (wire-facts 12.6, 19 row 6). */
const clockMarginMs = 2_000;

/**
 * Reads on one connection what happened before it: the list of running orders, then the chat of each order with a gap
 * (EP-15, EP-34). An order that cannot be read is retried while the others continue.
 */
export class ChatCatchUp {
  readonly #options: CatchUpOptions;
  readonly #resting = new Set<string>();
  readonly #active = new Set<string>();
  readonly #failures = new Map<string, number>();
  #wakers: (() => void)[] = [];

  constructor(options: CatchUpOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.wake(), { once: true });
  }

  /** Whether the live events of an order should wait. Until the list is read, every order may have a gap. */
  isAwaited(orderNumber: string): boolean {
    const { marks } = this.#options;
    return marks.needsRead(orderNumber) || (marks.isBehind(orderNumber) && !this.#failures.has(theList));
  }

  /** Signals that there may be something to read. */
  wake(): void {
    for (const wake of this.#wakers.splice(0)) wake();
  }

  /** Works until the connection ends. Rejects with a failure that did not come from the service. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: atOnce }, () => this.#work()));
  }

  async #work(): Promise<void> {
    while (!this.#options.signal.aborted) {
      const task = this.#next();
      if (task === null) await new Promise<void>((resolve) => this.#wakers.push(resolve));
      else await this.#perform(task);
    }
  }

  /** Orders with waiting live events come first. */
  #next(): string | null {
    const { marks, held, isFull } = this.#options;
    if (isFull()) return null;
    const isFree = (task: string): boolean => !this.#resting.has(task) && !this.#active.has(task);
    const unread = marks.unread().filter(isFree);
    const urgent = unread.find((orderNumber) => held.has(orderNumber));
    if (urgent !== undefined) return urgent;
    return !marks.isListed && isFree(theList) ? theList : (unread[0] ?? null);
  }

  async #perform(task: string): Promise<void> {
    const { signal, held, marks } = this.#options;
    this.#active.add(task);
    try {
      await (task === theList ? this.#list() : this.#read(task));
      this.#failures.delete(task);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ExchangeError)) throw error;
      this.#rest(task, error);
    } finally {
      this.#active.delete(task);
    }
    for (const orderNumber of held.orders()) if (!this.isAwaited(orderNumber)) held.release(orderNumber);
    if (task !== theList && marks.isBehind(task)) held.pass(task);
    this.wake();
  }

  async #list(): Promise<void> {
    const { marks, monotonic } = this.#options;
    const running = await listOrderNumbers(this.#listPage({ orderStatusList: [...runningStatuses] }));
    const startDate = this.#serviceMs(marks.horizonMs);
    const recent = await listOrderNumbers(this.#listPage({ startDate }));
    marks.listed({ running, recent }, monotonic());
  }

  #listPage(filter: { readonly orderStatusList?: number[]; readonly startDate?: number }): ReadListPage {
    const { client, pace, signal } = this.#options;
    return async (page) => {
      await pace.turn(signal);
      const request = { page, rows: listRowsAPage, ...filter };
      return await client.orders.listOrders(request, { signal, priority: 'order' });
    };
  }

  /** Delivers first and forgets afterwards: an order stays behind while it is unreadable or the connection ends. */
  async #read(orderNumber: string): Promise<void> {
    const { client, marks, pace, give, signal, onUnreadable } = this.#options;
    const gap = marks.gapOf(orderNumber);
    if (gap === null) return;
    const sinceMs = gap.sinceMs === null ? null : this.#serviceMs(gap.sinceMs);
    const { notices, newest } = await readChatGap({ ...gap, sinceMs }, async (olderThan) => {
      await pace.turn(signal);
      const older = olderThan === null ? {} : { id: olderThan };
      const request = { page: 1, rows: rowsAPage, orderNo: orderNumber, ...older };
      const rows = await client.chat.retrieveChatMessagesWithPagination(request, { signal, priority: 'order' });
      for (let odd = rows.odd.length; odd > 0; odd -= 1) onUnreadable();
      return rows;
    });
    if (signal.aborted) return;
    for (const notice of notices) give(notice);
    this.#options.held.release(orderNumber);
    marks.caughtUp(orderNumber, newest);
  }

  /** Converts a moment of the monotonic clock to the service's clock, rather too early than too late. */
  #serviceMs(monotonicMs: number): number {
    const { client, monotonic } = this.#options;
    return Math.floor(client.now() - (monotonic() - monotonicMs)) - clockMarginMs;
  }

  #rest(task: string, error: ExchangeError): void {
    const { random, sleep, backoff, signal, onFailure } = this.#options;
    const failures = (this.#failures.get(task) ?? 0) + 1;
    this.#failures.set(task, failures);
    this.#resting.add(task);
    const restMs = (error.retryAfterMs ?? 0) + backoffMs(failures, random, backoff);
    sleep(restMs, signal).then(
      () => {
        this.#resting.delete(task);
        this.wake();
      },
      (failure: unknown) => {
        if (!signal.aborted) onFailure(failure);
      },
    );
  }
}
