import type { Sight } from './live-sights.ts';

/** Takes what a look has found. */
type Heed = (digest: string | null) => void;

/** Between two looks; the worker answers several pages and terminals. */
const everyMs = 4_000;

/** One look for all who have the same page open, every few seconds; none where no page is open. */
export class LiveLooks {
  readonly #bySight = new Map<string, Looking>();

  /** Begins to look for one more; returns what ends it. */
  watch(sight: Sight, heed: Heed): () => void {
    const looking = this.#bySight.get(sight.key) ?? new Looking(sight);
    this.#bySight.set(sight.key, looking);
    looking.add(heed);
    return () => {
      // Ended twice it would take away a look that others have begun since.
      if (looking.remove(heed) === 0 && this.#bySight.get(sight.key) === looking) this.#bySight.delete(sight.key);
    };
  }
}

class Looking {
  readonly #sight: Sight;
  readonly #heeds = new Set<Heed>();
  #timer: NodeJS.Timeout | null = null;
  #isUnderWay = false;

  constructor(sight: Sight) {
    this.#sight = sight;
  }

  /** Who comes is answered at once: what he reads may be old by now. */
  add(heed: Heed): void {
    this.#heeds.add(heed);
    if (this.#isUnderWay) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    void this.#look();
  }

  /** Returns how many are left. */
  remove(heed: Heed): number {
    this.#heeds.delete(heed);
    if (this.#heeds.size === 0 && this.#timer !== null) clearTimeout(this.#timer);
    return this.#heeds.size;
  }

  async #look(): Promise<void> {
    this.#isUnderWay = true;
    const digest = await this.#sight.look();
    this.#isUnderWay = false;
    for (const heed of this.#heeds) heed(digest);
    if (this.#heeds.size === 0) return;
    this.#timer = setTimeout(() => void this.#look(), everyMs);
    this.#timer.unref();
  }
}
