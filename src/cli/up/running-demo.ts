import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { peerdeskFolder } from './demo-home.ts';
import { isOwnPrivateFile, writePrivateFile } from './private-files.ts';

const runningDemoSchema = z.object({
  pid: z.int(),
  temporalPid: z.int(),
  workerPid: z.int().nullable(),
  temporalAddress: z.string(),
  uiUrl: z.string(),
  baseUrl: z.string(),
  account: z.string(),
  apiKey: z.string(),
  apiSecret: z.string(),
  /** Where its worker keeps its register. */
  stateDir: z.string(),
  startedAtMs: z.number(),
});

/** What other commands need to find a running demo; its keys open the simulator only. */
export type RunningDemo = z.infer<typeof runningDemoSchema>;

const file = join(peerdeskFolder, 'up.json');

/** Writes where the demo runs, for its owner's eyes only. */
export function announceDemo(demo: RunningDemo): void {
  writePrivateFile(file, JSON.stringify(demo));
}

/** Removes the announcement. */
export function withdrawDemo(): void {
  rmSync(file, { force: true });
}

/**
 * Returns the announced demo, running or not; null without one. A file that another user has written, or may write, is
 * ignored: it would choose the server for this user's commands and keys.
 */
function announcedDemo(): RunningDemo | null {
  try {
    if (!isOwnPrivateFile(file)) return null;
    return runningDemoSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // No announcement, or an unreadable one: no running demo is known.
    return null;
  }
}

/** The demo that runs now; null when none does. */
export function findRunningDemo(): RunningDemo | null {
  const demo = announcedDemo();
  return demo !== null && isAlive(demo.pid) ? demo : null;
}

/** True while a process with this id exists. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ends the remains of a killed demo: its server holds the database that the next one needs. */
export async function endOrphans(): Promise<boolean> {
  const demo = announcedDemo();
  if (demo === null || isAlive(demo.pid)) return false;
  const orphans = [demo.workerPid, demo.temporalPid].filter((pid) => pid !== null).filter(isOurs);
  for (const pid of orphans) process.kill(pid, 'SIGTERM');
  for (let waitedMs = 0; waitedMs < 10_000 && orphans.some(isAlive); waitedMs += 100) await delay(100);
  for (const pid of orphans.filter(isAlive)) process.kill(pid, 'SIGKILL');
  withdrawDemo();
  return orphans.length > 0;
}

/** The process id may have been reused: only a temporal or a peerdesk process is ended. */
function isOurs(pid: number): boolean {
  try {
    return /temporal|peerdesk/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    // No such process, or a system without /proc: nothing is ended on a guess.
    return false;
  }
}
