import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { peerdeskFolder } from './demo-home.ts';
import { endProcesses, isAlive, isOurs } from '../../server/left-processes.ts';
import { isOwnPrivateFile, writePrivateFile } from '../kit/private-files.ts';

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

/** Ends the remains of a killed demo: its server holds the database that the next one needs. */
export async function endOrphans(): Promise<boolean> {
  const demo = announcedDemo();
  if (demo === null || isAlive(demo.pid)) return false;
  const orphans = [demo.workerPid, demo.temporalPid].filter((pid) => pid !== null).filter(isOurs);
  await endProcesses(orphans, { waitMs: 10_000 });
  withdrawDemo();
  return orphans.length > 0;
}
