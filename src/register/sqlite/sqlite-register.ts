/** A register in a file of this machine, kept by SQLite in a thread of its own (ADR 0049). */
import type { Founding } from '../operations/founding.ts';
import type { OperationCall } from '../operation-call.ts';
import { defaultAnswerLimitMs, leastOpenLimitMs, within } from '../answer-limit.ts';
import { registerOver, type RegisterEngine } from '../call-queue.ts';
import { RegisterSilent, type Register } from '../register.ts';
import { RegisterThread } from './register-thread.ts';
import type { Replacement, ThreadOptions, ThreadRequest } from './thread-messages.ts';

interface SqliteOptions {
  readonly file: string;
  /** Brings an older file up to date: the leading worker does. */
  readonly migrate: boolean;
  readonly answerLimitMs?: number;
}

/** All of a large file is written. */
const backUpLimitMs = 600_000;
/** A file that ends its thread each time is left alone for a while. */
const maxDeaths = 5;
const deathsMs = 60_000;

/**
 * Opens the register of a file. Rejects with RegisterSilent where there is none, others may read it, or its schema is not
 * this version's.
 */
export async function openSqliteRegister(options: SqliteOptions): Promise<Register> {
  const { file, migrate, answerLimitMs = defaultAnswerLimitMs } = options;
  // Shorter than the limit, so that the answer names the lock.
  const engine = new SqliteEngine({ file, migrate, busyMs: Math.floor(answerLimitMs * 0.75) }, answerLimitMs);
  await engine.open();
  return registerOver({ engine, answerLimitMs });
}

/** Makes the register of a file. Rejects where the file is there already. */
export function createSqliteRegister({ file, ...founding }: Founding & { readonly file: string }): Promise<void> {
  return runAlone(file, { task: 'create', founding }, leastOpenLimitMs);
}

/**
 * Writes a whole copy of a register to a new file, as of one moment, while workers go on writing: a plain copy of the file
 * misses what is in the write-ahead log. Rejects where the new file is there already.
 */
export function backUpSqliteRegister({ file, to }: { readonly file: string; readonly to: string }): Promise<void> {
  return runAlone(file, { task: 'back-up', to }, backUpLimitMs);
}

/**
 * Puts another file in the place of a register; the one that was there stays aside. Rejects while a process uses it.
 */
export function replaceSqliteRegister({
  file,
  ...replacement
}: Replacement & { readonly file: string }): Promise<void> {
  return runAlone(file, { task: 'replace', ...replacement }, backUpLimitMs);
}

async function runAlone(file: string, request: ThreadRequest, limitMs: number): Promise<void> {
  const thread = new RegisterThread({ file, migrate: false, busyMs: defaultAnswerLimitMs });
  try {
    await within(limitMs, thread.ask(request));
  } finally {
    await thread.close(limitMs);
  }
}

class SqliteEngine implements RegisterEngine {
  readonly #options: ThreadOptions;
  readonly #closeLimitMs: number;
  readonly #deaths: number[] = [];
  #thread: RegisterThread;

  constructor(options: ThreadOptions, closeLimitMs: number) {
    this.#options = options;
    this.#closeLimitMs = closeLimitMs;
    this.#thread = new RegisterThread(options);
  }

  async open(): Promise<void> {
    try {
      await within(Math.max(leastOpenLimitMs, this.#closeLimitMs), this.#thread.ask({ task: 'open' }));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async run(call: OperationCall, deadline: bigint): Promise<unknown> {
    return this.#living().ask({ task: 'operation', call, deadline });
  }

  /** The thread comes to its deadline by itself, and undoes what it did. */
  abandon(): void {}

  close(): Promise<void> {
    return this.#thread.close(this.#closeLimitMs);
  }

  #living(): RegisterThread {
    if (!this.#thread.isOver) return this.#thread;
    const nowMs = performance.now();
    const recent = this.#deaths.filter((atMs) => nowMs - atMs < deathsMs);
    if (recent.length >= maxDeaths) throw new RegisterSilent({ code: 'thread-rests', times: recent.length });
    this.#deaths.splice(0, Infinity, ...recent, nowMs);
    this.#thread = new RegisterThread(this.#options);
    return this.#thread;
  }
}
