/** Which call goes first when the rate budget is short: money steps, then price writes, then orders, then the market. */
export type Priority = 'money' | 'price' | 'order' | 'market';

/** When a read may go. */
export interface Turn {
  readonly priority: Priority;
  /** Aborting gives up. */
  readonly signal?: AbortSignal | undefined;
}

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

/** How a money call leaves. */
export interface Departure {
  readonly priority: 'money';
  readonly fence: Fence;
  readonly door: Door;
}
