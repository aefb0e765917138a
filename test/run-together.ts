/**
 * Runs commands side by side and prints the output of each when it ends; fails when one of them fails.
 *
 * Usage: node test/run-together.ts COMMAND...
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Compiler and linter are written in Go: with a heap that may grow they take a sixth less of the processors. */
const env = { GOGC: '400', ...process.env };

async function run(command: string): Promise<boolean> {
  const startedMs = performance.now();
  const child = spawn(`${command} 2>&1`, { shell: true, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
  process.stdout.write(`${said}> ${command}: ${code === 0 ? 'passed' : `failed (${String(code)})`} in ${seconds} s\n`);
  return code === 0;
}

const ends = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = ends.every(Boolean) ? 0 : 1;
