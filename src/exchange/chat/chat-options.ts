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
  /** Called for every event; without it read the socket as an async iterable. What it throws ends the socket. */
  readonly onEvent?: ((event: ChatOrderEvent) => void) | undefined;
  /** What it throws ends the socket. */
  readonly onState?: ((state: ChatSocketState) => void) | undefined;
  readonly handshake?: ChatHandshake | undefined;
  /** Hosts for the socket; the client's unless given. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Hosts for image uploads; the client's unless given. */
  readonly uploadHosts?: readonly string[] | undefined;
  /** false: live events alone. For those to whom an event is only a reason to look, and who look anyway. */
  readonly catchUp?: boolean | undefined;
  readonly pingIntervalMs?: number | undefined;
  /** How long a connection may take to open, and a message waits for one. */
  readonly connectTimeoutMs?: number | undefined;
  /** How long after the first pong the login is taken to be in effect; a frame says so at once. */
  readonly loginSettleMs?: number | undefined;
  /** How long a live event waits at most for what its order missed before it. */
  readonly holdLimitMs?: number | undefined;
  /** How long to leave the key to another socket that took over. */
  readonly takenOverWaitMs?: number | undefined;
  readonly reconnectBaseMs?: number | undefined;
  readonly reconnectCapMs?: number | undefined;
  readonly echoTimeoutMs?: number | undefined;
  /** How long an upload of an image may take in all. */
  readonly uploadTimeoutMs?: number | undefined;
  readonly random?: (() => number) | undefined;
  readonly sleep?: Sleep | undefined;
  /** Wall clock in ms since the epoch, for the time that a message carries. */
  readonly now?: (() => number) | undefined;
  /** Clock that never steps, in ms, for everything that is measured. */
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

/** Takes the options of a caller and fills in the usual values. */
export function settleChatOptions(options: ChatSocketOptions): SettledChatOptions {
  // An option that is there and undefined was left open, whatever the compiler of the caller allows.
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return { ...defaults, ...given } as SettledChatOptions;
}
