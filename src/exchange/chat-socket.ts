import { randomUUID } from 'node:crypto';
import { backoffMs } from '../domain/backoff.ts';
import { ChatConnection } from './chat-connection.ts';
import type { ChatHandshake } from './chat-connection.ts';
import { decodeChatFrame } from './chat-frame.ts';
import type { ChatEvent, OrderEvent } from './chat-frame.ts';
import { chatError, ChatOutbox } from './chat-outbox.ts';
import { ChatResume } from './chat-resume.ts';
import type { ExchangeClient } from './client.ts';
import { EventQueue } from './event-queue.ts';
import { ExchangeError } from './exchange-error.ts';
import { imageType, uploadImage } from './image-upload.ts';
import type { ChatImage } from './image-upload.ts';
import { SeenIds } from './seen-ids.ts';
import { realSleep } from './sleep.ts';
import type { Sleep } from './sleep.ts';

export type ChatSocketState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  | { readonly kind: 'waiting'; readonly reason: string; readonly delayMs: number }
  | { readonly kind: 'closed'; readonly reason: string };

export interface ChatSocketOptions {
  /** Aborting closes the socket. */
  readonly signal?: AbortSignal | undefined;
  /** Called for every event; without it read the socket as an async iterable. */
  readonly onEvent?: (event: OrderEvent) => void;
  readonly onState?: (state: ChatSocketState) => void;
  readonly handshake?: ChatHandshake;
  /** Hosts for the socket; the client's unless given. */
  readonly allowedHosts?: readonly string[];
  /** Hosts for image uploads; the client's unless given. */
  readonly uploadHosts?: readonly string[];
  readonly pingIntervalMs?: number;
  readonly connectTimeoutMs?: number;
  /** How long to leave the key to another socket that took over. */
  readonly takenOverWaitMs?: number;
  readonly reconnectBaseMs?: number;
  readonly reconnectCapMs?: number;
  readonly echoTimeoutMs?: number;
  readonly random?: () => number;
  readonly sleep?: Sleep;
  readonly now?: () => number;
}

/** The chat of one account: order events come out, messages go in, and it keeps itself connected. */
export interface ChatSocket extends AsyncIterable<OrderEvent> {
  state(): ChatSocketState;
  /** Writes a text into an order's chat; gives the service's id of it. Rejects with an ExchangeError. */
  sendText(orderNumber: string, content: string): Promise<string>;
  /** Uploads an image and writes it into an order's chat; gives the service's id of it. Rejects with an ExchangeError. */
  sendImage(orderNumber: string, image: ChatImage): Promise<string>;
  /** Settles when the socket is closed for good: by `close`, by the signal, or rejects when it may not connect at all. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

const defaults = {
  handshake: 'frame',
  pingIntervalMs: 20_000,
  connectTimeoutMs: 10_000,
  takenOverWaitMs: 60_000,
  reconnectBaseMs: 500,
  reconnectCapMs: 30_000,
  echoTimeoutMs: 10_000,
  random: Math.random,
  sleep: realSleep,
  now: Date.now,
} as const;

const mostUnread = 1_000;
const mostSeenIds = 4_096;

type Settled = ChatSocketOptions & typeof defaults;
/** How one connection ended, and how long the next one has to wait at least. */
interface Ending {
  readonly reason: string;
  readonly wasUseful: boolean;
  readonly waitMs: number | null;
}

class ReconnectingChat implements ChatSocket {
  readonly #client: ExchangeClient;
  readonly #options: Settled;
  readonly #stop = new AbortController();
  readonly #queue = new EventQueue<OrderEvent>(mostUnread, (full) => this.#press(full));
  readonly #seen = new SeenIds(mostSeenIds);
  readonly #resume = new ChatResume();
  readonly #outbox: ChatOutbox;
  readonly closed: Promise<void>;
  #state: ChatSocketState = { kind: 'connecting' };
  #connection: ChatConnection | null = null;
  /** Live events wait here while a gap is read, so that they come after what was missed. */
  #held: OrderEvent[] | null = null;
  #heard = false;
  #takenOver = false;
  #failure: Error | null = null;

