import { randomUUID } from 'node:crypto';
import { backoffMs } from '../../domain/failures/backoff.ts';
import { ChatCredentials } from './chat-credentials.ts';
import { ChatDelivery } from './chat-delivery.ts';
import { chatError, closedError, nowhereError } from './chat-error.ts';
import type { ChatOrderEvent } from './chat-frame.ts';
import { ChatMarks } from './chat-marks.ts';
import {
  settleChatOptions,
  type ChatSocketOptions,
  type ChatSocketState,
  type SettledChatOptions,
} from './chat-options.ts';
import { ChatOutbox, type OutboxLine } from './chat-outbox.ts';
import { Pace } from './chat-pace.ts';
import { ChatSession, type SessionOptions } from './chat-session.ts';
import type { ExchangeClient } from '../client.ts';
import { ExchangeError } from '../exchange-error.ts';
import { imageSize } from './image-size.ts';
import { imageType, uploadImage, type ChatImage } from './image-upload.ts';
import type { WireChatCredential } from '../table/schemas/chat-schema.ts';
import { identifier } from '../table/wire-value.ts';

export type { ChatSocketOptions, ChatSocketState } from './chat-options.ts';

/** The chat of one account: order events come out, messages go in; it reconnects by itself. */
export interface ChatSocket extends AsyncIterable<ChatOrderEvent> {
  state(): ChatSocketState;
  /**
   * Writes a text into an order's chat, once; returns the service's id. Without a connection it waits for one, for
   * `connectTimeoutMs` at most. Rejects with an ExchangeError: CHAT_OFFLINE and CLOSED were not sent. `uuid` finds the
   * message again (EP-34); default: a new one.
   */
  sendText(orderNumber: string, content: string, uuid?: string): Promise<string>;
  /**
   * Uploads an image and writes it into an order's chat; returns the service's id. Waits and rejects like `sendText`.
   */
  sendImage(orderNumber: string, image: ChatImage, uuid?: string): Promise<string>;
  /** Settles when the socket is closed for good, by `close` or the signal; rejects when it may not connect at all. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

const maxRefusedAddresses = 5;
/** Reading missed events uses at most this share of the account's requests. */
const readShare = 0.5;

/** How one connection ended, and how long the next one must wait. */
interface Ending {
  readonly reason: string;
  readonly wasUseful: boolean;
  readonly waitMs: number | null;
}

class ReconnectingChat implements ChatSocket {
  readonly #client: ExchangeClient;
  readonly #options: SettledChatOptions;
  readonly #reportState: (state: ChatSocketState) => void;
  readonly #reportUnreadable: (count: number) => void;
  readonly #stop = new AbortController();
  readonly #delivery: ChatDelivery;
  readonly #credentials: ChatCredentials;
  readonly #marks: ChatMarks;
  readonly #readPace: Pace;
  readonly #outbox: ChatOutbox;
  readonly closed: Promise<void>;
  #state: ChatSocketState = { kind: 'connecting' };
  #session: ChatSession | null = null;
  /** Why there is no connection, as far as it is known. */
  #trouble: string | null = null;
  #refusedAddresses = 0;
  #unreadable = 0;

  constructor(client: ExchangeClient, options: ChatSocketOptions) {
    this.#client = client;
    this.#options = settleChatOptions(options);
    const { sleep, monotonic, signal, onEvent, onState } = this.#options;
    const stop = this.#stop.signal;
    const intervalMs = 1_000 / (readShare * client.settings.accountRequestsPerSecond);
    this.#marks = new ChatMarks(monotonic());
    this.#readPace = new Pace({ intervalMs, sleep, monotonic });
    const onEchoes = (): void => this.#session?.regulate();
    this.#outbox = new ChatOutbox({ ...this.#options, line: this.#line(), onEchoes, signal: stop });
    this.#delivery = new ChatDelivery({
      onEvent,
      onPressure: () => this.#session?.regulate(),
      onFailure: () => this.#stop.abort(),
    });
    const onRefused = (refusal: ExchangeError): void => this.#delivery.fail(refusal);
    this.#credentials = new ChatCredentials({ client, onRefused, signal: stop });
    this.#reportState = this.#delivery.guard(onState);
    this.#reportUnreadable = this.#delivery.guard(this.#options.onUnreadable);
    for (const ending of [client.closing, ...(signal === undefined ? [] : [signal])]) {
      if (ending.aborted) this.#stop.abort();
      ending.addEventListener('abort', () => this.#stop.abort(), { once: true, signal: stop });
    }
    stop.addEventListener('abort', () => this.#session?.close(), { once: true });
    this.closed = this.#run();
    // A reader of the iterator sees the failure there; `closed` need not be observed as well.
    this.closed.then(undefined, () => undefined);
  }

  state(): ChatSocketState {
    return this.#state;
  }

  async sendText(orderNumber: string, content: string, uuid?: string): Promise<string> {
    refuseNowhere(orderNumber);
    return await this.#write({ type: 'text', orderNo: orderNumber, content }, uuid);
  }

  async sendImage(orderNumber: string, image: ChatImage, uuid?: string): Promise<string> {
    refuseNowhere(orderNumber);
    const type = imageType(image);
    const imageUrl = await this.#upload(image);
    const content = { imageUrl, thumbnailUrl: imageUrl, imageType: type.replace('image/', '') };
    return await this.#write({ type: 'image', orderNo: orderNumber, ...content, ...imageSize(image.bytes) }, uuid);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.closed.then(undefined, () => undefined);
  }

  [Symbol.asyncIterator](): AsyncIterator<ChatOrderEvent> {
    return this.#delivery.iterate();
  }

  async #upload(image: ChatImage): Promise<string> {
    const { uploadHosts, uploadTimeoutMs: timeoutMs } = this.#options;
    const allowedHosts = uploadHosts ?? this.#client.allowedSocketHosts;
    const { signal } = this.#stop;
    try {
      return await uploadImage(this.#client, image, { allowedHosts, timeoutMs, signal });
    } catch (error) {
      // Whatever became of the bytes, no message names them.
      throw signal.aborted ? closedError(this.#reason()) : error;
    }
  }

  #line(): OutboxLine {
    return {
      isOpen: () => this.#session?.isOpen === true,
      send: (frame) => this.#session?.transmit(frame),
      reason: () => this.#reason(),
    };
  }

  #reason(): string | null {
    return this.#stop.signal.aborted ? (this.#delivery.failure?.message ?? null) : this.#trouble;
  }

