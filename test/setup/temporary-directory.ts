import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Keeps what is to be done when something is over; the last first. */
export type AtEnd = (end: () => void | Promise<void>) => unknown;

/** Makes an empty folder for the running test and removes it when the test is over, or when `atEnd` says so. */
export async function temporaryDirectory(atEnd: AtEnd = onTestFinished): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'peerdesk-test-'));
  atEnd(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
