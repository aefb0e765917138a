const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** Names the process that has started this one and keeps it: when that one is gone, no one else ends this one. */
export const startedByVariable = 'PEERDESK_STARTED_BY';
const parentLookMs = 1_000;

interface ShutdownOptions {
  /** Whether SIGHUP means that the terminal was closed. */
  atTerminal?: boolean | undefined;
  /** Says which process keeps this one. */
  env?: Readonly<Record<string, string | undefined>>;
}

interface ShutdownSignal {
  /** Aborts with the first SIGINT or SIGTERM. */
  signal: AbortSignal;
  /** Settles when it has aborted. */
  requested: Promise<void>;
  /** Returns the signals to Node's own handling. */
  release(): void;
}

/**
 * Turns the first SIGINT or SIGTERM into a request to stop; a second one ends the process at once. With `atTerminal`
 * SIGHUP does the same: the terminal was closed. The loss of the process that keeps this one is a first signal, too.
 */
export function listenForShutdown({ atTerminal = false, env = {} }: ShutdownOptions = {}): ShutdownSignal {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = (): void => {
    controller.abort();
    resolve();
  };
  const onSignal = (name: keyof typeof signalNumbers): void => {
    if (controller.signal.aborted) process.exit(128 + signalNumbers[name]);
    stop();
  };
  const looking = lookAtParent(env[startedByVariable], stop);
  const names = ['SIGINT', 'SIGTERM', ...(atTerminal ? (['SIGHUP'] as const) : [])] as const;
  for (const name of names) process.on(name, onSignal);
  return {
    signal: controller.signal,
    requested: promise,
    release: () => {
      clearInterval(looking);
      for (const name of names) process.off(name, onSignal);
    },
  };
}

/** Calls once when the process of that number is no longer the parent: by then it has ended. */
function lookAtParent(pid: string | undefined, onGone: () => void): NodeJS.Timeout | undefined {
  if (pid === undefined || pid === '') return undefined;
  const timer = setInterval(() => {
    if (process.ppid === Number(pid)) return;
    clearInterval(timer);
    onGone();
  }, parentLookMs);
  return timer.unref();
}
