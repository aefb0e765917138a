import { Socket } from 'node:net';
import { buildConnector, errors } from 'undici';

/** A request came before its connection: it is to be made anew once one stands. */
export class ConnectionNeeded extends Error {
  override readonly name = 'ConnectionNeeded';
}

export interface ConnectionLimits {
  /** The most connections at any time, those that are being opened among them. */
  readonly most: number;
  readonly connectTimeoutMs: number;
  /** How long a connection that nobody took stays open, in ms. */
  readonly idleMs: number;
}

/** Somebody who needs a connection. One of the two is called, once, unless the wish was taken back. */
export interface ConnectionWish {
  readonly stands: () => void;
  readonly failed: (error: Error) => void;
}

const retryMs = 1;

/**
 * Connections to one origin that stand before anything is signed for them. undici wants a request first and connects
 * then, and a signed request carries its time: after a slow handshake it would arrive too old. So undici may only take
 * what stands already; whoever hears ConnectionNeeded wishes for one, and then makes the request.
 */
export class Connections {
  readonly #address: buildConnector.Options;
  readonly #limits: ConnectionLimits;
  readonly #connect: buildConnector.connector;
  #wishes: ConnectionWish[] = [];
  readonly #opening = new Set<object>();
  /** Those that stand and that nobody took, and what ends each. */
  readonly #standing = new Map<Socket, NodeJS.Timeout>();
  /** Those that undici has. */
  readonly #taken = new Set<Socket>();
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(origin: string, limits: ConnectionLimits) {
    const { protocol, host, hostname, port } = new URL(origin);
    this.#address = { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port };
    this.#limits = limits;
    // One broken HTTP/2 session would fail every call on it at once.
    this.#connect = buildConnector({ allowH2: false, timeout: limits.connectTimeoutMs });
  }

  /** What undici connects with. Refuses with ConnectionNeeded when none stands. */
  readonly take: buildConnector.connector = (_options, callback) => {
    const [socket] = this.#standing.keys();
    if (socket !== undefined) {
      this.#forget(socket);
      this.#taken.add(socket);
    }
    queueMicrotask(() => {
      if (socket === undefined) callback(new ConnectionNeeded(), null);
      else callback(null, socket);
    });
  };

  /** Takes a wish, and gives what takes it back. A connection that is opened for it is then left to the next one. */
  wish(wish: ConnectionWish): () => void {
    this.#wishes.push(wish);
    // Never from inside: whoever wishes is in the midst of being told that there is none.
    queueMicrotask(() => this.#serve());
    return () => {
      this.#wishes = this.#wishes.filter((other) => other !== wish);
    };
  }

  /** Closes those that nobody took and those that are being opened; wishes fail. */
  close(): void {
    this.#closed = true;
    for (const socket of [...this.#standing.keys(), ...this.#opening]) if (socket instanceof Socket) socket.destroy();
    this.#opening.clear();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#serve();
  }

  #serve(): void {
    if (this.#closed) {
      for (const { failed } of this.#wishes.splice(0)) failed(new errors.ClientDestroyedError());
      return;
    }
    if (this.#standing.size > 0) this.#wishes.shift()?.stands();
    const { most } = this.#limits;
    while (this.#opening.size < this.#wishes.length && this.#size < most) this.#open();
    this.#serveAgain();
  }

  /**
   * A wish may be left although one stands, since undici took one of its own that was free by then; or although all are
   * taken: fewer calls are under way than there are, so one of them is about to be free, or to close.
   */
  #serveAgain(): void {
    if (this.#wishes.length === 0 || this.#opening.size > 0 || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#wishes.shift()?.stands();
      this.#serve();
    }, retryMs);
  }

  get #size(): number {
    return this.#opening.size + this.#standing.size + this.#taken.size;
  }

  #open(): void {
    // The connector gives the socket too, which its declaration leaves out; a place has to be held either way.
    const place: { held: object } = { held: {} };
    const opened: unknown = this.#connect(this.#address, (error, socket) => {
      this.#opening.delete(place.held);
      if (error === null) this.#keep(socket);
      else this.#wishes.shift()?.failed(error);
      this.#serve();
    });
    if (opened instanceof Socket) place.held = opened;
    this.#opening.add(place.held);
  }

  #keep(socket: Socket): void {
    socket.once('close', () => {
      this.#forget(socket);
      this.#taken.delete(socket);
      this.#serve();
    });
    const timer = setTimeout(() => socket.destroy(), this.#limits.idleMs);
    timer.unref();
    this.#standing.set(socket, timer);
    if (this.#closed) socket.destroy();
  }

  #forget(socket: Socket): void {
    clearTimeout(this.#standing.get(socket));
    this.#standing.delete(socket);
  }
}
