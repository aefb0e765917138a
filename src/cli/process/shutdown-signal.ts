const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

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
 * SIGHUP does the same: the terminal was closed.
 */
export function listenForShutdown({ atTerminal = false } = {}): ShutdownSignal {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  const onSignal = (name: keyof typeof signalNumbers): void => {
    if (controller.signal.aborted) process.exit(128 + signalNumbers[name]);
    controller.abort();
    resolve();
  };
  const names = ['SIGINT', 'SIGTERM', ...(atTerminal ? (['SIGHUP'] as const) : [])] as const;
  for (const name of names) process.on(name, onSignal);
  return {
    signal: controller.signal,
    requested: promise,
    release: () => {
      for (const name of names) process.off(name, onSignal);
    },
  };
}
