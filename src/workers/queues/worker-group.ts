import { setTimeout as delay } from 'node:timers/promises';
import { Worker, type WorkerOptions } from '@temporalio/worker';
import { aborted } from '../lead/stoppable.ts';

/** How long the end of a worker that never ran is waited for. */
const usualUnusedEndMs = 2_000;

/** A machine that is this busy for longer serves nothing. */
const maxTries = 3;

/**
 * Makes a worker, again where the machine was too busy to evaluate the workflows within the five seconds that the SDK
 * allows and no public option changes.
 */
function patiently<Made>(make: (options: WorkerOptions) => Promise<Made>): (options: WorkerOptions) => Promise<Made> {
  return async (options) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await make(options);
      } catch (error) {
        if (tries === maxTries || !(error instanceof Error) || !error.message.includes('execution timed out'))
          throw error;
      }
    }
  };
}

/**
 * The workers of a process, which live and end together: one that fails is the end of all, because half a desk is worse
 * than none, and a process that polls only some of its queues looks alive to its supervisor.
 */
export class WorkerGroup {
  readonly #make: (options: WorkerOptions) => Promise<Worker>;
  /** Those that are to poll now. */
  readonly #polling = new Set<Worker>();
  readonly #runs: Promise<void>[] = [];
  readonly #failure = Promise.withResolvers<never>();
  readonly #unusedEndMs: number;
  /** Workers that were still being made when they were to end: a queue has one worker a process. */
  #late: Promise<unknown> | null = null;

  constructor(
    make: (options: WorkerOptions) => Promise<Worker> = (options) => Worker.create(options),
    unusedEndMs = usualUnusedEndMs,
  ) {
    this.#make = patiently(make);
    this.#unusedEndMs = unusedEndMs;
    // Waiting callers see the rejection; without any it is not an unhandled one.
    this.#failure.promise.catch(() => undefined);
  }

  /** Rejects with the first failure, upon which the process ends all of them; never settles otherwise. */
  get failed(): Promise<never> {
    return this.#failure.promise;
  }

  /**
   * Runs workers until `over`. Settles when they have ended and never rejects: when one cannot be made none runs, and that,
   * or one that ends before `over`, is a failure. One that cannot end in order afterwards, because a server that does not
   * answer keeps an answer of its own, has nothing left to do. Without a server making one takes long: `over` does not wait
   * for it.
   */
  runUntil(
    over: AbortSignal,
    wanted: readonly WorkerOptions[],
    onPolling: () => void = () => undefined,
  ): Promise<void> {
    const run = this.#run(over, wanted, onPolling).catch((error: unknown) => this.fail(error));
    this.#runs.push(run);
    return run;
  }

  /** Says that the process has to end, for this reason; the first one counts. */
  fail(reason: unknown): void {
    this.#failure.reject(reason);
  }

  /** Whether all that are to poll do: false before the first of them, and after the last. */
  isPolling(): boolean {
    return this.#polling.size > 0 && [...this.#polling].every((worker) => worker.getState() === 'RUNNING');
  }

  /** Settles when all that run by now have ended; rejects with the first failure. */
  async ended(): Promise<void> {
    await Promise.all(this.#runs);
    await Promise.race([this.failed, Promise.resolve()]);
  }

  async #run(over: AbortSignal, wanted: readonly WorkerOptions[], onPolling: () => void): Promise<void> {
    if (this.#late !== null) await Promise.race([this.#late, aborted(over)]);
    if (over.aborted) return;
    const made: Worker[] = [];
    const making = Promise.allSettled(
      wanted.map(async (options) => {
        const worker = await this.#make(options);
        if (over.aborted) await this.#endUnused(worker);
        else made.push(worker);
      }),
    );
    const outcomes = await Promise.race([making, aborted(over)]);
    if (over.aborted || outcomes === undefined) {
      this.#late = making;
      return this.#endAllUnused(made);
    }
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') {
      await this.#endAllUnused(made);
      throw failed.reason;
    }
    const ends = made.map((worker) => this.#poll(over, worker));
    onPolling();
    await Promise.all(ends);
  }

  /** Lets a worker poll until `over`. Never rejects. */
  async #poll(over: AbortSignal, worker: Worker): Promise<void> {
    const end = (): void => {
      this.#polling.delete(worker);
      if (worker.getState() === 'RUNNING') worker.shutdown();
    };
    over.addEventListener('abort', end, { once: true });
    this.#polling.add(worker);
    try {
      await worker.run();
      if (!over.aborted) throw new Error('a worker has ended by itself');
    } catch (error) {
      if (!over.aborted) this.fail(error);
    }
  }

  async #endAllUnused(workers: readonly Worker[]): Promise<void> {
    await Promise.all(workers.map((worker) => this.#endUnused(worker)));
  }

  /**
   * Ends a worker that never ran: it holds the connection, which cannot be closed before. It is not waited for as long
   * as a silent server keeps it (30 s), because it has carried nothing. Never rejects.
   */
  async #endUnused(worker: Worker): Promise<void> {
    const over = new AbortController();
    const late = delay(this.#unusedEndMs, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([worker.runUntil(Promise.resolve()).catch(() => undefined), late]);
    over.abort();
  }
}
