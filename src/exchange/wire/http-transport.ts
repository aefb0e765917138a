import type { ExchangeSettings } from '../../domain/exchange-settings.ts';
import type { Connection } from './connection.ts';
import { isPacked, unpacked } from './content-coding.ts';
import { Connections, type ConnectionWish } from './connections.ts';
import { HttpExchange } from './http-exchange.ts';
import { reserveConnection } from './reservation.ts';
import { TransportFailure, type SendHooks, type WireAnswer, type WireRequest } from './wire-message.ts';

type TransportSettings = Pick<ExchangeSettings, 'requestTimeoutMs' | 'maxResponseBytes' | 'requestsInFlight'>;

/** Below the 5 s after which common servers drop an idle connection, so that no request meets a closing one. */
const keepAliveMs = 4_000;
const keepAliveMarginMs = 1_000;

/** Connections to one origin: HTTP/1.1 with keep-alive, no retries, no redirects, everything bounded. */
export class HttpTransport {
  readonly #connections: Connections;
  readonly #settings: TransportSettings;

  constructor(origin: string, settings: TransportSettings) {
    this.#settings = settings;
    const limits = {
      maxOpen: settings.requestsInFlight,
      connectTimeoutMs: settings.requestTimeoutMs,
      idleMs: keepAliveMs - keepAliveMarginMs,
    };
    this.#connections = new Connections(origin, limits, {
      allowH2: false,
      pipelining: 1,
      headersTimeout: settings.requestTimeoutMs,
      bodyTimeout: settings.requestTimeoutMs,
      maxResponseSize: settings.maxResponseBytes,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      keepAliveTimeoutThreshold: keepAliveMarginMs,
    });
  }

  /**
   * Returns an open connection for one call alone, to be given to `send` or back. Rejects with a TransportFailure when
   * none opens in time.
   */
  async reserve(signal: AbortSignal | undefined): Promise<Connection> {
    return await reserveConnection(this.#connections, { signal, timeoutMs: this.#settings.requestTimeoutMs });
  }

  /** Gives back a reserved connection that was not given to `send`. */
  giveBack(connection: Connection): void {
    this.#connections.giveBack(connection);
  }

  /**
   * Sends one request and returns the whole answer; rejects with a TransportFailure, and with errors of `request` and
   * the hooks. `request` is called once a connection is open, and again when that one was lost before it left.
   */
  send(request: () => WireRequest, hooks: SendHooks): Promise<WireAnswer> {
    const connections = this.#connections;
    // An aborted signal sends no further event.
    if (hooks.signal?.aborted === true) {
      if (hooks.reserved !== undefined) connections.giveBack(hooks.reserved);
      return Promise.reject(new TransportFailure('the caller gave up', 'no'));
    }
    return new Promise((settle, reject) => {
      const { requestTimeoutMs: timeoutMs, maxResponseBytes } = this.#settings;
      // Nothing comes between an answer in clear and its reader: its connection is free for the next call by now, which
      // must not be asked at its door before a limit in this answer is known.
      const resolve = (answer: WireAnswer): void =>
        isPacked(answer) ? void unpacked(answer, maxResponseBytes).then(settle, reject) : settle(answer);
      const wish: ConnectionWish = {
        maxIdleMs: Number.POSITIVE_INFINITY,
        attempt: (connection) => dispatch(exchange, connection),
        failed: (error) => exchange.notConnected(error),
      };
      const exchange = new HttpExchange({ ...hooks, request, connections, wish, timeoutMs, resolve, reject });
      const connection = hooks.reserved ?? connections.take(wish.maxIdleMs);
      if (connection === null) exchange.wish();
      else dispatch(exchange, connection);
    });
  }

  /** Closes all connections; calls in flight fail. */
  async close(): Promise<void> {
    await this.#connections.close();
  }
}

function dispatch(exchange: HttpExchange, connection: Connection): void {
  const request = exchange.make(connection);
  if (request === null) return;
  const { method, target, headers, body } = request;
  connection.dispatch({ method, path: target, headers, body }, exchange);
}
