import { existsSync, readFileSync, renameSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { stateFolder } from '../../config/environment/state-folder.ts';
import { watchdogMemorySchema, type WatchdogMemory } from '../../domain/watchdog/watchdog-state.ts';
import { isOurs } from '../../server/left-processes.ts';
import { onceInARow } from '../../workers/lead/stoppable.ts';
import type { WatchdogKeeper } from '../../workers/watchdog/watchdog-dependencies.ts';
import { isAlive } from './worker-note.ts';
import type { Environment } from '../kit/command-context.ts';
import { isOwnPrivateFile, writePrivateFile } from '../kit/private-files.ts';

const noteSchema = z.object({
  host: z.string(),
  pid: z.int().positive(),
  /** Null: it answers on no port. */
  healthPort: z.int().min(1).max(65_535).nullable(),
  memory: watchdogMemorySchema,
});

/** What a watchdog leaves in the state folder: for its next process, and for who looks. */
type WatchdogNote = z.infer<typeof noteSchema>;

/** Two watchdogs of one machine keep what they do apart. */
const mostAtOnce = 9;

interface KeptBy {
  env: Environment;
  healthPort: number | null;
  /** Called with what could not be read or kept; not twice in a row with the same. */
  onTrouble: (text: string) => void;
}

/** Makes the state file of an account's watchdog: the first one that no running process keeps. */
export function watchdogKeeper(account: string, { env, healthPort, onTrouble }: KeptBy): WatchdogKeeper {
  const files = filesOf(env, account);
  const file = files.find((one) => !isHeld(one)) ?? `${files[0]}`;
  const say = onceInARow((text) => (text === '' ? undefined : onTrouble(text)));
  return {
    read: () => {
      if (!existsSync(file)) return null;
      const note = readNote(file);
      if (note === null) say(`${file}, what an earlier watchdog has kept, cannot be read: it counts as none`);
      return note?.memory ?? null;
    },
    keep: (memory: WatchdogMemory) => {
      try {
        const note: WatchdogNote = { host: hostname(), pid: process.pid, healthPort, memory };
        // A crash in the middle leaves the one before.
        writePrivateFile(`${file}.draft`, `${JSON.stringify(note)}\n`);
        renameSync(`${file}.draft`, file);
        say('');
      } catch (error) {
        say(`what the watchdog does is not kept, so a restart does not go on from it: ${String(error)}`);
      }
    },
  };
}

/** Returns what the watchdogs of an account that run on this machine have kept. */
export function runningWatchdogs(env: Environment, account: string): WatchdogNote[] {
  return filesOf(env, account).flatMap((file) => {
    const note = isHeld(file) ? readNote(file) : null;
    return note === null ? [] : [note];
  });
}

function filesOf(env: Environment, account: string): string[] {
  const folder = stateFolder(env);
  return Array.from({ length: mostAtOnce }, (_, at) => {
    const end = at === 0 ? '' : `.${at + 1}`;
    return join(folder, `watchdog-${account}${end}.json`);
  });
}

/** Whether another process of this machine keeps it: one that has its number by now, and is none of ours, does not. */
function isHeld(file: string): boolean {
  const note = readNote(file);
  if (note === null || note.host !== hostname() || note.pid === process.pid) return false;
  return isAlive(note.pid) && (process.platform !== 'linux' || isOurs(note.pid));
}

function readNote(file: string): WatchdogNote | null {
  try {
    return isOwnPrivateFile(file) ? noteSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
  } catch {
    // There is none, or none that can be read.
    return null;
  }
}
