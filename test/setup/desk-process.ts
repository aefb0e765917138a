import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoSummary } from '../../src/cli/up/demo-summary.ts';
import type { RunningDemo } from '../../src/cli/up/running-demo.ts';
import { inProject } from '../../src/server/project-root.ts';
import { compileCache } from './compile-cache.ts';
import { frugalGo } from './frugal-go.ts';

/** `peerdesk up` in a folder of its own, as a process of its own. */
export interface DeskProcess {
  /** Where it runs, as a checkout would be. */
  readonly folder: string;
  /** Its announcement; null before it exists or while it is being written. Rejects when it has ended. */
  announced(): Promise<RunningDemo | null>;
  /** Asks it to end as Ctrl-C does; its last line is the summary. */
  finish(): void;
  /** Its last line, after it ended by itself. Rejects when it ended without one. */
  readonly summary: Promise<DemoSummary>;
  /** Ends it if it still runs, and deletes its folder. */
  stop(): Promise<void>;
}

/** Starts `peerdesk up` with these arguments on free ports. */
export async function startDeskProcess(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<DeskProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'peerdesk-up-'));
  const program = [inProject('bin', 'peerdesk.mjs'), 'up', '--port', '0', '--ui-port', '0', '--json', ...args];
  const child = spawn(process.execPath, program, {
    cwd: folder,
    env: { ...env, ...compileCache, ...frugalGo },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const summary = lastLine(child).then((line) => JSON.parse(line) as DemoSummary);
  // Callers that only stop it do not look at its last line.
  summary.catch(() => undefined);
  return {
    folder,
    announced: async () => {
      if (child.exitCode !== null) throw new Error(`the desk ended with code ${child.exitCode}`);
      return parsed(await readFile(join(folder, '.peerdesk', 'up.json'), 'utf8').catch(() => ''));
    },
    finish: () => void child.kill('SIGINT'),
    summary,
    stop: async () => {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** It rewrites its announcement with each worker: read in the middle of that it is no JSON. */
function parsed(text: string): RunningDemo | null {
  try {
    return JSON.parse(text) as RunningDemo;
  } catch {
    return null;
  }
}

async function lastLine(child: ChildProcess): Promise<string> {
  let last = '';
  let rest = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString('utf8')}`.split('\n');
    rest = lines.pop() ?? '';
    last = lines.at(-1) ?? last;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (last === '') throw new Error(`the desk ended with code ${code} and said nothing`);
  return last;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  await once(child, 'exit');
}
