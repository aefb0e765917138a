/** How often each of many may do something: by a key of its own, so that one of them keeps out no other one. */
import { PostRate } from '../post-rate.ts';
import { keepNewest } from './keep-newest.ts';

/** Who has more keys still guesses no word, and no signature. */
const maxKeys = 2_000;

export class KeyedRates {
  readonly #rate: ConstructorParameters<typeof PostRate>[0];
  readonly #byKey = new Map<string, PostRate>();

  constructor(rate: ConstructorParameters<typeof PostRate>[0]) {
    this.#rate = rate;
  }

  /** Takes one of a key, and returns null; else after how many milliseconds there is one again. */
  take(key: string, nowMs: number): number | null {
    const known = this.#byKey.get(key) ?? new PostRate(this.#rate);
    // The last one to come is the newest.
    this.#byKey.delete(key);
    this.#byKey.set(key, known);
    keepNewest(this.#byKey, maxKeys);
    return known.take(nowMs) ? null : known.lackMs();
  }
}
