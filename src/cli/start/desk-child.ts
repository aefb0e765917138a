import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { inProject } from '../../server/project-root.ts';
import type { Environment } from '../kit/command-context.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { endText, keepChild, type ChildEnd, type KeptChild } from '../../server/kept-child.ts';
import { startedByVariable } from '../process/shutdown-signal.ts';
import { jsonOf, type StartLog } from './start-log.ts';

interface DeskChildOptions {
  name: string;
  args: readonly string[];
  env: Environment;
  log: StartLog;
  /** Called at each start, and when it is ready. */
  onChange: () => void;
  stopLimitMs: number;
}

const readySchema = z.looseObject({
  event: z.literal('ready'),
  text: z.string().optional(),
  healthPort: z.int().nullish(),
  uiUrl: z.string().nullish(),
  /** Of a door. */
  endpoint: z.string().optional(),
});
type Ready = z.output<typeof readySchema>;

/** A server, a worker, a watchdog or a door of `peerdesk start`. */
export interface DeskChild {
  name: string;
  kept: KeptChild;
  /** What its last ready line said; null while it is not ready. */
  ready(): Ready | null;
  /** Settles when it has been ready once. */
  wasReady: Promise<void>;
  /** Why it is not ready. */
  trouble(): string;
}

/** Ends that no start changes: a wrong setting, and open work that this version cannot go on with. */
const forPeople: readonly (number | null)[] = [ExitCode.CONFIGURATION, ExitCode.REFUSED];
const firstWaitMs = 1_000;
const longestWaitMs = 60_000;

/** Returns how long a child stays away after so many ends in a row: twice as long each time, a minute at most. */
export const againAfterMs = (ends: number): number =>
  Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(ends - 1, 10));

/** Starts a child and keeps it running. One that was never ready and needs a person is not started again. */
export function startDeskChild({ name, args, env, log, onChange, stopLimitMs }: DeskChildOptions): DeskChild {
  let ready: Ready | null = null;
  let trouble = 'is starting';
  const first = Promise.withResolvers<void>();
  let wasReady = false;
  const onLine = (text: string): void => {
    const read = readySchema.safeParse(jsonOf(text));
    if (!read.success) return log.line(name, text);
    ready = read.data;
    wasReady = true;
    kept.isWell();
    for (const line of (ready.text ?? 'ready').split('\n')) log.line(name, line.trim());
    first.resolve();
    onChange();
  };
  const launch = (): ChildProcess => {
    ready = null;
    return spawned(args, env, { onLine, onLog: (text) => log.line(name, text) });
  };
  const waitMs = (ends: number, { code }: ChildEnd): number | null =>
    !wasReady && forPeople.includes(code) ? null : againAfterMs(ends);
  const onLost = (end: ChildEnd, wait: number | null): void => {
    ready = null;
    const next = wait === null ? '' : `; it is started again in ${wait / 1_000} s`;
    trouble = `ended (${endText(end)})${next}`;
    log.say('error', `${name} ${trouble}`);
    onChange();
  };
  const kept = keepChild({ launch, waitMs, onLost, stopLimitMs });
  return { name, kept, ready: () => ready, wasReady: first.promise, trouble: () => trouble };
}

interface Lines {
  onLine: (text: string) => void;
  onLog: (text: string) => void;
}

/** In a process group of its own: Ctrl-C in a terminal reaches the parent alone, which ends one after the other. */
function spawned(args: readonly string[], env: Environment, { onLine, onLog }: Lines): ChildProcess {
  const child = spawn(process.execPath, [inProject('bin', 'peerdesk.mjs'), ...args, '--json'], {
    env: { ...env, [startedByVariable]: String(process.pid) },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  createInterface({ input: child.stdout }).on('line', onLine);
  createInterface({ input: child.stderr }).on('line', onLog);
  return child;
}
