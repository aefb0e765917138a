import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { RegisterFailure, RegisterSilent } from '../register.ts';
import type { ThreadAnswer, ThreadOptions, ThreadRequest } from './thread-messages.ts';

/** TypeScript in a checkout, JavaScript in an installed package. */
const entry = new URL(`./thread${extname(import.meta.url)}`, import.meta.url);

/** The thread of a register, as its process sees it. It keeps no process running. */
export class RegisterThread {
  readonly #worker: Worker;
  readonly #asked: PromiseWithResolvers<unknown>[] = [];
  readonly #ended = Promise.withResolvers<void>();
  #cause: string | null = null;
  #isOver = false;

  constructor(workerData: ThreadOptions) {
    // Node 22 warns of its SQLite on every start.
    this.#worker = new Worker(entry, { workerData, execArgv: ['--disable-warning=ExperimentalWarning'] });
    this.#worker.on('message', (answer: ThreadAnswer) => this.#settle(answer));
    this.#worker.on('error', (error) => {
      this.#cause = String(error);
    });
    this.#worker.on('exit', () => this.#end());
    // After its listeners: one for messages keeps the process again.
    this.#worker.unref();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Resolves with the answer; rejects with RegisterSilent where the thread ends without one. */
  ask(request: ThreadRequest): Promise<unknown> {
    if (this.#isOver) return Promise.reject(this.#silence());
    const asked = Promise.withResolvers<unknown>();
    // What cannot be sent throws, and is not waited for.
    this.#worker.postMessage(request);
    this.#asked.push(asked);
    return asked.promise;
  }

  /** Ends the thread: in order, or by force where it does not answer in time. */
  async close(limitMs: number): Promise<void> {
    if (this.#isOver) return;
    this.#worker.ref();
    this.ask({ task: 'close' }).catch(() => undefined);
    const timer = setTimeout(() => void this.#worker.terminate(), limitMs);
    await this.#ended.promise;
    clearTimeout(timer);
  }

  #settle(answer: ThreadAnswer): void {
    const asked = this.#asked.shift();
    if (answer.ok) asked?.resolve(answer.value);
    else asked?.reject(answer.isSilent ? new RegisterSilent(answer.fault) : new RegisterFailure(answer.fault));
  }

  #end(): void {
    this.#isOver = true;
    for (const asked of this.#asked.splice(0)) asked.reject(this.#silence());
    this.#ended.resolve();
  }

  #silence(): RegisterSilent {
    return new RegisterSilent({ code: 'thread-ended', cause: this.#cause });
  }
}
