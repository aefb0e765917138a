import { readFileSync, rmSync } from 'node:fs';
import { CliFailure } from '../cli-failure.ts';
import { ExitCode } from '../exit-code.ts';
import { writePrivateFile } from '../up/private-files.ts';

interface DatabaseClaim {
  /** Notes the server that uses the file from now on. */
  takenBy(pid: number): void;
  release(): void;
}

/**
 * Claims the file of a development server. Throws a failure while another server uses it, also one whose `peerdesk
 * server` was killed: two servers on one file destroy it.
 */
export function claimDatabase(dbFile: string): DatabaseClaim {
  const pidFile = `${dbFile}.pid`;
  const pid = livingServer(pidFile);
  if (pid !== null) {
    throw new CliFailure(
      ExitCode.CONFIGURATION,
      `a Temporal server (process ${pid}) uses ${dbFile} already: end it (kill ${pid}), or name another file with --db`,
    );
  }
  return {
    takenBy: (serverPid) => writePrivateFile(pidFile, String(serverPid)),
    release: () => rmSync(pidFile, { force: true }),
  };
}

function livingServer(pidFile: string): number | null {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'));
    process.kill(pid, 0);
    return isTemporal(pid) ? pid : null;
  } catch {
    // No file, or no such process.
    return null;
  }
}

/** Another program may have the number by now. Without /proc no one can know, and a loss is worse than a question. */
function isTemporal(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('temporal');
  } catch {
    return true;
  }
}
