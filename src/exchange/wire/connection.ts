import { performance } from 'node:perf_hooks';
import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';

/** A request's connection was lost before anything was written on it: build it again once another one is open. */
export class ConnectionNeeded extends Error {
  override readonly name = 'ConnectionNeeded';
}

/** The connection that was kept for a call was lost before anything was written on it, and the call may have no other. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

interface ConnectionOptions {
  readonly origin: string;
  /** How long it stays open before its first request, in ms. undici closes it when it idles later. */
  readonly idleMs: number;
  readonly client: Omit<Client.Options, 'connect'>;
}

/**
 * One open connection. undici would connect after it has a request: it is given this one instead, and never another. A
 * call that waits for something between its connection and its request knows therefore what it leaves by.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #client: Client;
  readonly #idleMs: number;
  /** Ends it while it waits for its first request. */
  #timer: NodeJS.Timeout | undefined;
  #isHandedOver = false;
  #idleSinceMs = performance.now();

  constructor(socket: Socket, { origin, idleMs, client }: ConnectionOptions) {
    this.#socket = socket;
    this.#idleMs = idleMs;
    this.#client = new Client(origin, { ...client, connect: (_options, callback) => this.#handOver(callback) });
  }

  /** Whether it can carry a request, as far as is known. */
  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  /** For how long no call has had it, in ms. */
  get idleForMs(): number {
    return performance.now() - this.#idleSinceMs;
  }

  /** No call has it. */
  rest(): void {
    this.#idleSinceMs = performance.now();
    if (this.#isHandedOver) return;
    this.#timer = setTimeout(() => this.#socket.destroy(), this.#idleMs);
    this.#timer.unref();
  }

  /** A call has it: before its first request it does not end by itself any more. */
  wake(): void {
    clearTimeout(this.#timer);
  }

  /** Sends a request; a lost connection fails it with ConnectionNeeded, or with undici's error for the loss. */
  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#client.dispatch(request, handler);
  }

  /** Closes it at once; a request on it fails. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    const closed = this.#client.destroy();
    this.#socket.destroy();
    await closed;
  }

  /** undici asks when it has a request and no connection: for the first one, and after a loss. */
  #handOver(callback: (...result: [null, Socket] | [Error, null]) => void): void {
    const isLost = this.#isHandedOver || !this.isOpen;
    this.#isHandedOver = true;
    if (isLost) this.#socket.destroy();
    // Never synchronously: undici is still busy with the request.
    queueMicrotask(() => {
      if (isLost) callback(new ConnectionNeeded(), null);
      else callback(null, this.#socket);
    });
  }
}
