import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Registers work for the end; the last runs first. */
export type AtEnd = (end: () => void | Promise<void>) => unknown;

/** Creates an empty folder for the running test and removes it at its end, or by `atEnd`. */
export async function temporaryDirectory(atEnd: AtEnd = onTestFinished): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'peerdesk-test-'));
  // What a process writes while it ends makes a folder of it come back.
  atEnd(() => rm(directory, { recursive: true, force: true, maxRetries: 10 }));
  return directory;
}
