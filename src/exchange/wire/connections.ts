import { Socket } from 'node:net';
import { buildConnector, errors } from 'undici';

/** A request came before its connection: build it again once a connection is open. */
export class ConnectionNeeded extends Error {
  override readonly name = 'ConnectionNeeded';
}

interface ConnectionLimits {
  /** The largest number of connections, opening ones included; no fewer than calls under way. */
  readonly maxOpen: number;
  readonly connectTimeoutMs: number;
  /** How long an unused connection stays open, in ms. */
  readonly idleMs: number;
}

/** A call that needs a connection. */
export interface ConnectionWish {
  /** A connection may be free: sends the request, and wishes again if there was none after all. */
  readonly attempt: () => void;
  /** The connection that was opened for this call failed. */
  readonly failed: (error: Error) => void;
}

interface Opening {
  /** The call it is opened for; null: that call went on without it, and any other may use it. */
  wish: ConnectionWish | null;
  /** For giving it up; null where the connector does not provide it. */
  socket: Socket | null;
}

/** A connection that is about to be free, or to close, is so within a few turns of the event loop. */
const retryMs = 1;

/**
 * Opens connections to one origin before anything is signed for them. undici connects after it has a request, and a
 * signed request carries its time: after a slow handshake it would arrive too old. So undici may only use open
 * connections. A call that receives ConnectionNeeded wishes for one: one is opened for it, and it uses whichever is
 * free first, so that a hanging handshake delays only a call that has no other.
 */
export class Connections {
  readonly #address: buildConnector.Options;
  readonly #limits: ConnectionLimits;
  readonly #connect: buildConnector.connector;
  /** Calls that wait, the oldest first. */
  #wishes: ConnectionWish[] = [];
  readonly #openings = new Set<Opening>();
  /** Open, unused connections, and the timer that ends each. */
  readonly #standing = new Map<Socket, NodeJS.Timeout>();
  /** Those that undici has, with or without a call on them. */
  readonly #taken = new Set<Socket>();
  /** Calls that are on one. */
  #busy = 0;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(origin: string, limits: ConnectionLimits) {
    const { protocol, host, hostname, port } = new URL(origin);
    this.#address = { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port };
    this.#limits = limits;
    // One broken HTTP/2 session would fail every call on it at once.
    this.#connect = buildConnector({ allowH2: false, timeout: limits.connectTimeoutMs });
  }

  /** The connector for undici. Refuses with ConnectionNeeded when none is open. */
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

  /** Adds a wish; a repeated one keeps its opening connection, and goes before the others. */
  want(wish: ConnectionWish): void {
    if (this.#openingFor(wish) === undefined) this.#wishes.push(wish);
    else this.#wishes.unshift(wish);
    // Never synchronously: the caller is still handling the refusal.
    queueMicrotask(() => this.#open());
    this.#attemptSoon();
  }

  /** The call has gone, or was given up. A connection that is being opened for it is free for any other. */
  release(wish: ConnectionWish): void {
    this.#wishes = this.#wishes.filter((other) => other !== wish);
    const opening = this.#openingFor(wish);
    if (opening !== undefined) opening.wish = null;
  }

  /** A call is on a connection, until `left`. */
  entered(): void {
    this.#busy += 1;
  }

  left(): void {
    this.#busy -= 1;
    if (this.#wishes.length > 0) this.#attemptSoon();
  }

  /** Closes unused and opening connections; wishes fail. */
  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const socket of this.#standing.keys()) socket.destroy();
    for (const opening of this.#openings) this.#giveUp(opening);
    this.#failAll();
  }

  #failAll(): void {
    for (const { failed } of this.#wishes.splice(0)) failed(new errors.ClientDestroyedError());
  }

  /** Opens one for each waiting call without one, as long as there is room. */
  #open(): void {
    if (this.#closed) {
      this.#failAll();
      return;
    }
    for (const wish of this.#wishes) {
      if (this.#openingFor(wish) === undefined && this.#hasRoom()) this.#openFor(wish);
    }
  }

  /** An opening connection that no call needs makes room: it may hang. */
  #hasRoom(): boolean {
    if (this.#openings.size + this.#standing.size + this.#taken.size < this.#limits.maxOpen) return true;
    const forNobody = [...this.#openings].find(({ wish, socket }) => wish === null && socket !== null);
    if (forNobody !== undefined) this.#giveUp(forNobody);
    return forNobody !== undefined;
  }

  #openFor(wish: ConnectionWish): void {
    const opening: Opening = { wish, socket: null };
    this.#openings.add(opening);
    // The connector passes the socket too, which its declaration omits.
    const socket: unknown = this.#connect(this.#address, (error, opened) => {
      this.#openings.delete(opening);
      if (error === null) this.#keep(opened);
      else this.#fail(opening.wish, error);
    });
    if (socket instanceof Socket) opening.socket = socket;
  }

  /** A call that is just being tried on another connection is not failed: it wishes again if that does not succeed. */
  #fail(wish: ConnectionWish | null, error: Error): void {
    if (wish === null || !this.#wishes.includes(wish)) return;
    this.release(wish);
    wish.failed(error);
  }

  #giveUp(opening: Opening): void {
    this.#openings.delete(opening);
    opening.socket?.destroy();
  }

  #keep(socket: Socket): void {
    if (this.#closed) {
      socket.destroy();
      return;
    }
    socket.once('close', () => {
      this.#forget(socket);
      this.#taken.delete(socket);
      this.#open();
    });
    const timer = setTimeout(() => socket.destroy(), this.#limits.idleMs);
    timer.unref();
    this.#standing.set(socket, timer);
    this.#attempt();
  }

  #forget(socket: Socket): void {
    clearTimeout(this.#standing.get(socket));
    this.#standing.delete(socket);
  }

  /** Lets the longest waiting call try, when a connection may be free. */
  #attempt(): void {
    if (this.#mayBeFree()) this.#wishes.shift()?.attempt();
    this.#open();
    this.#attemptSoon();
  }

  #attemptSoon(): void {
    if (this.#timer !== null || this.#closed || this.#wishes.length === 0 || !this.#mayBeFree()) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#attempt();
    }, retryMs);
  }

  #mayBeFree(): boolean {
    return this.#standing.size > 0 || this.#taken.size > this.#busy;
  }

  #openingFor(wish: ConnectionWish): Opening | undefined {
    for (const opening of this.#openings) if (opening.wish === wish) return opening;
    return undefined;
  }
}
