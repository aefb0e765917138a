import { spawn } from 'node:child_process';
import type { Environment } from './cache-dir.ts';
import { childEnvironment } from './child-environment.ts';

interface CommandResult {
  ok: boolean;
  /** Everything printed to stdout and stderr, in the order it came, cut to the last 16 KiB. */
  output: string;
  /** One line that tells why it failed; empty when `ok`. */
  failure: string;
}

const keptOutputChars = 16_384;

/**
 * Runs a program to its end without a shell, without keys in its environment, and never throws for a program that fails.
 *
 * @param command program and arguments
 * @param options environment of the program, and the time after which it is killed, in milliseconds
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
