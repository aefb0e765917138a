import { createHash, randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A bundle as it lies in a cache. */
export interface BundlePlace {
  folder: string;
  /** Identifies the inputs of the bundle. */
  key: string;
}

type StoredBundle =
  | { kind: 'found'; code: string }
  | { kind: 'absent' }
  /** There is a file that must not be run. */
  | { kind: 'refused'; reason: string };

/** Returns the folder of the bundles in a cache. */
export function bundlesIn(cacheDir: string): string {
  return join(cacheDir, 'workflows');
}

/** A checkout under development builds a bundle with every change; this many are kept. */
const keptBundles = 5;
const othersMayWrite = 0o022;

/**
 * Reads a bundle. Its code runs in the process with the desk's keys, so a file that another user owns or may write is
 * refused, and so is one with other contents than were stored.
 */
export async function readBundle(place: BundlePlace): Promise<StoredBundle> {
  try {
    // Links are not followed, and the checks apply to the open file, not to whatever has its name a moment later.
    const file = await open(bundleFile(place), constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const reason = distrust(await file.stat(), process.getuid?.());
      if (reason !== null) return { kind: 'refused', reason };
      return unpack(place.key, await file.readFile('utf8'));
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' };
    return { kind: 'refused', reason: `it cannot be read (${code ?? String(error)})` };
  }
}

/** Returns why this user must not run a file, or null. Files of an image belong to root. */
export function distrust(file: Pick<Stats, 'uid' | 'mode' | 'isFile'>, ownUid: number | undefined): string | null {
  if (!file.isFile()) return 'it is no file';
  // A system without such users (Windows) reports neither.
  if (ownUid === undefined) return null;
  if (file.uid !== ownUid && file.uid !== 0) return 'another user owns it';
  return (file.mode & othersMayWrite) === 0 ? null : 'other users may write it';
}

function unpack(key: string, text: string): StoredBundle {
  const end = text.indexOf('\n');
  const code = text.slice(end + 1);
  return end !== -1 && text.slice(0, end) === firstLine(key, code)
    ? { kind: 'found', code }
    : { kind: 'refused', reason: 'its contents are not what was stored' };
}

/**
 * Stores a bundle, for this user alone. The rename makes it appear as a whole: two processes that do it at once store
 * the same. Rejects where the folder cannot be written.
 */
export async function writeBundle(place: BundlePlace, code: string): Promise<void> {
  const { folder, key } = place;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const scratch = join(folder, `.${key}.${randomUUID()}`);
  try {
    await writeFile(scratch, `${firstLine(key, code)}\n${code}`, { mode: 0o600, flag: 'wx' });
    await rename(scratch, bundleFile(place));
  } finally {
    await rm(scratch, { force: true });
  }
  await dropOldBundles(folder);
}

function bundleFile({ folder, key }: BundlePlace): string {
  return join(folder, `${key}.js`);
}

function firstLine(key: string, code: string): string {
  return `// workflow bundle ${key}, sha256 ${createHash('sha256').update(code).digest('hex')}`;
}

async function dropOldBundles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{64}\.js$/.test(name));
  if (names.length <= keptBundles) return;
  const files = await Promise.all(names.map(async (name) => ({ name, ...(await ageOf(join(folder, name))) })));
  const old = files.toSorted((left, right) => right.mtimeMs - left.mtimeMs).slice(keptBundles);
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { force: true })));
}

/** Another process may have dropped it meanwhile. */
async function ageOf(path: string): Promise<{ mtimeMs: number }> {
  return stat(path).catch(() => ({ mtimeMs: 0 }));
}
