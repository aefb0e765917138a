import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { inProject } from '../../server/project-root.ts';

const restartDelayMs = 1_000;
const stopLimitMs = 20_000;

export interface DemoWorker {
  pid(): number | null;
  stop(): Promise<void>;
}

interface DemoWorkerOptions {
  env: NodeJS.ProcessEnv;
  logFile: string;
  /** Called when the worker ended on its own; it is restarted. */
  onLost: (reason: string) => void;
  onStart: (pid: number) => void;
}

/**
 * Runs the worker as a process of its own and restarts it when it dies: kill it and watch the desk finish its work. It
 * has its own process group, so that Ctrl-C stops it after the desk, not before.
 */
export function startDemoWorker(options: DemoWorkerOptions): DemoWorker {
  let child = launch(options);
  let stopping = false;
  const watch = async (): Promise<void> => {
    while (!stopping) {
      const reason = await endOf(child);
      if (stopping) return;
      options.onLost(reason);
      await delay(restartDelayMs);
      if (!stopping) child = launch(options);
    }
  };
  const watching = watch();
  return {
    pid: () => child.pid ?? null,
    stop: async () => {
      stopping = true;
      await end(child);
      await watching;
    },
  };
}

function launch({ env, logFile, onStart }: DemoWorkerOptions): ChildProcess {
  const log = openSync(logFile, 'a');
  try {
    const child = spawn(process.execPath, [inProject('bin', 'peerdesk.mjs'), 'worker'], {
      env,
      detached: true,
      stdio: ['ignore', log, log],
    });
    if (child.pid !== undefined) onStart(child.pid);
    return child;
  } finally {
    closeSync(log);
  }
}

async function endOf(child: ChildProcess): Promise<string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.signalCode ?? exitText(child.exitCode);
}

/** Returns how a worker ended by itself, in words. */
export const exitText = (exitCode: number | null): string => `exit code ${exitCode ?? 'unknown'}`;

/** Asks the worker to finish; kills it when it does not. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await endOf(child);
  clearTimeout(late);
}
