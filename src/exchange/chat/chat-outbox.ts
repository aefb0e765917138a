import { ExchangeError } from '../exchange-error.ts';
import type { Sent } from '../exchange-error.ts';
import { Pace } from './chat-pace.ts';
import { timerMs } from '../sleep.ts';
import type { Sleep } from '../sleep.ts';

export interface OutboxOptions {
  readonly sleep: Sleep;
  /** A clock that never steps, in ms. */
  readonly monotonic: () => number;
  /** Writes a frame; throws when there is no connection. */
  readonly transmit: (frame: string) => void;
  readonly echoTimeoutMs: number;
  /** Aborts when the chat is closed for good. */
  readonly signal: AbortSignal;
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
  readonly #pace: Pace;

  constructor(options: OutboxOptions) {
    const { sleep, monotonic } = options;
    this.#options = options;
    this.#pace = new Pace({ sleep, monotonic, intervalMs: paceMs });
  }

  /** Sends one frame; gives the id that the service gave it. Rejects with an ExchangeError; `sent` tells the rest. */
  async send(uuid: string, frame: Readonly<Record<string, unknown>>): Promise<string> {
    const { signal } = this.#options;
    try {
      await this.#pace.turn(signal);
    } catch (error) {
      throw signal.aborted ? chatError('the chat is closed', 'no') : error;
    }
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
      const timer = setTimeout(timedOut, timerMs(this.#options.echoTimeoutMs));
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
