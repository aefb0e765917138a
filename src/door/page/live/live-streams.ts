/** The open streams of events, a bounded number. */

/** Of one session: more pages than a person reads at once. */
const maxOfSession = 4;
/** Half of what the page takes in connections. */
const maxInAll = 32;

interface OpenStream {
  /** Of the session that it is of. */
  readonly seal: string;
  readonly end: () => void;
}

export class LiveStreams {
  readonly #open = new Set<OpenStream>();

  /** Counts a stream, and ends the oldest of a session that has too many; returns what forgets it, or null where there is no place. */
  add(stream: OpenStream): (() => void) | null {
    const own = [...this.#open].filter(({ seal }) => seal === stream.seal);
    // A phone that was out of reach has left some behind that end by no sign.
    if (own.length >= maxOfSession) own[0]?.end();
    if (this.#open.size >= maxInAll) return null;
    this.#open.add(stream);
    return () => void this.#open.delete(stream);
  }
}
