import type { ExchangeError } from './exchange-error.ts';

/** The order when the rate budget is short: money steps, then price writes, then orders, then the market. */
export const priorities = ['money', 'price', 'order', 'market'] as const;
export type Priority = (typeof priorities)[number];

/** Limits a money step in time, so that a frozen process cannot send late (design 6). */
export interface Fence {
  /** Nothing is sent after this moment, in ms since the epoch by the client's clock. */
  readonly sendBeforeMs: number;
  /** How long the service may still accept the request after it was signed, in ms. */
  readonly recvWindowMs: number;
}

/** What a money call asks last, once it has its turn and a connection. */
export interface Door {
  /** Called once per call. Nothing is sent when it rejects; its error reaches the caller as it is (not wrapped). */
  readonly arm: () => Promise<void>;
  /** The longest time from the beginning of `arm` until the bytes leave, in ms, by the wall clock and by the steady clock. */
  readonly withinMs: number;
}

/** One attempt of a call, as `onAttempt` of a client receives it: no parameter, no answer, no key. */
export interface AttemptReport {
  /** The operation's name. */
  readonly operation: string;
  readonly priority: Priority;
  /** The step of authentication that it was made with. */
  readonly step: string;
  /** How long it waited for its turn, in ms; the whole time when it never left. */
  readonly waitedMs: number;
  /** From its departure to its end, in ms; null: it never left. */
  readonly tookMs: number | null;
  /** Null: it succeeded. */
  readonly error: ExchangeError | null;
}

/** The last argument of every method. */
export interface CallOptions {
  /** Aborting gives up: `sent` of the error says whether the request may still take effect. */
  readonly signal?: AbortSignal | undefined;
  readonly priority?: Priority | undefined;
  /** The ad whose limit the call counts against; default: the ad in the arguments. */
  readonly adKey?: string | undefined;
  readonly fence?: Fence | undefined;
  /** The last check. A call that has one is sent at most once, whatever its operation. */
  readonly door?: Door | undefined;
  /** Called after every attempt of this call, beside the client's own observer. */
  readonly onAttempt?: ((attempt: AttemptReport) => void) | undefined;
  /** Receives the data of a success as the service sent it, before it is read. */
  readonly onData?: ((data: unknown) => void) | undefined;
}

/** The parameters of a call by its name. */
export interface CallInput {
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}
