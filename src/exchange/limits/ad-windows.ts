import { SlidingWindow, type Slot } from './sliding-window.ts';

const idleAdLimit = 1_000;

/** The windows of single ads. A call without an ad counts in none. */
export class AdWindows {
  readonly #requestsPerSecond: number;
  readonly #ads = new Map<string, SlidingWindow>();

  constructor(requestsPerSecond: number) {
    this.#requestsPerSecond = requestsPerSecond;
  }

  waitMs(adKey: string | null, nowMs: number): number {
    return adKey === null ? 0 : (this.#ads.get(adKey)?.waitMs(nowMs) ?? 0);
  }

  take(adKey: string | null, { slot, nowMs }: { slot: Slot; nowMs: number }): void {
    if (adKey !== null) this.#window(adKey, nowMs).take(slot);
  }

  /** Returns an unused place. */
  release(adKey: string | null, slot: Slot): void {
    if (adKey !== null) this.#ads.get(adKey)?.release(slot);
  }

  #window(adKey: string, nowMs: number): SlidingWindow {
    const known = this.#ads.get(adKey);
    if (known !== undefined) return known;
    if (this.#ads.size >= idleAdLimit) this.#forgetIdle(nowMs);
    const window = new SlidingWindow(this.#requestsPerSecond);
    this.#ads.set(adKey, window);
    return window;
  }

  #forgetIdle(nowMs: number): void {
    for (const [adKey, window] of this.#ads) if (window.isIdle(nowMs)) this.#ads.delete(adKey);
  }
}
