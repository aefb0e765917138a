import type { WorkerOptions } from '@temporalio/worker';
import { sleep } from '../lead/stoppable.ts';
import type { WorkerGroup } from './worker-group.ts';

interface Running {
  over: AbortController;
  ended: Promise<void>;
}

interface CallingOptions {
  workers: Pick<WorkerGroup, 'runUntil'>;
  /** What they are made of when they begin to poll. */
  wanted: () => readonly WorkerOptions[];
  /** Aborts when the process ends. */
  signal: AbortSignal;
  /** How it waits; absent: as long as it says. */
  pause?: typeof sleep;
}

/**
 * The workers by which a process calls the service. Who loses the lead keeps them polling, and what they receive waits for a
 * moment: to end them takes a server that answers, and mostly the same process leads again (ADR 0031). They end when another
 * process leads, when the lead is passed on, and with the process.
 */
export class CallingWorkers {
  readonly #options: CallingOptions;
  #running: Running | null = null;
  #ending: Promise<void> = Promise.resolve();
  #term: AbortSignal | null = null;
  /** Aborts when what waits for a term need wait no longer: there is one, or these workers end. */
  #waiting = new AbortController();

  constructor(options: CallingOptions) {
    this.#options = options;
  }

  /** Whether what they receive may begin. */
  get areOpen(): boolean {
    return this.#term !== null && !this.#term.aborted;
  }

  /** Waits for a term, if need be and for so long; returns whether what they receive may begin. */
  async opened(limitMs: number): Promise<boolean> {
    const { pause = sleep } = this.#options;
    if (!this.areOpen && this.#running !== null) await pause(limitMs, this.#waiting.signal);
    return this.areOpen;
  }

  /** Lets what they receive begin until the term is over. Those that end are waited for: a queue has one worker a process. */
  async open(term: AbortSignal): Promise<void> {
    this.#term = term;
    this.#endWaits();
    await this.#ending;
    if (!term.aborted) this.#running ??= this.#begin();
  }

  /** Ends them, unless a term has begun since: another process leads. */
  leave(): void {
    if (!this.areOpen) void this.end();
  }

  /** Ends them; settles when what they have begun has ended. Never rejects. */
  end(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    this.#endWaits();
    running?.over.abort();
    this.#ending = Promise.all([this.#ending, running?.ended]).then(() => undefined);
    return this.#ending;
  }

  #endWaits(): void {
    this.#waiting.abort();
    this.#waiting = new AbortController();
  }

  #begin(): Running {
    const { workers, wanted, signal } = this.#options;
    const over = new AbortController();
    return { over, ended: workers.runUntil(AbortSignal.any([over.signal, signal]), wanted()) };
  }
}
