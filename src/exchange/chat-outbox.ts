import { ExchangeError } from './exchange-error.ts';
import type { Sent } from './exchange-error.ts';
import type { Sleep } from './sleep.ts';

export interface OutboxOptions {
  readonly sleep: Sleep;
  /** Writes a frame; throws when there is no connection. */
  readonly transmit: (frame: string) => void;
  readonly now: () => number;
  readonly echoTimeoutMs: number;
}

interface Pending {
  readonly confirm: (id: string) => void;
  readonly fail: (error: ExchangeError) => void;
}

/** Frames that come faster than this are dropped in silence (api-facts 14, chat send). */
const paceMs = 800;

/** What is written into the chat: one frame at a time, paced, and believed only when the service echoes it. */
export class ChatOutbox {
  readonly #options: OutboxOptions;
  readonly #pending = new Map<string, Pending>();
  #line: Promise<void> = Promise.resolve();
  #lastSentMs = Number.NEGATIVE_INFINITY;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Sends one frame; gives the id that the service gave it. Rejects with an ExchangeError; `sent` tells the rest. */
  async send(uuid: string, frame: Readonly<Record<string, unknown>>): Promise<string> {
    const turn = this.#line.then(() => this.#takeTurn());
    this.#line = turn;
    await turn;
    return await this.#awaitEcho(uuid, JSON.stringify({ ...frame, uuid }));
  }

  /** The service sent our own message back: that is its receipt. */
  confirm(uuid: string, id: string): void {
    this.#pending.get(uuid)?.confirm(id);
  }

  refuse(uuid: string | null, reason: string): void {
    if (uuid !== null) this.#pending.get(uuid)?.fail(chatError(`the chat refused the message: ${reason}`, 'yes'));
  }

  /** The connection is gone: what was not echoed may or may not have arrived. */
  abandon(): void {
    const lost = chatError('the connection was lost before the message was confirmed', 'unknown');
    for (const pending of this.#pending.values()) pending.fail(lost);
  }

  async #takeTurn(): Promise<void> {
    const waitMs = this.#lastSentMs + paceMs - this.#options.now();
    if (waitMs > 0) await this.#options.sleep(waitMs);
    this.#lastSentMs = this.#options.now();
  }

  #awaitEcho(uuid: string, frame: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const settle = <T>(end: (value: T) => void) => {
        return (value: T): void => {
          clearTimeout(timer);
          this.#pending.delete(uuid);
          end(value);
        };
      };
      const pending: Pending = { confirm: settle(resolve), fail: settle(reject) };
      const timedOut = (): void => pending.fail(chatError('the chat did not confirm the message in time', 'unknown'));
      const timer = setTimeout(timedOut, this.#options.echoTimeoutMs);
      this.#pending.set(uuid, pending);
      try {
        this.#options.transmit(frame);
      } catch (error) {
        pending.fail(error instanceof ExchangeError ? error : chatError('the frame could not be written', 'no'));
      }
    });
  }
}

/** Makes the error of a chat message; it belongs to no endpoint, so it names the socket. */
export function chatError(message: string, sent: Sent): ExchangeError {
  return new ExchangeError({ message, endpoint: 'chat', sent });
}
