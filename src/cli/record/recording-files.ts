import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface RecordingOptions {
  folder: string;
  /** The oldest days are deleted beyond this size of all recordings in the folder. */
  maxBytes: number;
}

/** A recording's lines wait in memory for this many; a crash loses no more. */
const linesAtOnce = 20;
const fileName = /^[a-z0-9]+-[a-z0-9]+-\d{4}-\d{2}-\d{2}\.jsonl\.gz$/;

/**
 * Recordings as compressed JSON lines, one file a market and day (UTC). Each batch of lines is an archive of its own within
 * the file, so that a process that dies leaves a readable file.
 */
export class RecordingFiles {
  readonly #options: RecordingOptions;
  readonly #waiting = new Map<string, string[]>();

  /** Throws the file system's error when the folder cannot be made. */
  constructor(options: RecordingOptions) {
    this.#options = options;
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  }

  /** Adds a line to the market's file of that day. Throws the file system's error. */
  add(line: { asset: string; fiat: string; atMs: number }): void {
    const day = new Date(line.atMs).toISOString().slice(0, 10);
    const name = `${fileWord(line.asset)}-${fileWord(line.fiat)}-${day}.jsonl.gz`;
    const lines = [...(this.#waiting.get(name) ?? []), JSON.stringify(line)];
    this.#waiting.set(name, lines);
    if (lines.length >= linesAtOnce) this.flush();
  }

  /** Writes all lines that wait. Throws the file system's error. */
  flush(): void {
    for (const [name, lines] of this.#waiting) {
      // One that failed may have left a part behind, and is not written again.
      this.#waiting.delete(name);
      appendFileSync(join(this.#options.folder, name), gzipSync(`${lines.join('\n')}\n`), { mode: 0o600 });
    }
    this.#dropOldest();
  }

  /** The day that is written stays, however large it is. */
  #dropOldest(): void {
    const { folder, maxBytes } = this.#options;
    const files = readdirSync(folder)
      .filter((name) => fileName.test(name))
      .map((name) => ({ name, day: name.slice(-19, -9), bytes: statSync(join(folder, name)).size }))
      .toSorted((left, right) => (left.day < right.day ? -1 : 1));
    const newest = files.at(-1)?.day;
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    for (const file of files) {
      if (bytes <= maxBytes || file.day === newest) return;
      rmSync(join(folder, file.name), { force: true });
      bytes -= file.bytes;
    }
  }
}

/** A currency's name comes from the command line; only letters and digits of it reach a path. */
function fileWord(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
