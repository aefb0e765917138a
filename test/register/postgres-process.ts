import { execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { createPostgresRegister, openPostgresRegister } from '../../src/register/postgres/postgres-register.ts';
import type { Register } from '../../src/register/register.ts';
import { freePort } from '../../src/server/free-port.ts';
import { startMs, type RegisterWorld } from './contract/test-desk.ts';

/** Returns the folder with the programs of PostgreSQL, or null. Debian has them beside the path. */
function programFolder(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...globSync('/usr/lib/postgresql/*/bin')];
  const isWhole = (folder: string) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)));
  return folders.find(isWhole) ?? null;
}

/** Returns the user that the server runs as: it refuses to run as root. Null: there is none. */
function serverUid(): number | undefined | null {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      return Number(execFileSync('id', ['-u', name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    } catch {
      continue;
    }
  }
  return null;
}

/** Why no PostgreSQL can be had here; null: it can. */
export function postgresMissing(): string | null {
  if (programFolder() === null) return 'its programs are not installed';
  return serverUid() === null ? 'it does not run as root, and no other user is there' : null;
}

const user = 'merchant';

/** A server of PostgreSQL in a folder of its own, with a password. */
export class PostgresProcess {
  readonly password = randomBytes(12).toString('hex');
  #folder = '';
  readonly #opened: Register[] = [];
  #port = 0;
  #server: ReturnType<typeof spawn> | null = null;

  async start(): Promise<void> {
    // Not before: where the tests are skipped no one would remove it.
    this.#folder = mkdtempSync(join(tmpdir(), 'peerdesk-postgres-'));
    const uid = serverUid() ?? undefined;
    if (uid !== undefined) chownSync(this.#folder, uid, uid);
    const secret = join(this.#folder, 'password');
    writeFileSync(secret, this.password);
    const setup = [
      '--username',
      user,
      '--auth',
      'scram-sha-256',
      '--pwfile',
      secret,
      '--encoding',
      'UTF8',
      '--no-sync',
    ];
    execFileSync(this.#program('initdb'), ['--pgdata', this.#data, ...setup], this.#as(uid));
    this.#port = await freePort();
    await this.serve();
  }

  /** Starts the server on its data. */
  async serve(): Promise<void> {
    const options = ['-D', this.#data, '-h', '127.0.0.1', '-p', String(this.#port), '-k', this.#folder];
    const server = spawn(this.#program('postgres'), options, this.#as(serverUid() ?? undefined));
    this.#server = server;
    while (!(await this.#isUp())) {
      if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`);
      await delay(50);
    }
  }

  /** Ends the server as a crash would (SIGQUIT), or in order. */
  async stop(signal: 'SIGQUIT' | 'SIGINT' = 'SIGINT'): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null || server.exitCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  }

  async end(): Promise<void> {
    for (const register of this.#opened) await register.close();
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Returns the address of a new database. */
  async createDatabase(): Promise<string> {
    const name = `desk-${randomUUID()}`;
    await this.query(this.urlOf('postgres'), `CREATE DATABASE "${name}"`);
    return this.urlOf(name);
  }

  /** Returns the address of a new register. */
  async create(): Promise<string> {
    const url = await this.createDatabase();
    await createPostgresRegister({ url, generation: randomUUID(), how: 'created', nowMs: startMs });
    return url;
  }

  async open(url: string, options: { answerLimitMs?: number; migrate?: boolean } = {}): Promise<Register> {
    // A busy machine answers late, and these tests measure no speed.
    const register = await openPostgresRegister({ url, migrate: false, answerLimitMs: 60_000, ...options });
    this.#opened.push(register);
    return register;
  }

  async openNew(): Promise<RegisterWorld> {
    const url = await this.create();
    return { register: await this.open(url), change: (sql) => this.query(url, sql) };
  }

  /** Runs statements as a person with the password would. */
  async query(url: string, sql: string): Promise<void> {
    const client = await this.connect(url);
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  async connect(url: string): Promise<Client> {
    const client = new Client({ connectionString: url, options: '-c search_path=peerdesk_register,public' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  urlOf(database: string): string {
    return `postgres://${user}:${this.password}@127.0.0.1:${this.#port}/${database}`;
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  #program(name: string): string {
    return join(programFolder() ?? '', name);
  }

  #as(uid: number | undefined): { cwd: string; stdio: 'ignore'; uid?: number } {
    return { cwd: this.#folder, stdio: 'ignore', ...(uid === undefined ? {} : { uid }) };
  }

  async #isUp(): Promise<boolean> {
    try {
      await this.query(this.urlOf('postgres'), 'SELECT 1');
      return true;
    } catch {
      return false;
    }
  }
}
