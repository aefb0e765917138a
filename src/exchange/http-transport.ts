import { Pool } from 'undici';
import type { Dispatcher } from 'undici';
import { ConnectionNeeded, Connections } from './connections.ts';
import type { DeskSettings } from '../domain/settings.ts';
import type { Sent } from './exchange-error.ts';
import type { HttpMethod } from './operation.ts';

export interface WireRequest {
  readonly method: HttpMethod;
  /** Path and query string, exactly as they go out. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** What comes before the body: a limit or a ban counts, also when the body never arrives whole. */
export type AnswerHead = Pick<WireAnswer, 'status' | 'headers'>;

/** No whole answer came back. `sent` is `yes` when one had begun: then the request had arrived. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly sent: Sent;
  readonly head: AnswerHead | null;

  constructor(message: string, sent: Sent, head: AnswerHead | null = null) {
    super(message);
    this.sent = sent;
    this.head = head;
  }
}

export interface SendHooks {
  /** Called when the first bytes of the request are about to leave. When it throws they do not, and `send` rejects with it. */
  readonly onLeave: () => void;
  readonly signal: AbortSignal | undefined;
}

export type TransportSettings = Pick<DeskSettings, 'requestTimeoutMs' | 'maxResponseBytes' | 'requestsInFlight'>;

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
      most: settings.requestsInFlight,
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
   * Sends one request and gives the whole answer; rejects with a TransportFailure, and with what `request` and the hooks
   * throw. `request` is asked when a connection stands, and again when it was lost before anything left.
   */
  send(request: () => WireRequest, hooks: SendHooks): Promise<WireAnswer> {
    // A signal that has aborted tells nobody any more.
    if (hooks.signal?.aborted === true) return Promise.reject(new TransportFailure('the caller gave up', 'no'));
    return new Promise((resolve, reject) => {
      const { requestTimeoutMs: timeoutMs } = this.#settings;
      const connect = (): (() => void) =>
        this.#connections.wish({
          stands: () => this.#dispatch(exchange),
          failed: (error) => exchange.onResponseError(null, error),
        });
      const exchange = new Exchange({ ...hooks, request, connect, timeoutMs, resolve, reject });
      this.#dispatch(exchange);
    });
  }

  #dispatch(exchange: Exchange): void {
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

interface ExchangeOptions extends SendHooks {
  readonly request: () => WireRequest;
  /** Called when there is no connection: wishes for one, to dispatch again or end with its failure. Takes the wish back. */
  readonly connect: () => () => void;
  readonly timeoutMs: number;
  readonly resolve: (answer: WireAnswer) => void;
  readonly reject: (failure: Error) => void;
}

/** One request on its way: knows at each moment whether its bytes have left. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #chunks: Buffer[] = [];
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = (): void => this.#stop('the caller gave up');
  #controller: Dispatcher.DispatchController | null = null;
  #sent: Sent = 'no';
  #unwish: (() => void) | null = null;
  #status = 0;
  #headers: WireAnswer['headers'] = {};
  #over = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    // First, because what is no signal throws here, and a timer would be left behind.
    options.signal?.addEventListener('abort', this.#onAbort, { once: true });
    // undici's own timers start anew with each chunk: a server that trickles bytes would hold the call for ever.
    this.#timer = setTimeout(() => this.#stop(`no full answer within ${options.timeoutMs} ms`), options.timeoutMs);
  }

  /** Gives the request; null when it is over already, or when making it failed. */
  make(): WireRequest | null {
    if (this.#over) return null;
    try {
      return this.#options.request();
    } catch (error) {
      this.#refuse(error instanceof Error ? error : new Error('the request could not be made'));
      return null;
    }
  }

  /** undici calls this when a connection stands and the next thing it does is to write the request. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#over) {
      controller.abort(new Error('given up before it was sent'));
      return;
    }
    if (this.#mayLeave(controller)) this.#sent = 'unknown';
  }

  #mayLeave(controller: Dispatcher.DispatchController): boolean {
    try {
      this.#options.onLeave();
      return true;
    } catch (error) {
      const refusal = error instanceof Error ? error : new Error('leaving was refused');
      this.#refuse(refusal);
      controller.abort(refusal);
      return false;
    }
  }

  onResponseStart(_controller: unknown, statusCode: number, headers: WireAnswer['headers']): void {
    // 102 and 103 announce an answer and are none.
    if (statusCode < 200) return;
    this.#sent = 'yes';
    this.#status = statusCode;
    this.#headers = headers;
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#finish()) {
      this.#options.resolve({ status: this.#status, headers: this.#headers, body: joined(this.#chunks) });
    }
  }

  onResponseError(_controller: unknown, error: Error): void {
    // What has left is never made anew, whatever is said of it.
    if (!(error instanceof ConnectionNeeded) || this.#sent !== 'no') this.#fail(describe(error));
    else if (!this.#over) this.#unwish = this.#options.connect();
  }

  #stop(reason: string): void {
    const controller = this.#controller;
    this.#fail(reason);
    controller?.abort(new Error(reason));
  }

  #refuse(refusal: Error): void {
    if (this.#finish()) this.#options.reject(refusal);
  }

  #fail(reason: string): void {
    const head = this.#status === 0 ? null : { status: this.#status, headers: this.#headers };
    if (this.#finish()) this.#options.reject(new TransportFailure(reason, this.#sent, head));
  }

  /** Gives true the first time only: a call ends once, whatever comes after. */
  #finish(): boolean {
    if (this.#over) return false;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#unwish?.();
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }
}

/** Most answers arrive in one piece, which needs no copy. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name of the host is not known',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ECONNREFUSED: 'the host refused the connection',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed while sending',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_SOCKET: 'the connection was closed before the answer was whole',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'the answer stopped half-way',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the answer is longer than allowed',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is shorter than it says',
  UND_ERR_DESTROYED: 'the client was closed',
  UND_ERR_CLOSED: 'the client was closed',
};

/** Errors of undici and Node are told by their code only: their texts and fields may carry addresses with secrets. */
function describe(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const reason = reasons[code];
  return reason === undefined ? `the connection failed (${code.slice(0, 40)})` : `${reason} (${code})`;
}
