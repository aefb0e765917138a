import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationError, type Environment } from '../../config/environment/service-environment.ts';
import { acceptedSchema, type Accepted } from '../../config/reload/accepted.ts';
import { stateFolder } from '../../config/environment/state-folder.ts';
import { isOwnPrivateFile, writePrivateFile } from '../kit/private-files.ts';
import { standingPath } from '../kit/standing-path.ts';

/** What a person has agreed to, as a process knows it. */
export interface AcceptedRecord {
  /** Null: nothing has been recorded yet, so the first start agrees. */
  read(): Accepted | null;
  /** Returns why it could not be kept on this machine; null: it is kept. */
  keep(accepted: Accepted): string | null;
}

/** Which process of which file agrees. */
interface RecordPlace {
  /** The configuration file. */
  path: string;
  egress: string;
}

/**
 * The record in the state folder: a restart must not let through what a reload has held. Reading throws
 * ConfigurationError for a file that is damaged or that others may write.
 */
export function acceptedRecord(env: Environment, place: RecordPlace): AcceptedRecord {
  const file = acceptedFile(env, place);
  // Another process of the same file may have been agreed with since: the file counts, while it can be written.
  let unkept: Accepted | null = null;
  return {
    read: () => unkept ?? readRecord(file),
    keep: (accepted) => {
      const failure = keepRecord(file, accepted);
      unkept = failure === null ? null : accepted;
      return failure;
    },
  };
}

/** Returns where that record lies. */
export function acceptedFile(env: Environment, { path, egress }: RecordPlace): string {
  const name = createHash('sha256')
    .update(JSON.stringify([standingPath(path), egress]))
    .digest('hex');
  return join(stateFolder(env), `accepted-${name.slice(0, 16)}.json`);
}

/** Makes the record of a process without a file: its variables are what was meant, and nothing is kept beyond it. */
export function passingRecord(): AcceptedRecord {
  let known: Accepted | null = null;
  return {
    read: () => known,
    keep: (accepted) => {
      known = accepted;
      return null;
    },
  };
}

function readRecord(file: string): Accepted | null {
  if (!existsSync(file)) return null;
  const remedy = 'look at the file of the desk, and remove this one to agree to all that it says';
  try {
    if (isOwnPrivateFile(file)) return acceptedSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new ConfigurationError(`${file}, what was agreed to, is damaged: ${remedy}`);
  }
  throw new ConfigurationError(`${file}, what was agreed to, is not this user's alone: ${remedy}`);
}

/** A crash in the middle leaves the old record. */
function keepRecord(file: string, accepted: Accepted): string | null {
  try {
    const text = `${JSON.stringify(accepted)}\n`;
    if (existsSync(file) && readFileSync(file, 'utf8') === text) return null;
    const draft = `${file}.${process.pid}`;
    writePrivateFile(draft, text);
    renameSync(draft, file);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
