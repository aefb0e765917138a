/** The place that one call takes in the windows it counts against. */
export interface Slot {
  /** When the call left, by the monotonic clock; null while it has not left yet: then it counts as leaving now. */
  leftAtMs: number | null;
}

const compactFrom = 1_024;

/**
 * A strict sliding window: at most `capacity` calls leave in any `windowMs`, wherever the window is laid. It counts the
 * moments when calls really left, not when they were allowed to: a slow connection would bunch them otherwise.
 */
export class SlidingWindow {
  readonly capacity: number;
  readonly windowMs: number;
  /** In the order of being allowed; everything before `#head` has dropped out of the window. */
  #slots: Slot[] = [];
  #head = 0;

  /** Takes a rate, which may be a fraction, and a margin in ms for the jitter of the way to the service. */
  constructor(requestsPerSecond: number, marginMs: number) {
    this.capacity = Math.max(1, Math.floor(requestsPerSecond));
    this.windowMs = (this.capacity * 1000) / requestsPerSecond + marginMs;
  }

  /** How long a call must still wait, in ms; 0: it may go. `stretch` above 1 makes the window longer for a while. */
  waitMs(nowMs: number, stretch = 1): number {
    const lengthMs = this.windowMs * stretch;
    this.#dropBefore(nowMs - lengthMs);
    const surplus = this.#slots.length - this.#head - this.capacity;
    if (surplus < 0) return 0;
    const blocking = this.#slots[this.#head + surplus];
    return Math.max(1, (blocking?.leftAtMs ?? nowMs) + lengthMs - nowMs);
  }

  take(slot: Slot): void {
    this.#slots.push(slot);
  }

  /** Gives a place back that was not used. */
  release(slot: Slot): void {
    const index = this.#slots.lastIndexOf(slot);
    if (index >= this.#head) this.#slots.splice(index, 1);
  }

  /** Whether nothing in it can delay anybody any more. */
  isIdle(nowMs: number): boolean {
    this.#dropBefore(nowMs - this.windowMs);
    return this.#head === this.#slots.length;
  }

  /** A call that is still on its way out keeps those behind it in the count: late is safe here, early is not. */
  #dropBefore(limitMs: number): void {
    while (this.#head < this.#slots.length) {
      const leftAtMs = this.#slots[this.#head]?.leftAtMs;
      if (typeof leftAtMs !== 'number' || leftAtMs > limitMs) break;
      this.#head += 1;
    }
    if (this.#head < compactFrom && this.#head < this.#slots.length) return;
    this.#slots = this.#slots.slice(this.#head);
    this.#head = 0;
  }
}
