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

/** The last argument of every method. */
export interface CallOptions {
  /** Aborting gives up: `sent` of the error says whether the request may still take effect. */
  readonly signal?: AbortSignal | undefined;
  readonly priority?: Priority | undefined;
  /** The ad whose limit the call counts against; default: the ad in the arguments. */
  readonly adKey?: string | undefined;
  readonly fence?: Fence | undefined;
}

/** The parameters of a call by its name. */
export interface CallInput {
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}
