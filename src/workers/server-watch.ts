import type { Client } from '@temporalio/client';

interface WatchOptions {
  /** Sends the Temporal server a cheap request; rejects when it does not answer. */
  ask: () => Promise<unknown>;
  /** True while every worker of the process polls. */
  isPolling: () => boolean;
  /** True for a permanent refusal: a missing namespace, a refused key. */
  isFinal: (error: unknown) => boolean;
  /** Called once with such a refusal, when it has lasted as long as a silence may. */
  onLost: (error: unknown) => void;
  /** Called with each change, and with the first verdict. */
  onHealth: (healthy: boolean) => void;
  /** Milliseconds that only ever grow. */
  elapsedMs: () => number;
  intervalMs?: number;
  /** How long the server may be silent before the process counts as unable to serve. */
  silenceMs?: number;
}

const usualIntervalMs = 2_000;
const usualSilenceMs = 10_000;

/**
 * Watches whether this process can serve: its workers poll, and the server has answered lately. A waiting poll looks
 * the same with and without a server, so the server is asked. Returns a function that ends the watch.
 */
export function watchServer(options: WatchOptions): () => void {
  const { ask, isPolling, isFinal, onLost, onHealth, elapsedMs } = options;
  const { intervalMs = usualIntervalMs, silenceMs = usualSilenceMs } = options;
  let answeredMs = elapsedMs();
  let told: boolean | null = null;
  let lost = false;
  const isSilent = (): boolean => elapsedMs() - answeredMs > silenceMs;
  const judge = (): void => {
    const healthy = isPolling() && !isSilent();
    if (healthy === told) return;
    told = healthy;
    onHealth(healthy);
  };
  const look = (): void => {
    ask().then(
      () => {
        answeredMs = elapsedMs();
        judge();
      },
      (error: unknown) => {
        judge();
        if (lost || !isSilent() || !isFinal(error)) return;
        lost = true;
        onLost(error);
      },
    );
    judge();
  };
  look();
  const timer = setInterval(look, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** A server that takes a question and then says nothing must hold up neither the start nor the verdict on its health. */
const answerLimitMs = 3_000;

/** Asks for the namespace of a client. Rejects when it is missing or refused, or when no answer comes in time. */
export function describeNamespace(client: Client): Promise<unknown> {
  const { namespace } = client.options;
  return client.withDeadline(Date.now() + answerLimitMs, () => client.workflowService.describeNamespace({ namespace }));
}
