import { ChatDuplicates } from './chat-duplicates.ts';
import type { ChatOrderEvent, OrderNotice } from './chat-frame.ts';
import { EventQueue } from './event-queue.ts';

interface DeliveryOptions {
  /** Called for every event; without it events wait to be read. */
  readonly onEvent?: ((event: ChatOrderEvent) => void) | undefined;
  /** Called when too many events wait, and again once they are read. */
  readonly onPressure: (full: boolean) => void;
  /** Called once, with the first failure. */
  readonly onFailure: () => void;
}

const maxUnread = 1_000;

/**
 * Delivers each event once to all listeners, and survives their errors: a listener that throws ends the chat with its
 * error and is not called again. Thrown from a network event the error would end the process.
 */
export class ChatDelivery {
  readonly #options: DeliveryOptions;
  readonly #duplicates = new ChatDuplicates();
  readonly #queue: EventQueue<ChatOrderEvent>;
  readonly #tell: (event: ChatOrderEvent) => void;
  #failure: Error | null = null;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#queue = new EventQueue(maxUnread, options.onPressure);
    this.#tell = this.guard(options.onEvent);
  }

  /** The error that ended the chat; null while nothing failed. */
  get failure(): Error | null {
    return this.#failure;
  }

  /** Whether too many events wait to fetch more. */
  get isFull(): boolean {
    return this.#queue.isFull;
  }

  /** Delivers an event unless it was delivered before; reports whether it did. */
  give(notice: OrderNotice): boolean {
    if (!this.#duplicates.isFirst(notice)) return false;
    if (this.#options.onEvent === undefined) this.#queue.push(notice.event);
    else if (this.#failure === null) this.#tell(notice.event);
    return true;
  }

  /** Wraps a listener so that it never throws: its error or rejection fails the chat. */
  guard<T>(listener: ((value: T) => unknown) | undefined): (value: T) => void {
    let isWell = true;
    const failed = (error: unknown): void => {
      isWell = false;
      this.fail(error);
    };
    return (value) => {
      if (!isWell || listener === undefined) return;
      try {
        const result = listener(value);
        if (result instanceof Promise) result.catch(failed);
      } catch (error) {
        failed(error);
      }
    };
  }

  /** Notes why the chat ends; only the first reason counts. */
  fail(error: unknown): void {
    if (this.#failure !== null) return;
    this.#failure = error instanceof Error ? error : new Error('a listener of the chat socket failed');
    this.#options.onFailure();
  }

  /** Ends the readers, with the failure if there is one. */
  end(): void {
    this.#queue.end(this.#failure);
  }

  iterate(): AsyncIterator<ChatOrderEvent> {
    return this.#queue[Symbol.asyncIterator]();
  }
}
