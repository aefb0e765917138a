import { ChatCatchUp } from './chat-catch-up.ts';
import { ChatConnection, type ChatHandshake } from './chat-connection.ts';
import type { ChatDelivery } from './chat-delivery.ts';
import { decodeChatFrame, isUnreadableFrame, type OrderNotice } from './chat-frame.ts';
import { HeldEvents } from './chat-held.ts';
import type { ChatMarks } from './chat-marks.ts';
import type { ChatOutbox } from './chat-outbox.ts';
import type { Pace } from './chat-pace.ts';
import type { ExchangeClient } from '../client.ts';
import type { WireChatCredential } from '../table/schemas/chat-schema.ts';
import { timerMs, type Sleep } from '../limits/sleep.ts';

export interface SessionOptions {
  readonly client: ExchangeClient;
  readonly marks: ChatMarks;
  readonly delivery: ChatDelivery;
  readonly outbox: ChatOutbox;
  readonly readPace: Pace;
  readonly onOpen: () => void;
  /** A frame was left out. */
  readonly onUnreadable: () => void;
  readonly allowedHosts: readonly string[];
  readonly handshake: ChatHandshake;
  readonly catchUp: boolean;
  readonly pingIntervalMs: number;
  readonly connectTimeoutMs: number;
  readonly loginSettleMs: number;
  readonly holdLimitMs: number;
  readonly backoff: { readonly backoffBaseMs: number; readonly backoffCapMs: number };
  readonly random: () => number;
  readonly sleep: Sleep;
  readonly monotonic: () => number;
}

/** One connection with its state: events heard, events held back, chats still to read. */
export class ChatSession {
  readonly #options: SessionOptions;
  readonly #over = new AbortController();
  readonly #held: HeldEvents;
  /** null: only live events. */
  readonly #catchUp: ChatCatchUp | null;
  readonly #connection: ChatConnection;
  /** Settles when the connection is over and all its events were delivered; never rejects. */
  readonly ended: Promise<void>;
  #loginTimer: NodeJS.Timeout | null = null;
  #pongs = 0;
  #isCatchingUp = false;
  #wasUseful = false;
  #wasTakenOver = false;

  /** Throws a TypeError for a forbidden address. */
  constructor(credential: WireChatCredential, options: SessionOptions) {
    const { marks, holdLimitMs } = options;
    this.#options = options;
    this.#held = new HeldEvents({ limitMs: holdLimitMs, give: (notice) => this.#give(notice) });
    this.#catchUp = options.catchUp ? this.#newCatchUp(options) : null;
    this.#connection = new ChatConnection(credential, {
      ...options,
      proxyOf: (address) => options.client.proxyOf(address),
      onOpen: () => this.#opened(),
      onPong: () => this.#ponged(),
      onFrame: (frame) => this.#receive(frame),
      onBinary: () => options.onUnreadable(),
    });
    this.ended = this.#connection.closed.then(() => this.#end(marks));
  }

  #newCatchUp(options: SessionOptions): ChatCatchUp {
    const { delivery, readPace: pace } = options;
    return new ChatCatchUp({
      ...options,
      held: this.#held,
      pace,
      give: (notice) => this.#give(notice),
      isFull: () => delivery.isFull,
      onFailure: (error) => delivery.fail(error),
      signal: this.#over.signal,
    });
  }

  /**
   * Whether the service accepted the login: it sent a frame, or kept a quiet connection for longer than a ping takes.
   */
  get wasUseful(): boolean {
    return this.#wasUseful || this.#pongs > 1;
  }

  /** Whether another socket of the same key took over. */
  get wasTakenOver(): boolean {
    return this.#wasTakenOver;
  }

  get isOpen(): boolean {
    return this.#connection.isOpen;
  }

  /** Writes one frame; only for a connection that is open. */
  transmit(frame: string): void {
    this.#connection.send(frame);
  }

  /**
   * Reads on, or makes the service wait while too many events are unread. While an echo is pending it reads on: the
   * reader may be the one waiting for that echo.
   */
  regulate(): void {
    const { delivery, outbox } = this.#options;
    if (delivery.isFull && !outbox.awaitsEcho) {
      this.#connection.pause();
    } else {
      this.#connection.resume();
      this.#catchUp?.wake();
    }
  }

  close(): void {
    this.#connection.close();
  }

  /** Events may wait since the connection before this one. */
  #opened(): void {
    this.#startAfter(this.#options.pingIntervalMs);
    this.#options.onOpen();
    this.regulate();
  }

  #ponged(): void {
    this.#pongs += 1;
    if (this.#pongs > 1) return;
    this.#startAfter(this.#options.loginSettleMs);
  }

  /**
   * The login has no receipt (interface 4.3), and a read before it takes effect would miss events in between. So
   * reading begins with the first frame, or some time after the first pong, or with the first beat at the latest.
   */
  #startAfter(ms: number): void {
    if (this.#isCatchingUp) return;
    if (this.#loginTimer !== null) clearTimeout(this.#loginTimer);
    this.#loginTimer = setTimeout(() => this.#start(), timerMs(ms));
  }

  #start(): void {
    if (this.#catchUp === null || this.#isCatchingUp || this.#over.signal.aborted) return;
    this.#isCatchingUp = true;
    if (this.#loginTimer !== null) clearTimeout(this.#loginTimer);
    this.#catchUp.run().catch((error: unknown) => this.#options.delivery.fail(error));
  }

  #receive(frame: string): void {
    const decoded = decodeChatFrame(frame);
    if (decoded.kind === 'bye') {
      this.#wasTakenOver = true;
      this.#connection.close();
    } else if (decoded.kind === 'refused') {
      this.#options.outbox.refuse(decoded.uuid, decoded.reason);
    } else {
      this.#wasUseful = true;
      this.#start();
      if (decoded.kind === 'order') this.#hear(decoded);
      else if (isUnreadableFrame(frame)) this.#options.onUnreadable();
    }
  }

  #hear(notice: OrderNotice): void {
    const { marks, outbox, monotonic } = this.#options;
    const { orderNumber, self, id } = notice.event;
    if (self && notice.uuid !== null) outbox.confirm(notice.uuid, id);
    marks.heard(notice, monotonic());
    if (this.#catchUp?.isAwaited(orderNumber) === true && this.#held.hold(notice)) this.#catchUp.wake();
    else this.#give(notice);
  }

  #give(notice: OrderNotice): void {
    const { marks, delivery, monotonic } = this.#options;
    if (delivery.give(notice)) marks.given(notice.event, monotonic());
  }

  #end(marks: ChatMarks): void {
    this.#over.abort();
    if (this.#loginTimer !== null) clearTimeout(this.#loginTimer);
    this.#held.passAll();
    marks.lost(this.#options.monotonic(), this.#connection.heardAtMs);
    this.#options.outbox.abandon();
  }
}
