/** The words that let a person make a passkey: files of this machine, so that only who is at it hands them out. */
import { createHash, randomInt } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { stateFolder } from '../../config/environment/state-folder.ts';
import type { Enrolment, Enrolments } from '../../door/page/page-desk.ts';
import { personKey } from '../../domain/orders/names/person-name.ts';
import { codeLetters } from '../../domain/signing/facts-code.ts';
import type { Environment } from '../kit/command-context.ts';
import { isOwnPrivateFile, writePrivateFile } from '../kit/private-files.ts';

const lifeMs = 10 * 60_000;
const [parts, partLetters] = [3, 4];

const noteSchema = z.object({ person: z.string(), by: z.string(), expiresAtMs: z.number() });
const noteName = /^enrolment-[\da-f]{32}\.json$/;

/** Makes a word for a person, whose earlier ones count no more; returns it as it is typed, and how long it counts. */
export function newEnrolment(
  env: Environment,
  { person, by }: Enrolment,
  nowMs: number,
): { word: string; expiresAtMs: number } {
  forget(env, (note) => note.expiresAtMs <= nowMs || personKey(note.person) === personKey(person));
  const part = (): string =>
    Array.from({ length: partLetters }, () => codeLetters.charAt(randomInt(codeLetters.length))).join('');
  const word = Array.from({ length: parts }, part).join('-');
  const expiresAtMs = nowMs + lifeMs;
  writePrivateFile(noteOf(env, word), `${JSON.stringify({ person, by, expiresAtMs })}\n`);
  return { word, expiresAtMs };
}

/** Returns the words of this machine, each of which counts once. */
export function enrolmentNotes(env: Environment): Enrolments {
  return {
    draw: (enrolment, nowMs) => newEnrolment(env, enrolment, nowMs),
    take(word, nowMs) {
      const file = noteOf(env, word);
      const note = readNote(file);
      if (note === null || !isTaken(file)) return { problem: 'enrolment-used' };
      const { person, by, expiresAtMs } = note;
      return nowMs < expiresAtMs ? { person, by } : { problem: 'enrolment-late' };
    },
  };
}

/** By its hash: a word that was never written down is in no file. Typed small or without dashes it is the same one. */
function noteOf(env: Environment, word: string): string {
  const typed = word.toUpperCase().replaceAll(/[^\dA-Z]/g, '');
  const hash = createHash('sha256').update(typed).digest('hex');
  return join(stateFolder(env), `enrolment-${hash.slice(0, 32)}.json`);
}

/** Of two who take it at once one removes it. */
function isTaken(file: string): boolean {
  try {
    rmSync(file);
    return true;
  } catch {
    return false;
  }
}

function readNote(file: string): z.infer<typeof noteSchema> | null {
  try {
    return isOwnPrivateFile(file) ? noteSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
  } catch {
    return null;
  }
}

/** Takes away those that are meant, and what is no note. */
function forget(env: Environment, isMeant: (note: z.infer<typeof noteSchema>) => boolean): void {
  const folder = stateFolder(env);
  for (const file of filesIn(folder)) {
    const note = readNote(file);
    if (note === null || isMeant(note)) rmSync(file, { force: true });
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => (noteName.test(name) ? [join(folder, name)] : []));
  } catch {
    // Nothing has ever run here.
    return [];
  }
}
