/** The list of devices to notify: a note in the state folder for each, written by the door and read by the workers of the machine. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readTrustedFile } from '../../config/environment/trusted-file.ts';
import { subscriptionSchema } from './subscription.ts';

const noteSchema = subscriptionSchema.extend({
  /** The key that had signed in, by its name and what it is: one that is revoked gets nothing more. */
  keyName: z.string(),
  publicKey: z.string(),
  /** The key of the desk that the browser has subscribed with. */
  serverKey: z.string(),
  /** When it was put on the list first. */
  sinceMs: z.number(),
  /** As its person knows it, in words of ours. */
  browser: z.string().max(80),
  /** When the door saw last that the key counts. */
  confirmedAtMs: z.number(),
});
export type SubscriptionNote = z.output<typeof noteSchema>;

const noteName = /^push-[\da-f]{32}\.json$/;
/** Without a door that looks at the keys, none counts longer. */
const confirmedForMs = 86_400_000;

/** Names an address without saying it. */
export const noteId = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex').slice(0, 32);

/** Returns the file of an address. */
export const noteFile = (folder: string, endpoint: string): string => join(folder, `push-${noteId(endpoint)}.json`);

/** Returns every note that can be read. */
export function subscriptionNotes(folder: string): SubscriptionNote[] {
  return namesIn(folder).flatMap((name) => readNote(join(folder, name)) ?? []);
}

/** Returns the devices that a key of the desk may write to now. */
export function countingNotes(
  folder: string,
  { serverKey, nowMs }: { readonly serverKey: string; readonly nowMs: number },
): SubscriptionNote[] {
  return subscriptionNotes(folder).filter(
    (note) => note.serverKey === serverKey && nowMs - note.confirmedAtMs < confirmedForMs,
  );
}

/** Takes a device off the list. */
export function dropNote(folder: string, endpoint: string): void {
  for (const file of [noteFile(folder, endpoint), missFile(folder, endpoint)]) rmSync(file, { force: true });
}

const missSchema = z.object({ sinceMs: z.number(), why: z.string().max(500) });
/** Since when messages do not reach a device, and why the first of them did not, without its address. */
export type Miss = z.output<typeof missSchema>;

/** Beside the note, which the door alone writes: a worker that wrote there could put back whom the door has just taken off. */
const missFile = (folder: string, endpoint: string): string => noteFile(folder, endpoint).replace(/json$/, 'missed');

/** Returns since when messages do not reach a device; null: they do, or none was sent. */
export function missOf(folder: string, endpoint: string): Miss | null {
  try {
    return missSchema.parse(JSON.parse(readTrustedFile(missFile(folder, endpoint))));
  } catch {
    // There is none.
    return null;
  }
}

/** Writes down whether a message has reached a device that is on the list; null: it has. Never throws: the message is what matters. */
export function noteMiss(folder: string, endpoint: string, miss: Miss | null): void {
  const file = missFile(folder, endpoint);
  try {
    if (miss === null) rmSync(file, { force: true });
    else if (existsSync(noteFile(folder, endpoint)) && missOf(folder, endpoint) === null)
      writeFileSync(file, `${JSON.stringify(miss)}\n`, { mode: 0o600 });
  } catch {
    // The folder cannot be written: the log of the worker has the failure all the same.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => noteName.test(name));
  } catch {
    // Nothing has ever run here.
    return [];
  }
}

function readNote(file: string): SubscriptionNote | null {
  try {
    return noteSchema.parse(JSON.parse(readTrustedFile(file)));
  } catch {
    // It is being written, or was taken away.
    return null;
  }
}
