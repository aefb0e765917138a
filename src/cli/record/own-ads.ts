/** A list of own ads is read again this often. */
const readAgainMs = 60_000;
/** The longest that an earlier list stands in for one that cannot be read: an ad that came since would be recorded as a competitor. */
const goodForMs = 600_000;

/** Reads the numbers of own ads; null: they cannot be read now, and `without` says what that means. */
type ReadNumbers = (without: string) => Promise<readonly string[] | null>;

/** The numbers of an account's own ads, as they were at the last read. */
export class OwnAds {
  readonly #read: ReadNumbers;
  #last: { readonly numbers: readonly string[]; readonly readAtMs: number } | null = null;

  constructor(read: ReadNumbers) {
    this.#read = read;
  }

  /** Returns them; null while they are not known well enough: an own ad is no competitor. */
  async numbersAt(nowMs: number): Promise<readonly string[] | null> {
    const ageMs = this.#last === null ? Number.POSITIVE_INFINITY : nowMs - this.#last.readAtMs;
    if (this.#last !== null && ageMs < readAgainMs) return this.#last.numbers;
    const isGood = ageMs < goodForMs;
    const numbers = await this.#read(
      isGood ? 'own ads as they were a while ago' : 'not recorded, as own ads are unknown',
    );
    if (numbers !== null) this.#last = { numbers, readAtMs: nowMs };
    return numbers ?? (isGood ? (this.#last?.numbers ?? null) : null);
  }
}
