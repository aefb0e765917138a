import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inProject } from '../../src/server/project-root.ts';
import { compileCache } from './compile-cache.ts';
import { temporaryDirectory, type AtEnd } from './temporary-directory.ts';

export interface PeerdeskRun {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface PeerdeskProcess {
  child: ChildProcess;
  /** Resolves with the first whole line of stdout; rejects when the program ends before. */
  firstLine: Promise<string>;
  ended: Promise<PeerdeskRun>;
}

/** Only the variables that a program needs to run: a developer's own settings must not decide a test. */
const kept = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMPORAL_CLI_PATH',
  'PEERDESK_CACHE_DIR',
  'PEERDESK_TIMEOUT',
  'NODE_V8_COVERAGE',
];

interface StartOptions {
  /** Adds files to the folder that it starts in. */
  prepare?: (folder: string) => void;
  /** Registers work for the end; default: that of the running test. */
  atEnd?: AtEnd;
}

/** Starts the real program in an empty folder, so that no demo of this checkout is found. */
export async function startPeerdesk(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { prepare, atEnd }: StartOptions = {},
): Promise<PeerdeskProcess> {
  const surroundings = Object.fromEntries(
    kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  const folder = await temporaryDirectory(atEnd);
  prepare?.(folder);
  const child = spawn(process.execPath, [inProject('bin', 'peerdesk.mjs'), ...args], {
    cwd: folder,
    env: {
      ...surroundings,
      ...compileCache,
      USER: 'tester',
      TEMPORAL_CONFIG_FILE: '/nonexistent/temporal.toml',
      // What a worker notes of itself; a test with a home of its own wants it there.
      ...(env['HOME'] === undefined ? { PEERDESK_STATE_DIR: join(folder, 'state') } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run: PeerdeskRun = { exitCode: null, stdout: '', stderr: '' };
  const { promise: firstLine, resolve, reject } = Promise.withResolvers<string>();
  child.stdout.on('data', (chunk: Buffer) => {
    run.stdout += chunk.toString();
    const end = run.stdout.indexOf('\n');
    if (end >= 0) resolve(run.stdout.slice(0, end));
  });
  child.stderr.on('data', (chunk: Buffer) => (run.stderr += chunk.toString()));
  const ended = once(child, 'close').then(([exitCode]) => {
    reject(new Error(`ended without a line: ${run.stderr}`));
    return { ...run, exitCode: exitCode === null ? null : Number(exitCode) };
  });
  // Most callers want the end only.
  firstLine.catch(() => undefined);
  return { child, firstLine, ended };
}

/** Runs the real program to its end. */
export async function runPeerdesk(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  options: StartOptions = {},
): Promise<PeerdeskRun> {
  return (await startPeerdesk(args, env, options)).ended;
}
