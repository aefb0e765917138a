/** The open streams of events, a bounded number. */

/** More pages than one reads at once, on all of his devices. */
const maxOfPerson = 8;
/** Half of what the page takes in connections. */
const maxInAll = 32;

interface OpenStream {
  /** Whose it is. */
  readonly person: string;
  readonly end: () => void;
}

export class LiveStreams {
  readonly #open = new Set<OpenStream>();

  /** Counts a stream, and ends the oldest of a person who has too many; returns what forgets it, or null where there is no place. */
  add(stream: OpenStream): (() => void) | null {
    const own = [...this.#open].filter(({ person }) => person === stream.person);
    // A phone that was out of reach has left some behind that end by no sign.
    if (own.length >= maxOfPerson) own[0]?.end();
    if (this.#open.size >= maxInAll) return null;
    this.#open.add(stream);
    return () => void this.#open.delete(stream);
  }
}
