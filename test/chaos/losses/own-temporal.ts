/** A Temporal server with a file of its own, which is copied, put back, lost, and filled up. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findTemporalCli } from '../../../src/server/find-server.ts';
import { freePort } from '../../../src/server/free-port.ts';
import { startTemporalServer, type TemporalServer } from '../../../src/server/temporal-server.ts';
import { searchAttributeKeys } from '../../../src/workflows/contract/search-attributes.ts';
import { copyRaw, removeFile } from './keepers.ts';

export interface OwnTemporal {
  readonly address: string;
  readonly pid: () => number;
  /** Ends it, copies its file, and starts it. */
  readonly copy: () => Promise<void>;
  /** Puts that copy back. */
  readonly putBack: () => Promise<void>;
  /** Its database is lost: it begins empty at the same address. */
  readonly lose: () => Promise<void>;
  /** Ends it at once: nothing answers any more. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The namespace of another desk on the same server. */
export const theirNamespace = 'theirs';

export async function openTemporal(folder: string): Promise<OwnTemporal> {
  const { path: cliPath } = await findTemporalCli({ env: process.env, log: () => undefined });
  const port = await freePort();
  const dbFile = join(folder, 'temporal.db');
  const copied = join(folder, 'temporal-older.db');
  const serve = (): Promise<TemporalServer> =>
    startTemporalServer({
      cliPath,
      uiPort: null,
      port,
      dbFile,
      namespaces: [theirNamespace],
      searchAttributes: searchAttributeKeys,
    });
  let server = await serve();
  const whileDown = async (change: () => void): Promise<void> => {
    await server.stop();
    change();
    server = await serve();
  };
  return {
    address: server.address,
    pid: () => server.pid,
    stop: () => server.stop(),
    copy: () => whileDown(() => copyRaw(dbFile, copied)),
    putBack: () => whileDown(() => copyRaw(copied, dbFile)),
    kill: async () => {
      process.kill(server.pid, 'SIGKILL');
      await server.exited;
    },
    start: async () => void (server = await serve()),
    lose: () => whileDown(() => removeFile(dbFile)),
  };
}

/** Returns why no disk can be filled up here; null: it can. */
export function missingLimit(): string | null {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'prlimit is not installed';
  }
}

/** Every write of the process beyond these bytes of a file fails, as on a full disk. */
export function limitFiles(pid: number, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}
