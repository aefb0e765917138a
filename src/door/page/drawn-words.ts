import { keepNewest } from './keep-newest.ts';
import type { OrderPlace, WordToSign } from './page-desk.ts';

/** A word that was shown to a session, and waits for its signature. */
interface Drawn {
  readonly place: OrderPlace;
  readonly word: WordToSign;
  /** Of the session that it was shown to. */
  readonly seal: string;
}

/** A session that opens more pages than this signs what the oldest shows no more; it takes none of another's away. */
const maxOfSession = 10;
/** Of all sessions together. */
const maxDrawn = 500;

/** What is shown is what is signed: the text that a signature is over stays here, and no form brings it back. */
export class DrawnWords {
  readonly #byNonce = new Map<string, Drawn>();

  keep(drawn: Drawn): void {
    const [oldest, ...others] = [...this.#byNonce].filter(([, { seal }]) => seal === drawn.seal);
    if (oldest !== undefined && others.length + 1 >= maxOfSession) this.#byNonce.delete(oldest[0]);
    this.#byNonce.set(drawn.word.end.nonce, drawn);
    keepNewest(this.#byNonce, maxDrawn);
  }

  /** Returns the word that was shown to a session for an order, once; null: there is none, or its time is over. */
  take(nonce: string, { place, seal }: Omit<Drawn, 'word'>, nowMs: number): WordToSign | null {
    const drawn = this.#byNonce.get(nonce);
    if (drawn === undefined || drawn.seal !== seal || !isSamePlace(drawn.place, place)) return null;
    this.#byNonce.delete(nonce);
    return nowMs < drawn.word.end.expiresAtMs ? drawn.word : null;
  }
}

const isSamePlace = (left: OrderPlace, right: OrderPlace): boolean =>
  left.account === right.account && left.orderNumber === right.orderNumber;