  #write(frame: Readonly<Record<string, unknown>>, uuid = randomUUID() as string): Promise<string> {
    const common = { self: true, clientType: 'web', createTime: this.#options.now(), sendStatus: 0 };
    return this.#outbox.send(uuid, { ...frame, ...common });
  }

  /** Readers end first: whatever a listener does then, no one waits for events that will not come. */
  async #run(): Promise<void> {
    try {
      await this.#keepConnected();
    } catch (error) {
      this.#delivery.fail(error);
    }
    this.#stop.abort();
    this.#delivery.end();
    this.#become({ kind: 'closed', reason: this.#delivery.failure?.message ?? 'closed by its owner' });
    if (this.#delivery.failure !== null) throw this.#delivery.failure;
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
    const { random, sleep } = this.#options;
    const delayMs = (ending.waitMs ?? 0) + backoffMs(attempt, random, this.#backoff());
    this.#trouble = ending.reason;
    this.#become({ kind: 'waiting', reason: ending.reason, delayMs });
    try {
      await sleep(delayMs, this.#stop.signal);
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
    }
  }

  #backoff(): SessionOptions['backoff'] {
    return { backoffBaseMs: this.#options.reconnectBaseMs, backoffCapMs: this.#options.reconnectCapMs };
  }

  /** The token opens one socket (wire-facts 7.1), so every connection starts with its own credential. */
  async #connectOnce(): Promise<Ending> {
    this.#become({ kind: 'connecting' });
    try {
      const credential = await this.#credentials.fresh();
      if (this.#stop.signal.aborted) return { reason: 'closed', wasUseful: false, waitMs: null };
      return await this.#stayConnected(this.#openSession(credential));
    } catch (error) {
      if (!(error instanceof ExchangeError)) throw error;
      return { reason: error.message, wasUseful: false, waitMs: error.retryAfterMs };
    }
  }

  /**
   * A forbidden address is never contacted. One may be a slip of the service, so a fresh credential is fetched; several
   * in a row end the socket.
   */
  #openSession(credential: WireChatCredential): ChatSession {
    try {
      const session = new ChatSession(credential, this.#sessionOptions());
      this.#refusedAddresses = 0;
      return session;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      // The error's text names the rule, and of the address only the host.
      const refusal = chatError(`the chat socket was not opened: ${error.message}`, 'no');
      this.#refusedAddresses += 1;
      if (this.#refusedAddresses >= maxRefusedAddresses) this.#delivery.fail(refusal);
      throw refusal;
    }
  }

  #sessionOptions(): SessionOptions {
    return {
      ...this.#options,
      allowedHosts: this.#options.allowedHosts ?? this.#client.allowedSocketHosts,
      client: this.#client,
      marks: this.#marks,
      delivery: this.#delivery,
      outbox: this.#outbox,
      readPace: this.#readPace,
      backoff: this.#backoff(),
      onOpen: () => this.#opened(),
      onUnreadable: () => {
        this.#unreadable += 1;
        this.#reportUnreadable(this.#unreadable);
      },
    };
  }

  async #stayConnected(session: ChatSession): Promise<Ending> {
    this.#session = session;
    await session.ended;
    this.#session = null;
    const { takenOverWaitMs: waitMs } = this.#options;
    if (session.wasTakenOver) return { reason: 'another socket of this key took over', wasUseful: true, waitMs };
    return { reason: 'the connection was lost', wasUseful: session.wasUseful, waitMs: null };
  }

  #opened(): void {
    this.#trouble = null;
    this.#become({ kind: 'open' });
    this.#outbox.connected();
  }

  #become(state: ChatSocketState): void {
    this.#state = state;
    this.#reportState(state);
  }
}

function refuseNowhere(orderNumber: string): void {
  if (!identifier.safeParse(orderNumber).success) throw nowhereError();
}

/**
 * Opens the chat socket of a client's account (interface 4.3, 6) and keeps it open: fresh credential for every
 * connection, ping, jittered reconnects. Delivers each event from this call on once: after a lost connection the
 * running orders are listed and their chats read (EP-15, EP-34). An event is only a reason to read the order; polling
 * finds the same. All durations in ms.
 *
 * @example
 * const chat = openChatSocket(client, { signal: AbortSignal.timeout(30_000) });
 * for await (const event of chat) {
 *   console.log(`order ${event.orderNumber}: ${event.event}; read the order`);
 *   break;
 * }
 * await chat.close();
 */
export function openChatSocket(client: ExchangeClient, options: ChatSocketOptions = {}): ChatSocket {
  return new ReconnectingChat(client, options);
}
