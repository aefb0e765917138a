import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** A request came before its connection: it is to be made anew once one stands. */
export class ConnectionNeeded extends Error {
  override readonly name = 'ConnectionNeeded';
}

export interface ConnectionLimits {
  readonly connectTimeoutMs: number;
  /** How long a connection that nobody took stays open, in ms. */
  readonly idleMs: number;
}

/**
 * Connections to one origin that stand before anything is signed for them. undici wants a request first and connects
 * then, and a signed request carries its time: after a slow handshake it would arrive too old. So undici may only take
 * what stands already; whoever hears ConnectionNeeded opens one, and then makes the request.
 */
export class Connections {
  readonly #address: buildConnector.Options;
  readonly #idleMs: number;
  readonly #connect: buildConnector.connector;
  /** Those that stand and that nobody took, and what ends each. */
  readonly #standing = new Map<Socket, NodeJS.Timeout>();
  #closed = false;

  constructor(origin: string, { connectTimeoutMs, idleMs }: ConnectionLimits) {
    const { protocol, host, hostname, port } = new URL(origin);
    this.#address = { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port };
    this.#idleMs = idleMs;
    // One broken HTTP/2 session would fail every call on it at once.
    this.#connect = buildConnector({ allowH2: false, timeout: connectTimeoutMs });
  }

  /** What undici connects with. Refuses with ConnectionNeeded when none stands. */
  readonly take: buildConnector.connector = (_options, callback) => {
    const [socket] = this.#standing.keys();
    if (socket !== undefined) this.#forget(socket);
    queueMicrotask(() => {
      if (socket === undefined) callback(new ConnectionNeeded(), null);
      else callback(null, socket);
    });
  };

  /** Opens one; settles when it stands. Rejects with what Node or undici says about the failure. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#connect(this.#address, (error, socket) => {
        if (error !== null) {
          reject(error);
        } else {
          this.#keep(socket);
          resolve();
        }
      });
    });
  }

  /** Closes those that nobody took; what is being opened is closed once it stands. */
  close(): void {
    this.#closed = true;
    for (const socket of this.#standing.keys()) socket.destroy();
  }

  #keep(socket: Socket): void {
    socket.once('close', () => this.#forget(socket));
    const timer = setTimeout(() => socket.destroy(), this.#idleMs);
    timer.unref();
    this.#standing.set(socket, timer);
    if (this.#closed) socket.destroy();
  }

  #forget(socket: Socket): void {
    clearTimeout(this.#standing.get(socket));
    this.#standing.delete(socket);
  }
}
