/** A register in a database of PostgreSQL, for workers on several machines (ADR 0049). */
import { defaultAnswerLimitMs, leastOpenLimitMs, within } from '../answer-limit.ts';
import { registerOver, type RegisterEngine } from '../call-queue.ts';
import type { Founding } from '../operations/founding.ts';
import { readsAside, runOperation, type OperationCall } from '../operation-call.ts';
import { RegisterSilent, type Register } from '../register.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { beginAlone, beginOperation, createSchema, inspectSchema } from './postgres-schema.ts';
import { PostgresAddress } from './postgres-address.ts';

interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; it appears in no message. */
  readonly url: string;
  /** Brings an older schema up to date: the leading worker does. */
  readonly migrate: boolean;
  readonly answerLimitMs?: number;
}

/**
 * Opens the register of a database. Rejects with RegisterSilent where there is none, the server does not answer, or the
 * schema is not this version's.
 */
export async function openPostgresRegister(options: PostgresOptions): Promise<Register> {
  const { url, migrate, answerLimitMs = defaultAnswerLimitMs } = options;
  const engine = new PostgresEngine(new PostgresAddress(url), answerLimitMs);
  await engine.open(migrate);
  return registerOver({ engine, answerLimitMs });
}

/** Makes the register of a database. Rejects where there is one already. */
export async function createPostgresRegister({ url, ...founding }: Founding & { readonly url: string }): Promise<void> {
  const engine = new PostgresEngine(new PostgresAddress(url), leastOpenLimitMs);
  try {
    await engine.inTransaction((connection) => createSchema(connection, founding));
  } finally {
    await engine.close();
  }
}

class PostgresEngine implements RegisterEngine {
  readonly #address: PostgresAddress;
  readonly #limitMs: number;
  #connection: PostgresConnection | null = null;
  #abandoned = Promise.withResolvers<never>();

  constructor(address: PostgresAddress, limitMs: number) {
    this.#address = address;
    this.#limitMs = limitMs;
  }

  async open(migrate: boolean): Promise<void> {
    try {
      await this.inTransaction((connection) => inspectSchema(connection, migrate));
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Does what is not an operation: alone, and within the time of opening. */
  async inTransaction(work: (connection: PostgresConnection) => Promise<void>): Promise<void> {
    const limitMs = Math.max(leastOpenLimitMs, this.#limitMs);
    const done = this.#transact(limitMs, async (connection) => {
      await beginAlone(connection, { limitMs });
      await work(connection);
    });
    await within(limitMs, done);
  }

  /** Where no one waits any more, it settles at once: the connection is given up, and the server undoes the rest. */
  run(call: OperationCall, deadline: bigint): Promise<unknown> {
    this.#abandoned = Promise.withResolvers<never>();
    return Promise.race([this.#perform(call, deadline), this.#abandoned.promise]);
  }

  abandon(): void {
    this.#drop();
    this.#abandoned.reject(new RegisterSilent({ code: 'too-slow' }));
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    await connection?.close();
  }

  async #perform(call: OperationCall, deadline: bigint): Promise<unknown> {
    const remainingMs = (): number => Number(deadline - process.hrtime.bigint()) / 1e6;
    return this.#transact(remainingMs(), async (connection) => {
      await beginOperation(connection, { limitMs: remainingMs(), isReading: readsAside.has(call.name) });
      const result = await runOperation(connection, call);
      // Its caller has been answered that the register is silent: what comes later must not have happened.
      if (remainingMs() <= 0) throw new RegisterSilent({ code: 'too-slow' });
      return result;
    });
  }

  /** Resolves when what was done is durable. Where the answer to a commit is lost it rejects: the outcome is unknown. */
  async #transact<Result>(limitMs: number, work: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    const connection = await this.#connected(limitMs);
    try {
      const result = await work(connection);
      await connection.commit();
      return result;
    } catch (error) {
      if (error instanceof RegisterSilent) this.#drop();
      else await connection.run('ROLLBACK').catch(() => this.#drop());
      throw error;
    }
  }

  async #connected(limitMs: number): Promise<PostgresConnection> {
    if (this.#connection !== null && !this.#connection.isOver) return this.#connection;
    const connection = await PostgresConnection.open(this.#address, Math.max(1, Math.floor(limitMs * 0.75)));
    this.#connection = connection;
    return connection;
  }

  #drop(): void {
    const connection = this.#connection;
    this.#connection = null;
    void connection?.close();
  }
}
