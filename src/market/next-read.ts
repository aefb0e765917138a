/**
 * Shares one read among all who ask while another is under way. An answer is never older than its question: no one
 * joins a read that began before, and all who ask during one share the next.
 */
export class NextRead<T> {
  readonly #load: () => Promise<T>;
  #running: Promise<T> | null = null;
  #next: Promise<T> | null = null;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Returns the answer of a read that begins now or later; rejects with its failure. */
  get(): Promise<T> {
    if (this.#running === null) return this.#start();
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  #start(): Promise<T> {
    this.#next = null;
    const read = this.#load();
    this.#running = read;
    const end = (): void => {
      if (this.#running === read) this.#running = null;
    };
    read.then(end, end);
    return read;
  }
}
