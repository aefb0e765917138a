/** How a register is lost, copied and put back, in a file and in a database. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresProcess, postgresMissing } from '../../register/postgres-process.ts';
import type { PeerdeskRun } from '../../setup/run-peerdesk.ts';

export const backendNames = ['sqlite', 'postgres'] as const;
export type BackendName = (typeof backendNames)[number];

export type Peerdesk = (...args: string[]) => Promise<PeerdeskRun>;

/** What keeps the register of a run. */
export interface Keeper {
  readonly env: Readonly<Record<string, string>>;
  /** Removes it, as a dead disk does. */
  lose: () => Promise<void>;
  /** Makes a backup as the documents say; returns what puts it back. */
  backUp: (peerdesk: Peerdesk) => Promise<() => Promise<void>>;
  close: () => Promise<void>;
}

/** Returns why a backend cannot be had here; null: it can. */
export const missingBackend = (name: BackendName): string | null => (name === 'postgres' ? postgresMissing() : null);

/** Opens the place for a register; the worker of a simulator makes it. */
export function openKeeper(name: BackendName, folder: string, mode: RegisterMode): Promise<Keeper> {
  return name === 'sqlite' ? Promise.resolve(fileKeeper(folder, mode)) : databaseKeeper(folder);
}

/** Runs a command that has to succeed. */
export async function must(peerdesk: Peerdesk, ...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await peerdesk(...args);
  if (exitCode !== 0) throw new Error(`peerdesk ${args.join(' ')}: exit code ${exitCode}: ${stderr}${stdout}`);
  return stdout;
}

const ends = ['', '-wal', '-shm'] as const;
/** A worker of real money looks at a file of its own. */
export type RegisterMode = 'sim' | 'live';
export const registerFile = (state: string, mode: RegisterMode = 'sim'): string =>
  join(state, mode === 'live' ? 'register.sqlite' : 'register-sim.sqlite');

/** Removes a file of SQLite with what belongs to it. */
export function removeFile(file: string): void {
  for (const end of ends) rmSync(`${file}${end}`, { force: true });
}

/** Copies a file of SQLite with what belongs to it, as it is at the moment: no one but SQLite makes it whole. */
export function copyRaw(from: string, to: string): void {
  removeFile(to);
  for (const end of ends) if (existsSync(`${from}${end}`)) copyFileSync(`${from}${end}`, `${to}${end}`);
}

/** Copies the register's file to another state folder. */
export function copyRegister(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  copyRaw(registerFile(from), registerFile(to));
}

function fileKeeper(folder: string, mode: RegisterMode): Keeper {
  const file = registerFile(join(folder, 'state'), mode);
  let backups = 0;
  return {
    env: {},
    lose: async () => removeFile(file),
    backUp: async (peerdesk) => {
      backups += 1;
      const backup = join(folder, `backup-${backups}.sqlite`);
      await must(peerdesk, 'register', 'backup', backup);
      return async () => void (await must(peerdesk, 'register', 'restore', backup, '--yes'));
    },
    close: async () => undefined,
  };
}

const schema = 'peerdesk_register';

async function databaseKeeper(folder: string): Promise<Keeper> {
  const server = new PostgresProcess();
  await server.start();
  const url = await server.createDatabase();
  const lose = (): Promise<void> => server.query(url, `DROP SCHEMA ${schema} CASCADE`);
  return {
    env: { PEERDESK_REGISTER_URL: url },
    lose,
    backUp: async (peerdesk) => {
      const dump = execFileSync('pg_dump', ['-Fc', `--schema=${schema}`, url]);
      const file = join(folder, 'register.dump');
      writeFileSync(file, dump, { mode: 0o600 });
      return async () => {
        await lose();
        execFileSync('pg_restore', ['-d', url, file]);
        await must(peerdesk, 'register', 'restore', '--yes');
      };
    },
    close: () => server.end(),
  };
}
