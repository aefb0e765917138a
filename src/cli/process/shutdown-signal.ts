const signalNumbers = { SIGINT: 2, SIGTERM: 15 } as const;

interface ShutdownSignal {
  /** Aborts with the first SIGINT or SIGTERM. */
  signal: AbortSignal;
  /** Settles when it has aborted. */
  requested: Promise<void>;
  /** Returns the signals to Node's own handling. */
  release(): void;
}

/** Turns the first SIGINT or SIGTERM into a request to stop; a second one ends the process at once. */
export function listenForShutdown(): ShutdownSignal {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<void>();
  const onSignal = (name: keyof typeof signalNumbers): void => {
    if (controller.signal.aborted) process.exit(128 + signalNumbers[name]);
    controller.abort();
    resolve();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    requested: promise,
    release: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
