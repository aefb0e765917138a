import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { inProject } from '../../server/project-root.ts';
import { endText, keepChild } from '../../server/kept-child.ts';

const restartDelayMs = 1_000;
const stopLimitMs = 20_000;

export interface DemoWorker {
  pid(): number | null;
  stop(): Promise<unknown>;
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
  return keepChild({
    launch: () => launch(options),
    waitMs: () => restartDelayMs,
    onLost: (end) => options.onLost(endText(end)),
    stopLimitMs,
  });
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
