import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface Download {
  /** Where the bytes arrive. */
  folder: string;
  say: (text: string) => void;
  clock?: () => number;
  everyMs?: number;
}

/** Runs `work`, and says every few seconds how long it has taken and how much has arrived. */
export async function withProgress<T>(download: Download, work: () => Promise<T>): Promise<T> {
  const { folder, say, clock = () => performance.now(), everyMs = 3_000 } = download;
  const startedMs = clock();
  const timer = setInterval(() => {
    void bytesIn(folder).then((bytes) => say(`${seconds(clock() - startedMs)} s, ${megabytes(bytes)} MB so far`));
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

const seconds = (ms: number): number => Math.round(ms / 1_000);
const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(0);

/** What disappears meanwhile does not count. */
async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (entry) => (entry.isFile() ? entry.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
