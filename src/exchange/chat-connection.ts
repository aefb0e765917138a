import { WebSocket } from 'ws';
import type { ClientOptions, RawData } from 'ws';
import type { WireChatCredential } from './schemas/chat-schema.ts';
import { checkAddress, isLoopbackName, outsideLookup } from './socket-address.ts';

/** `frame`: the first frame carries the listenKey (interface 4.3). `address`: the address does (api-facts 16 row 2). */
export type ChatHandshake = 'frame' | 'address';

export interface ConnectionOptions {
  readonly allowedHosts: readonly string[];
  readonly handshake: ChatHandshake;
  /** A ping goes out after this long; a socket that was silent for two of them is dead. */
  readonly pingIntervalMs: number;
  readonly connectTimeoutMs: number;
  readonly onOpen: () => void;
  readonly onFrame: (frame: string) => void;
}

const maxFrameBytes = 1_048_576;

/** Takes a fresh credential and gives the address to open; throws a TypeError for one that must not be contacted. */
export function chatAddress(
  credential: WireChatCredential,
  options: Pick<ConnectionOptions, 'allowedHosts' | 'handshake'>,
): URL {
  const { allowedHosts, handshake } = options;
  const base = credential.wssUrl ?? credential.chatWssUrl ?? '';
  const url = checkAddress(base, { secure: 'wss:', plain: 'ws:', allowedHosts });
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

  /** Throws a TypeError for an address that must not be contacted. */
  constructor(credential: WireChatCredential, options: ConnectionOptions) {
    const url = chatAddress(credential, options);
    this.#options = options;
    this.#listenKey = credential.listenKey;
    this.#socket = new WebSocket(url, socketOptions(url, options));
    this.closed = new Promise((resolve) => this.#socket.once('close', () => resolve()));
    this.#listen();
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
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
    this.#socket.resume();
  }

  close(): void {
    this.#socket.close(1000);
    // A peer that never answers the closing frame would keep the process alive.
    setTimeout(() => this.#socket.terminate(), 1_000).unref();
  }

  #listen(): void {
    this.#socket.on('open', () => this.#opened());
    this.#socket.on('message', (data: RawData, isBinary: boolean) => {
      this.#heard = true;
      if (!isBinary) this.#options.onFrame(frameText(data));
    });
    this.#socket.on('pong', () => {
      this.#heard = true;
    });
    this.#socket.on('close', () => {
      if (this.#timer !== null) clearInterval(this.#timer);
    });
    // Every error is followed by `close`, which is what ends the connection; its text may hold the address.
    this.#socket.on('error', () => this.#socket.terminate());
  }

  #opened(): void {
    if (this.#options.handshake === 'frame') this.send(JSON.stringify({ listenKey: this.#listenKey }));
    this.#timer = setInterval(() => this.#beat(), this.#options.pingIntervalMs);
    this.#options.onOpen();
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

function socketOptions(url: URL, options: ConnectionOptions): ClientOptions {
  return {
    // Compression is a known source of memory fragmentation, and frames here are small.
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
    handshakeTimeout: options.connectTimeoutMs,
    followRedirects: false,
    ...(isLoopbackName(url.hostname) ? {} : { lookup: outsideLookup }),
  };
}

function frameText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data).toString('utf8');
}
