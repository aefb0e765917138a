import { Worker, type WorkerOptions } from '@temporalio/worker';

/**
 * The workers of a process, which live and end together: one that fails stops the others, because half a desk is worse
 * than none, and a process that polls only some of its queues looks alive to its supervisor.
 */
export class WorkerGroup {
  readonly #workers: Worker[] = [];
  readonly #ends: Promise<void>[] = [];
  readonly #failure = Promise.withResolvers<never>();

  constructor() {
    // Waiting callers see the rejection; without any it is not an unhandled one.
    this.#failure.promise.catch(() => undefined);
  }

  /** Rejects with the failure of the first worker; never settles otherwise. */
  get failed(): Promise<never> {
    return this.#failure.promise;
  }

  async create(options: WorkerOptions): Promise<Worker> {
    const worker = await Worker.create(options);
    this.#workers.push(worker);
    return worker;
  }

  /**
   * Runs workers that end with `over`, beside those that live as long as the process. Returns when they have ended; one
   * that fails ends all.
   */
  async runUntil(over: AbortSignal, made: readonly WorkerOptions[]): Promise<void> {
    const workers = await Promise.all(made.map((options) => Worker.create(options)));
    const end = (): void => workers.forEach(shutDown);
    over.addEventListener('abort', end, { once: true });
    const ends = workers.map((worker) => worker.run().catch((error: unknown) => this.fail(error)));
    // The signal may have come while they were made.
    if (over.aborted) end();
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
    this.stop();
    const unused = this.#workers.filter((worker) => worker.getState() === 'INITIALIZED');
    await Promise.all([
      ...this.#ends,
      ...unused.map((worker) => worker.runUntil(Promise.resolve()).catch(() => undefined)),
    ]);
  }
}

function shutDown(worker: Worker): void {
  if (worker.getState() === 'RUNNING') worker.shutdown();
}
