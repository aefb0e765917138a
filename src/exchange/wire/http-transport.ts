import { Pool } from 'undici';
import type { ExchangeSettings } from '../../domain/exchange-settings.ts';
import { Connections, type ConnectionWish } from './connections.ts';
import { HttpExchange } from './http-exchange.ts';
import { TransportFailure, type SendHooks, type WireAnswer, type WireRequest } from './wire-message.ts';

type TransportSettings = Pick<ExchangeSettings, 'requestTimeoutMs' | 'maxResponseBytes' | 'requestsInFlight'>;

/** Below the 5 s after which common servers drop an idle connection, so that no request meets a closing one. */
const keepAliveMs = 4_000;
const keepAliveMarginMs = 1_000;

/** Connections to one origin: HTTP/1.1 with keep-alive, no retries, no redirects, everything bounded. */
export class HttpTransport {
  readonly #pool: Pool;
  readonly #connections: Connections;
  readonly #settings: TransportSettings;

  constructor(origin: string, settings: TransportSettings) {
    this.#settings = settings;
    this.#connections = new Connections(origin, {
      maxOpen: settings.requestsInFlight,
      connectTimeoutMs: settings.requestTimeoutMs,
      idleMs: keepAliveMs - keepAliveMarginMs,
    });
    this.#pool = new Pool(origin, {
      connections: settings.requestsInFlight,
      connect: this.#connections.take,
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
   * Sends one request and returns the whole answer; rejects with a TransportFailure, and with errors of `request` and
   * the hooks. `request` is called again whenever no connection was open for its result.
   */
  send(request: () => WireRequest, hooks: SendHooks): Promise<WireAnswer> {
    // An aborted signal sends no further event.
    if (hooks.signal?.aborted === true) return Promise.reject(new TransportFailure('the caller gave up', 'no'));
    return new Promise((resolve, reject) => {
      const { requestTimeoutMs: timeoutMs } = this.#settings;
      const wish: ConnectionWish = {
        attempt: () => this.#dispatch(exchange),
        failed: (error) => exchange.notConnected(error),
      };
      const connections = this.#connections;
      const exchange = new HttpExchange({ ...hooks, request, connections, wish, timeoutMs, resolve, reject });
      this.#dispatch(exchange);
    });
  }

  #dispatch(exchange: HttpExchange): void {
    const request = exchange.make();
    if (request === null) return;
    const { method, target, headers, body } = request;
    this.#pool.dispatch({ method, path: target, headers, body }, exchange);
  }

  /** Closes all connections; calls in flight fail. */
  async close(): Promise<void> {
    this.#connections.close();
    await this.#pool.destroy();
  }
}
