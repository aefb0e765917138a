/** Calls of a register: one after the other, each with an answer in time or none. */
import { readsAside, type OperationCall } from './operation-call.ts';
import { registerOperations, RegisterSilent, type Register } from './register.ts';

/** What keeps a register. */
export interface RegisterEngine {
  /** Runs one operation until `deadline`, in the nanoseconds of `process.hrtime`; a later one begins when this one has settled. */
  run(call: OperationCall, deadline: bigint): Promise<unknown>;
  /** No one waits any more for the operation that runs. */
  abandon(): void;
  close(): Promise<void>;
}

/** A look at everything takes longer, and delays no one. */
const asideLimitMs = 60_000;

interface WaitingCall {
  readonly call: OperationCall;
  readonly deadline: bigint;
  readonly settled: PromiseWithResolvers<unknown>;
  isOver: boolean;
}

interface QueueOptions {
  readonly engine: RegisterEngine;
  readonly answerLimitMs: number;
}

/** Returns the register that an engine keeps. */
export function registerOver(options: QueueOptions): Register {
  const queue = new CallQueue(options);
  const names = Object.keys(registerOperations).filter(isOperation);
  const calls = names.map((name) => [name, (arg?: unknown) => queue.call({ name, arg })] as const);
  // One entry for each operation: `Register` is the table of registerOperations seen from outside.
  return { ...Object.fromEntries(calls), close: () => queue.close() } as unknown as Register;
}

const isOperation = (name: string): name is keyof typeof registerOperations => name in registerOperations;

class CallQueue {
  readonly #options: QueueOptions;
  readonly #waiting: WaitingCall[] = [];
  #running: WaitingCall | null = null;
  #isClosed = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  call(call: OperationCall): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new RegisterSilent({ code: 'closed' }));
    const limitMs = readsAside.has(call.name) ? asideLimitMs : this.#options.answerLimitMs;
    const deadline = process.hrtime.bigint() + BigInt(Math.ceil(limitMs * 1e6));
    const waiting: WaitingCall = { call, deadline, settled: Promise.withResolvers(), isOver: false };
    // It keeps the process until the answer is there: nothing else of a register does.
    const timer = setTimeout(() => this.#giveUp(waiting, limitMs), limitMs);
    this.#waiting.push(waiting);
    void this.#work();
    return waiting.settled.promise.finally(() => clearTimeout(timer));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { settled } of this.#waiting.splice(0)) settled.reject(new RegisterSilent({ code: 'closed-meanwhile' }));
    await this.#running?.settled.promise.catch(() => undefined);
    await this.#options.engine.close();
  }

  async #work(): Promise<void> {
    if (this.#running !== null) return;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      // One that waited too long never begins: its caller has acted on that already.
      if (next.isOver) continue;
      this.#running = next;
      const { resolve, reject } = next.settled;
      await this.#options.engine.run(next.call, next.deadline).then(resolve, reject);
    }
    this.#running = null;
  }

  #giveUp(waiting: WaitingCall, limitMs: number): void {
    waiting.isOver = true;
    const { name } = waiting.call;
    waiting.settled.reject(new RegisterSilent({ code: 'late', limitMs, operation: name }));
    if (this.#running === waiting) this.#options.engine.abandon();
  }
}
