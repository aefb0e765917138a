import { WebSocket, type ClientOptions, type RawData } from 'ws';
import type { WireChatCredential } from '../table/schemas/chat-schema.ts';
import { timerMs } from '../limits/sleep.ts';
import { checkAddress, isLoopbackName, outsideLookup } from './socket-address.ts';

/**
 * `frame`: the first frame carries the listenKey (interface 4.3). `address`: the address does (wire-facts 16 row 2).
 */
export type ChatHandshake = 'frame' | 'address';

interface ConnectionOptions {
  readonly allowedHosts: readonly string[];
  readonly proxyOf?: ((address: URL) => string | null) | undefined;
  readonly handshake: ChatHandshake;
  /** A ping is sent after this long; a socket that is silent for two intervals is dead. */
  readonly pingIntervalMs: number;
  readonly connectTimeoutMs: number;
  /** A clock that never steps, in ms. */
  readonly monotonic: () => number;
  readonly onOpen: () => void;
  /** The service answered a ping, so everything sent before the ping arrived. */
  readonly onPong: () => void;
  readonly onFrame: (frame: string) => void;
  /** A frame that is no text, as a compressed one. */
  readonly onBinary: () => void;
}

const maxFrameBytes = 1_048_576;
const closingMs = 1_000;

/** Returns the address to open for a fresh credential; throws a TypeError for a forbidden address. */
function chatAddress(
  credential: WireChatCredential,
  options: Pick<ConnectionOptions, 'allowedHosts' | 'proxyOf' | 'handshake'>,
): URL {
  const { allowedHosts, proxyOf, handshake } = options;
  // An empty address counts as missing (wire-facts 16 row 1): hence no `??`.
  const base = credential.wssUrl || credential.chatWssUrl || '';
  const url = checkAddress(base, { secure: 'wss:', plain: 'ws:', allowedHosts, proxyOf });
  if (url.hash !== '') throw new TypeError('the address has a fragment');
  if (handshake === 'frame') return url;
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${encodeURIComponent(credential.listenKey)}`;
  url.searchParams.set('token', credential.listenToken ?? '');
  url.searchParams.set('clientType', 'web');
  return url;
}

/** One connection of the chat socket, from opening to closing. */
export class ChatConnection {
  readonly #socket: WebSocket;
  readonly #options: ConnectionOptions;
  readonly #listenKey: string;
  /** Settles when the connection is over, whatever the reason; never rejects. */
  readonly closed: Promise<void>;
  #timer: NodeJS.Timeout | null = null;
  #heard = true;
  #heardAtMs: number;

  /** Throws a TypeError for a forbidden address. */
  constructor(credential: WireChatCredential, options: ConnectionOptions) {
    const url = chatAddress(credential, options);
    this.#options = options;
    this.#listenKey = credential.listenKey;
    this.#heardAtMs = options.monotonic();
    this.#socket = openSocket(url, options);
    this.closed = new Promise((resolve) => this.#socket.once('close', () => resolve()));
    this.#listen();
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** When the service was last heard of, by the monotonic clock. */
  get heardAtMs(): number {
    return this.#heardAtMs;
  }

  /** Writes one frame; throws when the connection is not open. */
  send(frame: string): void {
    this.#socket.send(frame);
  }

  /** Stops reading, so that a slow reader slows the service down instead of filling the memory. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    // Frames from the pause are read from here on: the silence is over.
    if (this.#socket.isPaused) this.#heard = true;
    this.#socket.resume();
  }

  close(): void {
    this.#socket.close(1000);
    // A peer that never answers the closing frame would keep the process alive.
    setTimeout(() => this.#socket.terminate(), closingMs).unref();
  }

  #listen(): void {
    this.#socket.on('open', () => this.#opened());
    this.#socket.on('message', (data: RawData, isBinary: boolean) => {
      this.#hear();
      if (isBinary) this.#options.onBinary();
      else this.#options.onFrame(frameText(data));
    });
    this.#socket.on('pong', () => {
      this.#hear();
      this.#options.onPong();
    });
    this.#socket.on('close', () => {
      if (this.#timer !== null) clearInterval(this.#timer);
    });
    // Every error is followed by `close`, which ends the connection; the error's text may hold the address.
    this.#socket.on('error', () => this.#socket.terminate());
  }

  #opened(): void {
    this.#hear();
    if (this.#options.handshake === 'frame') this.send(JSON.stringify({ listenKey: this.#listenKey }));
    this.#socket.ping();
    this.#timer = setInterval(() => this.#beat(), timerMs(this.#options.pingIntervalMs));
    this.#options.onOpen();
  }

  #hear(): void {
    this.#heard = true;
    this.#heardAtMs = this.#options.monotonic();
  }

  #beat(): void {
    if (!this.#heard && !this.#socket.isPaused) {
      this.#socket.terminate();
      return;
    }
    this.#heard = false;
    this.#socket.ping();
  }
}

/** The library's own error messages repeat the address, keys included. */
function openSocket(url: URL, options: ConnectionOptions): WebSocket {
  try {
    return new WebSocket(url, socketOptions(url, options));
  } catch (error) {
    throw error instanceof SyntaxError ? new TypeError('the address cannot be opened') : error;
  }
}

function socketOptions(url: URL, options: ConnectionOptions): ClientOptions {
  return {
    // Compression is a known source of memory fragmentation, and frames here are small.
    perMessageDeflate: false,
    // A byte that is no UTF-8 is replaced: it must not cost the connection.
    skipUTF8Validation: true,
    maxPayload: maxFrameBytes,
    handshakeTimeout: timerMs(options.connectTimeoutMs),
    followRedirects: false,
    ...(isLoopbackName(url.hostname) ? {} : { lookup: outsideLookup }),
  };
}

function frameText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data).toString('utf8');
}
