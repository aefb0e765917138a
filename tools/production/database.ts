import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { acceptsConnections, freePort } from '../../src/server/free-port.ts';
import { run } from './command.ts';

export const databaseUser = 'temporal';

export interface Database {
  port: number;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; it then runs as its own user. */
async function databaseUid(): Promise<number | undefined> {
  return process.getuid?.() === 0 ? Number(await run('id', ['-u', 'postgres'])) : undefined;
}

/** Starts PostgreSQL in a new folder, on a free port of this machine. */
export async function startDatabase(folder: string): Promise<Database> {
  const uid = await databaseUid();
  const data = join(folder, 'postgresql');
  mkdirSync(data, { mode: 0o700 });
  if (uid !== undefined) chownSync(data, uid, uid);
  const setup = ['--pgdata', data, '--username', databaseUser, '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'];
  await run('initdb', setup, { uid, cwd: data });
  const port = await freePort();
  const options = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', data];
  const child = spawn('postgres', options, { cwd: data, stdio: 'ignore', ...(uid === undefined ? {} : { uid }) });
  while (child.exitCode === null && !(await acceptsConnections(port, '127.0.0.1'))) await rest();
  if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}`);
  return {
    port,
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

export const rest = (ms = 200): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
