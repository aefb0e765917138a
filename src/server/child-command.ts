import { spawn } from 'node:child_process';
import type { Environment } from './cache-dir.ts';
import { childEnvironment } from './child-environment.ts';

interface CommandResult {
  ok: boolean;
  /** All of stdout and stderr in order, cut to the last 16 KiB. */
  output: string;
  /** One line with the reason of a failure; empty when `ok`. */
  failure: string;
}

const keptOutputChars = 16_384;

/**
 * Runs a program to its end without a shell and without keys in its environment; kills it after the timeout in
 * milliseconds. Never throws for a program that fails.
 */
export function runCommand(
  command: readonly [file: string, ...args: string[]],
  options: { env: Environment; timeoutMs: number },
): Promise<CommandResult> {
  const [file, ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(file, args, { env: { ...childEnvironment(options.env) }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let timedOut = false;
    const timer = setTimeout(() => (timedOut = child.kill('SIGKILL')), options.timeoutMs);
    const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-keptOutputChars));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const finish = (failure: string): void => {
      clearTimeout(timer);
      resolve({ ok: failure === '', output, failure });
    };
    child.once('error', (error) => finish(error.message));
    child.once('close', (code, signal) => {
      if (timedOut) finish(`no answer within ${options.timeoutMs / 1000} s`);
      else finish(code === 0 ? '' : lastLine(output) || `ended with ${signal ?? `code ${code}`}`);
    });
  });
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.trim().slice(0, 300) ?? '';
}
