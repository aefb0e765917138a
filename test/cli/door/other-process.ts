import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** Starts a process that looks like one of the project's, as long as the test lasts; returns its number. */
export function otherProcess(): number {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'peerdesk'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid ?? 0;
}
