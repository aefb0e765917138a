import type { ChatHandshake } from './chat-connection.ts';
import type { OrderEvent } from './chat-frame.ts';
import { realSleep } from '../sleep.ts';
import type { Sleep } from '../sleep.ts';

export type ChatSocketState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  | { readonly kind: 'waiting'; readonly reason: string; readonly delayMs: number }
  | { readonly kind: 'closed'; readonly reason: string };

export interface ChatSocketOptions {
  /** Aborting closes the socket. */
  readonly signal?: AbortSignal | undefined;
  /** Called for every event; without it read the socket as an async iterable. What it throws ends the socket. */
  readonly onEvent?: (event: OrderEvent) => void;
  /** What it throws ends the socket. */
  readonly onState?: (state: ChatSocketState) => void;
  readonly handshake?: ChatHandshake;
  /** Hosts for the socket; the client's unless given. */
  readonly allowedHosts?: readonly string[];
  /** Hosts for image uploads; the client's unless given. */
  readonly uploadHosts?: readonly string[];
  /** false: live events alone. For those to whom an event is only a reason to look, and who look anyway. */
  readonly catchUp?: boolean;
  readonly pingIntervalMs?: number;
  readonly connectTimeoutMs?: number;
  /** How long after the first pong the login is taken to be in effect; a frame says so at once. */
  readonly loginSettleMs?: number;
  /** How long a live event waits at most for what its order missed before it. */
  readonly holdLimitMs?: number;
  /** How long to leave the key to another socket that took over. */
  readonly takenOverWaitMs?: number;
  readonly reconnectBaseMs?: number;
  readonly reconnectCapMs?: number;
  readonly echoTimeoutMs?: number;
  /** How long an upload of an image may take in all. */
  readonly uploadTimeoutMs?: number;
  readonly random?: () => number;
  readonly sleep?: Sleep;
  /** Wall clock in ms since the epoch, for the time that a message carries. */
  readonly now?: () => number;
  /** Clock that never steps, in ms, for everything that is measured. */
  readonly monotonic?: () => number;
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
export type SettledChatOptions = ChatSocketOptions & typeof defaults;

/** Takes the options of a caller and fills in the usual values. */
export function settleChatOptions(options: ChatSocketOptions): SettledChatOptions {
  return { ...defaults, ...options } as SettledChatOptions;
}
