import type { Dispatcher } from 'undici';
import { ConnectionLost, ConnectionNeeded, type Connection } from './connection.ts';
import type { Connections, ConnectionWish } from './connections.ts';
import type { Sent } from '../exchange-error.ts';
import { TransportFailure, type SendHooks, type WireAnswer, type WireRequest } from './wire-message.ts';

interface ExchangeOptions extends SendHooks {
  readonly request: () => WireRequest;
  readonly connections: Connections;
  /** Its wish when there is no connection: to be dispatched, or to end with the failure. */
  readonly wish: ConnectionWish;
  readonly timeoutMs: number;
  readonly resolve: (answer: WireAnswer) => void;
  readonly reject: (failure: Error) => void;
}

/** One request on its way: knows at each moment whether its bytes have left. */
export class HttpExchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #chunks: Buffer[] = [];
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = (): void => this.#stop('the caller gave up');
  #controller: Dispatcher.DispatchController | null = null;
  #sent: Sent = 'no';
  /** What it leaves by, or has left by. */
  #connection: Connection | null = null;
  #hasStarted = false;
  #hasWished = false;
  #status = 0;
  #headers: WireAnswer['headers'] = {};
  #over = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    // First, because an invalid signal throws here, and a timer would be left behind.
    options.signal?.addEventListener('abort', this.#onAbort, { once: true });
    // undici's own timers restart with each chunk: a server that trickles bytes would hold the call forever.
    this.#timer = setTimeout(() => this.#stop(`no full answer within ${options.timeoutMs} ms`), options.timeoutMs);
  }

  /** Returns the request for this connection; null when it is over already, or when building it failed. */
  make(connection: Connection): WireRequest | null {
    if (this.#over) {
      this.#options.connections.giveBack(connection);
      return null;
    }
    this.#connection = connection;
    try {
      return this.#options.request();
    } catch (error) {
      this.#refuse(error instanceof Error ? error : new Error('the request could not be made'));
      return null;
    }
  }

  /** undici calls this when a connection is open, right before it writes the request. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#over) {
      controller.abort(new Error('given up before it was sent'));
      return;
    }
    this.#hasStarted = true;
    if (this.#hasWished) this.#options.connections.release(this.#options.wish);
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
    // 102 and 103 announce an answer and are not one.
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
    // A request that has left is never rebuilt, whatever the error.
    if (this.#sent !== 'no' || this.#hasStarted || !wantsConnection(error)) this.#fail(describe(error));
    else if (this.#options.reserved !== undefined) this.#refuse(new ConnectionLost());
    else if (!this.#over) this.wish();
  }

  /** The connection that was opened for it could not be made. */
  notConnected(error: Error): void {
    this.#fail(describe(error));
  }

  /** Waits for a connection. */
  wish(): void {
    const { connections, wish } = this.#options;
    this.#returnConnection();
    this.#hasWished = true;
    connections.want(wish);
  }

  #returnConnection(): void {
    if (this.#connection !== null) this.#options.connections.giveBack(this.#connection);
    this.#connection = null;
  }

  #stop(reason: string): void {
    const [controller, connection] = [this.#controller, this.#connection];
    this.#fail(reason);
    if (controller !== null) controller.abort(new Error(reason));
    // Its request is about to start there: no other call may stand behind it.
    else void connection?.close();
  }

  #refuse(refusal: Error): void {
    if (this.#finish()) this.#options.reject(refusal);
  }

  #fail(reason: string): void {
    const head = this.#status === 0 ? null : { status: this.#status, headers: this.#headers };
    if (this.#finish()) this.#options.reject(new TransportFailure(reason, this.#sent, head));
  }

  /** Returns true the first time only: a call ends once, whatever follows. */
  #finish(): boolean {
    if (this.#over) return false;
    this.#over = true;
    clearTimeout(this.#timer);
    const { connections, wish } = this.#options;
    if (this.#hasWished) connections.release(wish);
    this.#returnConnection();
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }
}

const codeOf = (error: Error): string | null => ('code' in error && typeof error.code === 'string' ? error.code : null);

const lostWhileIdle: ReadonlySet<string | null> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** No connection was open, or the idle one was lost before anything was written on it. */
const wantsConnection = (error: Error): boolean =>
  error instanceof ConnectionNeeded || lostWhileIdle.has(codeOf(error));

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

/** Describes errors of undici and Node by their code only: their texts and fields may carry addresses with secrets. */
export function describe(error: Error): string {
  const code = codeOf(error) ?? error.name;
  const reason = reasons[code];
  return reason === undefined ? `the connection failed (${code.slice(0, 40)})` : `${reason} (${code})`;
}
