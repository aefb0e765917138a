import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** How a child has ended. */
export interface ChildEnd {
  code: number | null;
  signal: string | null;
}

interface KeptChildOptions {
  /** Starts it, in a process group of its own: Ctrl-C in a terminal does not reach it. */
  launch: () => ChildProcess;
  /** How long it stays away after that many ends in a row; null: it is not started again. */
  waitMs: (ends: number, end: ChildEnd) => number | null;
  /** Called when it ended by itself. */
  onLost: (end: ChildEnd, waitMs: number | null) => void;
  /** How long it may take for its end when it is asked to. */
  stopLimitMs: number;
}

/** A child process that is started again when it dies. */
export interface KeptChild {
  pid(): number | null;
  /** It does its work: ends are counted from none again. */
  isWell(): void;
  /** Ends it and starts it again, which is no loss. */
  again(): void;
  signal(name: NodeJS.Signals): void;
  /** Settles when it has ended and is not started again. */
  given: Promise<ChildEnd>;
  hasGivenUp(): boolean;
  /** Asks it to finish, and kills it when it does not. Returns whether it had to be killed. */
  stop(): Promise<boolean>;
}

/** Keeps a child running until `stop`. */
export function keepChild({ launch, waitMs, onLost, stopLimitMs }: KeptChildOptions): KeptChild {
  let child = launched(launch);
  let ends = 0;
  let isWanted = false;
  let hasGivenUp = false;
  const stopping = new AbortController();
  const { promise: given, resolve: give } = Promise.withResolvers<ChildEnd>();
  const watch = async (): Promise<void> => {
    for (;;) {
      const end = await endOf(child);
      if (stopping.signal.aborted) return;
      ends = isWanted ? 0 : ends + 1;
      const wait = isWanted ? 0 : waitMs(ends, end);
      if (!isWanted) onLost(end, wait);
      isWanted = false;
      if (wait === null) {
        hasGivenUp = true;
        return give(end);
      }
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      child = launched(launch);
    }
  };
  const watching = watch();
  return {
    pid: () => child.pid ?? null,
    isWell: () => {
      ends = 0;
    },
    again: () => {
      if (hasEnded(child)) return;
      isWanted = true;
      void finish(child, stopLimitMs);
    },
    signal: (name) => void child.kill(name),
    given,
    hasGivenUp: () => hasGivenUp,
    stop: async () => {
      stopping.abort();
      const wasKilled = await finish(child, stopLimitMs);
      await watching;
      return wasKilled;
    },
  };
}

function launched(launch: () => ChildProcess): ChildProcess {
  const child = launch();
  // One that cannot be started has ended: without a listener its error would end this process.
  child.on('error', () => undefined);
  return child;
}

const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null;

async function endOf(child: ChildProcess): Promise<ChildEnd> {
  // A program that cannot be started has no number, and its end comes with an error alone.
  if (!hasEnded(child)) await once(child, 'exit');
  return { code: child.exitCode, signal: child.signalCode };
}

/** Returns how a child has ended, for people. */
export const endText = ({ code, signal }: ChildEnd): string => signal ?? `exit code ${code ?? 'unknown'}`;

async function finish(child: ChildProcess, limitMs: number): Promise<boolean> {
  if (hasEnded(child)) return false;
  let wasKilled = false;
  child.kill('SIGTERM');
  const late = setTimeout(() => (wasKilled = child.kill('SIGKILL')), limitMs);
  await endOf(child);
  clearTimeout(late);
  return wasKilled;
}
