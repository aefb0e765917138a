import { ChatDepartures } from './chat-departures.ts';
import { chatError } from './chat-error.ts';
import { Pace } from './chat-pace.ts';
import { timerMs, type Sleep } from '../limits/sleep.ts';

/** Where frames go: the current connection, if any. */
export interface OutboxLine {
  readonly isOpen: () => boolean;
  /** Writes a frame to the open connection. */
  readonly send: (frame: string) => void;
  /** Why there is no connection; null: nothing to report. */
  readonly reason: () => string | null;
}

interface OutboxOptions {
  readonly sleep: Sleep;
  /** A clock that never steps, in ms. */
  readonly monotonic: () => number;
  readonly line: OutboxLine;
  /** How long a message waits for a connection. */
  readonly connectTimeoutMs: number;
  readonly echoTimeoutMs: number;
  /** Called when the first echo becomes pending, and when none is any more. */
  readonly onEchoes: () => void;
  /** Aborts when the chat is closed for good. */
  readonly signal: AbortSignal;
}

interface Pending {
  readonly confirm: (id: string) => void;
  readonly fail: (error: unknown) => void;
}

/** The service silently drops faster frames (wire-facts 14, chat send). */
const paceMs = 800;

/**
 * Sends chat messages one frame at a time, paced; a message counts as sent only when the service echoes it. It waits
 * for a connection but is handed to one at most: its fate is then unknown, so it is never repeated.
 */
export class ChatOutbox {
  readonly #options: OutboxOptions;
  readonly #pending = new Map<string, Pending>();
  readonly #departures: ChatDepartures;

  constructor(options: OutboxOptions) {
    const { sleep, monotonic, signal, line, connectTimeoutMs: patienceMs } = options;
    this.#options = options;
    const pace = new Pace({ sleep, monotonic, intervalMs: paceMs });
    this.#departures = new ChatDepartures({ ...line, pace, patienceMs, signal });
  }

  /** Sends one frame; returns the service's id. Rejects with an ExchangeError; `sent` says how far the frame got. */
  send(uuid: string, frame: Readonly<Record<string, unknown>>): Promise<string> {
    const text = JSON.stringify({ ...frame, uuid });
    return new Promise((resolve, giveUp) => {
      const leave = (): void => this.#transmit(text, this.#expectEcho(uuid, { confirm: resolve, fail: giveUp }));
      this.#departures.add({ leave, giveUp });
    });
  }

  /** Whether a message has left without an echo so far. */
  get awaitsEcho(): boolean {
    return this.#pending.size > 0;
  }

  /** A connection is open and logged in: waiting messages may leave. */
  connected(): void {
    this.#departures.connected();
  }

  /** The service sent our own message back: that is its receipt. */
  confirm(uuid: string, id: string): void {
    this.#pending.get(uuid)?.confirm(id);
  }

  refuse(uuid: string | null, reason: string): void {
    if (uuid !== null) this.#pending.get(uuid)?.fail(chatError(`the chat refused the message: ${reason}`, 'yes'));
  }

  /** The connection is gone: messages without an echo may or may not have arrived, unsent ones wait for the next. */
  abandon(): void {
    const lost = chatError('the connection was lost before the message was confirmed', 'unknown');
    for (const pending of this.#pending.values()) pending.fail(lost);
    this.#departures.disconnected();
  }

  #expectEcho(uuid: string, { confirm, fail }: Pending): Pending {
    const settle = <T>(end: (value: T) => void) => {
      return (value: T): void => {
        clearTimeout(timer);
        this.#pending.delete(uuid);
        if (this.#pending.size === 0) this.#options.onEchoes();
        end(value);
      };
    };
    const pending: Pending = { confirm: settle(confirm), fail: settle(fail) };
    const timedOut = (): void => pending.fail(chatError('the chat did not confirm the message in time', 'unknown'));
    const timer = setTimeout(timedOut, timerMs(this.#options.echoTimeoutMs));
    this.#pending.set(uuid, pending);
    if (this.#pending.size === 1) this.#options.onEchoes();
    return pending;
  }

  #transmit(text: string, pending: Pending): void {
    try {
      this.#options.line.send(text);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      pending.fail(chatError('the frame could not be written', 'unknown'));
    }
  }
}
