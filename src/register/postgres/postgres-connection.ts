import { Client, types } from 'pg';
import { z } from 'zod';
import { defaultAnswerLimitMs, within } from '../answer-limit.ts';
import { keptValue, type Sql, type SqlValue } from '../sql.ts';
import { withNumbers } from './placeholders.ts';
import type { PostgresAddress } from './postgres-address.ts';

declare module 'pg' {
  // Its types leave it out.
  interface ClientBase {
    unref(): void;
  }
}

const int8 = 20;
const rowsSchema = z.array(z.object({ rows: z.array(z.unknown()) }));

/** One connection to the server of a register; what fails on it is silence. */
export class PostgresConnection implements Sql {
  readonly #address: PostgresAddress;
  readonly #client: Client;
  #isOver = false;

  private constructor(address: PostgresAddress, client: Client) {
    this.#address = address;
    this.#client = client;
    // Between two statements no one else hears of it; the next one finds it over.
    client.on('error', () => this.#end());
    client.on('end', () => this.#end());
  }

  /** Rejects with RegisterSilent where the server does not answer within the limit. */
  static async open(address: PostgresAddress, limitMs: number): Promise<PostgresConnection> {
    const client = clientOf(address, limitMs);
    const connection = new PostgresConnection(address, client);
    try {
      await client.connect();
      // What waits for an answer keeps the process, an open connection does not.
      client.unref();
      return connection;
    } catch (error) {
      await connection.close();
      throw address.failure(error);
    }
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  async rows<Row>(schema: z.ZodType<Row>, text: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    const rows: unknown[] = (await this.#query(text, values)).rows;
    return rows.map((row) => schema.parse(row));
  }

  async run(text: string, values: readonly SqlValue[] = []): Promise<number> {
    return (await this.#query(text, values)).rowCount ?? 0;
  }

  /** Runs statements that go together; returns the rows of the last one. Whatever fails is silence: nothing has begun. */
  async runTogether(statements: readonly string[]): Promise<unknown[]> {
    try {
      const results: unknown = await this.#client.query(statements.join(';\n'));
      return rowsSchema.parse(Array.isArray(results) ? results : [results]).at(-1)?.rows ?? [];
    } catch (error) {
      throw this.#address.silence(error instanceof Error ? error.message : String(error));
    }
  }

  /** Makes what the transaction wrote durable. Rejects where the server undid it, or where its answer is lost. */
  async commit(): Promise<void> {
    const { command } = await this.#query('COMMIT', []);
    if (command !== 'COMMIT') throw this.#address.silence(`the transaction ended with ${command}`);
  }

  /** Ends the connection: at once where a statement is running. The limit keeps the process: the connection does not. */
  async close(): Promise<void> {
    this.#isOver = true;
    await within(defaultAnswerLimitMs, this.#client.end()).catch(() => undefined);
  }

  async #query(text: string, values: readonly SqlValue[]) {
    const kept = values.map(keptValue);
    try {
      return await this.#client.query(withNumbers(text), kept);
    } catch (error) {
      throw this.#address.failure(error);
    }
  }

  #end(): void {
    this.#isOver = true;
  }
}

function clientOf(address: PostgresAddress, connectionTimeoutMillis: number): Client {
  try {
    return new Client({
      connectionString: address.url,
      application_name: 'peerdesk-register',
      connectionTimeoutMillis,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      types: { getTypeParser: (type, format) => (type === int8 ? Number : types.getTypeParser(type, format)) },
    });
  } catch (error) {
    // Its address names a file of certificates that is not there.
    throw address.failure(error);
  }
}
