import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const lookMs = 100;

/** True while a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The process id may have been reused: only a temporal or a peerdesk process is ended. */
export function isOurs(pid: number): boolean {
  try {
    return /temporal|peerdesk/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    // No such process, or a system without /proc: nothing is ended on a guess.
    return false;
  }
}

/** Asks processes to end and kills those that are there after the wait; `areEnding`: they were asked before. */
export async function endProcesses(
  pids: readonly number[],
  { waitMs, areEnding = false }: { waitMs: number; areEnding?: boolean },
): Promise<void> {
  for (const pid of areEnding ? [] : pids) send(pid, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < waitMs && pids.some(isAlive); waitedMs += lookMs) await delay(lookMs);
  for (const pid of pids.filter(isAlive)) send(pid, 'SIGKILL');
}

/** One that has just ended needs no signal. */
function send(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone.
  }
}
