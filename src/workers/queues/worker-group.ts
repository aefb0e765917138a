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
 * The workers of a process, which live and end together: one that fails stops the others, because half a desk is worse
 * than none, and a process that polls only some of its queues looks alive to its supervisor.
 */
export class WorkerGroup {
  readonly #make: (options: WorkerOptions) => Promise<Worker>;
  readonly #workers: Worker[] = [];
  readonly #ends: Promise<void>[] = [];
  readonly #failure = Promise.withResolvers<never>();
  readonly #unusedEndMs: number;
  #isClosed = false;
  /** Workers that were still being made when they were to end: a queue has one worker a process. */
  #late: Promise<void> | null = null;

  constructor(
    make: (options: WorkerOptions) => Promise<Worker> = (options) => Worker.create(options),
    unusedEndMs = usualUnusedEndMs,
  ) {
    this.#make = patiently(make);
    this.#unusedEndMs = unusedEndMs;
    // Waiting callers see the rejection; without any it is not an unhandled one.
    this.#failure.promise.catch(() => undefined);
  }

  /** Rejects with the failure of the first worker; never settles otherwise. */
  get failed(): Promise<never> {
    return this.#failure.promise;
  }

  async create(options: WorkerOptions): Promise<Worker> {
    const worker = await this.#make(options);
    if (this.#isClosed) await this.#endUnused(worker);
    this.#workers.push(worker);
    return worker;
  }

  /**
   * Runs workers that end with `over`, beside those that live as long as the process. Returns when they have ended; one
   * that fails before `over` ends all. One that cannot end in order afterwards, because a server that does not answer keeps
   * an answer of its own, has nothing left to do. Rejects when one cannot be made: none runs then. Without a server making one
   * takes long: `over` does not wait for it.
   */
  async runUntil(over: AbortSignal, wanted: readonly WorkerOptions[]): Promise<void> {
    if (this.#late !== null) await Promise.race([this.#late, aborted(over)]);
    if (over.aborted) return;
    const making = this.#makeAll(wanted);
    await Promise.race([making, aborted(over)]);
    if (over.aborted) {
      this.#late = making.then((late) => this.#endAllUnused(late)).catch(() => undefined);
      return;
    }
    const workers = await making;
    over.addEventListener('abort', () => workers.forEach(shutDown), { once: true });
    const ends = workers.map((worker) =>
      worker.run().catch((error: unknown) => (over.aborted ? undefined : this.fail(error))),
    );
    this.#ends.push(...ends);
    await Promise.all(ends);
  }

  /** Lets a worker poll until `stop`. */
  run(worker: Worker): void {
    this.#ends.push(
      worker.run().then(
        () => this.stop(),
        (error: unknown) => this.fail(error),
      ),
    );
  }

  /** Ends all workers with this reason; the first reason counts. */
  fail(reason: unknown): void {
    this.#failure.reject(reason);
    this.stop();
  }

  /** Asks all workers to finish their running work. */
  stop(): void {
    this.#workers.forEach(shutDown);
  }

  isPolling(): boolean {
    return this.#workers.every((worker) => worker.getState() === 'RUNNING');
  }

  /** Settles when every running worker has ended; rejects with the first failure. */
  async ended(): Promise<void> {
    await Promise.all(this.#ends);
    await Promise.race([this.failed, Promise.resolve()]);
  }

  /** Ends all, also those that never ran: each holds the connection, which cannot be closed before. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.stop();
    const unused = this.#workers.filter((worker) => worker.getState() === 'INITIALIZED');
    await Promise.all([...this.#ends, this.#endAllUnused(unused)]);
  }

  /** Rejects when one cannot be made, after the others have ended. */
  async #makeAll(wanted: readonly WorkerOptions[]): Promise<Worker[]> {
    const outcomes = await Promise.allSettled(wanted.map((options) => this.#make(options)));
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed?.status !== 'rejected') return made;
    await this.#endAllUnused(made);
    throw failed.reason;
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

function shutDown(worker: Worker): void {
  if (worker.getState() === 'RUNNING') worker.shutdown();
}
