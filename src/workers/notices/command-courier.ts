import { spawn, type ChildProcess } from 'node:child_process';
import { NoticeNotDelivered } from '../../activities/notices/notice-activities.ts';
import type { Environment } from '../../config/environment/service-environment.ts';
import type { AnsweringCourier, NoticeAnswer } from './url-courier.ts';

interface CommandCourierOptions {
  /** An absolute path; no shell and no arguments. */
  command: string;
  env: Environment;
  timeoutMs?: number;
}

const usualTimeoutMs = 10_000;
const maxOutputChars = 2_048;

/** What a program needs to run; no key of ours is among it, by whatever name it came. */
const passedOn = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR'] as const;

/** Makes the way by a program: it gets the message as JSON on its stdin, and says by exit code 0 that it arrived. */
export function createCommandCourier(options: CommandCourierOptions): AnsweringCourier {
  return { deliver: (message) => run(options, JSON.stringify(message)) };
}

function run(
  { command, env, timeoutMs = usualTimeoutMs }: CommandCourierOptions,
  input: string,
): Promise<NoticeAnswer> {
  const picked = Object.fromEntries(passedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  return new Promise((resolve, reject) => {
    // A group of its own: what the program has started ends with it.
    const child = spawn(command, [], { env: picked, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    let output = '';
    let failure: string | null = `the command took longer than ${timeoutMs / 1_000} s`;
    const keep = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(0, maxOutputChars));
    const finish = (): void => {
      clearTimeout(timer);
      killGroup(child);
      if (failure === null) resolve({ words: 'exit code 0', output });
      else reject(new NoticeNotDelivered(failure, output));
    };
    const timer = setTimeout(finish, timeoutMs);
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    // A program that does not read its input may be right all the same.
    child.stdin.on('error', () => undefined);
    child.once('error', () => {
      failure = 'the command could not be started';
      finish();
    });
    child.once('exit', (code, signal) => {
      failure = code === 0 ? null : `the command ended with ${signal ?? `code ${code}`}`;
      // What it has left behind would hold the pipes open.
      killGroup(child);
    });
    child.once('close', finish);
    child.stdin.end(input);
  });
}

/** Returns false when the group has ended already. */
function killGroup({ pid }: ChildProcess): boolean {
  try {
    return pid !== undefined && process.kill(-pid, 'SIGKILL');
  } catch {
    return false;
  }
}
