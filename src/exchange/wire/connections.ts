import { Socket } from 'node:net';
import { buildConnector, errors, type Client } from 'undici';
import { Connection } from './connection.ts';

interface ConnectionLimits {
  /** The largest number of connections, opening ones included; no fewer than calls under way. */
  readonly maxOpen: number;
  readonly connectTimeoutMs: number;
  /** How long a connection without any request stays open, in ms. */
  readonly idleMs: number;
}

/** A call that needs a connection. */
export interface ConnectionWish {
  /** Takes no connection that no call had for longer than this, in ms. */
  readonly maxIdleMs: number;
  /** A connection is its own, until it is given back. */
  readonly attempt: (connection: Connection) => void;
  /** The connection that was opened for this call failed. */
  readonly failed: (error: Error) => void;
}

interface Opening {
  /** The call it is opened for; null: that call went on without it, and any other may use it. */
  wish: ConnectionWish | null;
  /** What is ended when the opening is given up; null where the connector does not provide it. */
  socket: Socket | null;
}

/**
 * Opens connections to one origin before anything is signed for them. undici connects after it has a request, and a
 * signed request carries its time: after a slow handshake it would arrive too old. So undici is given open connections
 * alone. A call that finds none wishes for one: one is opened for it, and it uses whichever is free first, so that a
 * hanging handshake delays only a call that has no other.
 */
export class Connections {
  readonly #origin: string;
  readonly #address: buildConnector.Options;
  readonly #limits: ConnectionLimits;
  readonly #client: Client.Options;
  readonly #connect: buildConnector.connector;
  /** Calls that wait, the oldest first. */
  #wishes: ConnectionWish[] = [];
  readonly #openings = new Set<Opening>();
  /** Open connections that no call has, the last used one last. */
  #free: Connection[] = [];
  readonly #taken = new Set<Connection>();
  #closed = false;

  constructor(origin: string, limits: ConnectionLimits, client: Client.Options) {
    const { protocol, host, hostname, port } = new URL(origin);
    this.#origin = origin;
    this.#address = { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port };
    this.#limits = limits;
    this.#client = client;
    // One broken HTTP/2 session would fail every call on it at once.
    this.#connect = buildConnector({ allowH2: false, timeout: limits.connectTimeoutMs });
  }

  /** Returns the free connection that was used last, for one call alone until it is given back; null: there is none. */
  take(maxIdleMs: number): Connection | null {
    const connection = this.#free.findLast(({ isOpen }) => isOpen);
    if (connection === undefined || connection.idleForMs > maxIdleMs) return null;
    this.#free = this.#free.filter((other) => other !== connection);
    this.#taken.add(connection);
    connection.wake();
    return connection;
  }

  /** A call is done with its connection, or never used it. */
  giveBack(connection: Connection): void {
    // Never synchronously: what ends the call may be about to end the connection, too.
    queueMicrotask(() => {
      if (connection.isOpen && this.#taken.delete(connection)) this.#rest(connection);
    });
  }

  /** Adds a wish; a repeated one keeps its opening connection, and goes before the others. */
  want(wish: ConnectionWish): void {
    this.#wishes = this.#wishes.filter((other) => other !== wish);
    if (this.#openingFor(wish) === undefined) this.#wishes.push(wish);
    else this.#wishes.unshift(wish);
    // Never synchronously: the caller may still be handling a refusal.
    queueMicrotask(() => this.#serve());
  }

  /** The call has gone, or was given up. A connection that is being opened for it is free for any other. */
  release(wish: ConnectionWish): void {
    this.#wishes = this.#wishes.filter((other) => other !== wish);
    const opening = this.#openingFor(wish);
    if (opening !== undefined) opening.wish = null;
  }

  /** Closes all connections, also those that are being opened; wishes fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const opening of this.#openings) this.#giveUp(opening);
    this.#failAll();
    await Promise.all([...this.#free, ...this.#taken].map((connection) => connection.close()));
  }

  #failAll(): void {
    for (const { failed } of this.#wishes.splice(0)) failed(new errors.ClientDestroyedError());
  }

  /** Hands free connections to the calls that wait, and opens one for each other call, as long as there is room. */
  #serve(): void {
    if (this.#closed) {
      this.#failAll();
      return;
    }
    for (const wish of this.#wishes) this.#grant(wish);
    for (const wish of this.#wishes) {
      if (this.#openingFor(wish) === undefined && this.#hasRoom()) this.#openFor(wish);
    }
  }

  #grant(wish: ConnectionWish): void {
    const connection = this.take(wish.maxIdleMs);
    if (connection === null) return;
    this.#wishes = this.#wishes.filter((other) => other !== wish);
    wish.attempt(connection);
  }

  /** An opening connection that no call needs makes room: it may hang. So does one that idled for too long. */
  #hasRoom(): boolean {
    if (this.#openings.size + this.#free.length + this.#taken.size < this.#limits.maxOpen) return true;
    const forNobody = [...this.#openings].find(({ wish, socket }) => wish === null && socket !== null);
    if (forNobody !== undefined) this.#giveUp(forNobody);
    const idle = forNobody === undefined ? this.#free.shift() : undefined;
    if (idle !== undefined) void idle.close();
    return forNobody !== undefined || idle !== undefined;
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
    const options = { origin: this.#origin, idleMs: this.#limits.idleMs, client: this.#client };
    const connection = new Connection(socket, options);
    socket.once('close', () => {
      this.#free = this.#free.filter((other) => other !== connection);
      this.#taken.delete(connection);
      this.#serve();
    });
    this.#rest(connection);
  }

  #rest(connection: Connection): void {
    connection.rest();
    this.#free.push(connection);
    this.#serve();
  }

  #openingFor(wish: ConnectionWish): Opening | undefined {
    for (const opening of this.#openings) if (opening.wish === wish) return opening;
    return undefined;
  }
}
