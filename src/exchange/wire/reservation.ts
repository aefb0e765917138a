import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { describe } from './http-exchange.ts';
import { TransportFailure } from './wire-message.ts';

/**
 * One that idled for longer could be closed, by its own limit or by the service, before the call leaves by it. A call
 * that leaves as soon as it has its connection would take another one then.
 */
const freshMs = 1_000;
/** When no connection opened until now the handshake may hang, and an idle one is better than none. */
const patienceMs = 500;

interface ReserveLimits {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/**
 * Returns an open connection for one call alone, until it is given back. Rejects with a TransportFailure when it could
 * not be opened, when none was free in time, and when the signal aborts.
 */
export function reserveConnection(connections: Connections, { signal, timeoutMs }: ReserveLimits): Promise<Connection> {
  if (signal?.aborted === true) return Promise.reject(new TransportFailure('the caller gave up', 'no'));
  const free = connections.take(freshMs);
  if (free !== null) return Promise.resolve(free);
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      clearTimeout(patience);
      signal?.removeEventListener('abort', giveUp);
      connections.release(wish);
    };
    const fail = (reason: string): void => {
      end();
      reject(new TransportFailure(reason, 'no'));
    };
    const giveUp = (): void => fail('the caller gave up');
    const attempt = (connection: Connection): void => {
      end();
      resolve(connection);
    };
    const wish = { maxIdleMs: freshMs, attempt, failed: (error: Error) => fail(describe(error)) };
    const patience = setTimeout(() => {
      wish.maxIdleMs = Number.POSITIVE_INFINITY;
      connections.want(wish);
    }, patienceMs);
    const timer = setTimeout(() => fail(`no connection within ${timeoutMs} ms`), timeoutMs);
    signal?.addEventListener('abort', giveUp, { once: true });
    connections.want(wish);
  });
}
