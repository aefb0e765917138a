import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const pollIntervalMs = 100;
/** A lock without a readable owner counts as abandoned after this long: its owner may be about to sign it. */
const unsignedGraceMs = 10_000;

/**
 * Runs `work` while holding a lock that other processes on this machine respect. Throws an Error when a living process
 * still holds it after `waitLimitMs`.
 *
 * The lock is a folder, because creating a folder either succeeds or fails as a whole on every file system. It holds
 * the owner's process id, so that the lock of a dead owner is taken over. In the rare case that two processes take over
 * the same dead lock both may run: so `work` must be harmless when done twice, and the lock only saves effort
 * (installed programs appear in the cache by an atomic rename).
 */
export async function withCacheLock<T>(lockDir: string, work: () => Promise<T>, waitLimitMs: number): Promise<T> {
  await mkdir(dirname(lockDir), { recursive: true });
  await acquire(lockDir, Date.now() + waitLimitMs);
  try {
    return await work();
  } finally {
    await rm(lockDir, { recursive: true, force: true });
  }
}

async function acquire(lockDir: string, deadlineMs: number): Promise<void> {
  while (!(await unless('EEXIST', mkdir(lockDir).then(always)))) {
    if (await isAbandoned(lockDir)) await takeAway(lockDir);
    else if (Date.now() > deadlineMs) throw new Error(`${lockDir} is held by another process; remove it if none runs`);
    else await sleep(pollIntervalMs);
  }
  await writeFile(join(lockDir, 'pid'), String(process.pid));
}

async function isAbandoned(lockDir: string): Promise<boolean> {
  const owner = Number(await unless('ENOENT', readFile(join(lockDir, 'pid'), 'utf8')));
  if (Number.isInteger(owner) && owner > 0) return !isAlive(owner);
  const folder = await unless('ENOENT', stat(lockDir));
  return folder !== null && Date.now() - folder.mtimeMs > unsignedGraceMs;
}

async function takeAway(lockDir: string): Promise<void> {
  const grave = `${lockDir}.${process.pid}.dead`;
  await unless('ENOENT', rename(lockDir, grave));
  await rm(grave, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** Returns null when the operation fails with the expected code; rethrows every other failure. */
async function unless<T>(code: string, operation: Promise<T>): Promise<T | null> {
  try {
    return await operation;
  } catch (error) {
    if (hasCode(error, code)) return null;
    throw error;
  }
}

function always(): true {
  return true;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
