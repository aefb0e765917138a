/** One call's place in the windows that it counts against. Times are of the monotonic clock, in ms. */
export interface Slot {
  /** When the call left; null while it has not: then it counts as leaving now. */
  leftAtMs: number | null;
  /** When its answer came, or null. By then the call had arrived. */
  answeredAtMs: number | null;
}

const compactFrom = 1_024;
const maxWayShare = 0.05;

/**
 * A strict sliding window: at most `capacity` calls arrive in any `windowMs`, wherever the window is laid. It counts
 * the moments by which calls had arrived, not those at which they were allowed to leave: a slow connection would bunch
 * them otherwise. A slow call counts as arrived after a twentieth of the window, so that the rate stays above 95 % and
 * a service that hangs does not stop everyone: the window is strict while the latency of the way there varies by less
 * than that.
 */
export class SlidingWindow {
  readonly capacity: number;
  readonly windowMs: number;
  readonly #maxWayMs: number;
  /** In the order of permission; everything before `#head` has dropped out of the window. */
  #slots: Slot[] = [];
  #head = 0;

  /** The rate may be a fraction. `seconds`: how long a window is, about. */
  constructor(requestsPerSecond: number, seconds = 1) {
    this.capacity = Math.max(1, Math.floor(requestsPerSecond * seconds));
    this.windowMs = (this.capacity * 1000) / requestsPerSecond;
    this.#maxWayMs = this.windowMs * maxWayShare;
  }

  /**
   * Returns how long a call must wait, in ms; 0: it may go. `stretch` above 1 makes the window longer for a while; of
   * the capacity the call may use up a `share`, at least one place.
   */
  waitMs(nowMs: number, { stretch = 1, share = 1 }: { stretch?: number; share?: number } = {}): number {
    return this.#waitBelow(nowMs, this.maxTaken(share), this.windowMs * stretch);
  }

  /** Returns how many calls a share of the capacity is: at least one. */
  maxTaken(share: number): number {
    return Math.max(1, Math.floor(this.capacity * share));
  }

  /** Returns how many calls count at present. */
  used(nowMs: number): number {
    this.#dropBefore(nowMs - this.windowMs);
    return this.#slots.length - this.#head;
  }

  /** Returns how long until one call fewer counts, in ms. */
  untilFewerMs(nowMs: number): number {
    return this.#waitBelow(nowMs, this.used(nowMs), this.windowMs);
  }

  take(slot: Slot): void {
    this.#slots.push(slot);
  }

  /** Returns an unused place. */
  release(slot: Slot): void {
    const index = this.#slots.lastIndexOf(slot);
    if (index >= this.#head) this.#slots.splice(index, 1);
  }

  /** Whether none of its slots can delay a call any more. */
  isIdle(nowMs: number): boolean {
    this.#dropBefore(nowMs - this.windowMs);
    return this.#head === this.#slots.length;
  }

  /** How long until fewer calls than `most` count in a window of this length, in ms; 0: they do. */
  #waitBelow(nowMs: number, maxTaken: number, lengthMs: number): number {
    this.#dropBefore(nowMs - lengthMs);
    const surplus = this.#slots.length - this.#head - maxTaken;
    if (surplus < 0) return 0;
    const blocking = this.#slots[this.#head + surplus];
    const fromMs = (blocking === undefined ? null : this.#arrivedByMs(blocking)) ?? nowMs;
    return Math.max(1, fromMs + lengthMs - nowMs);
  }

  #arrivedByMs({ leftAtMs, answeredAtMs }: Slot): number | null {
    if (leftAtMs === null) return null;
    return Math.min(leftAtMs + this.#maxWayMs, answeredAtMs ?? Number.POSITIVE_INFINITY);
  }

  /** A call that is still on its way out keeps those behind it in the count: late is safe here, early is not. */
  #dropBefore(limitMs: number): void {
    while (this.#head < this.#slots.length) {
      const slot = this.#slots[this.#head];
      const arrivedByMs = slot === undefined ? null : this.#arrivedByMs(slot);
      if (arrivedByMs === null || arrivedByMs > limitMs) break;
      this.#head += 1;
    }
    if (this.#head < compactFrom && this.#head < this.#slots.length) return;
    this.#slots = this.#slots.slice(this.#head);
    this.#head = 0;
  }
}
