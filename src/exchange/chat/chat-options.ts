import type { ChatHandshake } from './chat-connection.ts';
import type { ChatOrderEvent } from './chat-frame.ts';
import { realSleep, type Sleep } from '../limits/sleep.ts';

export type ChatSocketState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  | { readonly kind: 'waiting'; readonly reason: string; readonly delayMs: number }
  | { readonly kind: 'closed'; readonly reason: string };

export interface ChatSocketOptions {
  /** Aborting closes the socket. */
  readonly signal?: AbortSignal | undefined;
  /** Called for every event; without it, read the socket as an async iterable. An error thrown here ends the socket. */
  readonly onEvent?: ((event: ChatOrderEvent) => void) | undefined;
  /** An error thrown here ends the socket. */
  readonly onState?: ((state: ChatSocketState) => void) | undefined;
  /**
   * Called with the number of frames and rows of a chat that were left out so far, since they are no text or no known
   * document: compressed, cut off, several in one, wrapped in another. An error thrown here ends the socket.
   */
  readonly onUnreadable?: ((count: number) => void) | undefined;
  readonly handshake?: ChatHandshake | undefined;
  /** Hosts for the socket; default: the client's. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Hosts for image uploads; default: the client's. */
  readonly uploadHosts?: readonly string[] | undefined;
  /** false: live events only, for callers that poll anyway and use an event as a hint. */
  readonly catchUp?: boolean | undefined;
  readonly pingIntervalMs?: number | undefined;
  /** How long a connection may take to open, and how long a message waits for one. */
  readonly connectTimeoutMs?: number | undefined;
  /** How long after the first pong the login counts as done; a frame shows it at once. */
  readonly loginSettleMs?: number | undefined;
  /** How long a live event waits at most for the missed events of its order. */
  readonly holdLimitMs?: number | undefined;
  /** How long to leave the key to another socket that took over. */
  readonly takenOverWaitMs?: number | undefined;
  readonly reconnectBaseMs?: number | undefined;
  readonly reconnectCapMs?: number | undefined;
  readonly echoTimeoutMs?: number | undefined;
  /** How long the upload of an image may take in total. */
  readonly uploadTimeoutMs?: number | undefined;
  readonly random?: (() => number) | undefined;
  readonly sleep?: Sleep | undefined;
  /** Wall clock in ms since the epoch, for the time in a message. */
  readonly now?: (() => number) | undefined;
  /** Monotonic clock, in ms, for all durations. */
  readonly monotonic?: (() => number) | undefined;
}

const defaults = {
  handshake: 'frame',
  catchUp: true,
  pingIntervalMs: 20_000,
  connectTimeoutMs: 10_000,
  loginSettleMs: 250,
  holdLimitMs: 5_000,
  takenOverWaitMs: 60_000,
  reconnectBaseMs: 500,
  reconnectCapMs: 30_000,
  echoTimeoutMs: 10_000,
  uploadTimeoutMs: 30_000,
  random: Math.random,
  sleep: realSleep,
  now: Date.now,
  monotonic: () => performance.now(),
} as const;

/** The options with nothing left open that has a usual value. */
export type SettledChatOptions = Omit<ChatSocketOptions, keyof typeof defaults> & {
  readonly [K in keyof typeof defaults]: NonNullable<ChatSocketOptions[K]>;
};

/** Fills in the defaults. */
export function settleChatOptions(options: ChatSocketOptions): SettledChatOptions {
  // An option that is present but undefined counts as absent, whatever the caller's compiler allows.
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return { ...defaults, ...given } as SettledChatOptions;
}
