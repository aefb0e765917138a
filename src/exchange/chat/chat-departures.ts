import { closedError, offlineError } from './chat-error.ts';
import type { Pace } from './chat-pace.ts';
import { timerMs } from '../limits/sleep.ts';

/** Something that is to leave once. */
interface OutgoingItem {
  /** Called once, while there is a connection, or never. */
  readonly leave: () => void;
  /** Called once when it may not leave any more. */
  readonly giveUp: (error: unknown) => void;
}

interface DeparturesOptions {
  readonly pace: Pace;
  readonly isOpen: () => boolean;
  /** How long waiting messages survive without a connection, in ms. */
  readonly patienceMs: number;
  /** Why there is no connection; null: nothing to report. */
  readonly reason: () => string | null;
  /** Aborts when the chat is closed for good. */
  readonly signal: AbortSignal;
}

interface Waiting extends OutgoingItem {
  /** Runs while there is no connection. */
  timer: NodeJS.Timeout | null;
}

/** Sends one item after the other, paced, and only over an open connection, for which they wait. */
export class ChatDepartures {
  readonly #options: DeparturesOptions;
  #waiting: Waiting[] = [];
  #isMoving = false;

  constructor(options: DeparturesOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.#close(), { once: true });
  }

  add(departure: OutgoingItem): void {
    const { signal, reason, isOpen } = this.#options;
    if (signal.aborted) {
      departure.giveUp(closedError(reason()));
      return;
    }
    const waiting: Waiting = { ...departure, timer: null };
    this.#waiting.push(waiting);
    if (!isOpen()) this.#startPatience(waiting);
    void this.#move();
  }

  /** There is a connection: from here on only the pace counts. */
  connected(): void {
    for (const waiting of this.#waiting) stopPatience(waiting);
    void this.#move();
  }

  /** There is no connection; waiting items keep waiting. */
  disconnected(): void {
    for (const waiting of this.#waiting) this.#startPatience(waiting);
  }

  /**
   * Never rejects. An item waiting for the pace keeps its place, so the order stays when the connection is lost
   * meanwhile.
   */
  async #move(): Promise<void> {
    const { pace, signal, isOpen } = this.#options;
    if (this.#isMoving) return;
    this.#isMoving = true;
    while (this.#waiting.length > 0 && isOpen()) {
      try {
        await pace.turn(signal);
      } catch (error) {
        this.#next()?.giveUp(error);
        continue;
      }
      // Checked in the same tick as the send: the wait may have outlived the connection.
      if (isOpen()) this.#next()?.leave();
    }
    this.#isMoving = false;
  }

  #next(): Waiting | undefined {
    const next = this.#waiting.shift();
    if (next !== undefined) stopPatience(next);
    return next;
  }

  #startPatience(waiting: Waiting): void {
    const { patienceMs, reason } = this.#options;
    waiting.timer ??= setTimeout(() => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      waiting.giveUp(offlineError(reason()));
    }, timerMs(patienceMs));
  }

  #close(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      next.giveUp(closedError(this.#options.reason()));
    }
  }
}

function stopPatience(waiting: Waiting): void {
  if (waiting.timer !== null) clearTimeout(waiting.timer);
  waiting.timer = null;
}
