import { readFileSync, rmSync } from 'node:fs';
import { CliFailure } from '../kit/cli-failure.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { writePrivateFile } from '../kit/private-files.ts';
import { endProcesses, isAlive, isOurs } from '../../server/left-processes.ts';

interface DatabaseClaim {
  /** Notes the server that uses the file from now on. */
  takenBy(pid: number): void;
  release(): void;
}

/** As long as a server may take for what it has begun. */
const orphanWaitMs = 10_000;

/**
 * Claims the file of a development server: two servers on one file destroy it. One whose `peerdesk server` was killed is
 * ended first. Throws a failure while another `peerdesk server` uses the file.
 */
export async function claimDatabase(dbFile: string): Promise<DatabaseClaim> {
  const pidFile = `${dbFile}.pid`;
  const { pid, owner } = noted(pidFile);
  if (pid !== null && isTemporal(pid)) {
    if (owner === null || isTemporal(owner)) throw inUse(dbFile, pid);
    await endProcesses([pid], { waitMs: orphanWaitMs });
  }
  return {
    takenBy: (serverPid) => writePrivateFile(pidFile, `${serverPid}\n${process.pid}\n`),
    release: () => rmSync(pidFile, { force: true }),
  };
}

function inUse(dbFile: string, pid: number): CliFailure {
  return new CliFailure(
    ExitCode.CONFIGURATION,
    `a Temporal server (process ${pid}) uses ${dbFile} already: end it (kill ${pid}), or name another file with --db`,
  );
}

interface Noted {
  /** The server. */
  pid: number | null;
  /** The `peerdesk server` that has started it; null: it is not known. */
  owner: number | null;
}

function noted(pidFile: string): Noted {
  try {
    const [pid = 0, owner = 0] = readFileSync(pidFile, 'utf8').split('\n').map(Number);
    return { pid: pid > 0 ? pid : null, owner: owner > 0 ? owner : null };
  } catch {
    return { pid: null, owner: null };
  }
}

/** Another program may have the number by now. Without /proc no one can know, and a loss is worse than a question. */
const isTemporal = (pid: number): boolean => isAlive(pid) && (process.platform === 'linux' ? isOurs(pid) : true);
