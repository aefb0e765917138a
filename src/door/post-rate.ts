/** Lets so many through a second, and as many more at once as have not come before. */
export class PostRate {
  readonly #perSecond: number;
  readonly #atOnce: number;
  #left: number;
  #atMs: number | null = null;

  constructor({ perSecond, atOnce }: { readonly perSecond: number; readonly atOnce: number }) {
    this.#perSecond = perSecond;
    this.#atOnce = atOnce;
    this.#left = atOnce;
  }

  /** Takes one, and returns whether there was one. */
  take(nowMs: number): boolean {
    const passedMs = Math.max(0, nowMs - (this.#atMs ?? nowMs));
    this.#atMs = nowMs;
    this.#left = Math.min(this.#atOnce, this.#left + (passedMs * this.#perSecond) / 1_000);
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** Returns how long it takes from the last question until there is one. */
  lackMs(): number {
    return (Math.max(0, 1 - this.#left) * 1_000) / this.#perSecond;
  }
}
