import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { demoSettings, settingsEnvironment } from '../../src/cli/up/demo-desk.ts';
import type { RunningDemo } from '../../src/cli/up/running-demo.ts';
import { inProject } from '../../src/server/project-root.ts';
import { compileCache } from './compile-cache.ts';

/** A worker of a running demo, beside the demo's own. */
export interface WorkerProcess {
  readonly pid: number;
  /** Its output, including its log. */
  readonly output: () => string;
  /** Asks it to finish, after thawing it, and kills it when it does not. */
  stop(): Promise<void>;
}

export interface WorkerProcessOptions {
  /** How far its clock is ahead of (negative: behind) the right time, in ms. */
  readonly shiftMs?: number;
  /** How long after its start its clock is set so, in ms; default: from the start. */
  readonly shiftAfterMs?: number;
  /** The name of the host that it takes itself to be on; default: this one. */
  readonly host?: string;
  /** Where it reaches Temporal; default: where the demo's own worker does. */
  readonly temporalAddress?: string;
}

const stopLimitMs = 20_000;

/** Starts `peerdesk worker` for the account of a running demo. */
export function startWorkerProcess(demo: RunningDemo, options: WorkerProcessOptions = {}): WorkerProcess {
  const { host, temporalAddress = demo.temporalAddress } = options;
  const [program = '', ...args] = onHost(host, [process.execPath, inProject('bin', 'peerdesk.mjs'), 'worker']);
  const child = spawn(program, args, {
    env: {
      ...process.env,
      ...compileCache,
      ...settingsEnvironment(demoSettings),
      ...addressesOf({ ...demo, temporalAddress }),
      ...clockEnvironment(options),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('the worker could not be started');
  const ended = once(child, 'exit');
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
    });
  return {
    pid,
    output: () => printed,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Whether a process can be given a host name of its own here. */
export function hasOtherHosts(): boolean {
  try {
    execFileSync('unshare', ['--uts', 'hostname', 'other'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The command that runs another one under this host name, as the same process. */
function onHost(host: string | undefined, command: readonly string[]): readonly string[] {
  if (host === undefined) return command;
  return ['unshare', '--uts', 'sh', '-c', 'hostname "$0" && exec "$@"', host, ...command];
}

function addressesOf({
  temporalAddress,
  account,
  baseUrl,
  apiKey,
  apiSecret,
  stateDir,
}: RunningDemo): NodeJS.ProcessEnv {
  return {
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: 'default',
    PEERDESK_ACCOUNT: account,
    PEERDESK_BASE_URL: baseUrl,
    PEERDESK_API_KEY: apiKey,
    PEERDESK_API_SECRET: apiSecret,
    // Two workers of one account have one register.
    PEERDESK_STATE_DIR: stateDir,
  };
}

/** Preloads the wrong clock into a process and its threads; nothing when its clock is right. */
export function clockEnvironment({ shiftMs = 0, shiftAfterMs = 0 }: WorkerProcessOptions): NodeJS.ProcessEnv {
  if (shiftMs === 0) return {};
  return {
    NODE_OPTIONS: `--import=${inProject('test', 'setup', 'shift-clock.ts')}`,
    TEST_CLOCK_SHIFT_MS: String(shiftMs),
    TEST_CLOCK_SHIFT_AFTER_MS: String(shiftAfterMs),
  };
}

/** Sends a signal; returns false when there is no such process (any more). */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
