/** The schema of a register in PostgreSQL, and its version. */
import { z } from 'zod';
import { found, type Founding } from '../operations/founding.ts';
import { RegisterFailure, RegisterSilent } from '../register.ts';
import { migrations } from '../schema.ts';
import { oneRow } from '../sql.ts';
import type { PostgresConnection } from './postgres-connection.ts';

const versionSchema = z.object({ version: z.number() });
const presentSchema = z.object({ namespace: z.boolean(), version: z.boolean() });

/** Any number that no other program takes for a lock: the letters of "PDrg". */
const lockKey = 0x50_44_72_67;

/** How a transaction begins. */
interface TransactionOptions {
  /** How long each of its statements may take, in ms. */
  readonly limitMs: number;
  /** Reads one moment and waits for no one. */
  readonly isReading?: boolean;
}

/** Begins a transaction that is alone with the register. */
export async function beginAlone(connection: PostgresConnection, options: TransactionOptions): Promise<void> {
  await connection.runTogether(beginning(options));
}

/** The same for an operation. Throws RegisterSilent where the schema is not this version's. */
export async function beginOperation(connection: PostgresConnection, options: TransactionOptions): Promise<void> {
  // One way to the server for all of it.
  const [row] = await connection.runTogether([...beginning(options), 'SELECT version FROM schema_version']);
  checkVersion(versionSchema.parse(row).version);
}

function beginning({ limitMs, isReading = false }: TransactionOptions): string[] {
  const ms = Math.max(1, Math.ceil(limitMs));
  return [
    // Never the default: a snapshot from before the lock would not show what the last holder has written.
    isReading ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE',
    `SET LOCAL statement_timeout = ${ms}`,
    // Shorter, so that the answer names the lock.
    `SET LOCAL lock_timeout = ${Math.ceil(ms * 0.75)}`,
    // A process that dies in between must not keep the lock until the network notices.
    `SET LOCAL idle_in_transaction_session_timeout = ${2 * ms}`,
    'SET LOCAL search_path = peerdesk_register, pg_temp',
    // Whatever server, database or role have set: an answer is durable. The stronger setting stays.
    `SELECT set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit') = 'remote_apply'
      THEN 'remote_apply' ELSE 'on' END, true)`,
    ...(isReading ? [] : [`SELECT pg_advisory_xact_lock(${lockKey})`]),
  ];
}

function checkVersion(version: number): void {
  const known = migrations.length;
  if (version > known) throw new RegisterSilent({ code: 'newer-schema', kind: 'postgres', at: '', version, known });
  if (version < known) throw new RegisterSilent({ code: 'older-schema', kind: 'postgres', at: '', version, known });
}

/** Throws RegisterSilent where there is no register, or its schema is not this version's; brings it up to date first. */
export async function inspectSchema(connection: PostgresConnection, migrate: boolean): Promise<void> {
  const version = await versionOf(connection);
  const isOlder = version < migrations.length;
  if (!isOlder || !migrate) return checkVersion(version);
  await applyFrom(connection, version);
  await connection.run('UPDATE schema_version SET version = ?', [migrations.length]);
}

async function versionOf(connection: PostgresConnection): Promise<number> {
  const present = await presence(connection);
  const row = present.version
    ? await oneRow(connection, versionSchema, { text: 'SELECT version FROM schema_version', values: [] })
    : null;
  if (row !== null) return row.version;
  throw new RegisterSilent({ code: 'no-register', kind: 'postgres', at: '' });
}

/** Makes a register, within a transaction. Throws where there is one already. */
export async function createSchema(connection: PostgresConnection, founding: Founding): Promise<void> {
  const present = await presence(connection);
  if (present.version) throw new RegisterFailure({ code: 'register-present' });
  // An administrator may have made it for a role that may not.
  if (!present.namespace) await connection.run('CREATE SCHEMA peerdesk_register');
  await connection.run(
    'CREATE TABLE schema_version (one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL)',
  );
  await connection.run('INSERT INTO schema_version (one, version) VALUES (1, ?)', [migrations.length]);
  await applyFrom(connection, 0);
  await found(connection, founding);
}

async function applyFrom(connection: PostgresConnection, version: number): Promise<void> {
  for (const statement of migrations.slice(version).flat()) await connection.run(statement);
}

async function presence(connection: PostgresConnection): Promise<z.infer<typeof presentSchema>> {
  const text = `SELECT to_regnamespace('peerdesk_register') IS NOT NULL AS namespace,
    to_regclass('peerdesk_register.schema_version') IS NOT NULL AS version`;
  const row = await oneRow(connection, presentSchema, { text, values: [] });
  return row ?? { namespace: false, version: false };
}
