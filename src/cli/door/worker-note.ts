import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Environment } from '../kit/command-context.ts';
import { stateFolder } from '../../config/environment/state-folder.ts';
import { isOwnPrivateFile, writePrivateFile } from '../kit/private-files.ts';

const noteSchema = z.object({
  /** A folder may be shared with other machines or containers. */
  host: z.string(),
  pid: z.int().positive(),
  port: z.int().min(1).max(65_535),
  /** Anyone who can read the note may ask the worker to re-read its file, and who the people of its orders are. */
  token: z.string().min(32),
  /** Null: it runs without a file. */
  file: z.string().nullable(),
  egress: z.string(),
  accounts: z.array(z.string()),
});

/** What a running worker leaves in the state folder, so that a command on this machine finds it. */
type WorkerNote = z.infer<typeof noteSchema>;

export interface FoundWorker {
  note: WorkerNote;
  /** Removes the note of a worker that has died. */
  forget: () => void;
}

const noteName = /^worker-\d+-[0-9a-f]{8}\.json$/;

/** Leaves a note; returns the function that takes it away. Throws when the folder cannot be written. */
export function leaveNote(env: Environment, note: Omit<WorkerNote, 'host' | 'pid'>): () => void {
  for (const { note: other, forget } of notedWorkers(env)) if (!isAlive(other.pid)) forget();
  const worker: WorkerNote = { ...note, host: hostname(), pid: process.pid };
  const file = join(stateFolder(env), `worker-${worker.pid}-${randomBytes(4).toString('hex')}.json`);
  writePrivateFile(file, `${JSON.stringify(worker)}\n`);
  return () => rmSync(file, { force: true });
}

/** Returns the workers that have left a note on this machine. One may have died since. */
export function notedWorkers(env: Environment): FoundWorker[] {
  const folder = stateFolder(env);
  return namesIn(folder).flatMap((name) => {
    const file = join(folder, name);
    const note = readNote(file);
    return note === null || note.host !== hostname() ? [] : [{ note, forget: () => rmSync(file, { force: true }) }];
  });
}

/** Reports whether there is such a process on this machine. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // One of another user's cannot be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => noteName.test(name));
  } catch {
    // No worker has ever run here.
    return [];
  }
}

function readNote(file: string): WorkerNote | null {
  try {
    return isOwnPrivateFile(file) ? noteSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
  } catch {
    // It is being written, or was taken away.
    return null;
  }
}