  constructor(client: ExchangeClient, options: ChatSocketOptions) {
    this.#client = client;
    this.#options = { ...defaults, ...options } as Settled;
    const { sleep, now, echoTimeoutMs, signal } = this.#options;
    this.#outbox = new ChatOutbox({ sleep, now, echoTimeoutMs, transmit: (frame) => this.#transmit(frame) });
    if (signal?.aborted === true) this.#stop.abort();
    signal?.addEventListener('abort', () => this.#stop.abort(), { once: true, signal: this.#stop.signal });
    this.#stop.signal.addEventListener('abort', () => this.#connection?.close(), { once: true });
    this.closed = this.#run();
    // Whoever reads the iterator learns of the failure there; nobody has to look at `closed` as well.
    this.closed.then(undefined, () => undefined);
  }

  state(): ChatSocketState {
    return this.#state;
  }

  async sendText(orderNumber: string, content: string): Promise<string> {
    return await this.#write({ type: 'text', orderNo: orderNumber, content });
  }

  async sendImage(orderNumber: string, image: ChatImage): Promise<string> {
    const allowedHosts = this.#options.uploadHosts ?? this.#client.allowedSocketHosts;
    const type = imageType(image);
    const imageUrl = await uploadImage(this.#client, image, { allowedHosts, signal: this.#stop.signal });
    const content = { imageUrl, thumbnailUrl: imageUrl, imageType: type.replace('image/', '') };
    return await this.#write({ type: 'image', orderNo: orderNumber, ...content });
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.closed.then(undefined, () => undefined);
  }

  [Symbol.asyncIterator](): AsyncIterator<OrderEvent> {
    return this.#queue[Symbol.asyncIterator]();
  }

  #write(frame: Readonly<Record<string, unknown>>): Promise<string> {
    const common = { self: true, clientType: 'web', createTime: this.#options.now(), sendStatus: 0 };
    return this.#outbox.send(randomUUID(), { ...frame, ...common });
  }

  async #run(): Promise<void> {
    try {
      await this.#keepConnected();
      if (this.#failure !== null) throw this.#failure;
      this.#become({ kind: 'closed', reason: 'closed by its owner' });
      this.#queue.end();
    } catch (error) {
      const failure = error instanceof Error ? error : new Error('the chat socket failed');
      this.#become({ kind: 'closed', reason: failure.message });
      this.#queue.end(failure);
      throw failure;
    } finally {
      this.#stop.abort();
    }
  }

  async #keepConnected(): Promise<void> {
    for (let attempt = 1; !this.#stop.signal.aborted; attempt += 1) {
      const ending = await this.#connectOnce();
      if (this.#stop.signal.aborted) return;
      if (ending.wasUseful) attempt = 1;
      await this.#waitBefore(attempt, ending);
    }
  }

  async #waitBefore(attempt: number, ending: Ending): Promise<void> {
    const { random, sleep, reconnectBaseMs: backoffBaseMs, reconnectCapMs: backoffCapMs } = this.#options;
    const jitterMs = backoffMs(attempt, random, { backoffBaseMs, backoffCapMs });
    const delayMs = (ending.waitMs ?? 0) + jitterMs;
    this.#become({ kind: 'waiting', reason: ending.reason, delayMs });
    try {
      await sleep(delayMs, this.#stop.signal);
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
    }
  }

  /** The token opens one socket (api-facts 7.1), so every connection starts with a credential of its own. */
  async #connectOnce(): Promise<Ending> {
    this.#become({ kind: 'connecting' });
    try {
      const { signal } = this.#stop;
      const credential = await this.#client.chat.retrieveChatCredential({ signal, priority: 'order' });
      if (signal.aborted) return { reason: 'closed', wasUseful: false, waitMs: null };
      return await this.#stayConnected(credential);
    } catch (error) {
      if (error instanceof ExchangeError)
        return { reason: error.message, wasUseful: false, waitMs: error.retryAfterMs };
      // A forbidden address stays forbidden; its text names the rule and nothing of the address but the host.
      throw error instanceof TypeError ? chatError(`the chat socket was not opened: ${error.message}`, 'no') : error;
    }
  }

  async #stayConnected(credential: ConstructorParameters<typeof ChatConnection>[0]): Promise<Ending> {
    const { handshake, pingIntervalMs, connectTimeoutMs, allowedHosts, takenOverWaitMs } = this.#options;
    this.#heard = false;
    this.#takenOver = false;
    const connection = new ChatConnection(credential, {
      allowedHosts: allowedHosts ?? this.#client.allowedSocketHosts,
      handshake,
      pingIntervalMs,
      connectTimeoutMs,
      onOpen: () => void this.#opened(),
      onFrame: (frame) => this.#receive(decodeChatFrame(frame)),
    });
    this.#connection = connection;
    await connection.closed;
    this.#connection = null;
    this.#outbox.abandon();
    this.#resume.lost();
    if (this.#takenOver)
      return { reason: 'another socket of this key took over', wasUseful: true, waitMs: takenOverWaitMs };
    return { reason: 'the connection was lost', wasUseful: this.#heard, waitMs: null };
  }

  async #opened(): Promise<void> {
    this.#become({ kind: 'open' });
    this.#held = [];
    try {
      for (const event of await this.#resume.missed(this.#client, this.#stop.signal)) this.#deliver(event);
    } catch (error) {
      // What could not be read stays marked as behind; the poll of the orders covers the time until the next try.
      if (!(error instanceof ExchangeError)) throw error;
    } finally {
      const held = this.#held ?? [];
      this.#held = null;
      for (const event of held) this.#deliver(event);
    }
  }

  #receive(decoded: ChatEvent): void {
    if (decoded.kind === 'bye') {
      this.#takenOver = true;
      this.#connection?.close();
      return;
    }
    this.#heard = true;
    if (decoded.kind === 'refused') this.#outbox.refuse(decoded.uuid, decoded.reason);
    if (decoded.kind !== 'order') return;
    if (decoded.event.self && decoded.uuid !== null) this.#outbox.confirm(decoded.uuid, decoded.event.id);
    if (this.#held === null) this.#deliver(decoded.event);
    else this.#held.push(decoded.event);
  }

  #deliver(event: OrderEvent): void {
    this.#resume.note(event);
    if (!this.#seen.add(event.id)) return;
    const { onEvent } = this.#options;
    if (onEvent === undefined) this.#queue.push(event);
    else this.#hand(event, onEvent);
  }

  /** A listener that throws ends the socket with its error; thrown from a network event it would end the process. */
  #hand(event: OrderEvent, onEvent: (event: OrderEvent) => void): void {
    try {
      onEvent(event);
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error('the listener of the chat socket failed');
      this.#stop.abort();
    }
  }

  #transmit(frame: string): void {
    if (this.#connection?.isOpen !== true) throw chatError('the chat is not connected', 'no');
    this.#connection.send(frame);
  }

  #press(full: boolean): void {
    if (full) this.#connection?.pause();
    else this.#connection?.resume();
  }

  #become(state: ChatSocketState): void {
    this.#state = state;
    this.#options.onState?.(state);
  }
}

/**
 * Opens the chat socket of a client's account (interface 4.3, section 6) and keeps it open: fresh credential for every
 * connection, ping, jittered reconnects, no event twice. A lost event is no loss: it only says that reading the order is
 * worth while, and polling finds the same. All durations in ms.
 */
export function openChatSocket(client: ExchangeClient, options: ChatSocketOptions = {}): ChatSocket {
  return new ReconnectingChat(client, options);
}
