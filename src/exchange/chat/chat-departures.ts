import { closedError, offlineError } from './chat-error.ts';
import type { Pace } from './chat-pace.ts';
import { timerMs } from '../limits/sleep.ts';

/** Something that is to leave once. */
interface Departure {
  /** Called once, while there is a connection, or never. */
  readonly leave: () => void;
  /** Called once when it may not leave any more. */
  readonly giveUp: (error: unknown) => void;
}

interface DeparturesOptions {
  readonly pace: Pace;
  readonly isOpen: () => boolean;
  /** How long there may be no connection before what waits for one gives up, in ms. */
  readonly patienceMs: number;
  /** Why there is no connection, or none any more; null: nothing to say. */
  readonly reason: () => string | null;
  /** Aborts when the chat is closed for good. */
  readonly signal: AbortSignal;
}

interface Waiting extends Departure {
  /** Runs while there is no connection. */
  timer: NodeJS.Timeout | null;
}

/** Lets things leave one after the other, paced, and only over an open connection, for which they wait. */
export class ChatDepartures {
  readonly #options: DeparturesOptions;
  #waiting: Waiting[] = [];
  #isMoving = false;

  constructor(options: DeparturesOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => this.#close(), { once: true });
  }

  add(departure: Departure): void {
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

  /** There is none, or still none: what waits already goes on as it does. */
  disconnected(): void {
    for (const waiting of this.#waiting) this.#startPatience(waiting);
  }

  /** Never rejects. Who waits for the pace keeps the place, so the order stays when the connection goes meanwhile. */
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
      // Asked in the same breath as it leaves: the wait may have outlived the connection.
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
