import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A program of this folder in a process of its own. */
export function startProgram(name: 'claimant' | 'writer' | 'visitor', args: readonly string[]): ChildProcess {
  const entry = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  // What the test runner loads into its own processes is nothing for this one.
  return fork(entry, args, { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'], timeout: 120_000 });
}

/** Resolves when the process has ended. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
